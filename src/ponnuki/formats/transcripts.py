"""Transcripts of Othello games: the squares one behind the other, ``f5d6c3d3c4``.

Passes are left out, or written in one of several ways; they are put back when a transcript is read.
A text may hold many games, one a line. It may come from a stranger: lengths are limited, and every
error names the line and the offset in it.
"""

import re
from collections.abc import Iterable

from ponnuki.formats.othello import (
    MAX_GAMES,
    OthelloGame,
    check_othello,
    each,
    play_with_passes,
)
from ponnuki.games import Game, MoveError

MAX_LENGTH = 50_000_000
"""Characters of a text."""
MAX_LINE = 1_000
"""Characters of a game."""

_SQUARE = re.compile(r"[ \t]*+(?:(pass|pa|ps|--)|([a-z][0-9]))[ \t]*+", re.IGNORECASE | re.ASCII)


class TranscriptError(ValueError):
    """A text that is no transcript of a game, or cannot be written as one."""


def looks_like_transcript(text: str) -> bool:
    """Whether the first line that is not blank begins as a transcript does."""
    first = next(filter(None, map(str.strip, text[: 10 * MAX_LINE].splitlines())), "")
    return (
        re.match(r"[a-h][1-8][ \t]*+(?:[a-h][1-8]|$)", first, re.IGNORECASE | re.ASCII) is not None
    )


def read_transcript(text: str, game: Game) -> OthelloGame:
    """The game of one transcript, from the usual first position.

    Args:
        text: squares in upper or lower case; blanks between them mean nothing, and a pass may be
            written as pass, pa, ps or --.
        game: Othello on a board of its size.

    Raises:
        TranscriptError: it is no transcript, or a move is not legal; the message names the offset.
    """
    position = check_othello(game).start()
    if len(text) > MAX_LINE:
        raise TranscriptError(f"a game has {len(text)} characters, at most {MAX_LINE} are read")
    moves: list[int] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _SQUARE.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip(" \t"))
            raise TranscriptError(f"offset {at}: {text[at : at + 10]!r} is no square")
        begin = match.start(match.lastindex or 0)
        try:
            move = game.points if match[1] else game.move(match[2])
            position, played = play_with_passes(position, move)
        except MoveError as error:
            raise TranscriptError(f"offset {begin}: {error}") from None
        moves += played
        at = match.end()
    return OthelloGame(game.start(), tuple(moves))


def read_transcripts(
    text: str, game: Game, problems: list[ValueError] | None = None
) -> list[OthelloGame]:
    """The games of a text, one a line; blank lines mean nothing.

    Args:
        text: the lines.
        game: Othello on a board of its size.
        problems: takes the errors of games that are left out; without it the first is raised.

    Raises:
        TranscriptError: as `read_transcript`, with the number of the line; or there is no game.
    """
    if len(text) > MAX_LENGTH:
        raise TranscriptError(f"the text has {len(text)} characters, at most {MAX_LENGTH} are read")
    lines = [(i, line) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise TranscriptError("there is no game in the text")
    if len(lines) > MAX_GAMES:
        number, _ = lines[MAX_GAMES]
        raise TranscriptError(f"line {number}: there are more than {MAX_GAMES} games")

    def make(numbered: tuple[int, str]) -> OthelloGame:
        number, line = numbered
        try:
            return read_transcript(line, game)
        except TranscriptError as error:
            raise TranscriptError(f"line {number}, {error}") from None

    check_othello(game)
    return list(each(lines, make, problems))


def write_transcript(game: OthelloGame) -> str:
    """The squares of a game in lower case; passes are left out.

    Raises:
        TranscriptError: it does not begin with the usual first position, or has no square.
        MoveError: a move is not legal.
    """
    if not game.usual_start:
        raise TranscriptError("a transcript cannot hold a game from another first position")
    game.last  # noqa: B018 - every move is legal
    squares = [game.game.text(move) for move in game.moves if move != game.game.points]
    if not squares:
        raise TranscriptError("a transcript cannot hold a game without a move")
    return "".join(squares)


def write_transcripts(games: Iterable[OthelloGame]) -> str:
    """Games as a text, one a line.

    Raises:
        TranscriptError: as `write_transcript`, with the number of the game.
    """
    lines: list[str] = []
    for number, game in enumerate(games, start=1):
        try:
            lines.append(f"{write_transcript(game)}\n")
        except TranscriptError as error:
            raise TranscriptError(f"game {number}: {error}") from None
    return "".join(lines)
