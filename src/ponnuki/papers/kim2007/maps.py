"""Figures 16 and 17 of Kim & Cho 2007: the weights of the best nets, beside the standard ones."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import net_name
from ponnuki.papers.claims import Claim, over_runs, print_claims
from ponnuki.papers.kim2007.cells import Course, by_reading, courses
from ponnuki.papers.kim2007.figures import PAIRED
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.players.standard import STANDARD_WPC
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REGIONS = {
    "corners": "a1",
    "beside corners": "a2 b1 b2",
    "other edges": "a3 a4 c1 d1",
    "centre": "c3 c4 d3 d4",
}
"""A quarter of the board, of which the others are mirror images."""


def figure16(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The weights of the best piece counter without openings."""
    title = "Figure 16: weights without openings"
    page.heading(title)
    return by_reading(page, lambda per: _maps(workshop, scale, page, "wpc", title, per))


def figure17(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The weights of the best piece counter with openings, and what the paper says of them."""
    title = "Figure 17: weights with openings"
    page.heading(title)

    def judged(per: str) -> dict[str, Any]:
        found = _maps(workshop, scale, page, "book", title, per)
        both = courses(workshop, ["book", "wpc"], scale, per)
        claims = [
            Claim(text, how, _each(both[ones], measure), _each(both[others], measure), paired=True)
            for text, how, ones, others, measure in (
                ("openings keep the centre's weights lower", "mean", "wpc", "book", "centre"),
                ("openings tell corners from beside them", "difference", "book", "wpc", "danger"),
                ("openings make weights more like standard", "correlation", "book", "wpc", "like"),
            )
        ]
        return {**found, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def means(weights: NDArray[np.float32]) -> dict[str, float]:
    """Mean weights by region, corners less what is beside them, and the likeness to standard."""
    found = {name: float(weights[_points(points)].mean()) for name, points in REGIONS.items()}
    found["danger"] = found["corners"] - found["beside corners"]
    found["like"] = float(np.corrcoef(weights, STANDARD_WPC)[0, 1]) if weights.std() else 0.0
    return found


def _points(quarter: str) -> list[int]:
    """The points of a region on the whole board."""
    found = set()
    for text in quarter.split():
        column, row = ord(text[0]) - ord("a"), int(text[1]) - 1
        found |= {8 * y + x for y in (row, 7 - row) for x in (column, 7 - column)}
    return sorted(found)


def _each(course: Course, measure: str) -> list[float]:
    return [means(run[-1])[measure] for run in course.champions]


def _maps(
    workshop: Workshop, scale: Scale, page: Page, name: str, title: str, per: str
) -> dict[str, Any]:
    course = courses(workshop, [name], scale, per)[name]
    best = int(np.argmax(course.last))
    chosen = course.champions[best, -1]
    average = course.champions[:, -1].mean(axis=0)
    page.text(
        f"The champion of the last generation with the highest score afresh, net "
        f"{net_name(chosen)} ({1000 * course.last[best]:.0f} of 1,000), and the mean over the "
        f"champions of {scale.seeds} runs. Darker is more, as in the paper."
    )
    maps = {
        "the best champion": chosen,
        f"mean of {scale.seeds} champions": average,
        "standard (Figure 8)": STANDARD_WPC,
    }
    file = title.split(":", maxsplit=1)[0].lower().replace(" ", "")
    page.figure(file if per == "gene" else f"{file}-{per}", title, _picture, maps)
    rows = [
        [
            region,
            f"{means(chosen)[region]:.2f}",
            over_runs(_each(course, region), 2),
            f"{means(STANDARD_WPC)[region]:.2f}",
        ]
        for region in (*REGIONS, "danger", "like")
    ]
    words = {"danger": "corners less beside them", "like": "correlation with standard"}
    page.table(
        ["mean weight", "the best champion", "all champions", "standard"],
        [[words.get(row[0], row[0]), *row[1:]] for row in rows],
    )
    return {
        "weights": chosen.tolist(),
        "regions": {region: _each(course, region) for region in (*REGIONS, "danger", "like")},
    }


def _picture(maps: dict[str, NDArray[np.float32]]) -> "Figure":
    figure = new_figure(10, 3.6)
    for axis, (words, weights) in zip(figure.subplots(1, len(maps)), maps.items(), strict=True):
        shown = axis.imshow(weights.reshape(8, 8), cmap="Greys", vmin=-1, vmax=1)
        axis.set_title(words, fontsize=9)
        axis.set_xticks(range(8), "abcdefgh")
        axis.set_yticks(range(8), "12345678")
        figure.colorbar(shown, ax=axis, shrink=0.7)
    return figure
