"""Figures 10 to 15 of Kim & Cho 2007: best and average fitness by generation."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.papers.claims import Claim, over_runs, print_claims, share_over_runs
from ponnuki.papers.kim2007.cells import CELLS, READINGS, Course, by_reading, courses
from ponnuki.papers.kim2007.numbers import BEST, FIRST, GAMES, GENERATION_OF_BEST, LAST
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAIRED = "runs of one seed begin with the same nets and are compared seed by seed"


def figure10(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The evolution of the piece counter, population 50."""
    return _evolution(workshop, scale, page, "wpc", "Figure 10")


def figure11(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The evolution of the dense net."""
    return _evolution(workshop, scale, page, "mlp", "Figure 11")


def figure12(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The evolution of the piece counter, population 100."""
    return _evolution(workshop, scale, page, "wpc-100", "Figure 12")


def figure13(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The evolution of the piece counter with openings."""
    return _evolution(workshop, scale, page, "book", "Figure 13")


def figure14(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The maximum fitness with and without openings."""
    return _comparison(workshop, scale, page, "best", "Figure 14: the maximum fitness")


def figure15(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The average fitness with and without openings."""
    return _comparison(workshop, scale, page, "mean", "Figure 15: the average fitness")


def _evolution(
    workshop: Workshop, scale: Scale, page: Page, name: str, title: str
) -> dict[str, Any]:
    found = {per: courses(workshop, [name], scale, per)[name] for per in READINGS}
    page.heading(f"{title}: {CELLS[name].words}")
    printed = {
        "best fitness of a run": BEST.get(name),
        "best of the first generation": FIRST.get(name, (None, None))[0],
        "average of the first generation": FIRST.get(name, (None, None))[1],
        "best of the last generation": LAST.get(name),
        "generation of the best": GENERATION_OF_BEST.get(name),
    }
    ours = {per: _measures(course, scale) for per, course in found.items()}
    page.text(
        f"{scale}. Wins and half of the draws, of 1,000 games; means over runs, with 95 % "
        f"intervals over runs if there are {FEWEST}. The paper has one run."
    )
    page.table(
        ["measure", *(words.lower() for words in READINGS.values()), "paper"],
        [
            [one, *(ours[per][one] for per in READINGS), printed.get(one) or "–"]
            for one in ours["gene"]
        ],
    )
    page.figure(title.lower().replace(" ", ""), f"{title}, our runs", _picture, found, name)
    return {per: course.plain() for per, course in found.items()}


def _measures(course: Course, scale: Scale) -> dict[str, str]:
    """What the paper says of a run, over ours."""
    return {
        "best fitness of a run": of_1000(course.best.max(axis=1), course),
        "best of the first generation": of_1000(course.best[:, 0], course),
        "average of the first generation": of_1000(course.mean[:, 0], course),
        "best of the last generation": of_1000(course.best[:, -1], course),
        "average of the last generation": of_1000(course.mean[:, -1], course),
        "generation of the best": over_runs(1.0 + course.best.argmax(axis=1), 0),
        f"last champion afresh, {scale.fresh:,} games": share_over_runs(
            [GAMES * one for one in course.last], 0, GAMES
        ),
    }


def of_1000(values: NDArray[np.float64], course: Course) -> str:
    """Fitness over runs, as of 1,000 games."""
    return share_over_runs((values * GAMES / course.games).tolist(), 0, GAMES)


def band(axis: "Axes", places: Sequence[float], rows: NDArray[np.float64], **style: Any) -> None:
    """The mean over runs with its interval; with too few runs, the runs from end to end."""
    means = rows.mean(axis=0)
    line = axis.plot(places, means, **style)[0]
    if not enough(len(rows)):
        low, high = rows.min(axis=0), rows.max(axis=0)
    else:
        found = [mean_interval(column.tolist()) for column in rows.T]
        low = np.array([one.low for one in found])
        high = np.array([one.high for one in found])
    axis.fill_between(places, low, high, color=line.get_color(), alpha=0.2, lw=0)


def _picture(found: Mapping[str, Course], name: str) -> "Figure":
    figure, axes = _panels()
    for per, axis in axes.items():
        course = found[per]
        places = list(range(1, course.best.shape[1] + 1))
        unit = GAMES / course.games
        band(axis, places, unit * course.best, label="best", color="C0")
        band(axis, places, unit * course.mean, label="average", color="C1")
        band(axis, course.marks, GAMES * course.fresh, label="the best one afresh", color="C2")
        if name in BEST:
            axis.axhline(BEST[name], color="C0", ls=":", label="paper, best of the run")
    axes["gene"].legend(fontsize=8, loc="lower right")
    return figure


def _compared(rows: Mapping[tuple[str, str], NDArray[np.float64]]) -> "Figure":
    figure, axes = _panels()
    for per, axis in axes.items():
        for name, words in ("book", "with openings"), ("wpc", "without"):
            own = GAMES * rows[per, name]
            band(axis, list(range(1, own.shape[1] + 1)), own, label=words)
    axes["gene"].legend(fontsize=8, loc="lower right")
    return figure


def _panels() -> "tuple[Figure, dict[str, Axes]]":
    """A picture with a panel for each reading."""
    figure = new_figure(10, 4)
    axes = dict(zip(READINGS, figure.subplots(1, len(READINGS), sharey=True), strict=True))
    for per, axis in axes.items():
        axis.set(xlabel="generation", ylim=(0, 700))
        axis.set_title(READINGS[per], fontsize=9)
        axis.grid(alpha=0.3)
    axes["gene"].set_ylabel("fitness of 1,000")
    return figure, axes


def _comparison(
    workshop: Workshop, scale: Scale, page: Page, which: str, title: str
) -> dict[str, Any]:
    rows = {
        (per, name): getattr(course, which) / course.games
        for per in READINGS
        for name, course in courses(workshop, ["book", "wpc"], scale, per).items()
    }
    page.heading(title)
    file = title.split(":", maxsplit=1)[0].lower().replace(" ", "")
    page.figure(file, title, _compared, rows)

    def judged(per: str) -> dict[str, Any]:
        claims = [
            Claim(
                "with openings it is higher",
                how,
                rows[per, "book"][:, part].mean(axis=1).tolist(),
                rows[per, "wpc"][:, part].mean(axis=1).tolist(),
                paired=True,
            )
            for how, part in (
                ("in the first generation", slice(0, 1)),
                ("mean over all generations", slice(None)),
                ("in the last generation", slice(-1, None)),
            )
        ]
        return {"claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)
