"""GGF, the Generic Game Format of the Othello servers: reads and writes games of Othello.

A game is a list of properties, ``(;GM[Othello]PB[..]PW[..]TY[8]BO[8 .. *]B[d3//1.5]W[..];)``. There
are no variations and no escapes. A file may hold many games; what stands between them is skipped.
The text may come from a stranger: lengths and counts are limited, and every error names the offset.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ponnuki.formats.othello import MAX_GAMES, OthelloGame, check_othello, each, must_pass
from ponnuki.games import DiagramError, Game, MoveError, Position, Side

MAX_LENGTH = 50_000_000
"""Characters of a text."""
MAX_PROPERTIES = 1_000
"""Properties of a game, moves included."""
MAX_VALUE = 10_000
"""Characters of a value."""

_BEGIN = re.compile(r"\(\s*+;", re.ASCII)
_PROPERTY = re.compile(r"\s*+([A-Za-z]{1,8}+)\s*+\[([^\]]*+)\]", re.ASCII)
_END = re.compile(r"\s*+;?+\s*+\)", re.ASCII)
_BLANK = re.compile(r"\s*+", re.ASCII)
_TYPE = re.compile(r"s?([0-9]{1,4})([a-z0-9.+-]*)", re.IGNORECASE | re.ASCII)
_RESULT = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{0,8})?)(?::[a-z]*)?", re.IGNORECASE | re.ASCII)
_MINUTES = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-9]{1,2})(?:[/,].*)?", re.ASCII)
_SECONDS = re.compile(r"[0-9]{1,7}(?:\.[0-9]{0,6})?", re.ASCII)
_CELLS = {"*": "X", "X": "X", "O": "O", "-": ".", ".": "."}
_SIDES: dict[str, Side] = {"B": "black", "W": "white"}
_PASSES = {"PA", "PASS", "PS", "--"}


class GgfError(ValueError):
    """A text that is no GGF, or no game of Othello on the board that is asked for."""


class Property(NamedTuple):
    """A property of a game: its name in capital letters, its value, and where it stands."""

    name: str
    value: str
    offset: int = -1


@dataclass(frozen=True)
class GgfRecord:
    """A game as a file has it, moves and all.

    Attributes:
        properties: in the order of the file.
        offset: where the game begins in the text; -1 if it was not read.
    """

    properties: tuple[Property, ...]
    offset: int = -1

    def value(self, name: str) -> str | None:
        """The first value of a property without the blanks around it, or None."""
        return next((one.value.strip() for one in self.properties if one.name == name), None)

    def moves(self) -> Iterator[Property]:
        """The moves of both sides."""
        return (one for one in self.properties if one.name in _SIDES)

    def seconds_left(self, side: Side) -> float | None:
        """What is left of a side's time by the times of its moves; None if no clock runs."""
        said = self.value(f"T{side[0].upper()}") or self.value("TI") or ""
        match = _MINUTES.fullmatch(said)
        if match is None:
            return None
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        main = 3600 * hours + 60 * minutes + seconds
        if main == 0:
            return None
        spent = 0.0
        for one in self.moves():
            parts = one.value.split("/")
            if _SIDES[one.name] == side and len(parts) > 2 and _SECONDS.fullmatch(parts[2]):
                spent += float(parts[2])
        return max(0.0, main - spent)


def read_records(text: str | bytes) -> list[GgfRecord]:
    """The games of a text, at least one, as they are written.

    Args:
        text: the file; bytes are UTF-8, or Latin-1 if they are not that.

    Raises:
        GgfError: it is not well-formed, or something is beyond the limits.
    """
    text = _decoded(text)
    begin = _BEGIN.search(text)
    if begin is None:
        at = _blank(text, 0)
        raise GgfError(f"offset {at}: this is no GGF: a game begins with '(;'")
    records: list[GgfRecord] = []
    while begin is not None:
        if len(records) == MAX_GAMES:
            raise GgfError(f"offset {begin.start()}: there are more than {MAX_GAMES} games")
        record, end = _record(text, begin)
        records.append(record)
        begin = _BEGIN.search(text, end)
    return records


def read_games(
    text: str | bytes, game: Game, problems: list[ValueError] | None = None
) -> list[OthelloGame]:
    """The games of a text, at least one; passes that were left out are put back.

    Args:
        text: the file.
        game: Othello on a board of the size that is asked for.
        problems: takes the errors of games that are left out; without it the first is raised.

    Raises:
        GgfError: it is no GGF, a game is none of Othello or on another board, or a move is not
            legal.
    """
    check_othello(game)
    return list(each(read_records(text), lambda record: game_of(record, game), problems))


def game_of(record: GgfRecord, game: Game) -> OthelloGame:
    """A record as a game of Othello.

    Raises:
        GgfError: it is none, or on another board, or a move is not legal.
    """
    check_othello(game)
    _check_kind(record, game)
    start = position = _first_position(record, game)
    moves: list[int] = []
    for one in record.moves():
        move = _move(one, game)
        if move == game.points and position.outcome is not None:
            continue  # some programs let both sides pass at the end
        side = _SIDES[one.name]
        if position.to_move != side and move != game.points and must_pass(position):
            position = position.play(game.points)
            moves.append(game.points)
        if position.to_move != side:
            raise GgfError(f"offset {one.offset}: it is not {side}'s turn")
        try:
            position = position.play(move)
        except MoveError as error:
            raise GgfError(f"offset {one.offset}: {error}") from None
        moves.append(move)
    return OthelloGame(
        start=start,
        moves=tuple(moves),
        black=record.value("PB") or "",
        white=record.value("PW") or "",
        event=record.value("PC") or "",
        date=record.value("DT") or "",
        margin=_margin(record, game),
    )


def board_size(record: GgfRecord) -> int:
    """Rows and columns of a record's board: as BO begins, or as TY says, or else 8.

    Raises:
        GgfError: TY is no type of a game.
    """
    match = re.match("[0-9]{1,4}", record.value("BO") or "", re.ASCII)
    return int(match[0]) if match else int(_type(record)[1]) or 8


def record_of(game: OthelloGame) -> GgfRecord:
    """A game as a record, its result by the board if it is over.

    Raises:
        MoveError: a move is not legal.
    """
    margin = game.result()
    size, stones = game.game.size, game.start.stones
    cells = ["-*O"[stone] for stone in stones]
    rows = ["".join(cells[at : at + size]) for at in range(0, len(cells), size)]
    said = {
        "GM": "Othello",
        "PC": game.event,
        "DT": game.date,
        "PB": game.black,
        "PW": game.white,
        "RE": "?" if margin is None else f"{margin:+.3f}",
        "TY": str(size),
        "BO": " ".join([str(size), *rows, "*" if game.start.to_move == "black" else "O"]),
    }
    side = game.start.to_move
    properties = [Property(name, _plain(value)) for name, value in said.items() if value]
    for move in game.moves:
        properties.append(Property(side[0].upper(), game.game.text(move)))
        side = "white" if side == "black" else "black"
    return GgfRecord(tuple(properties))


def write_record(record: GgfRecord) -> str:
    """A record as a text on one line.

    Raises:
        GgfError: a name or a value is not well-formed, or it could not be read back for the limits.
    """
    if len(record.properties) > MAX_PROPERTIES:
        raise GgfError(f"a game has more than {MAX_PROPERTIES} properties")
    for name, value, _ in record.properties:
        if not re.fullmatch("[A-Z]{1,8}", name):
            raise GgfError(f"{name[:20]!r} is no name of a property: use one to 8 capital letters")
        if "]" in value or len(value) > MAX_VALUE:
            raise GgfError(f"{name}[{value[:20]}] cannot be written: it is too long, or has a ']'")
    return "".join(["(;", *(f"{one.name}[{one.value}]" for one in record.properties), ";)"])


def write_games(games: Iterable[OthelloGame]) -> str:
    """Games as a text, one a line. Brackets in names become parentheses: GGF has no escapes.

    Raises:
        GgfError: one could not be read back for the limits.
        MoveError: a move is not legal.
    """
    return "".join(f"{write_record(record_of(game))}\n" for game in games)


def looks_like_ggf(text: str) -> bool:
    """Whether the first game of a text says that it is Othello in GGF's way, by name."""
    begin = _BEGIN.search(text)
    match = _PROPERTY.match(text, begin.end()) if begin is not None else None
    while match is not None and match[1].upper() != "GM":
        match = _PROPERTY.match(text, match.end())
    return match is not None and match[2].strip().lower() in {"othello", "reversi"}


def _decoded(text: str | bytes) -> str:
    if len(text) > MAX_LENGTH:
        raise GgfError(f"the text has a length of {len(text)}, at most {MAX_LENGTH} is read")
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        return text.decode("latin-1")


def _blank(text: str, at: int) -> int:
    """Where the blanks that begin at an offset end."""
    match = _BLANK.match(text, at)
    assert match is not None  # it matches everything
    return match.end()


def _record(text: str, begin: re.Match[str]) -> tuple[GgfRecord, int]:
    """The game that begins here, and the offset behind it."""
    properties: list[Property] = []
    at = begin.end()
    while (match := _PROPERTY.match(text, at)) is not None:
        if len(match[2]) > MAX_VALUE:
            raise GgfError(f"offset {match.start(2)}: a value has more than {MAX_VALUE} characters")
        if len(properties) == MAX_PROPERTIES:
            raise GgfError(
                f"offset {match.start(1)}: a game has more than {MAX_PROPERTIES} properties"
            )
        properties.append(Property(match[1].upper(), match[2], match.start(1)))
        at = match.end()
    end = _END.match(text, at)
    if end is None:
        at = _blank(text, at)
        if at == len(text):
            raise GgfError(f"offset {at}: the game does not end")
        if re.match(r"[A-Za-z]{1,8}+\s*+\[", text[at : at + 100], re.ASCII):
            raise GgfError(f"offset {at}: a value is not closed")
        raise GgfError(f"offset {at}: {text[at : at + 10]!r} is no property of a game")
    return GgfRecord(tuple(properties), begin.start()), end.end()


def _check_kind(record: GgfRecord, game: Game) -> None:
    """Raises GgfError if a record is of another game, or on another board."""
    kind = record.value("GM")
    if kind is None or kind.lower() not in {"othello", "reversi"}:
        said = "it does not say its game" if kind is None else f"GM[{kind[:20]}] is not Othello"
        raise GgfError(f"offset {record.offset}: {said}")
    match = _type(record)
    if "a" in match[2].lower():
        raise GgfError(f"offset {record.offset}: TY[{match[0]}]: in this game fewer discs win")
    size = int(match[1])
    if size not in {0, game.size}:  # some programs write TY[0]
        raise GgfError(_other_size(record, size, game))


def _type(record: GgfRecord) -> re.Match[str]:
    """What TY says: a size, 0 if it is not said, and letters for other rules."""
    said = record.value("TY") or "0"
    match = _TYPE.fullmatch(said)
    if match is None:
        raise GgfError(f"offset {record.offset}: TY[{said[:20]}] is no type of game")
    return match


def _other_size(record: GgfRecord, size: int, game: Game) -> str:
    return f"offset {record.offset}: the game is on a board of size {size}, not {game.size}"


def _first_position(record: GgfRecord, game: Game) -> Position:
    """The board of BO, the size first and the side to move last."""
    said = record.value("BO")
    if said is None:
        return game.start()
    at = next(one.offset for one in record.properties if one.name == "BO")
    size, *parts = said.upper().split() or [""]
    if not re.fullmatch("[0-9]{1,4}", size, re.ASCII):
        raise GgfError(f"offset {at}: BO[{said[:20]}] does not begin with the board's size")
    if int(size) != game.size:
        raise GgfError(_other_size(record, int(size), game))
    cells = "".join(parts)
    unknown = sorted(set(cells) - set(_CELLS))
    if unknown:
        raise GgfError(f"offset {at}: {unknown[0]!r} is no cell of BO: use *, O and -")
    if len(cells) != game.points + 1 or cells[-1] in "-.":
        raise GgfError(
            f"offset {at}: BO needs {game.points} cells and the side to move, * or O, behind them"
        )
    glyphs = [_CELLS[cell] for cell in cells]
    rows = ["".join(glyphs[at : at + game.size]) for at in range(0, game.points, game.size)]
    turn = "black" if glyphs[-1] == "X" else "white"
    try:
        return game.parse("\n".join([*rows, f"{turn} to move"]))
    except DiagramError as error:
        raise GgfError(f"offset {at}: {error}") from None


def _move(one: Property, game: Game) -> int:
    """The move of a property: the word before the first slash."""
    word = one.value.split("/")[0].strip()
    if word.upper() in _PASSES:
        return game.points
    try:
        return game.move(word[:10])
    except MoveError as error:
        raise GgfError(f"offset {one.offset}: {error}") from None


def _margin(record: GgfRecord, game: Game) -> float | None:
    """The result that a record says."""
    said = record.value("RE") or "?"
    if said.startswith("?"):
        return None
    match = _RESULT.fullmatch(said)
    if match is None or abs(float(match[1])) > game.points:
        raise GgfError(
            f"offset {record.offset}: RE[{said[:20]}] is no result: use black's discs less "
            f"white's, -{game.points} to {game.points}, or ?"
        )
    return float(match[1])


def _plain(text: str) -> str:
    """A text that a value can hold."""
    sound = re.sub(r"[\x00-\x1f\x7f]", " ", text.encode(errors="replace").decode())
    return sound.replace("[", "(").replace("]", ")").strip()[:MAX_VALUE]
