"""WTHOR, the database of tournament games of the French federation: reads and writes its files.

Games lie in a ``.wtb`` file, a header of 16 bytes and 68 bytes a game, which names players and
tournaments by their numbers; the names lie in a ``.jou`` and a ``.trn`` file. Numbers are
little-endian. Passes are left out. A file may come from a stranger: every error names the offset.
"""

import datetime
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ponnuki.formats.othello import (
    MAX_GAMES,
    OthelloGame,
    check_othello,
    disc_margin,
    each,
    play_with_passes,
)
from ponnuki.games import Game, MoveError

_HEADER = struct.Struct("<BBBBIHHBBBB")
_GAME = struct.Struct("<HHHBB60s")
HEADER_SIZE = _HEADER.size
GAME_SIZE = _GAME.size
SIZE = 8
"""Of the board."""

NameKind = Literal["players", "tournaments"]
NAME_SIZES: dict[NameKind, int] = {"players": 20, "tournaments": 26}
"""Bytes of a name, of which the last is zero."""
MAX_NAMES = 65_535
MAX_LENGTH = HEADER_SIZE + MAX_GAMES * GAME_SIZE
"""Bytes of the longest file."""
UNKNOWN = "???"
"""The name of whoever is not known."""


class WthorError(ValueError):
    """Bytes that are no WTHOR file, or games that one cannot hold."""


@dataclass(frozen=True)
class Header:
    """What a file says of itself.

    Attributes:
        created: the day on which it was written; None if it says no such day.
        games: the number of games; 0 in a file of names.
        names: the number of names; 0 in a file of games.
        year: in which the games were played; 0 if that is not said.
        size: of the board; 0 also stands for 8.
        kind: 0 for games, 1 for solitaires.
        depth: with how many empty squares the theoretical scores begin.
    """

    created: datetime.date | None
    games: int
    names: int
    year: int = 0
    size: int = SIZE
    kind: int = 0
    depth: int = 0


@dataclass(frozen=True)
class WthorRecord:
    """A game as a file has it.

    Attributes:
        tournament: its number in the file of tournaments.
        black: the number of the player in the file of players.
        white: likewise.
        score: black's discs at the end; the winner has the empty squares.
        theoretical: what black's score would be if both sides had played the end perfectly.
        squares: 60 numbers, 10 · row + column, both from 1; 0 behind the last move.
        offset: where it begins in the file; -1 if it was not read.
    """

    tournament: int
    black: int
    white: int
    score: int
    theoretical: int
    squares: bytes
    offset: int = -1


def read_header(data: bytes) -> Header:
    """The header of a file of any kind.

    Raises:
        WthorError: the file ends within it.
    """
    if len(data) < HEADER_SIZE:
        raise WthorError(
            f"offset {len(data)}: the file ends within its header of {HEADER_SIZE} bytes"
        )
    century, year, month, day, games, names, played, size, kind, depth, _ = _HEADER.unpack_from(
        data
    )
    try:
        created = datetime.date(100 * century + year, month, day)
    except ValueError:
        created = None
    return Header(created, games, names, played, size, kind, depth)


def read_records(data: bytes) -> tuple[Header, list[WthorRecord]]:
    """The header and the games of a ``.wtb`` file, as they are written.

    Raises:
        WthorError: the file is cut off, too long, or holds games of another kind or size.
    """
    header = read_header(data)
    if header.size not in {0, SIZE}:
        raise WthorError(f"offset 12: the games are on a board of size {header.size}, not {SIZE}")
    if header.kind != 0:
        raise WthorError(f"offset 13: these are no games: the kind is {header.kind}, not 0")
    _check_length(data, "game", header.games, GAME_SIZE, MAX_GAMES)
    return header, [_record(data, at) for at in range(HEADER_SIZE, len(data), GAME_SIZE)]


def _record(data: bytes, at: int) -> WthorRecord:
    tournament, black, white, score, theoretical, squares = _GAME.unpack_from(data, at)
    return WthorRecord(tournament, black, white, score, theoretical, squares, at)


def read_names(data: bytes, kind: NameKind) -> list[str]:
    """The names of a ``.jou`` file (players) or a ``.trn`` file (tournaments), by their numbers.

    Raises:
        WthorError: the file is cut off or too long.
    """
    header, size = read_header(data), NAME_SIZES[kind]
    _check_length(data, "name", header.names, size, MAX_NAMES)
    fields = (data[at : at + size - 1] for at in range(HEADER_SIZE, len(data), size))
    names = (_plain(field.partition(b"\0")[0].decode("latin-1")) for field in fields)
    return ["" if name == UNKNOWN else name for name in names]


def _check_length(data: bytes, what: str, count: int, size: int, most: int) -> None:
    """Raises WthorError if a file does not hold what its header says."""
    if count > most:
        raise WthorError(f"offset {4 if what == 'game' else 8}: {count} {what}s are too many")
    end = HEADER_SIZE + count * size
    if len(data) < end:
        whole = (len(data) - HEADER_SIZE) // size
        raise WthorError(
            f"offset {len(data)}: the file ends within {what} {whole + 1} of {count}, which begins "
            f"at offset {HEADER_SIZE + whole * size}"
        )
    if len(data) > end:
        raise WthorError(
            f"offset {end}: {len(data) - end} bytes stand behind the last of {count} {what}s"
        )


def read_games(
    data: bytes,
    game: Game,
    players: Sequence[str] = (),
    tournaments: Sequence[str] = (),
    problems: list[ValueError] | None = None,
) -> list[OthelloGame]:
    """The games of a ``.wtb`` file; passes are put back.

    Args:
        data: the file.
        game: Othello, 8×8.
        players: the names of a ``.jou`` file. Without them a player is called #7 by its number.
        tournaments: the names of a ``.trn`` file, likewise.
        problems: takes the errors of games that are left out; without it the first is raised.

    Raises:
        WthorError: the file is damaged, a move is not legal, or there is no such name.
    """
    header, records = read_records(data)
    date = str(header.year) if header.year else ""

    def make(record: WthorRecord) -> OthelloGame:
        return game_of(record, game, players, tournaments, date)

    return list(each(records, make, problems))


def game_of(
    record: WthorRecord,
    game: Game,
    players: Sequence[str] = (),
    tournaments: Sequence[str] = (),
    date: str = "",
) -> OthelloGame:
    """A record as a game of Othello; arguments as of `read_games`.

    Raises:
        WthorError: a move is not legal, the score is none, or there is no such name.
    """
    if check_othello(game).size != SIZE:
        raise WthorError(f"WTHOR games are on a board of size {SIZE}, not {game.size}")
    if record.score > SIZE * SIZE:
        raise WthorError(f"offset {record.offset + 6}: black cannot have {record.score} discs")
    start = position = game.start()
    moves: list[int] = []
    squares = record.squares.rstrip(b"\0")
    for at, number in enumerate(squares, start=record.offset + 8):
        row, column = divmod(number, 10)
        if not (1 <= row <= SIZE and 1 <= column <= SIZE):
            raise WthorError(f"offset {at}: {number} is no square: use 11 (a1) to 88 (h8)")
        try:
            position, played = play_with_passes(position, (row - 1) * SIZE + column - 1)
        except MoveError as error:
            raise WthorError(f"offset {at}: {error}") from None
        moves += played
    return OthelloGame(
        start=start,
        moves=tuple(moves),
        black=_name(players, record.black, record.offset + 2, "player"),
        white=_name(players, record.white, record.offset + 4, "player"),
        event=_name(tournaments, record.tournament, record.offset, "tournament"),
        date=date,
        margin=2 * record.score - SIZE * SIZE,
    )


def _name(names: Sequence[str], number: int, at: int, what: str) -> str:
    if not names:
        return f"#{number}"
    if number >= len(names):
        raise WthorError(f"offset {at}: there is no {what} {number}: the file has {len(names)}")
    return names[number]


@dataclass(frozen=True)
class WthorFiles:
    """The three files of a database: games, and the names of players and tournaments."""

    games: bytes
    players: bytes
    tournaments: bytes


def write_games(games: Iterable[OthelloGame], created: datetime.date) -> WthorFiles:
    """Games as the files of a database.

    The year is that of all dates, 0 if they have none or several. Names of players have at most 19
    bytes, those of tournaments 25; longer ones are cut. A game that is not over has the score that
    its file says, or else that of the discs as they lie. Theoretical scores are the scores
    themselves, from no empty square on.

    Raises:
        WthorError: a game is on another board or from another first position, or there are too
            many games or names.
        MoveError: a move is not legal.
    """
    listed = list(games)
    if len(listed) > MAX_GAMES:
        raise WthorError(f"there are {len(listed)} games, a file holds at most {MAX_GAMES}")
    players, tournaments = _Numbers("players"), _Numbers("tournaments")
    records: list[bytes] = []
    for number, game in enumerate(listed, start=1):
        if game.game.size != SIZE or not game.usual_start:
            raise WthorError(f"game {number}: WTHOR holds games from the usual 8×8 position alone")
        score = _score(game)
        squares = bytes(10 * (m // SIZE + 1) + m % SIZE + 1 for m in game.moves if m < SIZE * SIZE)
        records.append(
            _GAME.pack(
                tournaments.of(game.event),
                players.of(game.black),
                players.of(game.white),
                score,
                score,
                squares,  # zeros follow
            )
        )
    header = Header(created, len(records), 0, _year(listed))
    return WthorFiles(
        _packed(header) + b"".join(records),
        write_names(players.names, "players", created),
        write_names(tournaments.names, "tournaments", created),
    )


def write_names(names: Sequence[str], kind: NameKind, created: datetime.date) -> bytes:
    """A ``.jou`` or ``.trn`` file. Names that are too long are cut.

    Raises:
        WthorError: there are too many.
    """
    if len(names) > MAX_NAMES:
        raise WthorError(f"there are {len(names)} {kind}, a file holds at most {MAX_NAMES}")
    size = NAME_SIZES[kind]
    fields = [_field(name or UNKNOWN, size) for name in names]
    return _packed(Header(created, 0, len(names), size=0)) + b"".join(fields)


def _field(name: str, size: int) -> bytes:
    return _plain(name).encode("latin-1", "replace")[: size - 1].ljust(size, b"\0")


def _plain(name: str) -> str:
    """A name without control characters."""
    return re.sub(r"[\x00-\x1f\x7f]", " ", name).strip()


def _packed(header: Header) -> bytes:
    day = header.created or datetime.date(1, 1, 1)
    return _HEADER.pack(
        *divmod(day.year, 100),
        day.month,
        day.day,
        header.games,
        header.names,
        header.year,
        header.size,
        header.kind,
        header.depth,
        0,
    )


def _score(game: OthelloGame) -> int:
    """Black's discs at the end of a game."""
    margin = game.result()
    if margin is None:
        margin = disc_margin(game.last)
    return max(0, min(SIZE * SIZE, round((SIZE * SIZE + margin) / 2)))


def _year(games: Sequence[OthelloGame]) -> int:
    """The year of all games, 0 if there is no such one."""
    years = {match[0] for game in games if (match := re.match("[0-9]{4}", game.date, re.ASCII))}
    return int(years.pop()) if len(years) == 1 else 0


class _Numbers:
    """Gives names numbers, 0 to the one that is not known."""

    def __init__(self, kind: NameKind) -> None:
        self._kind = kind
        self._numbers = {"": 0}

    @property
    def names(self) -> list[str]:
        return list(self._numbers)

    def of(self, name: str) -> int:
        number = self._numbers.setdefault(name, len(self._numbers))
        if number >= MAX_NAMES:
            raise WthorError(f"there are more than {MAX_NAMES} {self._kind}")
        return number
