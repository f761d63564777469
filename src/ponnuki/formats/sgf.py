"""SGF files of Go games: positions and variations are read, games are written.

What a tree of nodes is, and its limits, stands in `sgf_tree`; its functions are here as well. The
text may come from a stranger, and every error names the offset of the node.
"""

import operator
import re
from collections.abc import Iterator, Sequence
from typing import SupportsIndex

from ponnuki.formats.sgf_tree import (
    MAX_LENGTH,
    MAX_NODES,
    Node,
    SgfError,
    escape_simple,
    escape_text,
    read_collection,
    read_text,
    read_tree,
    write_tree,
)
from ponnuki.games import FORFEITS, DiagramError, Game, Outcome, Position, Side

__all__ = [
    "GAMES",
    "MAX_LENGTH",
    "MAX_NODES",
    "Node",
    "SgfError",
    "add_move",
    "board_size",
    "last_position",
    "main_line",
    "moves_of",
    "position_at",
    "read_collection",
    "read_tree",
    "result_text",
    "root_node",
    "write_sgf",
    "write_tree",
]

GAMES = ("capture-go", "go")
"""The games that are written: Go in SGF's sense, stones put on points in turn."""

_RESULT = re.compile(r"0|Draw|Void|\?|[BW]\+(?:R|T|F|Resign|Time|Forfeit|[0-9]+(?:\.[0-9]+)?)?")

_SIDES: tuple[tuple[str, Side], ...] = (("B", "black"), ("W", "white"))

_SET_UP = frozenset({"AB", "AW", "AE", "PL"})
_BEHIND: tuple[str, ...] = ("C", "AB", "AW", "PL")  # written behind the result


def main_line(text: str | bytes) -> list[dict[str, list[str]]]:
    """The properties of the first game's main line, node by node, with their values as texts.

    Raises:
        SgfError: it is not well-formed, or too long; the message names the offset.
    """
    return [
        {name: [read_text(value) for value in values] for name, values in node.properties.items()}
        for node in read_tree(text).main_line()
    ]


def last_position(text: str | bytes, game: Game) -> Position:
    """The position at the end of the first game's main line.

    Raises:
        SgfError: the text is no SGF, is for another board, or a move is not legal.
    """
    return position_at(read_tree(text).main_line()[-1], game)


def board_size(root: Node) -> int:
    """Rows and columns of the board of a game; 19 if it does not say it.

    Raises:
        SgfError: it is no game of Go, or the board is not square.
    """
    kind = (root.simple("GM") or "1").strip()
    if kind != "1":
        raise SgfError(f"offset {root.offset}: the game GM[{kind[:10]}] is not Go, GM[1]")
    text = (root.simple("SZ") or "19").strip()
    match = re.fullmatch(r"([0-9]{1,2})(?::\1)?", text, re.ASCII)
    if match is None:
        raise SgfError(f"offset {root.offset}: SZ[{text[:10]}] is no size of a square board")
    return int(match[1])


def position_at(node: Node, game: Game) -> Position:
    """The position after a node, in the main line or in any variation.

    Raises:
        SgfError: the game is on another board, a move is not legal, or the stones that are set up
            make no position.
    """
    start, moves = moves_of(node, game)
    return start.play_all(moves)


def moves_of(node: Node, game: Game) -> tuple[Position, list[int]]:
    """How a position came about: the last one that was set up, and the moves from there to a node.

    Raises:
        SgfError: as `position_at`.
    """
    start, moves = game.start(), list[int]()
    for position, move in _replay(node, game):
        if move is None:
            start, moves = position, []
        else:
            moves.append(move)
    return start, moves


def sets_up(node: Node) -> bool:
    """Whether a node sets up stones or says whose turn it is."""
    return not _SET_UP.isdisjoint(node.properties)


def moves_in(node: Node, game: Game) -> list[tuple[Side, int]]:
    """The moves that stand in a node, one as a rule, as the file says them: they may be illegal.

    Raises:
        SgfError: a value is no point of the board.
    """
    return [
        (side, _point(value, game.size, node))
        for name, side in _SIDES
        for value in node.properties.get(name, [])
    ]


def _replay(node: Node, game: Game) -> Iterator[tuple[Position, int | None]]:
    """Positions on the way to a node: set up (then there is no move), or after a move."""
    path = node.path()
    size = board_size(path[0])
    if size != game.size:
        raise SgfError(f"the game is on a board of size {size}, not {game.size}")
    position = game.start()
    touched = False
    for index, here in enumerate(path):
        if sets_up(here):
            found = _set_up(position, path[index:], fresh=not touched)
            if found is not None:
                touched = True
                position = found
                yield position, None
        for side, move in moves_in(here, game):
            if position.to_move != side:
                raise SgfError(f"offset {here.offset}: it is not {side}'s turn")
            try:
                position = position.play(move)
            except ValueError as error:
                raise SgfError(f"offset {here.offset}: {error}") from None
            touched = True
            yield position, move


def _set_up(position: Position, path: list[Node], *, fresh: bool) -> Position | None:
    """The position that a node sets up, or None if it changes nothing.

    Args:
        position: where it is set up.
        path: the node and those after it.
        fresh: whether nothing has happened before; then the board is empty.
    """
    node, game = path[0], position.game
    turn = _turn(path, position.to_move)
    stones = not {"AB", "AW", "AE"}.isdisjoint(node.properties)
    if not stones and turn == position.to_move:
        return None
    cells = [".XO"[stone] for stone in position.stones]
    if stones and fresh:
        cells = ["."] * game.points
    said: dict[int, str] = {}
    for name, glyph in ("AB", "X"), ("AW", "O"), ("AE", "."):
        for value in sorted(set(node.properties.get(name, []))):
            for point in _points(value, name, game.size, node):
                if said.setdefault(point, glyph) != glyph:
                    raise SgfError(
                        f"offset {node.offset}: {game.text(point)} is set up in two ways"
                    )
                cells[point] = glyph
    rows = ["".join(cells[i : i + game.size]) for i in range(0, game.points, game.size)]
    taken = position.captured
    status = f"{turn} to move, captured {taken.black}-{taken.white}"
    try:
        return game.parse("\n".join([*rows, status]))
    except DiagramError as error:
        raise SgfError(f"offset {node.offset}: {error}") from None


def _turn(path: list[Node], otherwise: Side) -> Side:
    """Whose turn it is after stones are set up: PL says it, or the next move, or a handicap."""
    said = (path[0].simple("PL") or "").strip().upper()[:1]
    for name, side in _SIDES:
        if said == name:
            return side
    for node in [*path, *path[-1].main_line()[1:]]:
        for name, side in _SIDES:
            if name in node.properties:
                return side
    handicap = (path[0].simple("HA") or "").strip()
    return "white" if re.fullmatch("[2-9]", handicap) else otherwise


def _points(value: str, name: str, size: int, node: Node) -> list[int]:
    """The points that a value of a list names: one, or a rectangle."""
    first, colon, second = value.partition(":")
    corners = [_point(part, size, node) for part in ([first, second] if colon else [first])]
    if size * size in corners:
        raise SgfError(f"offset {node.offset}: {name}[{value[:10]}] is no point")
    (top, left), (bottom, right) = (divmod(corner, size) for corner in (corners[0], corners[-1]))
    if top > bottom or left > right:
        raise SgfError(f"offset {node.offset}: {name}[{value[:10]}] is no rectangle")
    rows, columns = range(top, bottom + 1), range(left, right + 1)
    return [row * size + column for row in rows for column in columns]


def _point(value: str, size: int, node: Node) -> int:
    """The point that an SGF value names; the number of points for a pass."""
    if value == "" or (value == "tt" and size <= 19):
        return size * size
    if not re.fullmatch("[a-s]{2}", value):
        raise SgfError(f"offset {node.offset}: {value[:10]!r} is no point")
    column, row = (ord(letter) - ord("a") for letter in value)
    if row >= size or column >= size:
        raise SgfError(f"offset {node.offset}: {value!r} is not on a board of size {size}")
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
    node = root = root_node(game, start, black=black, white=white, comment=comment, date=date)
    position = game.start() if start is None else start
    for move in moves:
        node = add_move(node, position, move)
        position = position.play(move)
    if not result and position.outcome is not None:
        result = result_text(position.outcome)
    if result:
        set_result(root, result)
    return write_tree(root)


def root_node(
    game: Game,
    start: Position | None = None,
    *,
    black: str = "",
    white: str = "",
    result: str = "",
    comment: str = "",
    date: str = "",
) -> Node:
    """The first node of a game, to which moves and variations can be added.

    Args:
        game: Go or Capture Go.
        start: the first position, if it is not the game's own. Its stones and whose turn it is are
            kept; what was captured before is not.
        black: who played black.
        white: who played white.
        result: as in `write_sgf`.
        comment: any text.
        date: the day, such as "2026-07-31".

    Raises:
        SgfError: SGF cannot hold this game, or the result is not written as SGF writes it.
    """
    if game.id not in GAMES:
        raise SgfError(f"{game.spec} cannot be written as SGF: only {' and '.join(GAMES)} can")
    first = game.start() if start is None else start
    stones = first.stones
    komi = getattr(game.options, "komi", None)
    other = first != game.start()
    said = {
        "GN": [game.spec],
        "KM": [] if komi is None else [f"{komi:g}"],
        "PB": [escape_simple(black)],
        "PW": [escape_simple(white)],
        "DT": [escape_simple(date)],
        "RE": [""],
        "C": [escape_text(comment)],
        "AB": [_letters(point, game) for point, stone in enumerate(stones) if stone > 0],
        "AW": [_letters(point, game) for point, stone in enumerate(stones) if stone < 0],
        "PL": [first.to_move[0].upper() if other else ""],
    }
    head = {"GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "SZ": [str(game.size)]}
    root = Node(head | {name: values for name, values in said.items() if any(values)})
    if result:
        set_result(root, result)
    return root


def add_move(node: Node, position: Position, move: SupportsIndex) -> Node:
    """A new node with a move, behind the node of a position.

    Raises:
        MoveError: the move is not legal.
    """
    position.play(move)
    letters = _letters(operator.index(move), position.game)
    return node.add({position.to_move[0].upper(): [letters]})


def set_result(root: Node, result: str) -> None:
    """Says the result in a game's first node, ahead of the comment and the stones.

    Raises:
        SgfError: it is not written as SGF writes it.
    """
    if not _RESULT.fullmatch(result):
        raise SgfError(f"result={result!r} is no SGF: use B+3.5, W+R, B+, W+, 0, Void or ?")
    behind = {name: root.properties.pop(name) for name in _BEHIND if name in root.properties}
    root.properties |= {"RE": [result]}
    root.properties |= behind


def result_text(outcome: Outcome) -> str:
    """The outcome of a game of Go or Capture Go as other programs read it.

    "B+3.5" where points are counted, "B+" for a win by capture or by lack of moves, "0" for a draw;
    "B+R" if the other side resigned, "B+T" if it was late, "B+F" for other forfeits.
    """
    if outcome.winner is None:
        return "0"
    how = f"{outcome.margin:g}" if outcome.reason in {"territory", "area", "move cap"} else ""
    if outcome.reason in FORFEITS:
        how = {"resignation": "R", "time": "T"}.get(outcome.reason, "F")
    return f"{outcome.winner[0].upper()}+{how}"


def _letters(move: int, game: Game) -> str:
    """The SGF value of a move; a pass is empty."""
    if move == game.points:
        return ""
    row, column = divmod(move, game.size)
    return chr(ord("a") + column) + chr(ord("a") + row)
