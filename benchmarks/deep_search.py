"""What a move of a deep search takes: Capture Go 9×9, window nets as drawn and ten times as large.

Games begin with two random plies and are the same on every machine. All depths and weights take
turns, and of each the best round counts: other programs only make them slower.
"""

import argparse
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import machine

GAMES = {2: 64, 4: 8, 6: 2}
"""By depth."""
NETS = 8
SCALES = {"±0.2": 1, "±2": 10}


def measure(depth: int, scale: int, threads: int) -> dict[str, float]:
    """One round of games on one thread, and as many more as there are threads on all of them."""
    net = ponnuki.evaluator("window", "capture-go:9")
    rows = net.initial(NETS, seed=1) * np.float32(scale)
    players = [ponnuki.Engine(net, row, ponnuki.Search(depth=depth)) for row in rows]
    games = GAMES.get(depth, 1)
    pairings = [(i % NETS, (3 * i + 1) % NETS) for i in range(games)]
    took, batch = _play(net.game, players, pairings, 1, 1)
    moves = int(batch.plies.sum()) - 2 * games
    leaves = int(batch.leaves.sum())
    found = {
        "ms a move": took / moves * 1e3,
        "leaves a move": leaves / moves,
        "ns a leaf": took / leaves * 1e9,
    }
    if threads > 1:
        all_took, _ = _play(net.game, players, pairings, threads, threads)
        found[f"speed-up, {threads} threads"] = took * threads / all_took
    return found


def _play(
    game: ponnuki.Game,
    players: list[ponnuki.Engine],
    pairings: list[tuple[int, int]],
    times: int,
    threads: int,
) -> tuple[float, Any]:
    seeds = np.tile(np.arange(len(pairings)), times)
    begin = time.perf_counter()
    batch = ponnuki.play_games(game, players, pairings * times, seeds, threads, opening=2)
    return time.perf_counter() - begin, batch


def main(depths: list[int], repeats: int, threads: int) -> None:
    """Prints a table of the best of some rounds."""
    cases = [(depth, name) for depth in depths for name in SCALES]
    best: dict[tuple[int, str], dict[str, float]] = {}
    for _ in range(repeats):
        for depth, name in cases:
            found = measure(depth, SCALES[name], threads)
            before = best.get((depth, name))
            if before is None or found["ms a move"] < before["ms a move"]:
                best[depth, name] = found
    columns = list(next(iter(best.values())))
    table = Table(title=f"capture-go:9, two random plies, kernels for {machine.instruction_set()}")
    for column in "depth", "weights", *columns:
        table.add_column(column, justify="right")
    for (depth, name), found in best.items():
        figures = (f"{found[one]:,.{0 if 'leave' in one else 2}f}" for one in columns)
        table.add_row(str(depth), name, *figures)
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depths", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    main(asked.depths, asked.repeats, asked.threads)
