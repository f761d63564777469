"""How sure a measured share is."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.student import t_quantile

Z95 = 1.959963984540054
"""Half the width of a 95 % interval of the normal distribution, in standard deviations."""
FEWEST = 5
"""What has to vary for an interval: so many nets, runs or games, or more."""


def enough(count: int) -> bool:
    """Whether an interval over so many nets, runs or games means something.

    Fewer say little of what others would do: nothing is said then, in tables and in verdicts.

    >>> enough(4), enough(5)
    (False, True)
    """
    return count >= FEWEST


def within(interval: tuple[float, float], most: float = 1.0) -> tuple[float, float]:
    """An interval of a share, which ends at 0 and at the most that it can be.

    >>> within((-0.1, 0.6)), within((88, 103), 100)
    ((0.0, 0.6), (88, 100))
    """
    low, high = interval
    return max(0.0, low), min(most, high)


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share: `score` wins (draws count half) of `games` independent games.

    Draws make a score vary less than wins and losses do, so with draws the interval is wider than
    it needs to be, never narrower.
    """
    if not 0 <= score <= games:
        raise ValueError(f"score={score} is not allowed: use 0 to games={games}")
    if games == 0:
        return 0.0, 1.0
    share = score / games
    centre = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def interval_over(shares: Sequence[float] | NDArray[np.float64]) -> tuple[float, float] | None:
    """The 95 % interval of a mean share over opponents that were drawn; None for fewer than five.

    What varies is the opponent: many games against one of them say little of the others. So it is a
    t-interval over opponents, a value for each, and holds the sampling error of these. Where all
    opponents gave the same share, it is Wilson's with a game for each.
    """
    values = np.asarray(shares, np.float64)
    count = len(values)
    if not enough(count):
        return None
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    if deviation < 1e-12:
        return wilson(min(max(mean, 0.0), 1.0) * count, count)
    half = t_quantile(0.95, count - 1) * deviation / sqrt(count)
    return within((mean - half, mean + half))
