"""Intervals over independent runs. Games of one run are not independent of each other; runs are."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ponnuki.reports.distributions import t_quantile


@dataclass(frozen=True)
class MeanInterval:
    """A mean over runs, its t-interval and the spread of single runs."""

    mean: float
    low: float
    high: float
    deviation: float
    runs: int

    def text(self, scale: float = 1.0, digits: int = 1) -> str:
        """The mean with its interval, as people read it."""
        mean, low, high = (f"{scale * one:.{digits}f}" for one in (self.mean, self.low, self.high))
        return f"{mean} ({low} to {high})" if self.runs > 1 else mean


def mean_interval(values: Sequence[float], level: float = 0.95) -> MeanInterval:
    """The mean of independent values and its t-interval of that level.

    >>> mean_interval([1.0, 2.0, 3.0]).text()
    '2.0 (-0.5 to 4.5)'

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

    >>> mean_difference([4.0, 5.0, 6.0], [1.0, 2.0, 3.0]).text()
    '3.0 (0.7 to 5.3)'

    Raises:
        ValueError: a side has fewer than two values.
    """
    if min(len(ones), len(others)) < 2:
        raise ValueError("a difference of means needs two values on each side")
    parts = [float(np.var(side, ddof=1)) / len(side) for side in (ones, others)]
    difference = float(np.mean(ones) - np.mean(others))
    error = sqrt(sum(parts))
    if error == 0:
        return MeanInterval(difference, difference, difference, 0.0, len(ones) + len(others))
    shares = [part**2 / (len(side) - 1) for part, side in zip(parts, (ones, others), strict=True)]
    half = t_quantile(level, sum(parts) ** 2 / sum(shares)) * error
    return MeanInterval(
        difference, difference - half, difference + half, error, len(ones) + len(others)
    )
