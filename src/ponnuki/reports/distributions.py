"""Tests of paired values: is one of two treatments better over the same cells?

Nothing here is approximate but the last digits: two of the three tests count all ways to choose
signs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.student import incomplete_beta, t_quantile, t_two_sided

Values = Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class PairedTest:
    """Two treatments of the same cells; all p-values are two-sided.

    Attributes:
        pairs: how many cells.
        mean: the mean difference, first minus second.
        low: of its 95 % t-interval.
        high: likewise.
        t_p: p-value of the paired t-test.
        wilcoxon_p: of the signed-rank test, by all ways to choose signs; cells without a
            difference are left out.
        sign_p: of the sign test.
        better: cells in which the first was better.
        worse: cells in which it was worse.
    """

    pairs: int
    mean: float
    low: float
    high: float
    t_p: float
    wilcoxon_p: float
    sign_p: float
    better: int
    worse: int


def paired_test(first: Values, second: Values) -> PairedTest:
    """Tests whether two treatments differ.

    >>> paired_test([3, 4, 5, 6, 7], [1, 1, 1, 1, 1]).sign_p
    0.0625

    Raises:
        ValueError: there are not at least two pairs.
    """
    if len(first) != len(second) or len(first) < 2:
        raise ValueError(f"{len(first)} and {len(second)} values are no pairs: use 2 or more each")
    differences = np.subtract(first, second, dtype=np.float64)
    count = len(differences)
    mean = float(differences.mean())
    error = float(differences.std(ddof=1)) / sqrt(count)
    half = t_quantile(0.95, count - 1) * error
    t = mean / error if error else (inf if mean else 0.0)
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    return PairedTest(
        pairs=count,
        mean=mean,
        low=mean - half,
        high=mean + half,
        t_p=t_two_sided(t, count - 1),
        wilcoxon_p=_wilcoxon(differences[differences != 0]),
        sign_p=sign_test(better, worse),
        better=better,
        worse=worse,
    )


@dataclass(frozen=True)
class LayoutTest:
    """Whether the cells of a table depend on their row, and on their column.

    Attributes:
        rows_f: the variance between rows as a multiple of what is left over.
        rows_p: the chance of that much or more, if rows did not matter.
        columns_f: likewise for columns.
        columns_p: likewise.
    """

    rows_f: float
    rows_p: float
    columns_f: float
    columns_p: float


def layout_test(table: Sequence[Values] | NDArray[np.float64]) -> LayoutTest:
    """The analysis of variance of a table with one value a cell.

    >>> found = layout_test([[1.0, 2.0, 3.1], [1.1, 2.0, 3.0], [0.9, 2.1, 3.0]])
    >>> found.rows_p > 0.5, found.columns_p < 0.001
    (True, True)

    Raises:
        ValueError: it has fewer than two rows or columns.
    """
    cells = np.asarray(table, np.float64)
    if cells.ndim != 2 or min(cells.shape) < 2:
        raise ValueError(f"a table of shape {cells.shape} cannot be tested: use 2 × 2 or more")
    down, across = cells.shape
    by_row, by_column = cells.mean(axis=1, keepdims=True), cells.mean(axis=0, keepdims=True)
    freedom = (down - 1) * (across - 1)
    left = float(np.square(cells - by_row - by_column + cells.mean()).sum()) / freedom
    found = []
    for means, repeats, own in ((by_row, across, down - 1), (by_column, down, across - 1)):
        between = repeats * float(np.square(means - cells.mean()).sum()) / own
        f = between / left if left else (inf if between else 0.0)
        found += [f, f_above(f, own, freedom)]
    return LayoutTest(*found)


def f_above(f: float, upper: float, lower: float) -> float:
    """The chance that Fisher's F with these degrees of freedom is at least that.

    >>> round(f_above(4.256, 2, 9), 3)
    0.05
    """
    return 0.0 if f == inf else incomplete_beta(lower / (lower + upper * f), lower / 2, upper / 2)


def sign_test(better: int, worse: int) -> float:
    """The two-sided p-value of that many signs each way, if both were equally likely."""
    count, few = better + worse, min(better, worse)
    tail = sum(comb(count, k) for k in range(few + 1))
    return float(min(1.0, 2 * tail / 2**count))


def _wilcoxon(differences: NDArray[np.float64]) -> float:
    """Wilcoxon's signed-rank test: the exact two-sided p-value, equal sizes sharing their ranks."""
    count = len(differences)
    if count == 0:
        return 1.0
    _, place, equals = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    # Twice the mid-ranks, which are whole numbers.
    ranks = (2 * np.cumsum(equals) - equals + 1)[place]
    total = int(ranks.sum())
    ways = [0] * (total + 1)  # in whole numbers, since there are up to 2**count
    ways[0] = 1
    reached = 0
    for rank in ranks.tolist():
        reached += rank
        for value in range(reached, rank - 1, -1):
            ways[value] += ways[value - rank]
    plus = int(ranks[differences > 0].sum())
    few = min(plus, total - plus)
    return float(min(1.0, 2 * sum(ways[: few + 1]) / 2**count))
