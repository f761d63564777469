"""What finished games are worth: pure functions from a batch to the points of black and white."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import GameBatch

Points = NDArray[np.float64]
"""Shape (games, 2): what black and what white earned."""
Payoff = Callable[[GameBatch], Points]


_WIN_LOSS = np.array([[-2.0, 1.0], [0.0, 0.0], [1.0, -2.0]])  # if white, nobody, black has won
_SHARE = np.array([[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])


def win_loss(batch: GameBatch) -> Points:
    """A win +1, a draw 0, a loss -2 (Cai et al. 2009; Franken & Engelbrecht 2003)."""
    return _WIN_LOSS[batch.winners + 1]


def quick_win(batch: GameBatch) -> Points:
    """A win 81 - M, a loss -(81 - M), a draw 0, for games of M moves (Cai et al. 2009).

    81 stands for the points of the board. A game with passes may have more moves than that; it is
    then worth nothing, instead of turning a win into a loss.
    """
    left = np.maximum(batch.game.size**2 - batch.plies, 0).astype(np.float64)
    return (batch.winners * left)[:, None] * [1.0, -1.0]


def share(batch: GameBatch) -> Points:
    """A win 1, a draw 1/2, a loss 0 (Kim & Cho 2007)."""
    return _SHARE[batch.winners + 1]


PAYOFFS: dict[str, Payoff] = {"win-loss": win_loss, "quick-win": quick_win, "share": share}
"""Every payoff by its name."""
