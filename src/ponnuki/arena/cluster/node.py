"""What a node does: it compares installations, unpacks, works, and says how long it took."""

import pickle
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.arena import Arena
from ponnuki.arena.batch import GameBatch
from ponnuki.arena.cluster.build import Build, build
from ponnuki.arena.opening import Opening
from ponnuki.games import Game
from ponnuki.players import Player

_unpacked: dict[bytes, Any] = {}
"""The work of the last piece: the next one is most often of the same, with the same nets."""


def do(wanted: tuple[str, ...], work: bytes, own: bytes) -> dict[str, Any]:
    """Does a piece of work: `result` and `seconds`, or `refused`, why this node cannot do it."""
    unlike = build().unlike(Build(*wanted))
    if unlike is not None:
        return {"refused": unlike}
    if work not in _unpacked:
        _unpacked.clear()
        _unpacked[bytes(work)] = pickle.loads(work)
    function, shared = _unpacked[work]
    begin = time.perf_counter()
    result = function(*shared, *pickle.loads(own))
    return {"result": result, "seconds": time.perf_counter() - begin}


def pack(function: Callable[..., Any], shared: tuple[Any, ...]) -> bytes:
    """What all pieces of some work have in common."""
    return pickle.dumps((function, shared), pickle.HIGHEST_PROTOCOL)


def play(
    rules: Game,
    players: Sequence[Player],
    opening: Opening,
    pairings: NDArray[np.int32],
    seeds: NDArray[np.uint64],
) -> GameBatch:
    """Plays a part of a batch, with the one core that it has."""
    return Arena(1).play_part(rules, players, pairings, seeds, None, opening)
