"""The curves of a run, from the lines of its generations. The lines may come from a stranger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ponnuki.apps.web.chart import Axes, Curve, Point
from ponnuki.learners import views
from ponnuki.learners.views import Chart, View

Lines = Sequence[Mapping[str, Any]]

PROBES = {
    "untrained_noise": "against untrained nets, with random moves",
    "untrained": "against untrained nets",
    "earlier_noise": "against its earlier champions, with random moves",
    "random": "against random",
}
SPEED = Chart(
    "Speed",
    (views.Curve("positions_per_second", "positions a second"),),
    low=0,
    compared="Positions a second",
)
GAMES = Chart(
    "Games a second",
    (views.Curve("games", "games a second", over="seconds"),),
    low=0,
    compared="Games a second",
)


@dataclass(frozen=True)
class Figure:
    """A chart with its heading."""

    title: str
    axes: Axes
    curves: tuple[Curve, ...]


class Run(NamedTuple):
    """What is shown of a run: the lines of its generations, and which of their facts."""

    lines: Lines
    view: View


def figures(run: Run) -> list[Figure]:
    """The charts of one run."""
    lines = run.lines
    probes = [probe(lines, key, name, index) for index, (key, name) in enumerate(PROBES.items())]
    found = [
        Figure(
            "What the champion is worth",
            Axes(low=0, high=1, percent=True),
            tuple(one for one in probes if one.points),
        )
    ]
    for chart in (*run.view.charts, SPEED, GAMES):
        curves = [series(lines, curve, curve.label, i) for i, curve in enumerate(chart.curves)]
        found.append(Figure(chart.title, _axes(chart), tuple(curves)))
    return [one for one in found if any(curve.points for curve in one.curves)] or found[:1]


def comparison(runs: Mapping[str, Run]) -> list[Figure]:
    """The charts of several runs together."""
    charts = {
        chart.compared: chart
        for run in runs.values()
        for chart in (*run.view.charts, SPEED, GAMES)
        if chart.compared
    }
    found = [
        Figure(
            "Score against untrained nets, with random moves",
            Axes(low=0, high=1, percent=True),
            tuple(
                probe(run.lines, "untrained_noise", name, index)
                for index, (name, run) in enumerate(runs.items())
            ),
        )
    ]
    for title, chart in charts.items():
        curves = [
            series(run.lines, chart.curves[0], name, index)
            for index, (name, run) in enumerate(runs.items())
        ]
        found.append(Figure(title, _axes(chart), tuple(curves)))
    return [one for one in found if any(curve.points for curve in one.curves)] or found[:1]


def series(lines: Lines, fact: views.Curve, name: str, colour: int) -> Curve:
    """A number of every generation that has it; of many, evenly spread ones."""
    found = [(float(line["generation"]), fact.value(line)) for line in lines]
    points = [(number, value) for number, value in found if value is not None]
    return Curve(name, _thinned(points), colour=colour)


def _axes(chart: Chart) -> Axes:
    return Axes(low=chart.low, high=1 if chart.percent else None, percent=chart.percent)


def probe(lines: Lines, key: str, name: str, colour: int) -> Curve:
    """A probe's score with its interval."""
    points: list[Point] = []
    band: list[Point] = []
    for line in lines:
        probes = line.get("probe")
        found = probes.get(key) if isinstance(probes, Mapping) else None
        if not isinstance(found, Mapping) or not _number(found.get("score")):
            continue
        interval = found.get("interval")
        if interval is None:  # too few opponents for one
            interval = [found["score"], found["score"]]
        if not isinstance(interval, list) or len(interval) != 2 or not all(map(_number, interval)):
            continue
        points.append((float(line["generation"]), float(found["score"])))
        band.append((float(interval[0]), float(interval[1])))
    return Curve(name, points, band, colour)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _thinned(points: list[Point], most: int = 400) -> list[Point]:
    if len(points) <= most:
        return points
    step = (len(points) - 1) / (most - 1)
    return [points[round(i * step)] for i in range(most)]
