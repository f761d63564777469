"""The standard heuristic of Othello: a weight a point (Yoshioka, Ishii & Ito 1999).

Corners are worth most, the points beside them are dangerous. It is the fixed opponent of Kim & Cho
2007 and of the competitions of its time.
"""

import numpy as np
from numpy.typing import NDArray

from ponnuki.games import Game

STANDARD = "standard-wpc"
"""The spec of the player."""

_CORNER = (
    (1.00, -0.25, 0.10, 0.05),
    (-0.25, -0.25, 0.01, 0.01),
    (0.10, 0.01, 0.05, 0.02),
    (0.05, 0.01, 0.02, 0.01),
)


def _board() -> NDArray[np.float32]:
    """The weights of all 64 points, row by row: a quarter, mirrored both ways."""
    half = np.concatenate([np.array(_CORNER), np.array(_CORNER)[:, ::-1]], axis=1)
    board = np.concatenate([half, half[::-1]]).astype(np.float32).ravel()
    board.flags.writeable = False
    return board


def plays_standard(game: Game) -> bool:
    """Whether the player plays a game."""
    return game.id == "othello" and game.size == 8


STANDARD_WPC = _board()
"""Its 64 weights, row by row."""
