"""The curves of a run over its generations, as a picture."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ponnuki.drawing import new_picture, whole_numbers
from ponnuki.learners.views import WORTH, Chart, View, opponent_title
from ponnuki.runs.state import RunError
from ponnuki.store import damage_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Lines = Sequence[Mapping[str, Any]]


def draw_curves(lines: Lines, view: View, name: str) -> "Figure":
    """A panel for what champions were worth, if it was measured, and one for each chart of a view.

    Args:
        lines: of generations.
        view: what the run's learner wants shown.
        name: of the run, for the title and for errors.

    Raises:
        ImportError: matplotlib is not installed; says how to get it.
        RunError: there is nothing to draw, or the lines are not those of a run.
    """
    with damage_of(name, RunError):
        measured = [line for line in lines if line.get("measure")]
        charts = [chart for chart in view.charts if any(_points(lines, chart).values())]
    if not charts and not measured:
        raise RunError(f"{name}: there is nothing to draw yet")
    figure = new_picture(len(charts) + bool(measured))
    figure.suptitle(name)
    panels = iter(figure.axes)
    with damage_of(name, RunError):
        if measured:
            _draw_measures(next(panels), measured)
        for chart, axes in zip(charts, panels, strict=True):
            axes.set_title(chart.title)
            for label, points in _points(lines, chart).items():
                if points:
                    axes.plot(list(points), list(points.values()), marker=".", label=label)
            axes.legend()
    for axes in figure.axes:
        whole_numbers(axes)
    figure.axes[-1].set_xlabel("generation")
    return figure


def _points(lines: Lines, chart: Chart) -> dict[str, dict[int, float]]:
    """The values of a chart's curves by generation, as far as lines have them."""
    return {
        curve.label: {
            line["generation"]: value for line in lines if (value := curve.value(line)) is not None
        }
        for curve in chart.curves
    }


def _draw_measures(axes: "Axes", lines: Lines) -> None:
    """Shares of points against each opponent, with the intervals that are known."""
    axes.set_title(WORTH)
    for name in dict.fromkeys(name for line in lines for name in line["measure"]):
        found = {
            line["generation"]: line["measure"][name] for line in lines if name in line["measure"]
        }
        shares = [one["share"] for one in found.values()]
        drawn = axes.plot(list(found), shares, marker=".", label=opponent_title(name))
        for number, one in found.items():
            if one["interval"] is not None:
                axes.plot((number, number), one["interval"], color=drawn[0].get_color(), lw=0.8)
    axes.set_ylim(0, 1)
    axes.legend()
