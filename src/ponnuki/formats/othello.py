"""Games of Othello as the formats of the Othello world hold them, and what all of these share.

Most formats leave passes out. In our rules a pass is a move, and a side may pass only if it has no
other; so a pass that was left out can be told from the position, and is put back.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ponnuki.games import Game, Position, SpecError

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

MAX_GAMES = 200_000
"""Games of one file."""


@dataclass(frozen=True)
class OthelloGame:
    """A game of Othello, finished or not.

    Attributes:
        start: the first position.
        moves: all moves from there, passes included.
        black: who played black, if that is known.
        white: who played white.
        event: the tournament or the server.
        date: the day, as the file writes it.
        margin: black's discs less white's, as the file says it; None if it does not. It may be that
            of a game that was given up, and in GGF that of a game with komi.
    """

    start: Position
    moves: tuple[int, ...]
    black: str = ""
    white: str = ""
    event: str = ""
    date: str = ""
    margin: float | None = None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.start.game

    @property
    def last(self) -> Position:
        """The position after all moves."""
        return self.start.play_all(self.moves)

    @property
    def usual_start(self) -> bool:
        """Whether it begins with the four discs in the middle."""
        return self.start == self.game.start()

    def result(self) -> float | None:
        """Black's discs less white's: by the board if the game is over, else as the file says it.

        The winner of a finished game has the empty squares, as tournaments count them.
        """
        last = self.last
        return self.margin if last.outcome is None else disc_margin(last)


def each(
    items: Iterable[_Item], make: Callable[[_Item], _Made], problems: list[ValueError] | None
) -> Iterator[_Made]:
    """What is made of each item.

    Args:
        items: such as the records of a file.
        make: makes a game of a record, or raises a ValueError.
        problems: takes the errors of those that are left out; if it is None, the first is raised.
    """
    for item in items:
        try:
            made = make(item)
        except ValueError as error:
            if problems is None:
                raise
            problems.append(error)
        else:
            yield made


def check_othello(game: Game) -> Game:
    """The game itself.

    Raises:
        SpecError: it is not Othello.
    """
    if game.id != "othello":
        raise SpecError(f"this format is for Othello, not for {game.spec}")
    return game


def disc_margin(position: Position) -> int:
    """Black's discs less white's; the side that leads has the empty squares."""
    stones = position.stones
    lead, empty = sum(stones), stones.count(0)
    return lead + (empty if lead > 0 else -empty if lead < 0 else 0)


def must_pass(position: Position) -> bool:
    """Whether the side to move has no move but a pass."""
    return position.outcome is None and position.why_illegal(position.game.points) is None


def play_with_passes(position: Position, move: int) -> tuple[Position, tuple[int, ...]]:
    """Plays a move, and before it the pass that was left out, if one was.

    Args:
        position: where it is played.
        move: a square, or the pass itself.

    Returns:
        The position behind it, and the moves that were made.

    Raises:
        MoveError: the move is not legal.
    """
    between = position.game.points
    if move != between and position.why_illegal(move) is not None and must_pass(position):
        return position.play(between).play(move), (between, move)
    return position.play(move), (move,)
