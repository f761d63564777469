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

from ponnuki.apps.plan import RunPlan, about, plan_run
from ponnuki.arena import Arena, GameBatch, game_seeds
from ponnuki.arena.cluster import node
from ponnuki.arena.cluster.ray_arena import RayArena
from ponnuki.evaluators import evaluator
from ponnuki.fitness.schedules import as_black
from ponnuki.learners import preset, settings_of
from ponnuki.papers.cai2009.engines import METHODS
from ponnuki.players import Engine, Search

GAMES = {2: 320, 3: 320, 4: 160}
"""By depth. A generation of the paper has 320: forty nets, eight games each with black."""
NETS, OPPONENTS = 40, 8
PIECES = 400
CORES, RUNS = 8, 10
MEETINGS = 25 * 10 * 10 * (100 + 1)
"""Five kinds of engines, ten each, against all: 100 games with random moves, one without."""


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


def table2(depth: int, seconds: float) -> None:
    """What Table 2 of Cai et al. 2009 would take: ten runs a method, and all their meetings."""
    plans: dict[str, RunPlan] = {}
    for method in METHODS.values():
        tables = preset("cai2009", method) | {"search": {"depth": depth}}
        plans[method] = plan_run(settings_of(tables), seconds)
    table = Table(title=f"Table 2 at depth {depth}, nodes of {CORES} cores like this one's")
    for column in "nodes", *(f"a run of {one}" for one in plans), f"Table 2, {RUNS} runs each":
        table.add_column(column, justify="right")
    for nodes in 1, 8, 64, 512:
        each = {name: plan.seconds(nodes, CORES) for name, plan in plans.items()}
        work = RUNS * sum(plan.core_seconds for plan in plans.values()) / (nodes * CORES)
        meetings = plans["hybrid"].all_seconds(nodes, CORES, 1, MEETINGS) - each["hybrid"]
        whole = work + max(each.values()) + meetings
        table.add_row(str(nodes), *map(about, each.values()), about(whole))
    out = Console()
    out.print(table)
    for name, plan in plans.items():
        out.print(
            f"{name}: {plan.games:,} games a run, {plan.work.game_seconds:.3g} s a game, longest "
            f"{plan.work.longest_seconds:.3g} s ({plan.timed} timed); {about(plan.core_seconds)} "
            f"of one core, {plan.most_cores} cores at the most"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depths", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--table2", type=int, metavar="DEPTH", help="plan the paper's Table 2")
    parser.add_argument("--seconds", type=float, default=20, help="to time games of each method")
    asked = parser.parse_args()
    if asked.table2 is None:
        main(asked.depths, asked.repeats)
    else:
        table2(asked.table2, asked.seconds)
