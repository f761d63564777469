"""What somebody advises on a position, as a picture that lies over the board.

It is drawn and sent apart from the board, because it comes later than the move and is small.
"""

from math import isinf

from ponnuki.apps.web.board import View, at, draw_stone, frame
from ponnuki.games.picture import centre

LEAST_CHANCE = 0.005
"""Moves less likely than that would be 0 per cent and are not drawn."""


def draw_advice(view: View) -> str:
    """The picture; nothing if there is nothing to draw."""
    parts = [*_heat(view), *_chances(view)]
    size = view.position.game.size
    if view.hint is not None and view.hint < size * size:
        parts.append(f'<circle class="hint" {at(view.hint, size)} r="15.5"/>')
    parts += _line(view)
    if not parts:
        return ""
    return "".join([f"{frame(view.position.game, view.coordinates, 'advised')}>", *parts, "</svg>"])


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
            parts.append(draw_stone(colour, move, size, style, "stone"))
            ink = "on-black" if colour > 0 and style != "marks" else "on-white"
            parts.append(
                f'<text class="number {ink}" x="{centre(column)}" y="{centre(row) + 5}">'
                f"{number}</text>"
            )
        colour = -colour
    return [*parts, "</g>"]


def _heat(view: View) -> list[str]:
    """What moves are worth to the side that plays.

    Green is good and red is bad for it, the stronger the further from even: 1 is a whole colour,
    as most nets say no more, or else the largest value there is. The best moves have a ring.
    """
    if not view.heat:
        return []
    position = view.position
    size = position.game.size
    sign = 1 if position.to_move == "black" else -1
    worth = {move: sign * value for move, value in view.heat.items()}
    whole = max([1.0, *(abs(value) for value in worth.values() if not isinf(value))])
    best = max(worth.values())
    parts = []
    for move, value in worth.items():
        if move >= size * size:
            continue
        row, column = divmod(move, size)
        text = _number(value, discs=view.discs)
        share = min(abs(value) / whole, 1.0)
        kind = ("good" if value > 0 else "bad") + (" best" if value == best else "")
        parts.append(
            f'<g class="heat {kind}" style="--share:{share:.2f}">'
            f'<circle {at(move, size)} r="15.5"/>'
            f'<text x="{centre(column)}" y="{centre(row) + 4}">{text}</text></g>'
        )
    return parts


def _chances(view: View) -> list[str]:
    """The moves that a policy thinks likely, in per cent; the likeliest have a whole colour."""
    size = view.position.game.size
    most = max(view.chances.values(), default=0.0)
    parts = []
    for move, chance in view.chances.items():
        if move < size * size and chance >= LEAST_CHANCE:
            row, column = divmod(move, size)
            kind = "good best" if chance == most else "good"
            parts.append(
                f'<g class="heat {kind}" style="--share:{chance / most:.2f}">'
                f'<circle {at(move, size)} r="{8 + 7.5 * chance / most:.1f}"/>'
                f'<text x="{centre(column)}" y="{centre(row) + 4}">{100 * chance:.0f}</text></g>'
            )
    return parts


def _number(value: float, *, discs: bool) -> str:
    """A value as a map writes it: hundredths, or discs."""
    if isinf(value):
        return "★" if value > 0 else "✕"
    return f"{value if discs else 100 * value:+.0f}"
