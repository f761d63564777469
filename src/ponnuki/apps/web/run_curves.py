"""The curves of a run, from the lines of its generations. The lines may come from a stranger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ponnuki.apps.web.chart import Axes, Curve, Point
from ponnuki.learners import views
from ponnuki.learners.views import WORTH, Chart, View, measures, opponent_title

Lines = Sequence[Mapping[str, Any]]

MOST_OPPONENTS = 12
"""Are drawn, however many a stranger's lines name."""

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
    found = [
        Figure(
            WORTH,
            Axes(low=0, high=1, percent=True),
            tuple(
                measured(lines, name, opponent_title(name), index)
                for index, name in enumerate(_opponents([lines]))
            ),
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
            f"Share of points against {opponent_title(opponent)}",
            Axes(low=0, high=1, percent=True),
            tuple(
                measured(run.lines, opponent, name, index)
                for index, (name, run) in enumerate(runs.items())
            ),
        )
        for opponent in _opponents([run.lines for run in runs.values()])
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


def measured(lines: Lines, opponent: str, name: str, colour: int) -> Curve:
    """The share of points against an opponent, with its interval."""
    points: list[Point] = []
    band: list[Point] = []
    for line in lines:
        found = measures(line).get(opponent)
        if found is None:
            continue
        interval = found.get("interval")
        if interval is None:  # too few opponents for one
            interval = [found["share"], found["share"]]
        if not isinstance(interval, list) or len(interval) != 2 or not all(map(_number, interval)):
            continue
        points.append((float(line["generation"]), float(found["share"])))
        band.append((float(interval[0]), float(interval[1])))
    return Curve(name, points, band, colour)


def _opponents(runs: Sequence[Lines]) -> list[str]:
    """Whom champions of some runs have met."""
    found = dict.fromkeys(name for lines in runs for line in lines for name in measures(line))
    return list(found)[:MOST_OPPONENTS]


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _thinned(points: list[Point], most: int = 400) -> list[Point]:
    if len(points) <= most:
        return points
    step = (len(points) - 1) / (most - 1)
    return [points[round(i * step)] for i in range(most)]
