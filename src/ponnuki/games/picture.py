"""Positions as pictures: plain SVG, crisp at every size, with nothing loaded from elsewhere."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ponnuki.games.notation import Notation

Style = Literal["crossings", "discs", "marks"]
"""Stones on the crossings of lines (Go), discs in squares (Othello), marks in squares."""

CELL = 40
"""The distance between points in a picture."""

_GROUND = {"crossings": "#e3b968", "discs": "#2f7d4f", "marks": "#f6f3ec"}
_INK = "#3a2a12"


def draw(cells: NDArray[np.int8], style: Style, notation: Notation) -> str:
    """The picture of a board, rows from the top: +1 black, -1 white, 0 empty."""
    size = len(cells)
    side = CELL * (size + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" '
        f'height="{side}" font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{side}" height="{side}" rx="6" fill="{_GROUND[style]}"/>',
        f'<path d="{lines(size, style)}" stroke="{_INK}" fill="none"/>',
    ]
    if style == "crossings":
        parts += [
            f'<circle cx="{centre(column)}" cy="{centre(row)}" r="3.5" fill="{_INK}"/>'
            for row, column in stars(size)
        ]
    for index in range(size):
        at, edges = centre(index), (13, side - 13)
        for edge in edges:
            parts.append(f'<text x="{at}" y="{edge + 5}">{notation.letters[index]}</text>')
            label = notation.row_label(index, size)
            parts.append(f'<text x="{edge}" y="{at + 5}">{label}</text>')
    for row, column in np.argwhere(cells).tolist():
        parts.append(_stone(int(cells[row, column]), centre(column), centre(row), style))
    return "\n".join([*parts, "</svg>\n"])


def centre(index: int) -> int:
    """The middle of a row or column."""
    return CELL * (index + 1)


def lines(size: int, style: Style) -> str:
    """The lines of the board: through the points, or around them."""
    shift = 0 if style == "crossings" else CELL // 2
    count = size if style == "crossings" else size + 1
    low, high = centre(0) - shift, centre(count - 1) - shift
    places = [centre(index) - shift for index in range(count)]
    return " ".join(f"M{low} {at}H{high}M{at} {low}V{high}" for at in places)


def stars(size: int) -> list[tuple[int, int]]:
    """The marked points of a Go board."""
    edge = 3 if size > 11 else 2
    if size < 7:
        return [(size // 2, size // 2)] if size % 2 else []
    places = [edge, size - 1 - edge]
    corners = [(row, column) for row in places for column in places]
    return [*corners, (size // 2, size // 2)] if size % 2 else corners


def _stone(colour: int, x: int, y: int, style: Style) -> str:
    """One stone, disc or mark."""
    if style != "marks":
        fill, rim = ("#141414", "#000") if colour > 0 else ("#fbfbf8", "#6b6b66")
        return f'<circle cx="{x}" cy="{y}" r="18.5" fill="{fill}" stroke="{rim}"/>'
    pen = 'fill="none" stroke-width="4" stroke-linecap="round"'
    if colour > 0:
        return f'<path d="M{x - 11} {y - 11}l22 22m0 -22l-22 22" stroke="#22272e" {pen}/>'
    return f'<circle cx="{x}" cy="{y}" r="12" stroke="#b4232a" {pen}/>'
