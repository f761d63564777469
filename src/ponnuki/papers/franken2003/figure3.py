"""Figure 3 of Franken & Engelbrecht 2003: how weights develop in the course of runs."""

from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from ponnuki.learners.tic_tac_toe import Coevolution, coevolve
from ponnuki.optimisers import Pso
from ponnuki.papers.franken2003.cells import RULES, SEED, Cell
from ponnuki.papers.franken2003.figures import LIMIT
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure
from ponnuki.reports.plots import moving_mean
from ponnuki.seeds import stream, streams

BAND = 0.05
"""Weights are steady while they stay in a band of this part, of the picture or of themselves."""


class Lines(TypedDict):
    """The course of some runs.

    Attributes:
        first: what is kept of every epoch of the first run, by name.
        growth: by which the size of weights grows an epoch, a value a run.
        level: the longest stretch of epochs, as a share of all, in which the average weight stays
            within `BAND` of the height of its curve; a value a run.
        steady: the longest in which the size of weights stays within `BAND` of itself.
        replaced: the mean share of bests that are replaced in an epoch.
    """

    first: dict[str, list[float]]
    growth: list[float]
    level: list[float]
    steady: list[float]
    replaced: list[float]


@dataclass(frozen=True)
class History(Question[Lines]):
    """The course of runs.

    Attributes:
        run: what each does.
        runs: how many.
        seed: from which the seeds of runs are drawn.
    """

    run: Coevolution
    runs: int
    seed: int

    def answer(self, workshop: Workshop) -> Lines:
        """Carries them out."""
        seeds = streams(self.seed, "run", self.runs)
        found = coevolve([self.run] * self.runs, seeds, workshop.arena)
        histories = [run.history for run in found]
        means = [history["mean_weight"] for history in histories]
        sizes = [history["weight_size"] for history in histories]
        return {
            "first": {name: values.tolist() for name, values in histories[0].items()},
            "growth": [
                float((size[-1] / size[0]) ** (1 / max(1, len(size) - 1))) for size in sizes
            ],
            "level": [
                longest_stretch(mean, BAND * float(np.ptp(mean))) / len(mean) for mean in means
            ],
            "steady": [
                longest_stretch(np.log(size), float(np.log1p(BAND))) / len(size) for size in sizes
            ],
            "replaced": [float(history["replaced"].mean()) for history in histories],
        }


def longest_stretch(values: ArrayLike, width: float) -> int:
    """How many values in a row lie in a band of that width.

    >>> longest_stretch([0.0, 5.0, 5.5, 5.2, 9.0], 0.5)
    3
    """
    row = np.asarray(values, np.float64)
    longest = begin = 0
    for end in range(1, len(row) + 1):
        while np.ptp(row[begin:end]) > width:
            begin += 1
        longest = max(longest, end - begin)
    return longest


def figure3(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Average weights as the paper draws them, and their size."""
    particles = 20 if 20 in scale.particles else scale.particles[-1]
    hidden = 7 if 7 in scale.hidden else scale.hidden[0]
    page.heading("Figure 3: weights in the course of a run")
    page.text(
        "The claim: average weights stay the same for long, so a satisfactory optimum has been "
        "reached. Which algorithm and sizes the figure has, and over what it averages, is not "
        f"said; here it is all weights of all particles, {particles} particles, {hidden} hidden "
        "units. First as the paper draws it: average weights on a plain scale, the first run of "
        "each. The number above an axis is what its figures are to be multiplied with."
    )
    kinds: dict[str, dict[str, Any]] = {
        "lbest": {"algorithm": "lbest"},
        "gbest": {"algorithm": "gbest"},
        "von Neumann": {"algorithm": "von-neumann"},
        "lbest, limit": {"algorithm": "lbest", "vmax": LIMIT},
        "EP": {"algorithm": "ep"},
    }
    found: dict[str, dict[str, Lines]] = {}
    for ties in RULES:
        found[ties] = {}
        for label, kind in kinds.items():
            cell = Cell(particles=particles, hidden=hidden, ties=ties, **kind)
            run = cell.coevolution(scale.epochs, history=True)
            found[ties][label] = workshop.ask(
                f"history-{cell.name}", History(run, scale.runs, stream(SEED, cell.name, 1))
            )
    page.figure("figure3", "Average weights by epoch, one run each", _printed_picture, found)
    page.text(
        "An average hides what weights do. The same runs by the root mean square of weights, on a "
        "scale of powers of ten, and the share of personal bests that are replaced:"
    )
    page.figure("figure3-size", "Sizes of weights and replaced bests", _size_picture, found)
    _print_verdicts(page, found)
    return {"particles": particles, "hidden": hidden, "runs": found}


def _printed_picture(found: dict[str, dict[str, Lines]]) -> Any:
    figure = new_figure(12, 5)
    columns = len(next(iter(found.values())))
    rows = figure.subplots(len(found), columns, sharex=True)
    for axes, (ties, kinds) in zip(rows, found.items(), strict=True):
        for axis, (label, lines) in zip(axes, kinds.items(), strict=True):
            _thin(axis, lines["first"]["mean_weight"], "C0-")
            axis.set_title(f"{label}, ties: {ties}", fontsize=8)
            axis.tick_params(labelsize=7)
        axes[0].set_ylabel("average weight")
    for axis in rows[-1]:
        axis.set_xlabel("epoch")
    return figure


def _size_picture(found: dict[str, dict[str, Lines]]) -> Any:
    figure = new_figure(11, 4)
    size, replaced = figure.subplots(1, 2)
    for ties, kinds in found.items():
        for number, (label, lines) in enumerate(kinds.items()):
            style = f"C{number}" + ("-" if ties == "first" else ":")
            _thin(size, lines["first"]["weight_size"], style, f"{label}, ties: {ties}")
            _thin(replaced, moving_mean(lines["first"]["replaced"], 20), style)
    size.set_yscale("log")
    size.set_ylabel("size of weights")
    replaced.set_ylabel("bests replaced, moving mean")
    for axis in (size, replaced):
        axis.set_xlabel("epoch")
    size.legend(fontsize=6)
    return figure


def _thin(axis: Any, values: ArrayLike, style: str, label: str | None = None) -> None:
    """A curve by at most some 170 of its points, which keeps the picture's file small."""
    row = np.asarray(values)
    step = max(1, len(row) // 170)
    axis.plot(np.arange(1, len(row) + 1)[::step], row[::step], style, lw=1, label=label)


def _print_verdicts(page: Page, found: dict[str, dict[str, Lines]]) -> None:
    page.text(
        f"Over all runs, means with 95 % t-intervals. 'level': the longest stretch of epochs in "
        f"which the average weight stays within {100 * BAND:.0f} % of the height of its curve, "
        "which is what an eye calls stable on a plain scale. 'steady': the longest in which the "
        f"size of weights stays within {100 * BAND:.0f} %. Weights settle if they are steady for "
        "half of the run or more."
    )
    rows = []
    for ties, kinds in found.items():
        for label, lines in kinds.items():
            sizes = lines["first"]["weight_size"]
            steady = mean_interval(lines["steady"])
            rows.append(
                [
                    f"{label}, ties: {ties}",
                    f"{sizes[0]:.2g}",
                    f"{sizes[-1]:.2g}",
                    mean_interval(lines["growth"]).text(digits=3),
                    f"{100 * np.mean(lines['replaced']):.0f} %",
                    f"{mean_interval(lines['level']).text(100, 0)} %",
                    f"{steady.text(100, 0)} %",
                    "settle" if steady.low >= 0.5 else "do not settle",
                ]
            )
    page.table(
        [
            "runs",
            "size at first, one run",
            "at last",
            "factor an epoch",
            "bests replaced an epoch",
            "level, of the run",
            "steady, of the run",
            "weights",
        ],
        rows,
    )
    growth = Pso(1.0, 1.0, 1.0, None, bests="replay").growth
    page.text(
        "A curve that grows by a factor every epoch is level on a plain scale until shortly before "
        "its end, whatever its factor. With inertia 1 and c1 = c2 = 1 the second moment of a lone "
        f"particle grows by a factor of {growth:.3f} an epoch (its size by {growth**0.5:.3f}): "
        "such a swarm cannot converge."
    )
