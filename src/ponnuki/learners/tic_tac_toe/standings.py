"""The chances of nets in all games that they can get into: exact, or sampled by playing.

A net that looks one ply ahead is deterministic but for ties, so its games against a player that
draws from given moves can be gone through one by one.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners.tic_tac_toe.nets import OnePly, Opponent, _core_opponent
from ponnuki.seeds import streams
from ponnuki.settings import whole

RANDOM_WINS = (58.8, 28.8)
"""Per cent that two random players win as player one and two, by the formula of S; the exact
figures are 58.49 and 28.81."""
S_LIMIT = 100 * (191 / 192 + 887 / 945) - 87.6
"""No player has a higher S (105.742): the best wins 191 of 192 games as player one and 887 of 945
as player two, and then loses at least 52 % to a perfect player as player two."""
SAFE_S_LIMIT = 100 * (191 / 192 + 866 / 945) - 87.6
"""No player that cannot be beaten has a higher S (103.519)."""


@dataclass(frozen=True, eq=False)
class Standings:
    """How nets do against an opponent, as shares of all games.

    Attributes:
        wins: shape (nets, 2): as player one, as player two.
        losses: likewise.
    """

    wins: NDArray[np.float64]
    losses: NDArray[np.float64]

    @property
    def draws(self) -> NDArray[np.float64]:
        """What is neither."""
        return 1 - self.wins - self.losses

    @property
    def s(self) -> NDArray[np.float64]:
        """The measure S of each net: its wins in per cent above those of a random player."""
        result: NDArray[np.float64] = 100 * self.wins.sum(axis=1) - sum(RANDOM_WINS)
        return result


def exact_standings(
    player: OnePly,
    weights: ArrayLike,
    opponent: Opponent = "random",
    arena: Arena = ALL_CORES,
) -> Standings:
    """The exact chances of nets, one a row of weights; equally good moves are equally likely.

    Args:
        player: how the nets play.
        weights: shape (nets, weights).
        opponent: whom they play: 'random' draws from all legal moves, 'perfect' from those that
            keep the value of the game.
        arena: whose threads work. Never changes a result.
    """
    rows = player.evaluator.check_weights(weights, 2)
    found = _core.exact_standings(player._core_net, rows, _core_opponent(opponent), arena.workers)
    return Standings(found[:, :2], found[:, 2:])


def sampled_standings(
    player: OnePly,
    weights: ArrayLike,
    games: int,
    seed: int,
    opponent: Opponent = "random",
    arena: Arena = ALL_CORES,
) -> Standings:
    """The same from games played: that many as player one and as many as player two.

    Net i draws from the stream ("net", i) of the seed, its game k from ("game", k) of that.
    """
    whole("games", games, 1, 10**8)
    rows = player.evaluator.check_weights(weights, 2)
    seeds = streams(seed, "net", len(rows))
    found = _core.sampled_standings(
        player._core_net, rows, _core_opponent(opponent), games, seeds, arena.workers
    )
    return Standings(found[:, :2] / games, found[:, 2:] / games)
