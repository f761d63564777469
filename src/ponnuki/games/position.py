"""Positions: immutable, so that playing a move gives a new one."""

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.games import diagram, picture
from ponnuki.games.errors import MoveError
from ponnuki.games.outcome import Outcome, Side

if TYPE_CHECKING:
    from ponnuki.games.rules import Game

_CorePosition: TypeAlias = _core.Position

_WHY = {
    _core.Verdict.game_over: "the game is over",
    _core.Verdict.off_board: "there is no such move on this board",
    _core.Verdict.occupied: "the point is occupied",
    _core.Verdict.suicide: "suicide: the stone would have no liberty and captures nothing",
    _core.Verdict.ko: "ko: it would take back at once",
    _core.Verdict.repetition: "superko: it would repeat an earlier board",
    _core.Verdict.flips_nothing: "it turns no disc",
    _core.Verdict.pass_forbidden: "passing is not allowed here",
}


class Captured(NamedTuple):
    """Stones that each side has captured."""

    black: int
    white: int


class Position:
    """An immutable position: whose turn it is, what is legal, how the game ended.

    >>> import ponnuki
    >>> position = ponnuki.game("tic-tac-toe").start().play("b2").play("a1")
    >>> print(position)
       a b c
     1 O . . 1
     2 . X . 2
     3 . . . 3
       a b c
    ply 2, black to move
    >>> position.legal_moves
    ('b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3')
    >>> position.play_all(["b1", "a2", "b3"]).outcome.winner
    'black'

    Positions are equal if everything that a diagram shows is equal. Under superko the boards seen
    before also matter for what is legal, and some nets see the last moves; these are kept and
    pickled, but not compared.
    """

    __slots__ = ("_core", "_game")

    _game: "Game"
    _core: _CorePosition

    def __init__(self) -> None:
        raise TypeError("positions come from games: game.start(), game.parse(text), position.play")

    @classmethod
    def _of(cls, game: "Game", core: _CorePosition) -> "Position":
        """The position that the core has."""
        position = object.__new__(cls)
        position._game = game
        position._core = core
        return position

    @property
    def game(self) -> "Game":
        """The rules."""
        return self._game

    @property
    def to_move(self) -> Side:
        """Whose turn it is, or would be if the game were not over."""
        return "white" if self._core.plies() % 2 else "black"

    @property
    def plies(self) -> int:
        """Moves played so far, passes included."""
        return self._core.plies()

    @property
    def captured(self) -> Captured:
        """The stones that black and white have captured; none in games without captures."""
        _, _, by_black, by_white, _ = self._core.setup()
        return Captured(by_black, by_white)

    @property
    def passes(self) -> int:
        """Passes just made in a row."""
        return self._core.setup()[1]

    @property
    def ko(self) -> int | None:
        """The point that the side to move may not retake at once, or None."""
        point = self._core.setup()[4]
        return None if point < 0 else point

    @property
    def last_moves(self) -> tuple[int, ...]:
        """The last move and the one before it, as far as they are known: a diagram shows none."""
        return tuple(move for move in self._core.last_moves() if move >= 0)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        found = self._core.outcome()
        if found is None:
            return None
        return Outcome.of(*found)

    @property
    def cells(self) -> NDArray[np.int8]:
        """The board, rows from the top: +1 black, -1 white, 0 empty. Read only."""
        return self._core.cells()

    @property
    def stones(self) -> list[int]:
        """The cells as a flat list."""
        flat: list[int] = self.cells.ravel().tolist()
        return flat

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves as text, row by row from the top, the pass last; none when it is over."""
        return tuple(map(self.game.text, self.legal_numbers()))

    def legal_numbers(self) -> list[int]:
        """All legal moves as numbers, ascending, the pass last; none when the game is over."""
        return self._core.legal_moves()

    def why_illegal(self, move: SupportsIndex) -> str | None:
        """The reason that a move is not legal here, or None if it is legal."""
        index = operator.index(move)
        if not 0 <= index <= self.game.points:
            return _WHY[_core.Verdict.off_board]
        return _WHY.get(self._core.verdict(index))

    def play(self, move: SupportsIndex | str) -> "Position":
        """The position after a legal move, given as its number or as its text: 'C3', 'pass'.

        Raises:
            MoveError: no move is written so, or it is not legal; the message says why.
        """
        index = self.game.move(move) if isinstance(move, str) else operator.index(move)
        why = self.why_illegal(index)
        if why is not None:
            on_board = 0 <= index < self.game.points or index == self.game.pass_move
            name = self.game.text(index) if on_board else f"move {index}"
            raise MoveError(f"{name} is not legal for {self.to_move} in {self.game.spec}: {why}")
        return Position._of(self.game, self._core.play(index))

    def play_all(self, moves: Sequence[SupportsIndex | str]) -> "Position":
        """The position after several legal moves."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def under(self, game: "Game") -> "Position":
        """The same board, turn and past under other rules; komi is such a rule.

        Raises:
            ValueError: these rules have no such position; the message says why.
        """
        return _restore(game, *self._parts)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game == other.game
            and self._core.equals(other._core)
        )

    def __hash__(self) -> int:
        return hash((self.game, self._core.hash()))

    def __str__(self) -> str:
        outcome = self.outcome
        return diagram.draw(
            self.stones,
            self._core.setup(),
            self.game.size,
            self.game.kind.notation,
            None if outcome is None else str(outcome),
        )

    def svg(self) -> str:
        """A picture of the board."""
        return picture.draw(self.cells, self.game.kind.board, self.game.kind.notation)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def __repr__(self) -> str:
        state = self.outcome or f"{self.to_move} to move"
        return f"<Position of {self.game.spec} after {self.plies} plies: {state}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.game, *self._parts)

    @property
    def _parts(self) -> tuple["_Stones", "_Setup", "_Trail", "_LastMoves"]:
        """All that makes it, apart from the game."""
        core = self._core
        return self.stones, core.setup(), core.trail(), core.last_moves()


_Stones: TypeAlias = list[int]
_Setup: TypeAlias = tuple[int, int, int, int, int]
_Trail: TypeAlias = list[int]
_LastMoves: TypeAlias = tuple[int, int]


def _restore(
    game: "Game", stones: _Stones, setup: _Setup, trail: _Trail, last: _LastMoves = (-1, -1)
) -> Position:
    """A position from all that makes it, as it is pickled.

    Raises:
        ValueError: the game has no such position.
    """
    from ponnuki.games.rules import Game  # noqa: PLC0415 - it imports this module

    if not isinstance(game, Game):
        raise ValueError(f"game={game!r} is not allowed: use a Game")
    if not isinstance(stones, list) or any(stone not in (-1, 0, 1) for stone in stones):
        raise ValueError(f"{game.spec} has no such position: cells are -1, 0 and 1")
    try:
        _check_ko(*setup)
        return Position._of(game, game._core.arrange(stones, setup, trail, last))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{game.spec} has no such position: {error}") from None


def _check_ko(_plies: int, _passes: int, _by_black: int, _by_white: int, ko: int) -> None:
    """Raises ValueError for a ko point that there is nowhere; the rules see to the others."""
    if ko < -1:
        raise ValueError(f"{ko} is no point for a ko, and -1 says that there is none")
