"""The NBoard protocol, versions 1 and 2, as an engine hears and speaks it. No input, no output.

Commands and answers are single lines. There are no errors in the protocol: a line that is not
understood is left alone, and what a person should know goes into a status line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ponnuki.games import Game, MoveError

SOLVED = "100%W"
"""The depth of a search that knows who wins."""
WON = 64.0
"""What a game is worth that is won for certain: no net says more by how much."""

_CONTROL: dict[int, str | None] = {**dict.fromkeys([*range(32), 127]), ord("\t"): " "}
_MOVE = re.compile(r"([a-z][0-9]|pa(?:ss)?)", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,7}(?:\.[0-9]{0,6})?", re.ASCII)


class NBoardError(ValueError):
    """What is asked for cannot be done; the text is for the status line."""


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        name: what is to be done: one word, or two if the first is set.
        text: all that follows.
    """

    name: str
    text: str


def parse_command(line: str) -> Command | None:
    """The command of a line, or None if there is none.

    A move alone is how version 1 says ``move``.
    """
    text = line.partition("\n")[0].translate(_CONTROL).strip(" ")
    name, _, rest = text.partition(" ")
    if name == "set":
        word, _, rest = rest.strip(" ").partition(" ")
        name = f"set {word}"
    if not name:
        return None
    if _MOVE.fullmatch(name) and not rest:
        return Command("move", name)
    return Command(name, rest.strip(" "))


def read_move(text: str, game: Game) -> tuple[int, float]:
    """The move of a command, ``F5/1.25/3.5``, and the seconds that it took, 0 if it does not say.

    Raises:
        NBoardError: it names no move of the game.
    """
    word, *rest = text.split("/")
    match = _MOVE.fullmatch(word.strip())
    if match is None:
        raise NBoardError(f"{word[:20]!r} is no move")
    try:
        move = game.points if match[1][:2].lower() == "pa" else game.move(match[1])
    except MoveError as error:
        raise NBoardError(str(error)) from None
    time = rest[1].strip() if len(rest) > 1 else ""
    return move, float(time) if _NUMBER.fullmatch(time) else 0.0


def move_text(move: int, game: Game) -> str:
    """A move in two letters: F5, or PA for a pass."""
    return "PA" if move == game.points else game.text(move).upper()


def search_line(moves: Sequence[int], value: float, depth: str, game: Game) -> str:
    """What a search found of a move: it and those expected behind it, and its value."""
    line = "-".join(move_text(move, game) for move in moves)
    return f"search {line} {value:+.3f} 0 {depth}"


def move_line(move: int, value: float | None, seconds: float, game: Game) -> str:
    """The move that an engine would play."""
    worth = "" if value is None else f"{value:+.3f}"
    return f"=== {move_text(move, game)}/{worth}/{seconds:.2f}"


def name_line(name: str) -> str:
    """The name of an engine."""
    return f"set myname {_plain(name)}"


def status_line(text: str) -> str:
    """What a person should know."""
    return f"status {_plain(text)}"


def _plain(text: str) -> str:
    """A text on one line that GGF can hold as well."""
    words = " ".join(text.translate(dict.fromkeys([*range(32), 127], " ")).split())
    return words.replace("[", "(").replace("]", ")")[:300]
