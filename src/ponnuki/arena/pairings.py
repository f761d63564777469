"""Who meets whom: rows of (black, white), indices of players."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Pairings = NDArray[np.int32]


def every(blacks: Iterable[int], whites: Iterable[int], games: int = 1) -> Pairings:
    """Every black against every white, so many games of each pair one after the other."""
    columns = np.meshgrid(list(blacks), list(whites), indexing="ij")
    pairs = np.stack(columns, axis=-1).reshape(-1, 2)
    return np.repeat(pairs.astype(np.int32), games, axis=0)


def both_colours(pairs: ArrayLike) -> Pairings:
    """Each pair twice, one game after the other, the second with the colours swapped."""
    rows = np.asarray(pairs, np.int32).reshape(-1, 2)
    return np.stack([rows, rows[:, ::-1]], axis=1).reshape(-1, 2)
