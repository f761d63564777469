"""The curves of a run, from the lines of its generations. The lines may come from a stranger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ponnuki.apps.web.chart import Axes, Curve, Point

Lines = Sequence[Mapping[str, Any]]

PROBES = {
    "untrained_noise": "against untrained nets, with random moves",
    "untrained": "against untrained nets",
    "earlier_noise": "against its earlier champions, with random moves",
    "random": "against random",
}


@dataclass(frozen=True)
class Figure:
    """A chart with its heading."""

    title: str
    axes: Axes
    curves: tuple[Curve, ...]


def figures(lines: Lines) -> list[Figure]:
    """The charts of one run."""
    return [
        Figure(
            "What the champion is worth",
            Axes(low=0, high=1, percent=True),
            tuple(
                probe(lines, key, name, colour)
                for colour, (key, name) in enumerate(PROBES.items())
                if probe(lines, key, name, colour).points
            ),
        ),
        Figure(
            "Fitness within a generation",
            Axes(),
            (series(lines, "best", "best", 0), series(lines, "mean", "mean", 1)),
        ),
        Figure(
            "Diversity and size of weights",
            Axes(low=0),
            (
                series(lines, "diversity", "diversity", 2),
                series(lines, "weight_size", "size of weights", 4),
            ),
        ),
        Figure(
            "Speed",
            Axes(low=0),
            (series(lines, "positions_per_second", "positions a second", 5),),
        ),
    ]


def comparison(runs: Mapping[str, Lines]) -> list[Figure]:
    """The charts of several runs together."""
    return [
        Figure(
            "Score against untrained nets, with random moves",
            Axes(low=0, high=1, percent=True),
            tuple(
                probe(lines, "untrained_noise", name, index)
                for index, (name, lines) in enumerate(runs.items())
            ),
        ),
        *(
            Figure(
                title,
                Axes(low=low),
                tuple(
                    series(lines, key, name, index)
                    for index, (name, lines) in enumerate(runs.items())
                ),
            )
            for title, key, low in (
                ("Best fitness within a generation", "best", None),
                ("Diversity", "diversity", 0.0),
                ("Positions a second", "positions_per_second", 0.0),
            )
        ),
    ]


def series(lines: Lines, key: str, name: str, colour: int) -> Curve:
    """A number of every generation that has it; of many, evenly spread ones."""
    points = [
        (float(line["generation"]), float(line[key])) for line in lines if _number(line.get(key))
    ]
    return Curve(name, _thinned(points), colour=colour)


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
