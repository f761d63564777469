"""Intervals over things that meet each other: engines are drawn anew, never games.

A hundred games between the same two engines say much of these two and little of the methods that
made them. So a bootstrap draws engines, with all games that they played.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import FEWEST

__all__ = [
    "DRAWS",
    "FEWEST",
    "Bounds",
    "Values",
    "crossed_interval",
    "grouped_interval",
]

Values = NDArray[np.float64]
Bounds = tuple[float, float]

DRAWS = 4000


def crossed_interval(values: Values, fewest: int = FEWEST, level: float = 0.95) -> Bounds | None:
    """The interval of the mean over pairs of engines, both sides drawn anew.

    Args:
        values: what each engine of one side (row) did against each of the other (column).
        fewest: None is given where a side has fewer.
        level: of the interval.
    """
    rows, columns = values.shape
    if min(rows, columns) < fewest:
        return None
    rng = np.random.default_rng(1)
    firsts = rng.integers(rows, size=(DRAWS, rows))
    seconds = rng.integers(columns, size=(DRAWS, columns))
    means = [values[np.ix_(a, b)].mean() for a, b in zip(firsts, seconds, strict=True)]
    return _bounds(means, level)


def grouped_interval(
    pairs: Mapping[tuple[str, str], Values], fewest: int = FEWEST, level: float = 0.95
) -> Bounds | None:
    """The same for the mean over several groups that all met: each group is drawn anew once.

    Args:
        pairs: by the names of two groups, the engines of one (rows) against those of the other.
        fewest: None is given where a group has fewer engines.
        level: of the interval.
    """
    sizes: dict[str, int] = {}
    for (one, other), values in pairs.items():
        rows, columns = values.shape
        if sizes.setdefault(one, rows) != rows or sizes.setdefault(other, columns) != columns:
            raise ValueError(f"{one} against {other} has shape {values.shape}, not that of others")
    if min(sizes.values()) < fewest:
        return None
    rng = np.random.default_rng(1)
    means = []
    for _ in range(DRAWS):
        drawn = {name: rng.integers(size, size=size) for name, size in sizes.items()}
        means.append(
            np.mean([cells[np.ix_(drawn[a], drawn[b])].mean() for (a, b), cells in pairs.items()])
        )
    return _bounds(means, level)


def _bounds(means: list[np.float64], level: float) -> Bounds:
    tail = (1 - level) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)
