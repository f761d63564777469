"""Reads the main line of an SGF file (Go games): set-up stones and moves.

The text may come from a stranger: its length and depth are limited, and every error names the
offset. Variations are skipped.
"""

import re
from collections.abc import Iterator

from ponnuki.games import DiagramError, Game, Position

MAX_LENGTH = 200_000
MAX_NODES = 5_000

_TOKEN = re.compile(r"\s*(?:([();])|([A-Z]{1,8})|\[)")

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
    """The position at the end of the main line.

    Raises:
        SgfError: the text is no SGF, is for another board, or a move is not legal.
    """
    nodes = main_line(text)
    size = nodes[0].get("SZ", ["19"])[0]
    if size != str(game.size):
        raise SgfError(f"the game is on a board of size {size}, not {game.size}")
    position = game.start()
    for number, node in enumerate(nodes):
        if "AB" in node or "AW" in node:
            if position.plies:
                raise SgfError(f"node {number}: stones are set up after the first move")
            position = _set_up(node, game)
        for colour, side in ("B", "black"), ("W", "white"):
            for value in node.get(colour, []):
                if position.to_move != side:
                    raise SgfError(f"node {number}: it is not {side}'s turn")
                try:
                    position = position.play(_point(value, game.size, number))
                except ValueError as error:
                    raise SgfError(f"node {number}: {error}") from None
    return position


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
