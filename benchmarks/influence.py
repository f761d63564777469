"""Zobrist's influence: microseconds a board on one core, beside NumPy.

NumPy spreads all boards at once, in whole numbers of 16 bits, which leaves it nothing but the
work itself. Times are processor time, the median of repeats in one run, and ours have the way from
Python and back in them: the piece counter beside it does next to nothing else.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import ponnuki
from ponnuki import machine
from ponnuki.evaluators import InfluenceNet, evaluator

REPEATS = 5
LIMIT_US = 2.0


def boards(game: str) -> list[ponnuki.Position]:
    """Positions of random games that are not over."""
    batch = ponnuki.play_random(game, 40, seed=1, threads=1)
    return [one for record in batch for one in record.positions() if one.outcome is None]


def board_us(work: Callable[[], object], count: int) -> float:
    """Microseconds a board."""
    times = []
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        times.append((time.process_time() - begin) * 1e6 / count)
    return statistics.median(times)


def by_numpy(cells: NDArray[np.int8]) -> NDArray[np.int64]:
    """Black's points minus white's after four rounds, all boards at once."""
    level = np.zeros((len(cells), cells.shape[1] + 2, cells.shape[2] + 2), np.int16)
    inner = level[:, 1:-1, 1:-1]
    inner[:] = 50 * cells.astype(np.int16)
    for _ in range(4):
        sign = np.sign(level)
        inner += sign[:, :-2, 1:-1] + sign[:, 2:, 1:-1] + sign[:, 1:-1, :-2] + sign[:, 1:-1, 2:]
    found: NDArray[np.int64] = np.sign(inner).sum(axis=(1, 2), dtype=np.int64)
    return found


def measured(spec: str) -> dict[str, float]:
    """Microseconds a board, by who values it."""
    many = boards(spec)
    cells = np.stack([one.cells for one in many])
    times: dict[str, float] = {}
    for spread in "rounds", "distance":
        net = evaluator("influence", spec, spread=spread)
        assert isinstance(net, InfluenceNet)
        if spread == "rounds":
            points = cells.shape[1] ** 2
            assert np.allclose(net.value(net.classical, many) * points, by_numpy(cells))
        times[spread] = board_us(partial(net.value, net.classical, many), len(many))
    counter = evaluator("wpc", spec)
    weights = counter.initial(1, 1)[0]
    times["piece counter"] = board_us(partial(counter.value, weights, many), len(many))
    times["NumPy, rounds"] = board_us(partial(by_numpy, cells), len(many))
    return times


def main() -> None:
    """Prints a table."""
    title = f"influence, µs a board on one core ({machine.instruction_set()})"
    table = Table(title=f"{title}; under {LIMIT_US:g} is wanted on 9×9")
    for column in ("board", "rounds", "distance", "piece counter", "NumPy, rounds", "ratio"):
        table.add_column(column, justify="right")
    for spec in "go:5", "go:9", "go:13":
        times = measured(spec)
        cells = [f"{time:.2f}" for time in times.values()]
        table.add_row(spec, *cells, f"{times['NumPy, rounds'] / times['rounds']:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
