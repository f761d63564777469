"""Intervals over independent runs. Games of one run are not independent of each other; runs are."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

# Student's t for two-sided intervals, by degrees of freedom; beyond the table the next smaller
# entry is used, which makes an interval a little wider than it need be.
_T95 = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262,
    10: 2.228, 11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110,
    18: 2.101, 19: 2.093, 20: 2.086, 24: 2.064, 29: 2.045, 39: 2.023, 59: 2.001, 99: 1.984,
    199: 1.972, 999: 1.962,
}  # fmt: skip


@dataclass(frozen=True)
class MeanInterval:
    """A mean over runs, its 95 % t-interval and the spread of single runs."""

    mean: float
    low: float
    high: float
    deviation: float
    runs: int

    def text(self, scale: float = 1.0, digits: int = 1) -> str:
        """The mean with its interval, as people read it."""
        mean, low, high = (f"{scale * one:.{digits}f}" for one in (self.mean, self.low, self.high))
        return f"{mean} ({low} to {high})" if self.runs > 1 else mean


def mean_interval(values: Sequence[float]) -> MeanInterval:
    """The mean of independent values and its 95 % interval.

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
    t = _T95[max(known for known in _T95 if known <= freedom)]
    half = t * deviation / sqrt(len(values))
    return MeanInterval(mean, mean - half, mean + half, deviation, len(values))
