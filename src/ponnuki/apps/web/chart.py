"""Curves as SVG: small, crisp, in the page's colours, with nothing loaded from elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

WIDTH, HEIGHT = 460, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 14, 26

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """A line.

    Attributes:
        name: what it is; any text.
        points: x and y, by x.
        band: low and high for each point, or nothing.
        colour: the number of a colour of the page, 0 to 7.
        dashed: whether the line is broken.
    """

    name: str
    points: Sequence[Point]
    band: Sequence[Point] = ()
    colour: int = 0
    dashed: bool = False


@dataclass(frozen=True)
class Axes:
    """What the axes show: their names, and the least range of y."""

    x: str = "generation"
    y: str = ""
    low: float | None = None
    high: float | None = None
    percent: bool = False


def draw(curves: Sequence[Curve], axes: Axes) -> str:
    """A chart of curves; values that are not finite are left out."""
    shown = [(one, [p for p in one.points if all(map(isfinite, p))]) for one in curves]
    xs = [x for _, points in shown for x, _ in points]
    ys = [y for _, points in shown for _, y in points]
    ys += [y for one in curves for pair in one.band for y in pair if isfinite(y)]
    if axes.low is not None:
        ys.append(axes.low)
    if axes.high is not None:
        ys.append(axes.high)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="chart"'
    name = escape(", ".join(one.name for one in curves) or "no curve yet")
    parts = [f'{head} role="img" aria-label="{name} by {escape(axes.x)}">']
    if not xs:
        middle = f'x="{WIDTH / 2}" y="{HEIGHT / 2}"'
        return (
            f'{parts[0]}<text {middle} text-anchor="middle" class="tick">nothing yet</text></svg>'
        )
    across = _Scale(min(xs), max(xs), _LEFT, WIDTH - _RIGHT)
    up = _Scale(min(ys), max(ys), HEIGHT - _BOTTOM, _TOP)
    parts += _grid(across, up, axes)
    for one, points in shown:
        parts += _curve(one, points, across, up)
    return "".join([*parts, "</svg>"])


def legend(curves: Sequence[Curve]) -> str:
    """The names of curves beside their colours."""
    items = "".join(
        f'<span class="key colour-{one.colour % 8}{" dashed" * one.dashed}">'
        f"{escape(one.name)}</span>"
        for one in curves
    )
    return f'<div class="legend">{items}</div>'


def value_curve(values: Sequence[float | None], here: int) -> str:
    """The value of a game's positions over its moves, in black's view; infinities are decided."""
    finite = [abs(value) for value in values if value is not None and isfinite(value)]
    most = max([1e-9, *finite])
    limit = 1.0 if most <= 1 else most
    width, height, middle = 320, 110, 55
    step = width / max(len(values) - 1, 12)

    def y(value: float) -> float:
        share = 1.0 if value > limit else -1.0 if value < -limit else value / limit
        return middle - 46 * share

    points = [(i * step, y(v)) for i, v in enumerate(values) if v is not None]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 0 {width + 12} {height}" '
        'class="chart value" role="img" aria-label="Value of the position over the game">',
        f'<rect class="black-half" x="-6" y="0" width="{width + 12}" height="{middle}"/>',
        f'<rect class="white-half" x="-6" y="{middle}" width="{width + 12}" height="{middle}"/>',
        f'<path class="zero" d="M-6 {middle}H{width + 6}"/>',
    ]
    if points:
        path = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
        parts.append(f'<path class="curve colour-0" d="M{path}"/>')
        parts += [f'<circle class="dot" cx="{a:.1f}" cy="{b:.1f}" r="2"/>' for a, b in points[-1:]]
    parts.append(f'<path class="cursor" d="M{here * step:.1f} 0V{height}"/>')
    return "".join([*parts, "</svg>"])


def bars(values: Sequence[float], name: str) -> str:
    """A row of bars up and down from the middle, for values from -1 to 1."""
    step = 300 / max(len(values), 1)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60" class="chart bars" '
        f'role="img" aria-label="{escape(name)}"><path class="zero" d="M0 30H300"/>'
    ]
    for index, value in enumerate(values):
        height = 28 * min(1.0, abs(value))
        top = 30 - height if value > 0 else 30
        kind = "plus" if value > 0 else "minus"
        parts.append(
            f'<rect class="{kind}" x="{index * step + step * 0.12:.2f}" y="{top:.2f}" '
            f'width="{step * 0.76:.2f}" height="{height:.2f}"><title>{value:+.3f}</title></rect>'
        )
    return "".join([*parts, "</svg>"])


class _Scale:
    """From values to places."""

    def __init__(self, low: float, high: float, begin: float, end: float) -> None:
        if high - low < 1e-12:
            low, high = low - 0.5, high + 0.5
        self.low, self.high, self.begin, self.end = low, high, begin, end

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self, count: int, whole: bool = False) -> list[float]:
        """Round numbers within the range."""
        raw = (self.high - self.low) / count
        power = 10.0 ** floor(log10(raw))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
        step = max(step, 1.0) if whole else step
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [index * step for index in range(first, last + 1)]


def _grid(across: _Scale, up: _Scale, axes: Axes) -> list[str]:
    parts = []
    for value in up.ticks(4):
        y = up(value)
        text = f"{100 * value:.0f} %" if axes.percent else _short(value)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(
            f'<text class="tick" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
        )
    parts += [
        f'<text class="tick" x="{across(value):.1f}" y="{HEIGHT - 8}" text-anchor="middle">'
        f"{value:g}</text>"
        for value in across.ticks(6, whole=True)
    ]
    return parts


def _curve(one: Curve, points: Sequence[Point], across: _Scale, up: _Scale) -> list[str]:
    parts = []
    colour = f"colour-{one.colour % 8}"
    if one.band:
        xs = [across(x) for x, _ in one.points]
        low = [f"{x:.1f} {up(y):.1f}" for x, (y, _) in zip(xs, one.band, strict=True)]
        high = [f"{x:.1f} {up(y):.1f}" for x, (_, y) in zip(xs, one.band, strict=True)]
        parts.append(f'<path class="band {colour}" d="M{"L".join([*low, *reversed(high)])}Z"/>')
    path = "L".join(f"{across(x):.1f} {up(y):.1f}" for x, y in points)
    if len(points) > 1:
        parts.append(f'<path class="curve {colour}{" dashed" * one.dashed}" d="M{path}"/>')
    if len(points) <= 40:
        parts += [
            f'<circle class="dot {colour}" cx="{across(x):.1f}" cy="{up(y):.1f}" r="2.2"/>'
            for x, y in points
        ]
    return parts


def _short(value: float) -> str:
    """A number in few characters."""
    for limit, unit in (1e9, "G"), (1e6, "M"), (1e3, "k"):
        if abs(value) >= limit:
            return f"{value / limit:g}{unit}"
    return f"{value:g}" if abs(value) < 1e-9 or abs(value) >= 1e-3 else f"{value:.0e}"
