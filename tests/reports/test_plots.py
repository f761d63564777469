"""Pictures: what stands in them."""

import numpy as np
import pytest

from ponnuki.reports.page import new_figure
from ponnuki.reports.plots import (
    Axis,
    Bar,
    error_curves,
    heat_maps,
    moving_mean,
    ranking,
    runs_and_interval,
    trend_line,
)


def test_heat_maps() -> None:
    """A panel a map, the numbers written in, light on dark; what is unknown stays empty."""
    values = np.array([[0.0, 10.0], [np.nan, 4.0]])
    figure = heat_maps(
        {"one": values, "two": values}, Axis("down", [5, 10]), Axis("across", [3, 7]), "S", 0, 10
    )
    one, two, _ = figure.axes
    assert [axis.get_title() for axis in (one, two)] == ["one", "two"]
    assert {text.get_text(): text.get_color() for text in one.texts} == {
        "0.0": "white",
        "10.0": "black",
        "4.0": "white",
    }
    assert (one.get_xlabel(), one.get_ylabel()) == ("across", "down")
    assert [tick.get_text() for tick in one.get_xticklabels()] == ["3", "7"]


def test_error_curves() -> None:
    """A panel a title, a curve a name, and the line across."""
    panels = {"left": {"a": [(1.0, 0.1), (2.0, 0.2)]}, "right": {"a": [(1.0, 0.1), (3.0, 0.2)]}}
    figure = error_curves(panels, Axis("n", [1, 2]), "S", mark=1.5)
    left, right = figure.axes
    assert (left.get_title(), right.get_title()) == ("left", "right")
    np.testing.assert_array_equal(right.lines[0].get_ydata(), [1.0, 3.0])
    np.testing.assert_array_equal(left.lines[-1].get_ydata(), [1.5, 1.5])


def test_trend_lines() -> None:
    """Each curve has a polynomial of the asked degree in its own colour, of a lower if it must."""
    points = [(float(x * x), 0.1) for x in range(5)]
    figure = error_curves({"one": {"a": points}}, Axis("n", range(5)), "S", trend=2)
    (axis,) = figure.axes
    curve, trend = axis.lines[0], axis.lines[-1]
    assert trend.get_color() == curve.get_color()
    x, y = (np.asarray(one) for one in (trend.get_xdata(), trend.get_ydata()))
    assert y == pytest.approx(x * x)
    assert trend_line([1, 3], [2.0, 4.0], 2)(2.0) == pytest.approx(3)


def test_ranking() -> None:
    """The first stands on top."""
    figure = ranking([Bar("best", 3, 2, 4, "C0"), Bar("worst", 1, 0, 2, "C1")], "Elo")
    (axis,) = figure.axes
    assert [tick.get_text() for tick in axis.get_yticklabels()] == ["worst", "best"]
    assert axis.get_xlabel() == "Elo"


def test_runs_and_interval() -> None:
    """A dot a run, and the t-interval of their mean."""
    axis = new_figure().subplots()
    found = runs_and_interval(axis, 2.0, [1.0, 2.0, 3.0], "C0", "runs")
    assert found.mean == 2.0
    np.testing.assert_array_equal(axis.lines[0].get_xdata(), [2.0, 2.0, 2.0])
    assert axis.get_legend_handles_labels()[1] == ["runs"]


@pytest.mark.parametrize(("count", "length"), [(1, 1), (9, 9), (20, 19), (100, 91)])
def test_moving_mean(count: int, length: int) -> None:
    """A window is a tenth of all values, at least one; means of a constant are the constant."""
    found = moving_mean(np.full(count, 3.0), 10)
    assert len(found) == length
    assert found == pytest.approx(np.full(length, 3.0))
