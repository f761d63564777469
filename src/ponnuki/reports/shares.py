"""Intervals of a score over engines: what varies is the engine, never the game.

A hundred games between the same two engines say much of these two and little of the methods that
made them. So an engine is one observation: its mean over all whom it met.

Where the engines of two sides all met, y_ij = mean + a_i + b_j + rest_ij. The variance of the mean
is that of the a over their number, plus that of the b over theirs, plus the rest over all pairs.
The variance of the engines' means, over their number and summed over both sides, is that with the
rest counted twice: right where engines differ, too large where their games alone do. Its degrees
of freedom are Welch's.

The interval is Wilson's with so many games as would vary as much, and Student's t in the place of
the normal quantile (Korn & Graubard 1998). So it ends between 0 and the most that a score can be,
and reaches further to the side on which there is more room.
"""

from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import enough, wilson
from ponnuki.arena.student import t_quantile
from ponnuki.reports.statistics import MeanInterval

Values = NDArray[np.float64]


def share_interval(
    values: Sequence[float] | Values, level: float = 0.95, most: float = 100.0
) -> MeanInterval:
    """The mean score of engines that all met the same opponents.

    >>> share_interval([40.0, 45.0, 50.0, 55.0, 60.0]).text()
    '50.0 (40.4 to 59.6)'
    >>> share_interval([1.0, 1.0, 1.0, 1.0, 1.0], most=1.0).text(digits=2)
    '1.00 (0.57 to 1.00)'

    Args:
        values: the score of each engine.
        level: of the interval.
        most: that a score can be; the least is 0.
    """
    scores = np.asarray(values, np.float64)
    return _interval(scores, [scores], level, most)


def crossed_interval(values: Values, level: float = 0.95, most: float = 100.0) -> MeanInterval:
    """The mean score over pairs of engines, each side standing for others like it.

    Args:
        values: what each engine of one side (row) scored against each of the other (column).
        level: of the interval.
        most: that a score can be.
    """
    return _interval(values, [values.mean(axis=1), values.mean(axis=0)], level, most)


def grouped_interval(
    pairs: Mapping[tuple[str, str], Values], level: float = 0.95, most: float = 100.0
) -> MeanInterval:
    """The mean over pairs of groups whose engines all met; pairs of groups count alike.

    Args:
        pairs: by the names of two groups, the engines of one (rows) against those of the other.
        level: of the interval.
        most: that a score can be.

    Raises:
        ValueError: a group has not the same number of engines in all its pairs.
    """
    groups: dict[str, Values] = {}
    for (one, other), values in pairs.items():
        for name, means in (one, values.mean(axis=1)), (other, values.mean(axis=0)):
            own = groups.setdefault(name, np.zeros(len(means)))
            if len(own) != len(means):
                raise ValueError(
                    f"{one} against {other} has shape {values.shape}, not that of others"
                )
            own += means / len(pairs)
    means = np.array([values.mean() for values in pairs.values()])
    return _interval(means, list(groups.values()), level, most)


def _interval(values: Values, groups: Sequence[Values], level: float, most: float) -> MeanInterval:
    """The mean of values, and its interval by what each engine of each group adds to it."""
    counts = [len(one) for one in groups]
    mean, fewest = float(values.mean()), min(counts)
    deviation = float(values.std(ddof=1)) if values.size > 1 else 0.0
    if not enough(fewest):
        return MeanInterval(mean, mean, mean, deviation, fewest)
    share = min(max(mean / most, 0.0), 1.0)
    parts = [float(np.var(one / most, ddof=1)) / len(one) for one in groups]
    variance = sum(parts)
    if variance < 1e-12:
        # Nothing varied, so it is not known how much engines do: one game for each.
        games, reach = float(fewest), NormalDist().inv_cdf((1 + level) / 2)
    else:
        games = share * (1 - share) / variance
        squares = sum(part**2 / (count - 1) for part, count in zip(parts, counts, strict=True))
        reach = t_quantile(level, variance**2 / squares)
    low, high = wilson(share * games, games, reach)
    return MeanInterval(mean, most * low, most * high, deviation, fewest)
