"""Reads the main line of an SGF file (Go games): set-up stones and moves; and writes such files.

The text may come from a stranger: its length and depth are limited, and every error names the
offset. Variations are skipped.
"""

import operator
import re
from collections.abc import Iterator, Sequence
from typing import SupportsIndex

from ponnuki.games import DiagramError, Game, Outcome, Position

MAX_LENGTH = 200_000
MAX_NODES = 5_000

GAMES = ("capture-go", "go")
"""The games that are written: Go in SGF's sense, stones put on points in turn."""

_TOKEN = re.compile(r"\s*(?:([();])|([A-Z]{1,8})|\[)")

_RESULT = re.compile(r"0|Draw|Void|\?|[BW]\+(?:R|T|F|Resign|Time|Forfeit|[0-9]+(?:\.[0-9]+)?)?")

Node = dict[str, list[str]]
"""The properties of a node."""


class SgfError(ValueError):
    """A text that is no SGF, or no game of the board that is asked for."""


def main_line(text: str) -> list[Node]:
    """The nodes of the first game's main line, first to last.

    Raises:
        SgfError: it is not well-formed, or too long; the message names the offset.
    """
    if len(text) > MAX_LENGTH:
        raise SgfError(f"the text has {len(text)} characters, at most {MAX_LENGTH} are read")
    nodes: list[Node] = []
    depth, branching, name = 0, False, ""
    for kind, value, at in _tokens(text):
        if kind == "(":
            depth += 1
        elif depth == 0:
            raise SgfError(f"offset {at}: a game begins with '('")
        elif kind == ")":
            depth -= 1
            branching = True  # what comes now is another branch
            if depth == 0:
                break
        elif kind == ";" and not branching:
            nodes.append({})
        elif kind == "name":
            name = value
        elif kind == "value" and not branching:
            if not nodes or not name:
                raise SgfError(f"offset {at}: a value belongs to no property")
            nodes[-1].setdefault(name, []).append(value)
        if len(nodes) > MAX_NODES:
            raise SgfError(f"offset {at}: there are more than {MAX_NODES} nodes")
    if depth or not nodes:
        raise SgfError(f"offset {len(text)}: the game does not end")
    return nodes


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Brackets, semicolons, names and values, each with its offset."""
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise SgfError(f"offset {at}: this is no SGF")
        mark, name = match.groups()
        begin, at = match.end() - 1, match.end()
        if mark or name:
            yield mark or "name", name or "", begin
        else:
            value, at = _value(text, at)
            yield "value", value, begin


def _value(text: str, at: int) -> tuple[str, int]:
    """The value that begins at an offset, and the offset behind its bracket."""
    match = re.compile(r"((?:[^\]\\]|\\.)*)\]", re.DOTALL).match(text, at)
    if match is None:
        raise SgfError(f"offset {at - 1}: a value is not closed")
    return re.sub(r"\\(.)", r"\1", match.group(1), flags=re.DOTALL), match.end()


def last_position(text: str, game: Game) -> Position:
    """The position at the end of the main line; errors as of `read_game`."""
    start, moves = read_game(text, game)
    return start.play_all(moves)


def read_game(text: str, game: Game) -> tuple[Position, list[int]]:
    """The first position of the main line, with the stones that are set up, and its moves.

    Raises:
        SgfError: the text is no SGF, is for another board, or a move is not legal.
    """
    nodes = main_line(text)
    size = nodes[0].get("SZ", ["19"])[0]
    if size != str(game.size):
        raise SgfError(f"the game is on a board of size {size}, not {game.size}")
    start = position = game.start()
    moves: list[int] = []
    for number, node in enumerate(nodes):
        if "AB" in node or "AW" in node:
            if moves:
                raise SgfError(f"node {number}: stones are set up after the first move")
            start = position = _set_up(node, game)
        for colour, side in ("B", "black"), ("W", "white"):
            for value in node.get(colour, []):
                if position.to_move != side:
                    raise SgfError(f"node {number}: it is not {side}'s turn")
                move = _point(value, game.size, number)
                try:
                    position = position.play(move)
                except ValueError as error:
                    raise SgfError(f"node {number}: {error}") from None
                moves.append(move)
    return start, moves


def _set_up(node: Node, game: Game) -> Position:
    """The position with the stones that a node sets up."""
    cells = ["."] * game.points
    for name, glyph in ("AB", "X"), ("AW", "O"):
        for value in node.get(name, []):
            point = _point(value, game.size, 0)
            if point == game.points:
                raise SgfError(f"{name}[{value}] is no point")
            cells[point] = glyph
    rows = ["".join(cells[i : i + game.size]) for i in range(0, game.points, game.size)]
    turn = {"W": "white", "B": "black"}.get(node.get("PL", ["B"])[0][:1].upper(), "black")
    try:
        return game.parse("\n".join([*rows, f"{turn} to move"]))
    except DiagramError as error:
        raise SgfError(str(error)) from None


def _point(value: str, size: int, number: int) -> int:
    """The point that an SGF value names; the number of points for a pass."""
    if value == "" or (value == "tt" and size <= 19):
        return size * size
    if not re.fullmatch("[a-s]{2}", value):
        raise SgfError(f"node {number}: {value[:10]!r} is no point")
    column, row = (ord(letter) - ord("a") for letter in value)
    if row >= size or column >= size:
        raise SgfError(f"node {number}: {value!r} is not on a board of size {size}")
    return row * size + column


def write_sgf(
    game: Game,
    moves: Sequence[SupportsIndex],
    *,
    black: str = "",
    white: str = "",
    result: str = "",
    comment: str = "",
    date: str = "",
    start: Position | None = None,
) -> str:
    """A game from its first position, as one line of SGF nodes. The game's name is its spec.

    Args:
        game: Go or Capture Go.
        moves: all moves, passes included; they must be legal.
        black: who played black.
        white: who played white.
        result: such as "B+3.5", "W+R", "B+" or "0"; if it is left out and the game is over, what
            `result_text` says.
        comment: any text; it stands at the first position.
        date: the day, such as "2026-07-31".
        start: the first position, if it is not the game's own.

    Raises:
        SgfError: SGF cannot hold this game, the result is not written as SGF writes it, or the
            text would be longer than is read back.
        MoveError: a move is not legal.
    """
    if game.id not in GAMES:
        raise SgfError(f"{game.spec} cannot be written as SGF: only {' and '.join(GAMES)} can")
    position = game.start() if start is None else start
    stones, first = position.stones, position.to_move
    nodes = []
    for move in moves:
        letter = position.to_move[0].upper()
        position = position.play(move)
        nodes.append(f";{letter}[{_letters(operator.index(move), game)}]")
    if not result and position.outcome is not None:
        result = result_text(position.outcome)
    if result and not _RESULT.fullmatch(result):
        raise SgfError(f"result={result!r} is no SGF: use B+3.5, W+R, B+, W+, 0, Void or ?")
    komi = getattr(game.options, "komi", None)
    root = {
        "GN": [game.spec],
        "KM": [] if komi is None else [f"{komi:g}"],
        "PB": [_simple(black)],
        "PW": [_simple(white)],
        "DT": [_simple(date)],
        "RE": [result],
        "C": [_text(comment)],
        "AB": [_letters(point, game) for point, stone in enumerate(stones) if stone > 0],
        "AW": [_letters(point, game) for point, stone in enumerate(stones) if stone < 0],
        "PL": ["W"] if first == "white" else [],
    }
    said = [
        name + "".join(f"[{value}]" for value in values)
        for name, values in root.items()
        if any(values)
    ]
    rows = ["".join(nodes[i : i + 10]) for i in range(0, len(nodes), 10)]
    head = f"(;GM[1]FF[4]CA[UTF-8]SZ[{game.size}]"
    text = "\n".join([head, *said, *rows]) + ")\n"
    if len(text) > MAX_LENGTH:
        raise SgfError(f"the text has {len(text)} characters, at most {MAX_LENGTH} are allowed")
    return text


def result_text(outcome: Outcome) -> str:
    """The outcome of a game of Go or Capture Go as other programs read it.

    "B+3.5" where points are counted, "B+" for a win by capture or by lack of moves, "0" for a draw.
    """
    if outcome.winner is None:
        return "0"
    points = f"{outcome.margin:g}" if outcome.reason in {"territory", "area", "move cap"} else ""
    return f"{outcome.winner[0].upper()}+{points}"


def _letters(move: int, game: Game) -> str:
    """The SGF value of a move; a pass is empty."""
    if move == game.points:
        return ""
    row, column = divmod(move, game.size)
    return chr(ord("a") + column) + chr(ord("a") + row)


def _text(text: str) -> str:
    """A text with lines, escaped. Other control characters, which SGF does not keep, are spaces."""
    lines = re.sub(r"\r\n?", "\n", text)
    plain = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", " ", lines)
    sound = plain.encode(errors="replace").decode()  # half a surrogate pair is no text
    return re.sub(r"([\]\\])", r"\\\1", sound)


def _simple(text: str) -> str:
    """A text on one line, escaped."""
    return _text(text).replace("\n", " ")
