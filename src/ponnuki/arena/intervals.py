"""How sure a measured share is."""

from math import sqrt

Z95 = 1.959963984540054
"""Half the width of a 95 % interval of the normal distribution, in standard deviations."""


def wilson(score: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share: `score` wins (draws count half) of `games`.

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
