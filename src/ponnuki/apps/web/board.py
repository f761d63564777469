"""A position as a picture that can be clicked: SVG with a part for every point.

Colours and the ground are the page's; see style.css. All text in the picture is ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isinf

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators.inside import Square
from ponnuki.games import Game, Position, Side
from ponnuki.games.picture import CELL, centre, lines, stars
from ponnuki.games.strings import in_atari

THEMES = ("wood", "plain", "dark")

_DEFS = """<defs>
<radialGradient id="black-stone" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="#6d6a66"/>
<stop offset=".35" stop-color="#37353a"/><stop offset="1" stop-color="#0d0c0e"/></radialGradient>
<radialGradient id="white-stone" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/>
<stop offset=".6" stop-color="#f4f1ea"/><stop offset="1" stop-color="#c9c3b6"/></radialGradient>
<radialGradient id="stone-shadow"><stop offset=".7" stop-color="#000" stop-opacity=".38"/>
<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>"""


@dataclass(frozen=True)
class View:
    """What to draw.

    Attributes:
        position: the stones.
        last: the move that was played last, if any.
        clickable: whether legal points can be played.
        named: whether each point has a name for clicks and screen readers; one board of a page has.
        fresh: whether the last move was played just now: then it is animated.
        captured: the points and colours of stones that it took.
        atari: whether strings in atari are marked.
        coordinates: whether rows and columns are named.
        hint: a move that somebody advises.
        line: moves that are expected to follow; shown when the page asks for it.
        heat: what moves are worth in black's view; colours show the value itself.
        weights: a weight a point.
        squares: squares to draw, each with a weight: above 0 good for black.
    """

    position: Position
    last: int | None = None
    clickable: bool = False
    named: bool = True
    fresh: bool = False
    captured: tuple[tuple[int, int], ...] = ()
    atari: bool = True
    coordinates: bool = True
    hint: int | None = None
    line: tuple[int, ...] = ()
    heat: Mapping[int, float] = field(default_factory=dict)
    weights: NDArray[np.float64] | None = None
    squares: tuple[tuple[Square, float], ...] = ()


def draw(view: View) -> str:
    """The picture."""
    game = view.position.game
    size, style = game.size, game.kind.board
    low = centre(0) - (CELL if view.coordinates else 26)
    side = centre(size - 1) + centre(0) - 2 * low
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{low} {low} {side} {side}" '
        f'class="position {style}" text-anchor="middle" aria-hidden="false">',
        _DEFS,
        f'<path class="lines" d="{lines(size, style)}"/>',
    ]
    if style == "crossings":
        parts += [
            f'<circle class="star" {_at(r * size + c, size)} r="3.2"/>' for r, c in stars(size)
        ]
    if view.coordinates:
        parts += _labels(view)
    if view.weights is not None:
        parts += _weights(view.weights)
    if view.heat:
        parts += _heat(view.heat, view.position)
    parts += _points(view)
    parts += [_square(square, weight) for square, weight in view.squares]
    parts += _marks(view)
    parts += _line(view)
    parts += _pass(view)
    return "".join([*parts, "</svg>"])


def describe(game: Game, point: int, colour: int, last: int | None) -> str:
    """A point for somebody who listens: where it is and what is there."""
    black, white = ("X", "O") if game.kind.board == "marks" else ("black", "white")
    what = black if colour > 0 else white if colour else "empty"
    more = ", last move" if point == last else ""
    return f"{game.text(point)} {what}{more}"


def _labels(view: View) -> list[str]:
    game = view.position.game
    notation, size = game.kind.notation, game.size
    edge = CELL * 0.68
    low, high = centre(0) - edge, centre(size - 1) + edge
    return [
        f'<text class="label" x="{x}" y="{y + 4}">{text}</text>'
        for index in range(size)
        for x, y, text in (
            (centre(index), low, notation.letters[index]),
            (centre(index), high, notation.letters[index]),
            (low, centre(index), notation.row_label(index, size)),
            (high, centre(index), notation.row_label(index, size)),
        )
    ]


def _points(view: View) -> list[str]:
    """A part for every point: what lies there, and where to click."""
    position = view.position
    size, style, stones = position.game.size, position.game.kind.board, position.stones
    legal = set(position.legal_moves()) if view.clickable else set()
    turn = 1 if position.to_move == "black" else -1
    taken = dict(view.captured) if view.fresh else {}
    parts = []
    for point in range(size * size):
        row, column = divmod(point, size)
        can = point in legal
        parts.append(_name(view, point, stones[point], can) if view.named else "<g>")
        parts.append(
            f'<rect class="hit" x="{centre(column) - CELL // 2}" y="{centre(row) - CELL // 2}" '
            f'width="{CELL}" height="{CELL}"/>'
        )
        if stones[point]:
            new = " new" if view.fresh and point == view.last else ""
            parts.append(_stone(stones[point], point, size, style, f"stone{new}"))
        elif point in taken:
            parts.append(_stone(taken[point], point, size, style, "stone taken"))
        if can:
            parts.append(_stone(turn, point, size, style, "ghost"))
        parts.append("</g>")
    return parts


def _name(view: View, point: int, colour: int, can: bool) -> str:
    """The beginning of a point's part, by which it is clicked and read out."""
    role = 'role="button"' if can else 'role="img"'
    return (
        f'<g id="point-{point}" data-point="{point}" {role} class="point{" legal" * can}" '
        f'aria-label="{describe(view.position.game, point, colour, view.last)}">'
    )


def _marks(view: View) -> list[str]:
    """The last move, strings in atari, the hint."""
    position = view.position
    size, style, stones = position.game.size, position.game.kind.board, position.stones
    parts = []
    if view.atari and style == "crossings":
        parts += [
            f'<circle class="atari" {_at(point, size)} r="13.5"/>'
            for string in in_atari(position.cells)
            for point in string.points
        ]
    if view.last is not None and view.last < size * size and style != "marks":
        on = "on-black" if stones[view.last] > 0 else "on-white"
        parts.append(f'<circle class="last {on}" {_at(view.last, size)} r="5"/>')
    if view.hint is not None and view.hint < size * size:
        parts.append(f'<circle class="hint" {_at(view.hint, size)} r="15.5"/>')
    return parts


def _line(view: View) -> list[str]:
    """The moves that are expected, as numbered stones; the page shows them when asked to."""
    if not view.line:
        return []
    position = view.position
    size, style = position.game.size, position.game.kind.board
    colour = 1 if position.to_move == "black" else -1
    parts, drawn = ['<g class="expected">'], set()
    for number, move in enumerate(view.line, start=1):
        if move < size * size and move not in drawn:
            drawn.add(move)
            row, column = divmod(move, size)
            parts.append(_stone(colour, move, size, style, "stone"))
            ink = "on-black" if colour > 0 and style != "marks" else "on-white"
            parts.append(
                f'<text class="number {ink}" x="{centre(column)}" y="{centre(row) + 5}">'
                f"{number}</text>"
            )
        colour = -colour
    return [*parts, "</g>"]


def _pass(view: View) -> list[str]:
    """A sign above the board when the last move was a pass."""
    game = view.position.game
    if view.last is None or view.last != game.pass_move:
        return []
    who = "White" if view.position.to_move == "black" else "Black"
    x, y = (centre(0) + centre(game.size - 1)) / 2, centre(0) - CELL * 0.62
    return [
        f'<g class="passed"><rect x="{x - 44}" y="{y - 11}" width="88" height="22" rx="11"/>'
        f'<text x="{x}" y="{y + 4}">{who} passed</text></g>'
    ]


def _heat(heat: Mapping[int, float], position: Position) -> list[str]:
    """What moves are worth to the side that plays.

    Green is good and red is bad for it, the stronger the further from even: 1 is a whole colour,
    as most nets say no more, or else the largest value there is. The best moves have a ring.
    """
    size = position.game.size
    sign = 1 if position.to_move == "black" else -1
    worth = {move: sign * value for move, value in heat.items()}
    whole = max([1.0, *(abs(value) for value in worth.values() if not isinf(value))])
    best = max(worth.values())
    parts = []
    for move, value in worth.items():
        if move >= size * size:
            continue
        row, column = divmod(move, size)
        text = ("★" if value > 0 else "✕") if isinf(value) else f"{100 * value:+.0f}"
        share = min(abs(value) / whole, 1.0)
        kind = ("good" if value > 0 else "bad") + (" best" if value == best else "")
        parts.append(
            f'<g class="heat {kind}" style="--share:{share:.2f}">'
            f'<circle {_at(move, size)} r="15.5"/>'
            f'<text x="{centre(column)}" y="{centre(row) + 4}">{text}</text></g>'
        )
    return parts


def _weights(weights: NDArray[np.float64]) -> list[str]:
    """A weight a point, as the colour and size of a square."""
    size = len(weights)
    most = float(np.abs(weights).max()) or 1.0
    parts = []
    for point, weight in enumerate(weights.ravel().tolist()):
        row, column = divmod(point, size)
        half = 3 + 16 * (abs(weight) / most) ** 0.5
        kind = "plus" if weight > 0 else "minus"
        parts.append(
            f'<rect class="weight {kind}" x="{centre(column) - half:.1f}" '
            f'y="{centre(row) - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="3">'
            f"<title>{weight:+.3f}</title></rect>"
        )
    return parts


def _square(square: Square, weight: float) -> str:
    x, y = centre(square.column) - CELL // 2 + 3, centre(square.row) - CELL // 2 + 3
    width = CELL * square.side - 6
    kind = "plus" if weight > 0 else "minus"
    return (
        f'<rect class="window {kind}" x="{x}" y="{y}" width="{width}" height="{width}" rx="8">'
        f"<title>{weight:+.3f}</title></rect>"
    )


def _stone(colour: int, point: int, size: int, style: str, kind: str) -> str:
    """A stone, disc or mark of a class."""
    row, column = divmod(point, size)
    x, y = centre(column), centre(row)
    name: Side = "black" if colour > 0 else "white"
    if style == "marks":
        shape = (
            f'<path d="M{x - 11} {y - 11}l22 22m0 -22l-22 22"/>'
            if colour > 0
            else f'<circle cx="{x}" cy="{y}" r="12"/>'
        )
        return f'<g class="mark {name} {kind}">{shape}</g>'
    shadow = f'<circle cx="{x + 1.6}" cy="{y + 2.6}" r="20.5" fill="url(#stone-shadow)"/>'
    body = f'<circle cx="{x}" cy="{y}" r="18.6" fill="url(#{name}-stone)"/>'
    return f'<g class="{kind}">{"" if kind == "ghost" else shadow}{body}</g>'


def _at(point: int, size: int) -> str:
    row, column = divmod(point, size)
    return f'cx="{centre(column)}" cy="{centre(row)}"'
