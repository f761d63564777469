"""A Ray cluster on this machine beside two threads: efficiency, overhead, bytes.

The cluster has two nodes of one core each. Driver, Ray's own processes and both nodes share the two
cores of the comparison, so what is lost here is all that a cluster costs. Both sides take turns,
and of each the best time counts: other programs only make them slower.
"""

import argparse
import os
import pickle
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from ponnuki.arena import Arena, GameBatch, game_seeds
from ponnuki.arena.cluster import node
from ponnuki.arena.cluster.ray_arena import RayArena
from ponnuki.evaluators import evaluator
from ponnuki.fitness.schedules import as_black
from ponnuki.learners import preset
from ponnuki.players import Engine, Search

GAMES = {2: 320, 3: 320, 4: 160}
"""By depth. A generation of the paper has 320: forty nets, eight games each with black."""
NETS, OPPONENTS = 40, 8
PIECES = 400


def generation(depth: int) -> tuple[Any, ...]:
    """The games of one generation of the paper's swarm, at that depth."""
    net = evaluator("window", preset("cai2009")["game"])
    rows = net.initial(NETS, seed=1)
    pairings = as_black(NETS, OPPONENTS, np.random.default_rng(1))[: GAMES[depth]]
    engines = Engine.of_rows(net, rows, Search(depth=depth))
    return net.game, engines, pairings, game_seeds(1, len(pairings))


def timed(arena: Arena, games: tuple[Any, ...]) -> tuple[float, float, GameBatch]:
    """Seconds, those of this process's processor alone, and the games."""
    begin, cpu = time.perf_counter(), time.process_time()
    batch = arena.play(*games)
    return time.perf_counter() - begin, time.process_time() - cpu, batch


def overhead(arena: RayArena) -> tuple[float, float]:
    """Seconds of a piece of work that is nothing: one alone, and of many on their way."""
    link = arena.connection
    work = link.put(node.pack(int, ()))
    alone = []
    for _ in range(20):
        begin = time.perf_counter()
        link.take(link.submit(work, ()))
        alone.append(time.perf_counter() - begin)
    begin = time.perf_counter()
    waiting = [link.submit(work, ()) for _ in range(PIECES)]
    for piece in waiting:
        link.take(piece)
    return min(alone), (time.perf_counter() - begin) / PIECES


def sent(games: tuple[Any, ...], batch: GameBatch) -> tuple[int, int, int]:
    """Bytes: of the players, once to every node; of all parts; of all results."""
    game, engines, pairings, seeds = games
    players = len(node.pack(node.play, (game, list(engines), None)))
    parts = len(pickle.dumps((pairings, seeds), pickle.HIGHEST_PROTOCOL))
    return players, parts, len(pickle.dumps(batch, pickle.HIGHEST_PROTOCOL))


def main(depths: list[int], repeats: int) -> None:
    """Prints the tables."""
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
    os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = "."
    import ray  # noqa: PLC0415
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    out = Console()
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        with Arena.ray() as arena:
            table = Table(title=f"window nets as drawn, 9×9; best of {repeats}, in turns")
            for column in (
                "depth",
                "games",
                "2 threads",
                "2 nodes of 1 core",
                "efficiency",
                "driver's CPU",
            ):
                table.add_column(column, justify="right")
            for depth in depths:
                games = generation(depth)
                arena.play(*games)  # processes start, and learn what a game takes
                here, there, driver = [], [], []
                for _ in range(repeats):
                    seconds, _, one = timed(Arena(2), games)
                    here.append(seconds)
                    seconds, cpu, other = timed(arena, games)
                    there.append(seconds)
                    driver.append(cpu)
                    assert np.array_equal(one.moves, other.moves)
                    assert np.array_equal(one.nodes, other.nodes)
                table.add_row(
                    str(depth),
                    str(len(one)),
                    f"{min(here):.2f} s",
                    f"{min(there):.2f} s",
                    f"{min(here) / min(there):.2f}",
                    f"{min(driver):.3f} s",
                )
            out.print(table)
            alone, many = overhead(arena)
            out.print(
                f"a part: {1e3 * alone:.1f} ms alone, {1e3 * many:.2f} ms where many are sent"
            )
            players, parts, results = sent(games, other)
            out.print(
                f"a generation: {players / 1e3:.0f} kB of players to every node, once; "
                f"{parts / 1e3:.0f} kB of pairings and seeds; {results / 1e3:.0f} kB of games back"
            )
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depths", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    main(asked.depths, asked.repeats)
