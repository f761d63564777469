"""What a move of a deep search takes: Capture Go 9×9, window nets as drawn and ten times as large.

Games begin with two random plies and are the same on every machine. All depths and weights take
turns, and of each the best round counts, on one thread and on all of them by itself: other programs
only make them slower.
"""

import argparse
import time
from dataclasses import dataclass
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


@dataclass
class Took:
    """Seconds of games on one thread, and of as many more as there are threads on all of them."""

    moves: int
    leaves: int
    one: float
    all: float

    def figures(self, threads: int) -> dict[str, float]:
        """By the name of a column."""
        figures = {
            "ms a move": self.one / self.moves * 1e3,
            "leaves a move": self.leaves / self.moves,
            "ns a leaf": self.one / self.leaves * 1e9,
        }
        if threads > 1:
            figures[f"speed-up, {threads} threads"] = self.one * threads / self.all
        return figures


def measure(depth: int, scale: int, threads: int) -> Took:
    """One round."""
    net = ponnuki.evaluator("window", "capture-go:9")
    rows = net.initial(NETS, seed=1) * np.float32(scale)
    players = [ponnuki.Engine(net, row, ponnuki.Search(depth=depth)) for row in rows]
    games = GAMES.get(depth, 1)
    pairings = [(i % NETS, (3 * i + 1) % NETS) for i in range(games)]
    took, batch = _play(net.game, players, pairings, 1, 1)
    all_took = took
    if threads > 1:
        all_took, _ = _play(net.game, players, pairings, threads, threads)
    return Took(int(batch.plies.sum()) - 2 * games, int(batch.leaves.sum()), took, all_took)


def _play(
    game: ponnuki.Game,
    players: list[ponnuki.Engine],
    pairings: list[tuple[int, int]],
    times: int,
    threads: int,
) -> tuple[float, Any]:
    # Every game so many times in a row: then no thread has to wait for the others at the end.
    seeds = np.repeat(np.arange(len(pairings)), times)
    repeated = [pairing for pairing in pairings for _ in range(times)]
    begin = time.perf_counter()
    batch = ponnuki.play_games(game, players, repeated, seeds, threads, opening=2)
    return time.perf_counter() - begin, batch


def main(depths: list[int], repeats: int, threads: int) -> None:
    """Prints a table of the best of some rounds."""
    cases = [(depth, name) for depth in depths for name in SCALES]
    best: dict[tuple[int, str], Took] = {}
    for _ in range(repeats):
        for depth, name in cases:
            found = measure(depth, SCALES[name], threads)
            before = best.setdefault((depth, name), found)
            before.one = min(before.one, found.one)
            before.all = min(before.all, found.all)
    columns = list(next(iter(best.values())).figures(threads))
    table = Table(title=f"capture-go:9, two random plies, kernels for {machine.instruction_set()}")
    for column in "depth", "weights", *columns:
        table.add_column(column, justify="right")
    for (depth, name), found in best.items():
        figures = found.figures(threads)
        texts = (f"{figures[one]:,.{0 if 'leave' in one else 2}f}" for one in columns)
        table.add_row(str(depth), name, *texts)
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depths", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    main(asked.depths, asked.repeats, asked.threads)
