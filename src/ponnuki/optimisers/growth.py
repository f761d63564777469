"""How far a lone particle of a swarm swings around attractors that stay where they are.

Its second moment is the mean of its squared distance. Without a limit to velocities rare wide
swings can make it grow for ever, though most particles come to rest: a mean is not what is usual.
A limit cuts these swings off. Near the attractors it changes nothing, so there what is usual
decides: a particle whose distance shrinks on average of logarithms comes to rest, and any other
keeps swinging within bounds.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

DIRECTIONS, DRAWS = 64, 16
"""How finely directions and the draws of r1 and r2 are cut: the growth is right within 0.001."""
STEPS = 30
"""Thirds of an interval in which the smallest growth is looked for."""
ROUNDS = 100
"""Steps until a moment grows by the same factor each time."""


def second_moment_growth(inertia: float, c1: float, c2: float) -> float:
    """What a second moment is multiplied by in a step, where no velocity is too large.

    It is the spectral radius of the matrix that takes the expectations of x², x·x₋ and x₋² (x₋ the
    position before) to those after a step, r1 and r2 being uniform in (0, 1). Below 1 the particle
    settles, above 1 the moment grows without bound.
    """
    if c1 == c2 == 0:  # nothing attracts it: it coasts to a stop, or flies off
        return max(1.0, inertia**2)
    mean = 1 + inertia - (c1 + c2) / 2
    square = mean**2 + (c1**2 + c2**2) / 12
    moments = [[square, -2 * inertia * mean, inertia**2], [mean, -inertia, 0], [1, 0, 0]]
    return float(np.abs(np.linalg.eigvals(np.array(moments))).max())


@lru_cache(maxsize=256)
def limited_growth(inertia: float, c1: float, c2: float) -> float:
    """What a second moment is multiplied by in a step, in the long run, if velocities are limited.

    With a limit no distance exceeds some bound, so the second moment is at most a constant times
    the moment of any lower power p, and shrinks as fast as that one which shrinks fastest. It is
    therefore the least growth of all powers from 0 to 2. That of 0 is 1: what never shrinks stays
    within its bounds. How large the limit is makes no difference.
    """
    if c1 == c2 == 0:
        return max(1.0, inertia**2)
    lengths, directions = _one_step(inertia, c1, c2)
    low, high = 0.0, 2.0  # the logarithm of growth is convex in the power
    for _ in range(STEPS):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if _growth(left, lengths, directions) < _growth(right, lengths, directions):
            high = right
        else:
            low = left
    return min(1.0, _growth((low + high) / 2, lengths, directions))


def _one_step(inertia: float, c1: float, c2: float) -> tuple[Values, Values]:
    """For draws (rows) and directions of position and velocity (columns): what a step does.

    The length of the new vector, and its direction as a number of columns.
    """
    angles = np.pi * (np.arange(DIRECTIONS) + 0.5) / DIRECTIONS
    x, v = np.cos(angles), np.sin(angles)
    draws = (np.arange(DRAWS) + 0.5) / DRAWS
    pull = np.add.outer(c1 * draws, c2 * draws).reshape(-1, 1)
    moved_v = inertia * v - pull * x
    moved_x = x + moved_v
    turned = np.arctan2(moved_v, moved_x) % np.pi  # the opposite direction behaves alike
    return np.hypot(moved_x, moved_v), turned / np.pi * DIRECTIONS - 0.5


def _growth(power: float, lengths: Values, directions: Values) -> float:
    """What the expectation of the length to some power is multiplied by in a step."""
    low = np.floor(directions).astype(int)
    share = directions - low
    weight = lengths**power / len(lengths)
    row = DIRECTIONS * np.arange(DIRECTIONS)
    chances = np.zeros(DIRECTIONS**2)
    for to, part in (low, 1 - share), (low + 1, share):
        np.add.at(chances, (row + to % DIRECTIONS).ravel(), (weight * part).ravel())
    matrix = chances.reshape(DIRECTIONS, DIRECTIONS)
    moment = np.ones(DIRECTIONS)
    for _ in range(ROUNDS):
        moment = matrix @ moment
        grown = moment.max()
        moment /= grown
    return float(grown)
