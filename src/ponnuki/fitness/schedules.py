"""Who meets whom: pure functions to pairings, rows of (black, white)."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Pairings = NDArray[np.int32]


def _distinct_others(nets: int, opponents: int, rng: np.random.Generator) -> NDArray[np.int32]:
    """For each net that many different others, drawn at random; shape (nets, opponents)."""
    if not 1 <= opponents < nets:
        raise ValueError(
            f"opponents={opponents} is not allowed: a population of {nets} has 1 to {nets - 1} "
            "others to meet"
        )
    order = rng.random((nets, nets - 1)).argsort(axis=1)[:, :opponents]
    own = np.arange(nets)[:, None]
    return (order + (order >= own)).astype(np.int32)  # nobody meets itself


def as_black(nets: int, opponents: int, rng: np.random.Generator) -> Pairings:
    """Each net once as black against each of some others (Cai et al. 2009)."""
    others = _distinct_others(nets, opponents, rng)
    own = np.repeat(np.arange(nets, dtype=np.int32), opponents)
    return np.stack([own, others.ravel()], axis=1)


def as_player_one(players: int, games: int, rng: np.random.Generator) -> Pairings:
    """Each player in some games as player one; opponents may come again (Franken 2003)."""
    if players < 2:
        raise ValueError(f"players={players} is not allowed: use 2 or more")
    if games < 1:
        raise ValueError(f"games={games} is not allowed: use 1 or more")
    own = np.repeat(np.arange(players), games)
    others = rng.integers(players - 1, size=own.size)
    others += others >= own
    return np.stack([own, others], axis=1).astype(np.int32)


def every(blacks: Iterable[int], whites: Iterable[int]) -> Pairings:
    """Every black against every white."""
    columns = np.meshgrid(list(blacks), list(whites), indexing="ij")
    return np.stack(columns, axis=-1).reshape(-1, 2).astype(np.int32)


def duels_of(challengers: int, incumbents: int, rounds: int) -> NDArray[np.int32]:
    """Each challenger against its incumbent, or all against a single one, with both colours.

    Incumbents are numbered behind the challengers.

    >>> duels_of(2, 1, 1).reshape(-1, 2).tolist()
    [[0, 2], [2, 0], [1, 2], [2, 1]]

    Returns:
        By duel, round, game and colour: who plays.
    """
    pairings = np.empty((challengers, rounds, 2, 2), np.int32)
    own = np.arange(challengers, dtype=np.int32)[:, None]
    other = own + challengers if incumbents > 1 else challengers
    pairings[:, :, 0, 0] = pairings[:, :, 1, 1] = own
    pairings[:, :, 0, 1] = pairings[:, :, 1, 0] = other
    return pairings


def against_fixed(nets: int, games: int, rng: np.random.Generator) -> Pairings:
    """Each net in some games against one fixed player, number `nets`, with colours at random."""
    if games < 1:
        raise ValueError(f"games={games} is not allowed: use 1 or more")
    own = np.repeat(np.arange(nets, dtype=np.int32), games)
    pairs = np.stack([own, np.full_like(own, nets)], axis=1)
    swapped = rng.random(len(pairs)) < 0.5
    pairs[swapped] = pairs[swapped][:, ::-1]
    return pairs
