"""What finished games are worth: pure functions from a batch to the points of black and white."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import GameBatch

Points = NDArray[np.float64]
"""Shape (games, 2): what black and what white earned."""
Payoff = Callable[[GameBatch], Points]


def _both(black: NDArray[np.float64], white: NDArray[np.float64]) -> Points:
    return np.stack([black, white], axis=1)


def win_loss(batch: GameBatch) -> Points:
    """A win +1, a draw 0, a loss -2 (Cai et al. 2009; Franken & Engelbrecht 2003)."""
    worth = np.array([-2.0, 0.0, 1.0])  # by winner: of the other side, nobody, this side
    return _both(worth[batch.winners + 1], worth[1 - batch.winners])


def quick_win(batch: GameBatch) -> Points:
    """A win 81 - M, a loss -(81 - M), a draw 0, for games of M moves (Cai et al. 2009).

    81 stands for the points of the board. A game with passes may have more moves than that; it is
    then worth nothing, instead of turning a win into a loss.
    """
    left = np.maximum(batch.game.size**2 - batch.plies, 0).astype(np.float64)
    worth = batch.winners.astype(np.float64) * left
    return _both(worth, -worth)


def share(batch: GameBatch) -> Points:
    """A win 1, a draw 1/2, a loss 0 (Kim & Cho 2007)."""
    black = (batch.winners.astype(np.float64) + 1) / 2
    return _both(black, 1 - black)


PAYOFFS: dict[str, Payoff] = {"win-loss": win_loss, "quick-win": quick_win, "share": share}
"""Every payoff by its name."""
