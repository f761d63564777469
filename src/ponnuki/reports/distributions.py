"""Student's t, and tests of paired values: is one of two treatments better over the same cells?

Nothing here is approximate but the last digits: the t distribution is the regularised incomplete
beta function by its continued fraction, and the other two tests count all ways to choose signs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, exp, inf, lgamma, log, sqrt

import numpy as np
from numpy.typing import NDArray

Values = Sequence[float] | NDArray[np.float64]


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, I_x(a, b)."""
    if not 0 <= x <= 1:
        raise ValueError(f"x={x} is not allowed: use 0 to 1")
    if x in {0.0, 1.0}:
        return x
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other tail converges faster
        return 1 - front * _fraction(1 - x, b, a) / b
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, from the front (Lentz's method)."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 500):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + top * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + top / (c if abs(c) > tiny else tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def t_two_sided(t: float, freedom: float) -> float:
    """The chance that Student's t is at least that far from zero.

    >>> round(t_two_sided(2.045, 29), 4)
    0.05
    """
    if t in {inf, -inf}:
        return 0.0
    return incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


@cache
def t_quantile(level: float, freedom: float) -> float:
    """How many standard errors a two-sided t-interval of that level reaches to each side.

    >>> round(t_quantile(0.95, 29), 3), round(t_quantile(0.90, 29), 3)
    (2.045, 1.699)
    """
    if not 0 < level < 1:
        raise ValueError(f"level={level} is not allowed: use more than 0 and less than 1")
    low, high = 0.0, 1.0
    while t_two_sided(high, freedom) > 1 - level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_two_sided(middle, freedom) > 1 - level else (low, middle)
    return high


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
