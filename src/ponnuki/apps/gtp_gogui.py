"""What GoGui shows of a search: texts in the forms of its analyze commands."""

from collections.abc import Iterable

from ponnuki.apps.thought import effort, shares, worth
from ponnuki.games import Position
from ponnuki.players import SearchResult

ANALYZE_COMMANDS = (
    "gfx/Value of every move/ponnuki-values",
    "dboard/Value of every move as squares/ponnuki-value_map",
    "gfx/Principal line/ponnuki-line",
    "string/Final score/final_score",
)
"""What GoGui offers in its analyze dialog: type, title and command."""


def values(position: Position, found: SearchResult) -> str:
    """Colours from red (worst for the side to move) to green, numbers from 0 to 99."""
    colours: dict[str, list[int]] = {}
    labels = []
    for move, share in shares(position, found).items():
        if move < position.game.points:
            colour = f"#{round(255 * (1 - share)):02x}{round(255 * share):02x}3c"
            colours.setdefault(colour, []).append(move)
            labels.append(f"{position.game.text(move)} {round(99 * share)}")
    lines = [f"COLOR {colour} {_texts(position, moves)}" for colour, moves in colours.items()]
    if labels:
        lines.append("LABEL " + " ".join(labels))
    if found.move != position.game.points:
        lines.append(f"CIRCLE {position.game.text(found.move)}")
    return "\n".join([*lines, _summary(position, found)])


def value_map(position: Position, found: SearchResult) -> str:
    """From -1 (worst for the side to move) to 1 (best), row by row; 0 where no move is."""
    size = position.game.size
    cells = ["0"] * (position.game.points + 1)
    for move, share in shares(position, found).items():
        cells[move] = f"{2 * share - 1:.3f}"
    rows = (cells[row * size : (row + 1) * size] for row in range(size))
    return "\n" + "\n".join(map(" ".join, rows))


def line(position: Position, found: SearchResult) -> str:
    """The principal variation."""
    first = 0 if position.to_move == "black" else 1
    moves = [
        f"{'bw'[(first + index) % 2]} {position.game.text(move)}"
        for index, move in enumerate(found.line)
    ]
    return "\n".join(["VAR " + " ".join(moves), _summary(position, found)])


def _texts(position: Position, points: Iterable[int]) -> str:
    return " ".join(position.game.text(point) for point in points)


def _summary(position: Position, found: SearchResult) -> str:
    """A search in one line, for GoGui's status line."""
    best = position.game.text(found.move)
    return f"TEXT {position.to_move} to move: {best}, {worth(found, 4)}, {effort(found)}"
