"""Games: the rules as people and programs see them.

The rules themselves are in the C++ core; here is their typed face. A game is immutable.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

from ponnuki import _core
from ponnuki.games import diagram, picture
from ponnuki.games.errors import DiagramError, MoveError
from ponnuki.games.notation import Notation
from ponnuki.games.position import Position
from ponnuki.settings import Settings, settings_in, whole


@dataclass(frozen=True)
class GameType:
    """A kind of game, as the registry holds it.

    Attributes:
        id: the name in specs.
        title: the name for people.
        summary: one line on what it is.
        rules_version: raised only when the same moves would lead to another outcome.
        options: the class of its options.
        rules: makes the rules in the core from such options.
        notation: how its players write points.
        board: whether stones lie on crossings of lines, discs in squares, or marks in squares.
    """

    id: str
    title: str
    summary: str
    rules_version: int
    options: type[Settings]
    rules: Callable[..., Any]
    notation: Notation
    board: picture.Style

    def usual(self) -> "Game":
        """The game with its usual options."""
        return Game(self, self.options())

    def sizes(self) -> list[int]:
        """The sizes of board that it is played on, ascending."""
        for one in settings_in(self.options):
            if one.words.argument:
                bounds = one.words.bounds
                sizes = range(int(bounds.low or 0), int(bounds.high or 0) + 1)
                return sorted(bounds.choices or sizes)
        return [self.usual().size]


class Game:
    """Immutable rules with their options. Two games are equal if their specs are.

    >>> import ponnuki
    >>> game = ponnuki.game("capture-go:5")
    >>> game.size, game.move("C3"), game.text(12)
    (5, 12, 'C3')
    >>> game.start().play("C3").to_move
    'white'
    """

    def __init__(self, kind: GameType, options: Settings) -> None:
        self._kind = kind
        self._options = options
        self._core: _core.Rules = kind.rules(options)
        self._size: int = self._core.size()

    @property
    def kind(self) -> GameType:
        """What the registry holds of it."""
        return self._kind

    @property
    def options(self) -> Settings:
        """Its options."""
        return self._options

    @property
    def size(self) -> int:
        """Rows and columns."""
        return self._size

    @property
    def points(self) -> int:
        """Points of the board; moves below this number are points."""
        return self._size * self._size

    @property
    def id(self) -> str:
        """The kind of game, such as 'capture-go'."""
        return self.kind.id

    @property
    def rules_version(self) -> int:
        """Raised only when the same moves would lead to another outcome."""
        return self.kind.rules_version

    @cached_property
    def spec(self) -> str:
        """The shortest text that `ponnuki.game` makes this game from, and records as well."""
        options = self.options.text()
        return f"{self.id}:{options}" if options else self.id

    @cached_property
    def recorded(self) -> str:
        """The text by which digests know it: options of another default leave it as it was."""
        options = self.options.recorded_text()
        return f"{self.id}:{options}" if options else self.id

    @cached_property
    def pass_move(self) -> int | None:
        """The move that is a pass, or None in a game that has none."""
        return self.points if self._core.has_pass() else None

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """What can end a game, by the numbers that batches have; number 0 is empty."""
        return tuple(self._core.reasons())

    def start(self) -> Position:
        """The position in which black makes the first move."""
        return Position._of(self, self._core.start())

    def parse(self, text: str) -> Position:
        """The position that a diagram shows; `str(position)` is such a diagram.

        What came before is not in a diagram: under superko a parsed position knows no board but
        its own, and it knows no last moves.

        Raises:
            DiagramError: the text shows no position of this game; the message says why.
        """
        drawn = diagram.parse(text, self.size, self.kind.notation, self.start().stones)
        try:
            core = self._core.arrange(drawn.cells, drawn.setup, [], (-1, -1))
            position = Position._of(self, core)
        except ValueError as error:
            raise DiagramError(f"{self.spec} has no such position: {error}") from None
        if drawn.result is not None and drawn.result != str(position.outcome):
            raise DiagramError(
                f"the diagram says {drawn.result!r}, but the position has {str(position.outcome)!r}"
            )
        return position

    def move(self, text: str) -> int:
        """The move that a text names ('E5', 'pass'), legal or not.

        Raises:
            MoveError: no move of this game is written so.
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is named by a text, not by {text!r}")
        if text.lower() == "pass" and self.pass_move is not None:
            return self.pass_move
        point = self.kind.notation.point(text, self.size)
        if point is None:
            first, last = self.text(0), self.text(self.points - 1)
            also = "" if self.pass_move is None else ", and pass"
            raise MoveError(
                f"{text!r} is no move of {self.spec}: points are written like {first} (top left) "
                f"and {last} (bottom right){also}"
            )
        return point

    def text(self, move: SupportsIndex) -> str:
        """A move as players of this game write it; 'pass' for a pass."""
        index = operator.index(move)
        if index == self.pass_move:
            return "pass"
        if not 0 <= index < self.points:
            last = self.points - 1 if self.pass_move is None else self.pass_move
            raise MoveError(f"{index} is no move of {self.spec}: moves are 0 to {last}")
        return self.kind.notation.text(index, self.size)

    def perft(self, depth: int) -> list[tuple[int, int]]:
        """For every depth from 1: sequences of that many moves, and those that end the game."""
        return self._core.perft(whole("depth", depth, 1, 100))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, int]:
        return self.spec, self.rules_version

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"

    def __reduce__(self) -> tuple[object, ...]:
        from ponnuki.games.registry import restore  # noqa: PLC0415 - it imports this module

        return restore, self._identity
