"""Small nets that play tic-tac-toe by looking one ply ahead, and the opponents that they meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.evaluators import Evaluator, evaluator
from ponnuki.pickles import Rebuilt

Ties = Literal["random", "first", "last"]
Output = Literal["grid", "doubles", "sums"]
Opponent = Literal["random", "perfect"]


@dataclass(frozen=True)
class OnePly(Rebuilt):
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
        _ = self._core_net  # refuses nets of other kinds

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
    def _core_net(self) -> _core.TicTacToeNet:
        """The core's form of it."""
        return _core.TicTacToeNet(
            self.evaluator._architecture,
            self.sees_wins,
            _core.TicTacToeTies[self.ties],
            _core.TicTacToeOutput[self.output],
        )

    def policy(self, weights: ArrayLike) -> NDArray[np.uint16]:
        """The best moves of one net in every position, bit m for move m, by `code`.

        Positions that are over or cannot arise have none.
        """
        return _core.tic_tac_toe_policy(
            self._core_net, self.evaluator.check_weights(weights, 1)[None]
        )


def opponent_policy(opponent: Opponent) -> NDArray[np.uint16]:
    """The moves among which an opponent draws, bit m for move m, by `code` of the position."""
    return _core.tic_tac_toe_opponent(_core_opponent(opponent))


def code(cells: Sequence[int] | NDArray[np.int_]) -> int:
    """The number of a position: cell p is the ternary digit p, 0 empty, 1 X, 2 O."""
    return sum((int(cell) % 3) * 3**point for point, cell in enumerate(cells))


def _core_opponent(name: Opponent) -> _core.TicTacToeOpponent:
    """The core's word for an opponent."""
    if name not in get_args(Opponent):
        raise ValueError(f"opponent={name!r} is not allowed: use {' or '.join(get_args(Opponent))}")
    return _core.TicTacToeOpponent[name]
