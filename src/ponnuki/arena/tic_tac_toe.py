"""Tic-tac-toe by small nets, measured exactly: the chances of a net in all games it can get into.

A net that looks one ply ahead is deterministic but for ties, so its games against a player that
draws from given moves can be gone through one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.arena.arena import ALL_CORES, Arena
from ponnuki.arena.batch import check_range
from ponnuki.evaluators import Evaluator, evaluator

Ties = Literal["random", "first", "last"]
Output = Literal["grid", "doubles", "sums"]
Opponent = Literal["random", "perfect"]

RANDOM_WINS = (58.8, 28.8)
"""Per cent that two random players win as player one and two, by the formula of S; the exact
figures are 58.49 and 28.81."""
S_LIMIT = 100 * (191 / 192 + 887 / 945) - 87.6
"""No player has a higher S (105.742): the best wins 191 of 192 games as player one and 887 of 945
as player two, and then loses at least 52 % to a perfect player as player two."""
SAFE_S_LIMIT = 100 * (191 / 192 + 866 / 945) - 87.6
"""No player that cannot be beaten has a higher S (103.519)."""


@dataclass(frozen=True)
class OnePly:
    """How a small net plays: every successor is valued by the net, and the best is played.

    Attributes:
        evaluator: a dense net on tic-tac-toe with one hidden layer of at most 16 sigmoid units, a
            sigmoid output and biases; its encoding is own-opponent or messerschmidt.
        sees_wins: whether a move that makes a line is played without asking the net, as engines
            do; in Franken & Engelbrecht 2003 the net alone decides.
        ties: which of equally valued moves is played: one drawn from the game's seed, the first or
            the last on the board. It matters, because nets with large weights saturate.
        output: how finely outputs are told apart: in steps of 2⁻²⁰ as all evaluators do ("grid"),
            as a sigmoid in double precision does, or before the sigmoid, which never saturates.
    """

    evaluator: Evaluator
    sees_wins: bool = False
    ties: Ties = "random"
    output: Output = "grid"

    def __post_init__(self) -> None:
        for name, value, allowed in (
            ("ties", self.ties, get_args(Ties)),
            ("output", self.output, get_args(Output)),
        ):
            if value not in allowed:
                raise ValueError(f"{name}={value!r} is not allowed: use {' or '.join(allowed)}")
        if self.evaluator.game.id != "tic-tac-toe":
            raise ValueError(f"the evaluator is for {self.evaluator.game.spec}: use tic-tac-toe")
        _ = self.core  # refuses nets of other kinds

    @classmethod
    def of(
        cls,
        hidden: int,
        encoding: str = "own-opponent",
        *,
        sees_wins: bool = False,
        ties: Ties = "random",
        output: Output = "grid",
    ) -> "OnePly":
        """The paper's net with that many hidden units."""
        net = evaluator("mlp", "tic-tac-toe", hidden=(hidden,), encoding=encoding)
        return cls(net, sees_wins, ties, output)

    @cached_property
    def core(self) -> _core.TicTacToeNet:
        """The core's form of it."""
        return _core.TicTacToeNet(
            self.evaluator.architecture,
            self.sees_wins,
            _core.TicTacToeTies[self.ties],
            _core.TicTacToeOutput[self.output],
        )

    def policy(self, weights: ArrayLike) -> NDArray[np.uint16]:
        """The best moves of one net in every position, bit m for move m, by `code`.

        Positions that are over or cannot arise have none.
        """
        return _core.tic_tac_toe_policy(self.core, self.evaluator.check(weights, 1)[None])


def opponent_policy(opponent: Opponent) -> NDArray[np.uint16]:
    """The moves among which an opponent draws, bit m for move m, by `code` of the position."""
    return _core.tic_tac_toe_opponent(_opponent(opponent))


def code(cells: Sequence[int] | NDArray[np.int_]) -> int:
    """The number of a position: cell p is the ternary digit p, 0 empty, 1 X, 2 O."""
    return sum((int(cell) % 3) * 3**point for point, cell in enumerate(cells))


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
    rows = player.evaluator.check(weights, 2)
    found = _core.exact_standings(player.core, rows, _opponent(opponent), arena.workers)
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
    check_range("games", games, 1, 10**8)
    rows = player.evaluator.check(weights, 2)
    seeds = _core.streams(seed, "net", len(rows))
    found = _core.sampled_standings(
        player.core, rows, _opponent(opponent), games, seeds, arena.workers
    )
    return Standings(found[:, :2] / games, found[:, 2:] / games)


def _opponent(name: Opponent) -> _core.TicTacToeOpponent:
    if name not in get_args(Opponent):
        raise ValueError(f"opponent={name!r} is not allowed: use {' or '.join(get_args(Opponent))}")
    return _core.TicTacToeOpponent[name]
