"""Reads the main line of an SGF file (Go games): set-up stones and moves.

The text may come from a stranger: its length and depth are limited, and every error names the
offset. Variations are skipped.
"""

import re
from dataclasses import dataclass, field

from ponnuki.games import DiagramError, Game, Position

MAX_LENGTH = 200_000
MAX_NODES = 5_000

_TOKEN = re.compile(r"\s*(?:([();])|([A-Z]{1,8})|(\[))")


class SgfError(ValueError):
    """A text that is no SGF, or no game of the board that is asked for."""


@dataclass(frozen=True)
class SgfLine:
    """The main line: nodes with their properties, first to last."""

    nodes: list[dict[str, list[str]]] = field(default_factory=list)


def parse(text: str) -> SgfLine:
    """The main line of the first game in an SGF text.

    Raises:
        SgfError: it is not well-formed, or too long; the message names the offset.
    """
    if len(text) > MAX_LENGTH:
        raise SgfError(
            f"an SGF text has at most {MAX_LENGTH} characters here, this has {len(text)}"
        )
    nodes: list[dict[str, list[str]]] = []
    depth = skipped = at = 0
    closed_once = False
    name: str | None = None
    while depth or not nodes:
        match = _TOKEN.match(text, at)
        if match is None:
            raise SgfError(f"offset {at}: this is no SGF")
        mark, word, bracket = match.groups()
        at = match.end()
        if mark == "(":
            depth += 1
            skipped += closed_once  # a second branch: not the main line
            name = None
        elif mark == ")":
            if depth == 0:
                raise SgfError(f"offset {at - 1}: a bracket closes that was not opened")
            depth -= 1
            closed_once = True
        elif depth == 0:
            raise SgfError(f"offset {at - 1}: a game begins with '('")
        elif mark == ";":
            if len(nodes) >= MAX_NODES:
                raise SgfError(f"offset {at - 1}: there are more than {MAX_NODES} nodes")
            if not closed_once:
                nodes.append({})
            name = None
        elif word is not None:
            name = word
        else:
            if name is None or not bracket:
                raise SgfError(f"offset {at - 1}: a value belongs to no property")
            value, at = _value(text, at)
            if not closed_once and nodes:
                nodes[-1].setdefault(name, []).append(value)
    return SgfLine(nodes)


def _value(text: str, at: int) -> tuple[str, int]:
    """The value that begins at an offset, and the offset behind its bracket."""
    begin, parts = at - 1, []
    while at < len(text):
        letter = text[at]
        if letter == "]":
            return "".join(parts), at + 1
        if letter == "\\" and at + 1 < len(text):
            at += 1
            letter = text[at]
        parts.append(letter)
        at += 1
    raise SgfError(f"offset {begin}: a value is not closed")


def last_position(text: str, game: Game) -> Position:
    """The position at the end of the main line.

    Raises:
        SgfError: the text is no SGF, is for another board, or a move is not legal.
    """
    line = parse(text)
    root = line.nodes[0]
    size = root.get("SZ", ["19"])[0]
    if size != str(game.size):
        raise SgfError(f"the game is on a board of size {size}, not {game.size}")
    position = game.start()
    for number, node in enumerate(line.nodes):
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


def _set_up(node: dict[str, list[str]], game: Game) -> Position:
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
