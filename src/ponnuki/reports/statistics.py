"""Intervals over independent runs. Games of one run are not independent of each other; runs are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from ponnuki.arena.intervals import enough, within
from ponnuki.arena.student import t_quantile, t_two_sided


@dataclass(frozen=True)
class MeanInterval:
    """A mean over runs, its t-interval and the spread of single runs.

    Attributes:
        mean: of the runs.
        low: of the interval.
        high: likewise.
        deviation: of single runs.
        runs: how many; of two groups that are compared, those of the smaller one.
    """

    mean: float
    low: float
    high: float
    deviation: float
    runs: int

    @property
    def known(self) -> bool:
        """Whether there are enough runs to say an interval."""
        return enough(self.runs)

    def within(self, most: float) -> "MeanInterval":
        """The same for a share, whose interval ends at 0 and at the most that it can be.

        >>> mean_interval([0.8, 0.9, 1.0, 1.0, 1.0]).within(1.0).high
        1.0
        """
        low, high = within((self.low, self.high), most)
        return replace(self, low=low, high=high)

    def text(self, scale: float = 1.0, digits: int = 1) -> str:
        """The mean as people read it, with its interval if there are five runs or more."""
        mean, low, high = (f"{scale * one:.{digits}f}" for one in (self.mean, self.low, self.high))
        return f"{mean} ({low} to {high})" if self.known else mean


def mean_interval(values: Sequence[float], level: float = 0.95) -> MeanInterval:
    """The mean of independent values and its t-interval of that level.

    >>> mean_interval([1.0, 2.0, 3.0, 4.0, 5.0]).text()
    '3.0 (1.0 to 5.0)'
    >>> mean_interval([1.0, 2.0, 3.0]).text()
    '2.0'

    Raises:
        ValueError: there are no values.
    """
    if not len(values):
        raise ValueError("an interval needs at least one value")
    mean = float(np.mean(values))
    if len(values) == 1:
        return MeanInterval(mean, mean, mean, 0.0, 1)
    deviation = float(np.std(values, ddof=1))
    freedom = len(values) - 1
    half = t_quantile(level, freedom) * deviation / sqrt(len(values))
    return MeanInterval(mean, mean - half, mean + half, deviation, len(values))


def mean_difference(
    ones: Sequence[float], others: Sequence[float], level: float = 0.95
) -> MeanInterval:
    """How much higher the mean of some values is than that of others, by Welch's t-interval.

    >>> mean_difference([4.0, 5.0, 6.0, 5.0, 5.0], [1.0, 2.0, 3.0, 2.0, 2.0]).text()
    '3.0 (2.0 to 4.0)'

    Raises:
        ValueError: a side has fewer than two values.
    """
    difference = float(np.mean(ones) - np.mean(others))
    error, freedom = _welch(ones, others)
    half = t_quantile(level, freedom) * error if error else 0.0
    return MeanInterval(
        difference, difference - half, difference + half, error, min(len(ones), len(others))
    )


def welch_p(ones: Sequence[float], others: Sequence[float]) -> float:
    """The chance of means so far apart, if they were the same: Welch's two-sided t-test.

    >>> round(welch_p([4.0, 5.0, 6.0], [1.0, 2.0, 3.0]), 4)
    0.0213

    Raises:
        ValueError: a side has fewer than two values.
    """
    difference = float(np.mean(ones) - np.mean(others))
    error, freedom = _welch(ones, others)
    if not error:
        return 0.0 if difference else 1.0
    return t_two_sided(difference / error, freedom)


def _welch(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The standard error of a difference of means, and its degrees of freedom."""
    if min(len(ones), len(others)) < 2:
        raise ValueError("a difference of means needs two values on each side")
    parts = [float(np.var(side, ddof=1)) / len(side) for side in (ones, others)]
    if not any(parts):
        return 0.0, 1.0
    shares = [part**2 / (len(side) - 1) for part, side in zip(parts, (ones, others), strict=True)]
    return sqrt(sum(parts)), sum(parts) ** 2 / sum(shares)


def holm(chances: Sequence[float]) -> list[float]:
    """P-values of tests that are judged together, each as Holm corrects it.

    >>> [round(one, 6) for one in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    found = [0.0] * len(chances)
    least = 0.0
    for rank, place in enumerate(np.argsort(chances, kind="stable").tolist()):
        least = max(least, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = least
    return found
