"""A game that is being played: where it began, its moves, and the position now."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import SupportsIndex

from ponnuki.games.position import Position
from ponnuki.games.rules import Game


@dataclass(frozen=True, eq=False)
class GameSoFar:
    """A position, and the moves that led to it. It never changes: a move gives another one.

    To take moves back is to go on with an earlier one.

    >>> import ponnuki
    >>> from ponnuki.games import GameSoFar
    >>> first = GameSoFar(ponnuki.game("tic-tac-toe").start())
    >>> later = first.play("b2").play("a1")
    >>> later.moves, later.position.to_move, later.take_back().moves
    ((4, 0), 'black', (4,))

    Attributes:
        position: what is on the board.
        before: the game without its last move; None at its start.
        move: the last move; None at its start.
    """

    position: Position
    before: "GameSoFar | None" = field(default=None, repr=False)
    move: int | None = None

    @property
    def rules(self) -> Game:
        """What is played."""
        return self.position.game

    @property
    def start(self) -> Position:
        """The first position."""
        *_, first = self._back()
        return first.position

    @property
    def moves(self) -> tuple[int, ...]:
        """All moves from the start."""
        last_first = [one.move for one in self._back() if one.move is not None]
        return tuple(reversed(last_first))

    @property
    def positions(self) -> list[Position]:
        """All positions, from the start to the one now."""
        return [one.position for one in self._back()][::-1]

    @property
    def usual(self) -> bool:
        """Whether it began as games of its rules begin, and not from a set-up board."""
        return self.start == self.rules.start()

    def __len__(self) -> int:
        return sum(one.move is not None for one in self._back())

    def __bool__(self) -> bool:
        return True

    def play(self, move: SupportsIndex | str) -> "GameSoFar":
        """The game with one more move; errors as of `Position.play`."""
        number = self.rules.move(move) if isinstance(move, str) else operator.index(move)
        return GameSoFar(self.position.play(number), self, number)

    def play_all(self, moves: Sequence[SupportsIndex | str]) -> "GameSoFar":
        """The game with several more moves."""
        game = self
        for move in moves:
            game = game.play(move)
        return game

    def take_back(self, moves: int = 1) -> "GameSoFar":
        """The game without its last moves.

        Raises:
            ValueError: it has not so many.
        """
        game: GameSoFar | None = self
        for _ in range(moves):
            game = None if game is None else game.before
        if game is None or moves < 0:
            raise ValueError(f"moves={moves} is not allowed: use 0 to {len(self)}")
        return game

    def goes_on(self, start: Position, moves: Sequence[int]) -> bool:
        """Whether it began there, and with these moves."""
        return self.moves[: len(moves)] == tuple(moves) and self.start == start

    def under(self, rules: Game) -> "GameSoFar":
        """The same moves from the same positions by other rules; errors as of `Position.under`."""
        *rest, first = self._back()
        game = GameSoFar(first.position.under(rules))
        for one in reversed(rest):
            game = GameSoFar(one.position.under(rules), game, one.move)
        return game

    def _back(self) -> Iterator["GameSoFar"]:
        """This game, then all that it was before."""
        game: GameSoFar | None = self
        while game is not None:
            yield game
            game = game.before
