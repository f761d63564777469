"""Figure 3 of Franken & Engelbrecht 2003: how weights develop in single runs."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.learners.tic_tac_toe import Coevolution, coevolve
from ponnuki.optimisers import Pso
from ponnuki.papers.franken2003.cells import RULES, SEED, Cell
from ponnuki.papers.franken2003.figures import LIMIT
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure
from ponnuki.reports.plots import moving_mean
from ponnuki.seeds import stream

Lines = dict[str, list[float]]
"""What is kept of every epoch, by name."""


@dataclass(frozen=True)
class History(Question[Lines]):
    """The course of one run.

    Attributes:
        run: what it does.
        seed: of all that it draws.
    """

    run: Coevolution
    seed: int

    def answer(self, workshop: Workshop) -> Lines:
        """Carries it out."""
        (run,) = coevolve([self.run], [self.seed], workshop.arena)
        return {name: values.tolist() for name, values in run.history.items()}


def figure3(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How weights develop in single runs."""
    page.heading("Figure 3: weights in the course of a run")
    page.text(
        "The paper shows average weights that stay the same for long, and calls it convergence. "
        "Means hide what weights do: here is their root mean square, on a scale of powers of ten."
    )
    particles = 20 if 20 in scale.particles else scale.particles[-1]
    hidden = 7 if 7 in scale.hidden else scale.hidden[0]
    kinds: dict[str, dict[str, Any]] = {
        "lbest": {"algorithm": "lbest"},
        "gbest": {"algorithm": "gbest"},
        "von Neumann": {"algorithm": "von-neumann"},
        "lbest, limit": {"algorithm": "lbest", "vmax": LIMIT},
        "EP": {"algorithm": "ep"},
    }
    results: dict[str, Any] = {"particles": particles, "hidden": hidden, "runs": {}}
    for ties in RULES:
        for label, kind in kinds.items():
            cell = Cell(particles=particles, hidden=hidden, ties=ties, **kind)
            results["runs"][f"{label}, ties: {ties}"] = workshop.ask(
                f"history-{cell.name}",
                History(cell.coevolution(scale.epochs, history=True), stream(SEED, cell.name, 1)),
            )
    page.figure(
        "figure3",
        _picture(results["runs"]),
        "Weights, replaced bests and scores by epoch, one run each",
    )
    _print_growth(page, results["runs"])
    return results


def _picture(runs: dict[str, Lines]) -> Any:
    figure = new_figure(11, 7)
    (mean, size), (replaced, score) = figure.subplots(2, 2)
    for name, lines in runs.items():
        style = "-" if name.endswith("first") else ":"
        for axis, key in (
            (mean, "mean_weight"),
            (size, "weight_size"),
            (replaced, "replaced"),
            (score, "best_score"),
        ):
            values = np.array(lines[key])
            if key in {"replaced", "best_score"}:
                values = moving_mean(values, 20)
            axis.plot(np.arange(1, len(values) + 1), values, style, label=name)
            axis.set_xlabel("epoch")
            axis.set_ylabel(key.replace("_", " "))
    mean.set_yscale("symlog")
    size.set_yscale("log")
    size.legend(fontsize=6)
    return figure


def _print_growth(page: Page, runs: dict[str, Lines]) -> None:
    rows = []
    for name, lines in runs.items():
        sizes = lines["weight_size"]
        rows.append(
            [
                name,
                f"{sizes[0]:.2g}",
                f"{sizes[-1]:.2g}",
                f"{(sizes[-1] / sizes[0]) ** (1 / max(1, len(sizes) - 1)):.3f}",
                f"{100 * np.mean(lines['replaced']):.0f} %",
            ]
        )
    page.table(
        ["run", "size at first", "size at last", "factor an epoch", "bests replaced an epoch"], rows
    )
    growth = Pso(1.0, 1.0, 1.0, bests="replay").growth
    page.text(
        f"With inertia 1 and c1 = c2 = 1 the second moment of a lone particle grows by a factor of "
        f"{growth:.3f} an epoch (its size by {growth**0.5:.3f}): such a swarm cannot converge."
    )
