"""Seeds: one for a run, and streams derived from it by name and number.

A stream depends on nothing else, so no result depends on threads or on the order of the work.
"""

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core

MAX_SEED = 2**64 - 1


def stream(seed: int, name: str, index: int) -> int:
    """The seed of the stream of that name and number."""
    return _core.stream(seed, name, index)


def streams(seed: int, name: str, count: int) -> NDArray[np.uint64]:
    """The seeds of the streams of that name, numbers 0 to count - 1."""
    return _core.streams(seed, name, count)
