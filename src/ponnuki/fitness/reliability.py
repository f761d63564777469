"""How far a generation's scores can be trusted.

Sums are Python's `math.fsum`: it rounds once, so that neither the order of numbers nor the vectors
of a processor change the last digit.
"""

import math
import operator
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray


def reliability(players: NDArray[np.int32], points: NDArray[np.float64], nets: int) -> float:
    """How well two halves of the same nets' games agree, corrected to the full number of games.

    Every net's games are dealt to two halves in turn. The correlation of the halves' means over the
    nets, by Spearman and Brown's formula, says how much of the differences between scores would
    come again with other games: 1 all of it, 0 none, below 0 if halves disagree. NaN if there is
    nothing to compare.

    Args:
        players: who earned each point, 0 to nets - 1; others are left out.
        points: what was earned, in the order of the games.
        nets: how many there are.
    """
    halves: list[tuple[list[float], list[float]]] = [([], []) for _ in range(nets)]
    for net, earned in zip(players.tolist(), points.tolist(), strict=True):
        if 0 <= net < nets:
            first, second = halves[net]
            (second if len(second) < len(first) else first).append(earned)
    means = [(_mean(first), _mean(second)) for first, second in halves if first and second]
    return _corrected(means)


def reliability_of_rows(points: NDArray[np.float64]) -> float:
    """The same for a row of points for each net, whole or half numbers."""
    first, second = points[:, ::2], points[:, 1::2]
    if not second.shape[1]:
        return float("nan")
    sums = zip(first.sum(axis=1).tolist(), second.sum(axis=1).tolist(), strict=True)
    return _corrected([(a / first.shape[1], b / second.shape[1]) for a, b in sums])


def _corrected(means: Sequence[tuple[float, float]]) -> float:
    """How well two halves agree, by their means for each net, corrected to the whole."""
    if len(means) < 3:
        return float("nan")
    agreement = _correlation(*zip(*means, strict=True))
    return 2 * agreement / (1 + agreement) if agreement > -1 else float("nan")


def mean_reliability(found: ArrayLike) -> float:
    """The reliability over many generations, of those of each: NaN if there are none.

    The correlations of halves are averaged and corrected once. A mean of corrected ones would be
    led by the few generations in which halves happened to disagree.
    """
    values = np.asarray(found, np.float64).tolist()
    if not values:
        return float("nan")
    agreement = _mean([value / (2 - value) for value in values])
    return 2 * agreement / (1 + agreement)


def from_zero(reliability: float) -> float:
    """A reliability as a share, as people read it: 0 where halves disagree; NaN stays NaN.

    >>> from_zero(-1.18), from_zero(0.4)
    (0.0, 0.4)
    """
    return reliability if not reliability < 0 else 0.0


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """The correlation of two rows of numbers; NaN if those of a row are all equal."""
    if min(first) == max(first) or min(second) == max(second):
        return float("nan")  # a deviation of equal numbers may round to more than 0
    one, other = _deviations(first), _deviations(second)
    norms = math.sqrt(_product(one, one) * _product(other, other))
    return max(min(_product(one, other) / norms, 1.0), -1.0)


def _deviations(values: Sequence[float]) -> list[float]:
    mean = _mean(values)
    return [value - mean for value in values]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, one, other))
