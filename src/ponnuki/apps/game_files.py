"""Files of Othello games: which format a file has, reading it, and writing others.

The formats themselves are in `ponnuki.formats`; here are the files.
"""

import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from ponnuki.arena import GameRecord, kept_games
from ponnuki.formats import ggf, othello_text, transcripts, wthor
from ponnuki.formats.othello import OthelloGame, each
from ponnuki.games import FORFEITS, Game, SpecError
from ponnuki.store.files import open_file, write_whole

FORMATS = {"ggf": ".ggf", "transcript": ".txt", "wthor": ".wtb"}
"""The formats that are written, with the endings of their files."""
STANDARD = "-"
"""What stands for standard input and output."""


class GameFileError(ValueError):
    """A file that cannot be read or written as games."""


def format_of(target: str, said: str | None = None) -> str:
    """The format of a file that is to be written.

    Args:
        target: its name.
        said: the format, if somebody names it.

    Raises:
        GameFileError: there is no such format, or neither says it.
    """
    if said is not None and said not in FORMATS:
        raise GameFileError(f"--to {said!r} is not allowed: use {', '.join(FORMATS)}")
    ending = Path(target).suffix.lower()
    found = said or next((name for name, known in FORMATS.items() if known == ending), None)
    if found is None:
        endings = ", ".join(FORMATS.values())
        raise GameFileError(f"{target}: its name does not say a format ({endings}): give --to")
    if found == "wthor" and (target == STANDARD or ending in {".jou", ".trn"}):
        raise GameFileError(
            f"{target}: WTHOR is three files; name the one with games, such as x.wtb"
        )
    return found


def read_games(
    source: str, game: Game, problems: list[ValueError] | None = None
) -> list[OthelloGame]:
    """The games of a file, of standard input, or of a tournament's folder.

    A file that ends in .wtb is a WTHOR file, and players and tournaments have the names in the
    files of the same name that end in .jou and .trn, or in WTHOR.JOU and WTHOR.TRN beside it. Any
    other file is GGF or transcripts.

    Args:
        source: a file, - or a folder.
        game: Othello on a board of its size.
        problems: takes the errors of games that are left out; without it the first is raised.

    Raises:
        ValueError: it holds no such games; the message names the file and the offset.
        OSError: it cannot be read.
    """
    try:
        if source == STANDARD:
            data = sys.stdin.buffer.read(_MOST_TEXT + 1)
            return othello_text.read_games(_text(data), game, problems)
        path = Path(source)
        if path.is_dir():
            return list(each(kept_games(path), lambda one: _of_record(one, game), problems))
        if path.suffix.lower() == FORMATS["wthor"]:
            return _read_wthor(path, game, problems)
        return othello_text.read_games(_text(_content(path, _MOST_TEXT)), game, problems)
    except SpecError:
        raise
    except ValueError as error:
        name = "standard input" if source == STANDARD else source
        raise GameFileError(str(error) if name in str(error) else f"{name}: {error}") from None


_MOST_TEXT = 4 * othello_text.MAX_LENGTH


def _content(path: Path, limit: int) -> bytes:
    with open_file(path, limit, GameFileError) as file:
        return file.read()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_wthor(path: Path, game: Game, problems: list[ValueError] | None) -> list[OthelloGame]:
    return wthor.read_games(
        _content(path, wthor.MAX_LENGTH),
        game,
        _names(path, ".jou", "players"),
        _names(path, ".trn", "tournaments"),
        problems,
    )


def _names(path: Path, ending: str, kind: wthor.NameKind) -> list[str]:
    """The names in a file beside that of the games; none if there is no such file."""
    known = f"wthor{ending}"
    beside = [path.with_suffix(ending), path.with_suffix(ending.upper())]
    for one in [*beside, path.with_name(known.upper()), path.with_name(known)]:
        if one.is_file():
            try:
                return wthor.read_names(_content(one, wthor.MAX_LENGTH), kind)
            except wthor.WthorError as error:
                raise wthor.WthorError(f"{one}: {error}") from None
    return []


def _of_record(record: GameRecord, game: Game) -> OthelloGame:
    """A game that was played here."""
    if record.game != game:
        raise GameFileError(f"its games are of {record.game.spec}, not {game.spec}")
    margin = None
    if record.outcome.reason in FORFEITS:  # as servers write a game that was given up
        margin = game.points if record.outcome.winner == "black" else -game.points
    return OthelloGame(game.start(), record.moves, *record.players, margin=margin)


def that_fit(
    kind: str, games: Sequence[OthelloGame], problems: list[ValueError]
) -> list[OthelloGame]:
    """The games that a format can hold; `problems` takes the errors of the others."""

    def fitting(game: OthelloGame) -> OthelloGame:
        _contents("x", kind, [game])
        return game

    return list(each(games, fitting, problems))


def write_games(
    target: str, kind: str, games: Sequence[OthelloGame], *, replace: bool = False
) -> list[Path]:
    """Writes games, each file whole or not at all.

    Args:
        target: a file, or - for standard output.
        kind: one of FORMATS. WTHOR's names of players and tournaments go to files beside it.
        games: what is written.
        replace: whether files that are there already are replaced.

    Returns:
        The files.

    Raises:
        GameFileError: a file is there already.
        ValueError: the format cannot hold a game; the message names the game.
        OSError: a file cannot be written.
    """
    contents = _contents(target, kind, games)
    if target == STANDARD:
        sys.stdout.buffer.write(contents[Path(target)])
        return []
    for path in contents:
        if path.exists() and not replace:
            raise GameFileError(f"{path} is there already: give --force to replace it")
    for path, data in contents.items():
        write_whole(path, data)
    return list(contents)


def _contents(target: str, kind: str, games: Sequence[OthelloGame]) -> dict[Path, bytes]:
    """What is written to which file; the games themselves come last."""
    path = Path(target)
    if kind != "wthor":
        write = ggf.write_games if kind == "ggf" else transcripts.write_transcripts
        return {path: write(games).encode(errors="replace")}
    made = wthor.write_games(games, datetime.datetime.now(tz=datetime.UTC).date())
    return {
        path.with_suffix(".jou"): made.players,
        path.with_suffix(".trn"): made.tournaments,
        path: made.games,
    }
