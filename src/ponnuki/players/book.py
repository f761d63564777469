"""Opening books: lines of moves from the start of a game, and who plays them.

A player with a book follows it as long as the moves of the game are the first moves of some line
that goes on. It draws one of these lines and plays its next move, so a move is as likely as it has
lines; or it always plays the move of most lines.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from ponnuki import _core
from ponnuki.games import Game, MoveError, SpecError

MAX_LINES = 100_000
BOOKS = {"othello:8": "othello.txt"}
"""The books that come with the package, by the game's spec."""


class BookError(ValueError):
    """A book with a line that cannot be played."""


@dataclass(frozen=True)
class Line:
    """One line of a book: what it is called, and its moves."""

    name: str
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Book:
    """Lines for one game. A line that is there twice is twice as likely.

    Attributes:
        game: whose lines they are.
        lines: the lines, all legal.
    """

    game: Game
    lines: tuple[Line, ...]

    @classmethod
    def parse(cls, text: str, game: Game) -> "Book":
        """The book in a text: a line each, moves without spaces, then a name; # begins a remark.

        Raises:
            BookError: a line cannot be played; names its number and the line.
        """
        lines: list[Line] = []
        for number, row in enumerate(text.splitlines(), 1):
            written, _, name = row.strip().partition(" ")
            if not written or written.startswith("#"):
                continue
            if len(lines) == MAX_LINES:
                raise BookError(f"a book has at most {MAX_LINES} lines")
            where = f"line {number} of the book, {row.strip()[:80]!r}"
            lines.append(Line(name.strip(), _moves(written, game, where)))
        if not lines:
            raise BookError("the book has no lines")
        return cls(game, tuple(lines))

    def in_all_directions(self) -> "Book":
        """The book with every line turned and mirrored in all ways that keep the start of a game.

        Lines stay in their order, each followed by its images.
        """
        ways = _symmetries(self.game)
        return Book(
            self.game,
            tuple(
                Line(line.name, tuple(way[move] for move in line.moves))
                for line in self.lines
                for way in ways
            ),
        )

    def chances(self, moves: tuple[int, ...] = ()) -> dict[int, float]:
        """How likely each next move is after some moves; none outside of the book."""
        played = len(moves)
        going_on = [
            line.moves[played]
            for line in self.lines
            if len(line.moves) > played and line.moves[:played] == moves
        ]
        return {move: going_on.count(move) / len(going_on) for move in dict.fromkeys(going_on)}

    @cached_property
    def _core(self) -> _core.Book:
        """The core's form of it."""
        return _core.Book([list(line.moves) for line in self.lines])


@cache
def book_of(game: Game) -> Book:
    """The book that comes with the package for a game, in all directions.

    Raises:
        SpecError: there is none.
    """
    if game.spec not in BOOKS:
        raise SpecError(f"there is no book for {game.spec}: there are for {', '.join(BOOKS)}")
    file = resources.files("ponnuki.players") / "books" / BOOKS[game.spec]
    return Book.parse(file.read_text("utf-8"), game).in_all_directions()


def _moves(written: str, game: Game, where: str) -> tuple[int, ...]:
    """The moves of a line, two letters each, if they can be played from the start."""
    position, moves = game.start(), list[int]()
    for at in range(0, len(written), 2):
        text = written[at : at + 2]
        try:
            move = game.move(text)
            position = position.play(move)
        except MoveError as error:
            raise BookError(f"{where}, move {at // 2 + 1}: {error}") from None
        moves.append(move)
    return tuple(moves)


def _symmetries(game: Game) -> list[list[int]]:
    """The ways to turn and mirror a board that leave the start of a game as it is, by point."""
    size, start = game.size, game.start().stones
    ways = []
    for mirrored in False, True:
        for turns in range(4):
            way = []
            for point in range(game.points):
                row, column = divmod(point, size)
                if mirrored:
                    row, column = column, row
                for _ in range(turns):
                    row, column = column, size - 1 - row
                way.append(row * size + column)
            if all(start[to] == start[point] for point, to in enumerate(way)):
                ways.append(way)
    return ways
