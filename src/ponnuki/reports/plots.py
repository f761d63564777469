"""Pictures that reports of several papers have: heat maps, intervals, curves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import ArrayLike, NDArray

from ponnuki.reports.page import new_figure
from ponnuki.reports.statistics import MeanInterval, mean_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Axis:
    """What stands at an axis: its label, and the values of its places."""

    label: str
    places: Sequence[int]


def heat_maps(
    maps: Mapping[str, Floats], down: Axis, across: Axis, label: str, low: float, high: float
) -> "Figure":
    """Tables of numbers as colours, side by side, the numbers written in.

    Args:
        maps: by title; a cell that is no finite number stays empty.
        down: of rows.
        across: of columns.
        label: what the numbers are.
        low: the number of the darkest colour.
        high: that of the lightest.
    """
    figure = new_figure(4 * len(maps), 1.5 + 0.35 * len(down.places))
    axes = figure.subplots(1, len(maps), squeeze=False)[0]
    for axis, (title, values) in zip(axes, maps.items(), strict=True):
        image = axis.imshow(values, vmin=low, vmax=high, aspect="auto", cmap="viridis")
        for (i, j), value in np.ndenumerate(values):
            if np.isfinite(value):
                colour = "black" if (value - low) / (high - low) > 5 / 9 else "white"
                axis.text(j, i, f"{value:.1f}", ha="center", va="center", color=colour, fontsize=8)
        axis.set_xticks(range(len(across.places)), [str(one) for one in across.places])
        axis.set_yticks(range(len(down.places)), [str(one) for one in down.places])
        axis.set_xlabel(across.label)
        axis.set_title(title)
    axes[0].set_ylabel(down.label)
    figure.colorbar(image, ax=axes, label=label)
    return figure


def error_curves(
    panels: Mapping[str, Mapping[str, Sequence[tuple[float, float]]]],
    across: Axis,
    label: str,
    mark: float | None = None,
    trend: int | None = None,
) -> "Figure":
    """Curves with error bars, in panels side by side.

    Args:
        panels: by title, curves by name: a value and half the width of its interval at each place.
        across: the places.
        label: what the values are.
        mark: where a dashed line goes across.
        trend: the degree of the polynomials that are drawn through the curves; None for none.
    """
    figure = new_figure(6 * len(panels), 5)
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (title, curves) in zip(axes, panels.items(), strict=True):
        for name, points in curves.items():
            middle = np.array([value for value, _ in points])
            half = [width for _, width in points]
            bars = axis.errorbar(
                across.places, middle, yerr=half, capsize=3, marker="o", ms=3, label=name
            )
            if trend is not None:
                fine = np.linspace(across.places[0], across.places[-1], 50)
                line = trend_line(across.places, middle, trend)(fine)
                axis.plot(fine, line, "--", lw=1, color=bars.lines[0].get_color())
        if mark is not None:
            axis.axhline(mark, color="grey", lw=0.8, ls="--")
        axis.set_xlabel(across.label)
        axis.set_title(title)
    axes[0].set_ylabel(label)
    axes[0].legend(fontsize=7)
    return figure


def trend_line(places: ArrayLike, values: ArrayLike, degree: int) -> Polynomial:
    """The polynomial of that degree nearest to the values; of a lower one if they are few.

    >>> round(float(trend_line([0, 1, 2, 3], [0, 1, 4, 9], 2)(1.5)), 6)
    2.25
    """
    row = np.asarray(places, np.float64)
    return Polynomial.fit(row, np.asarray(values, np.float64), min(degree, len(row) - 1))


@dataclass(frozen=True)
class Bar:
    """A value with its interval, for `ranking`."""

    name: str
    value: float
    low: float
    high: float
    colour: str


def ranking(bars: Sequence[Bar], label: str) -> "Figure":
    """Values with their intervals below each other, the first on top."""
    figure = new_figure(8, 1 + 0.24 * len(bars))
    axis = figure.subplots()
    for y, bar in enumerate(reversed(bars)):
        axis.errorbar(
            bar.value,
            y,
            xerr=[[bar.value - bar.low], [bar.high - bar.value]],
            fmt="o",
            color=bar.colour,
            capsize=2,
            ms=4,
        )
    axis.set_yticks(np.arange(len(bars)), [bar.name for bar in reversed(bars)])
    axis.set_xlabel(label)
    axis.grid(axis="x", alpha=0.3)
    return figure


def runs_and_interval(
    axis: "Axes", place: float, values: Sequence[float], colour: str, label: str | None = None
) -> MeanInterval:
    """Single runs as dots, and their mean, with its t-interval if there are five runs or more."""
    interval = mean_interval(values)
    low, high = (interval.low, interval.high) if interval.known else (interval.mean,) * 2
    axis.plot([place] * len(values), values, ".", color=colour, alpha=0.4)
    axis.errorbar(
        place,
        interval.mean,
        yerr=[[interval.mean - low], [high - interval.mean]],
        fmt="o",
        color=colour,
        capsize=4,
        label=label,
    )
    return interval


def moving_mean(values: ArrayLike, parts: int) -> Floats:
    """Means over a window of one part of all values; shorter than they by what a window lacks.

    >>> moving_mean([1.0, 2.0, 3.0, 4.0], 2).tolist()
    [1.5, 2.5, 3.5]
    """
    row = np.asarray(values, np.float64)
    width = max(1, len(row) // parts)
    return np.convolve(row, np.ones(width) / width, mode="valid")
