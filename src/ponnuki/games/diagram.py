"""Positions as text that a person can read and type: the board, then what it does not show.

Knows no rules: it turns text into cells and numbers, and back.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ponnuki.games.errors import DiagramError
from ponnuki.games.notation import Notation

MAX_LENGTH = 4000

_GLYPHS = {1: "X", -1: "O", 0: "."}
_CELLS = {glyph: cell for cell, glyph in _GLYPHS.items()}

Setup = tuple[int, int, int, int, int]
"""Plies, passes just made, stones captured by black, by white, ko point or -1."""


@dataclass(frozen=True)
class Drawn:
    """What a diagram says: cells, the rest of the position, and the result if it names one."""

    cells: list[int]
    setup: Setup
    result: str | None


def draw(
    cells: Sequence[int], setup: Setup, size: int, notation: Notation, result: str | None
) -> str:
    """The diagram of a position."""
    header = "   " + " ".join(notation.letters[:size])
    lines = [header]
    for row in range(size):
        label = notation.row_label(row, size)
        glyphs = " ".join(_GLYPHS[cell] for cell in cells[row * size : (row + 1) * size])
        lines.append(f"{label:>2} {glyphs} {label}")
    lines.append(header)
    plies, passes, by_black, by_white, ko = setup
    status = [f"ply {plies}", f"{'white' if plies % 2 else 'black'} to move"]
    if passes:
        status.append(f"passes {passes}")
    if by_black or by_white:
        status.append(f"captured {by_black}-{by_white}")
    if ko >= 0:
        status.append(f"ko {notation.text(ko, size)}")
    lines.append(", ".join(status))
    if result is not None:
        lines.append(result)
    return "\n".join(lines)


def parse(text: str, size: int, notation: Notation, start: Sequence[int]) -> Drawn:
    """Reads a diagram. Labels and everything below the board may be left out.

    Without a ply the number of moves is what the stones suggest, seen from the start position.

    Raises:
        DiagramError: the text is no diagram of that size; the message names the line.
    """
    if len(text) > MAX_LENGTH:
        raise DiagramError(f"a diagram has at most {MAX_LENGTH} characters, this has {len(text)}")
    cells: list[int] = []
    status: dict[str, str] = {}
    result = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.split() == list(notation.letters[:size]):
            continue
        row = len(cells) // size
        if row < size:
            cells += _row(line, row, size, notation, number)
        elif not status and result is None and (found := _status(line, number)):
            status = found
        elif result is None and re.fullmatch(r"(black won|white won|draw) by .+", line.strip()):
            result = line.strip()
        else:
            raise DiagramError(f"line {number}: {line.strip()!r} has no meaning below the board")
    if len(cells) < size * size:
        raise DiagramError(f"the diagram has {len(cells) // size} rows, {size} are needed")
    return Drawn(cells, _setup(status, cells, size, notation, start), result)


def _row(line: str, row: int, size: int, notation: Notation, number: int) -> list[int]:
    """The cells of one line of the board."""
    label = notation.row_label(row, size)
    match = re.fullmatch(r"(\d*)(\D*)(\d*)", line.strip(), re.ASCII)
    if match is None:
        raise DiagramError(f"line {number}: {line.strip()!r} is no row of a board")
    for found in match.group(1), match.group(3):
        if found not in {"", label}:
            raise DiagramError(f"line {number}: the row is labelled {found}, not {label}")
    glyphs = "".join(match.group(2).split())
    unknown = sorted(set(glyphs) - set(_CELLS))
    if unknown:
        raise DiagramError(
            f"line {number}: {unknown[0]!r} is no cell: use X (black), O (white) and . (empty)"
        )
    if len(glyphs) != size:
        raise DiagramError(f"line {number}: the row has {len(glyphs)} cells, {size} are needed")
    return [_CELLS[glyph] for glyph in glyphs]


_ITEMS = {
    "ply": r"ply (\d{1,5})",
    "to move": r"(black|white) to move",
    "passes": r"passes (\d)",
    "captured": r"captured (\d{1,5}-\d{1,5})",
    "ko": r"ko ([A-Za-z]\d{1,2})",
}


def _status(line: str, number: int) -> dict[str, str]:
    """The items of the line below the board, or nothing if it is no such line."""
    found: dict[str, str] = {}
    for item in line.strip().split(", "):
        for name, pattern in _ITEMS.items():
            if match := re.fullmatch(pattern, item, re.ASCII):
                if name in found:
                    raise DiagramError(f"line {number}: {name!r} is said twice")
                found[name] = match.group(1)
                break
        else:
            return {}
    return found


def _setup(
    status: dict[str, str], cells: list[int], size: int, notation: Notation, start: Sequence[int]
) -> Setup:
    """The numbers of a position, from what the status says and what the stones suggest."""
    by_black, by_white = (int(part) for part in status.get("captured", "0-0").split("-"))
    passes = int(status.get("passes", "0"))
    ko = -1
    if "ko" in status:
        point = notation.point(status["ko"], size)
        if point is None:
            raise DiagramError(f"ko {status['ko']!r} is no point of this board")
        ko = point
    to_move = status.get("to move")
    if "ply" in status:
        plies = int(status["ply"])
        if to_move is not None and (plies % 2 == 1) != (to_move == "white"):
            raise DiagramError(f"after {plies} plies it is not {to_move}'s turn: black moves first")
    else:
        came = sum(map(abs, cells)) - sum(map(abs, start)) + by_black + by_white + passes
        plies = max(0, came)
        if to_move is not None and (plies % 2 == 1) != (to_move == "white"):
            plies += 1
    return plies, passes, by_black, by_white, ko
