"""A position as a picture that can be clicked: SVG with a part for every point.

Colours and the ground are the page's; see style.css. All text in the picture is ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ponnuki.apps.web.areas import draw_areas
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
        discs: whether that is discs at the end, not values of a net.
        chances: what a policy gives each move, from 0 to 1.
        weights: a weight a point.
        areas: how much each point is black's (up to 1) or white's (down to -1); nothing if empty.
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
    discs: bool = False
    chances: Mapping[int, float] = field(default_factory=dict)
    weights: NDArray[np.float64] | None = None
    areas: tuple[float, ...] = ()
    squares: tuple[tuple[Square, float], ...] = ()


def draw(view: View) -> str:
    """The picture of a position, without what somebody advises; that is drawn by `advice`."""
    parts = [_ground(view.position.game, view.coordinates)]
    if view.weights is not None:
        parts += _weights(view.weights)
    parts += draw_areas(view.areas, view.position.game.size)
    parts += _points(view)
    parts += [_square(square, weight) for square, weight in view.squares]
    parts += _marks(view)
    parts += _pass(view)
    return "".join([*parts, "</svg>"])


def frame(game: Game, coordinates: bool, kind: str) -> str:
    """The beginning of a picture that covers a board."""
    low = centre(0) - (CELL if coordinates else 26)
    side = centre(game.size - 1) + centre(0) - 2 * low
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{low} {low} {side} {side}" '
        f'class="{kind} {game.kind.board}" text-anchor="middle" '
    )


@lru_cache(maxsize=64)
def _ground(game: Game, coordinates: bool) -> str:
    """What is the same in all positions of a game: the lines, the names of rows and columns."""
    size, style = game.size, game.kind.board
    parts = [
        f'{frame(game, coordinates, "position")}aria-hidden="false">',
        _DEFS,
        f'<path class="lines" d="{lines(size, style)}"/>',
    ]
    if style == "crossings":
        parts += [
            f'<circle class="star" {at(r * size + c, size)} r="3.2"/>' for r, c in stars(size)
        ]
    if coordinates:
        parts += _labels(game)
    return "".join(parts)


def describe(game: Game, point: int, colour: int, last: bool) -> str:
    """A point for somebody who listens: where it is and what is there."""
    black, white = ("X", "O") if game.kind.board == "marks" else ("black", "white")
    what = black if colour > 0 else white if colour else "empty"
    more = ", last move" if last else ""
    return f"{game.text(point)} {what}{more}"


def _labels(game: Game) -> list[str]:
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
    position, game = view.position, view.position.game
    stones, drawn = position.stones, _drawn(game.id, game.size)
    legal = set(position.legal_numbers()) if view.clickable else set()
    turn = 1 if position.to_move == "black" else -1
    taken = dict(view.captured) if view.fresh else {}
    parts = []
    for point, stone in enumerate(stones):
        ghost = turn if point in legal else 0
        last = point == view.last
        key = point, stone, taken.get(point, 0), ghost, last, last and view.fresh, view.named
        if key not in drawn:
            drawn[key] = _point(game, *key)
        parts.append(drawn[key])
    return parts


_Point = tuple[int, int, int, int, bool, bool, bool]


@lru_cache(maxsize=8)
def _drawn(_game_id: str, _size: int) -> dict[_Point, str]:
    """Points of a game that were drawn before: most of a board is the same in every picture."""
    return {}


def _point(
    game: Game, point: int, stone: int, taken: int, ghost: int, last: bool, new: bool, named: bool
) -> str:
    """A point: the stone on it or taken from it, and the one that could be played."""
    size, style = game.size, game.kind.board
    row, column = divmod(point, size)
    parts = [_name(game, point, stone, bool(ghost), last) if named else "<g>"]
    parts.append(
        f'<rect class="hit" x="{centre(column) - CELL // 2}" y="{centre(row) - CELL // 2}" '
        f'width="{CELL}" height="{CELL}"/>'
    )
    if stone:
        parts.append(draw_stone(stone, point, size, style, "stone new" if new else "stone"))
    elif taken:
        parts.append(draw_stone(taken, point, size, style, "stone taken"))
    if ghost:
        parts.append(draw_stone(ghost, point, size, style, "ghost"))
    return "".join([*parts, "</g>"])


def _name(game: Game, point: int, colour: int, can: bool, last: bool) -> str:
    """The beginning of a point's part, by which it is clicked and read out."""
    role = 'role="button"' if can else 'role="img"'
    return (
        f'<g id="point-{point}" data-point="{point}" {role} class="point{" legal" * can}" '
        f'aria-label="{describe(game, point, colour, last)}">'
    )


def _marks(view: View) -> list[str]:
    """The last move, strings in atari."""
    position = view.position
    size, style, stones = position.game.size, position.game.kind.board, position.stones
    parts = []
    if view.atari and style == "crossings":
        parts += [
            f'<circle class="atari" {at(point, size)} r="13.5"/>'
            for string in in_atari(position.cells)
            for point in string.points
        ]
    if view.last is not None and view.last < size * size and style != "marks":
        on = "on-black" if stones[view.last] > 0 else "on-white"
        parts.append(f'<circle class="last {on}" {at(view.last, size)} r="5"/>')
    return parts


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


def draw_stone(colour: int, point: int, size: int, style: str, kind: str) -> str:
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


def at(point: int, size: int) -> str:
    """Where a circle around a point is."""
    row, column = divmod(point, size)
    return f'cx="{centre(column)}" cy="{centre(row)}"'
