"""Beyond Franken & Engelbrecht 2003: how near the same nets come to the limit of S.

The nets stay (9-H-1, H at most 15); what trains them changes: constants, what is asked of them, and
the optimiser.
"""

import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ponnuki.arena import Arena
from ponnuki.learners.tic_tac_toe import S_LIMIT, OnePly, exact_standings
from ponnuki.optimisers import Cma, Ea, Es, Optimiser, Pso, UnstableSwarmWarning
from ponnuki.papers.franken2003.cells import SEED, Cell, run_cell
from ponnuki.papers.franken2003.climb import Climb, climb
from ponnuki.papers.franken2003.judge import ExactJudge, Measure
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure
from ponnuki.seeds import stream

HIDDEN = 15


@dataclass(frozen=True)
class Variant:
    """An optimiser that is told the exact measure of nets against the random player.

    Attributes:
        optimiser: with its settings.
        population: nets that it starts with, if it starts with more than one.
        measure: what it is told.
    """

    optimiser: Optimiser[Any]
    population: int = 40
    measure: Measure = "wins"


VARIANTS = {
    "swarm, stable constants": Variant(Pso(0.72, 1.4, 1.4, None, bests="remember")),
    "EA": Variant(Ea(0.2)),
    "ES": Variant(Es(0.3, 1.0, 40, 0.9)),
    "CMA-ES, diagonal": Variant(Cma(0.5, 40)),
    "CMA-ES": Variant(Cma(0.5, 40, diagonal=False)),
    "CMA-ES, wins minus losses": Variant(Cma(0.5, 40, diagonal=False), measure="points"),
}


@dataclass(frozen=True)
class Optimised(Question[list[list[float]]]):
    """The highest S so far after each step, of every run of an optimiser.

    Attributes:
        variant: the optimiser, and what it is told.
        player: the nets and how they play.
        evaluations: a run ends when it has asked about so many nets.
        seeds: one a run.
    """

    variant: Variant
    player: OnePly
    evaluations: int
    seeds: tuple[int, ...]

    def answer(self, workshop: Workshop) -> list[list[float]]:
        """Carries the runs out."""
        return [self._curve(seed, workshop.arena) for seed in self.seeds]

    def _curve(self, seed: int, arena: Arena) -> list[float]:
        judge = ExactJudge(self.player, self.variant.measure, arena=arena)
        optimiser = replace(self.variant.optimiser)
        rng = np.random.default_rng(seed)
        nets = 1 if optimiser.single_start else self.variant.population
        start = self.player.evaluator.initial(nets, seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnstableSwarmWarning)
            state = optimiser.start(start, rng)
        highest = -np.inf
        curve = []
        while judge.evaluations < self.evaluations:
            state = optimiser.step(state, judge, rng)
            net = optimiser.champion(state)
            found = exact_standings(self.player, net[None], arena=Arena(1)).s
            highest = max(highest, float(found[0]))
            curve.append(highest)
        return curve


@dataclass(frozen=True)
class Climbed(Question[list[float]]):
    """The S that every run by the gradient reaches.

    Attributes:
        settings: of each run.
        seeds: one a run.
    """

    settings: Climb
    seeds: tuple[int, ...]

    def answer(self, workshop: Workshop) -> list[float]:
        """Carries the runs out."""
        del workshop
        return [climb(self.settings, seed).s for seed in self.seeds]


def limit(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What helps on the way to the limit, and how much."""
    page.heading("Beyond the paper: towards the limit of S")
    page.text(
        f"The limit is {S_LIMIT:.2f}. All rows: nets 9-{HIDDEN}-1 that choose by themselves, ties "
        "at random, S exact. First co-evolution as in the paper, 20 particles, changed step by "
        f"step; then optimisers that are told the exact S of a net, {scale.evaluations:,} nets a "
        "run; then the gradient of the exact chances, by which choices are drawn with chances that "
        "grow with the values, ever sharper."
    )
    results: dict[str, Any] = {"coevolution": {}, "optimisers": {}, "gradient": {}}
    rows: list[list[object]] = []
    for label, more in (
        ("co-evolution, as printed", {}),
        ("with a velocity limit of 1", {"vmax": 1.0}),
        ("with a velocity limit of 0.1", {"vmax": 0.1}),
        ("EP instead of a swarm", {"algorithm": "ep"}),
    ):
        settings: dict[str, Any] = {"algorithm": "lbest", **more}
        cell = run_cell(
            workshop, Cell(particles=20, hidden=HIDDEN, ties="random", **settings), scale
        )
        results["coevolution"][label] = cell
        rows.append(_row(label, cell["s_exact"]))
        best = f"{label}: the best of a run's personal bests"
        rows.append(_row(best, cell["s_best"]))
    player = OnePly.of(HIDDEN)
    curves: dict[str, list[list[float]]] = {}
    for label, variant in VARIANTS.items():
        found = workshop.ask(
            f"optimise-{label.replace(' ', '-').replace(',', '')}",
            Optimised(variant, player, scale.evaluations, _seeds(label, scale)),
        )
        curves[label] = found
        results["optimisers"][label] = [curve[-1] for curve in found]
        rows.append(_row(label, [curve[-1] for curve in found]))
    steps = max(10, scale.evaluations // 50)
    for hidden in scale.hidden:
        values = workshop.ask(
            f"gradient-h{hidden}",
            Climbed(Climb(hidden, steps), _seeds(f"climb-{hidden}", scale)),
        )
        results["gradient"][str(hidden)] = values
        rows.append(_row(f"gradient of the chances, {hidden} hidden units", values))
    page.table(["training", "runs", "S, mean (95 %)", "best"], rows)
    page.figure("limit", "The highest S so far, by nets judged", _picture, curves)
    return results


def _seeds(label: str, scale: Scale) -> tuple[int, ...]:
    return tuple(stream(SEED, label, run) for run in range(scale.optimiser_runs))


def _row(label: str, values: list[float]) -> list[object]:
    return [label, len(values), mean_interval(values).text(digits=2), f"{max(values):.2f}"]


def _picture(curves: dict[str, list[list[float]]]) -> Any:
    figure = new_figure(8, 5)
    axis = figure.subplots()
    for number, (label, lines) in enumerate(curves.items()):
        for i, line in enumerate(lines):
            axis.plot(
                40 * np.arange(1, len(line) + 1),
                line,
                color=f"C{number}",
                alpha=0.7,
                label=label if i == 0 else None,
            )
    axis.axhline(S_LIMIT, color="grey", lw=0.8, ls="--")
    axis.set_xscale("log")
    axis.set_ylim(bottom=0)
    axis.set_xlabel("nets judged")
    axis.set_ylabel("S")
    axis.legend(fontsize=8)
    return figure
