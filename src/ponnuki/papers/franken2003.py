"""Franken & Engelbrecht 2003: tic-tac-toe by particle swarms that co-evolve.

The experiments of the paper as data, its figures beside ours, and a verdict on each claim. What
lies beyond the paper stands in `franken2003_limit`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Literal, TypedDict

import numpy as np

from ponnuki import _core
from ponnuki.arena.tic_tac_toe import (
    OnePly,
    Output,
    Ties,
    exact_standings,
    sampled_standings,
)
from ponnuki.optimisers import Ea, Pso
from ponnuki.optimisers.neighbourhoods import Gbest, Neighbourhood, Ring, VonNeumann
from ponnuki.papers import franken2003_tables as printed
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, PairedTest, mean_interval, paired_test
from ponnuki.reports.page import new_figure
from ponnuki.trainers import Coevolution, coevolve

INTRODUCTION = """
Each epoch every particle and every personal best plays 5 games as player one against opponents
drawn at random from all of them (win 1, draw 0, loss −2). A net 9-H-1 of sigmoid units values every
successor, and the best valued is played. After training, the best personal best plays 10,000 games
with each colour against a player that draws its moves:
S = (w1 − 58.8) + (w2 − 28.8), in per cent. No player has more than 105.74.

**Ties.** The paper does not say what happens when successors have the same value. It matters: with
the printed constants weights grow without end, outputs saturate, and then most values are equal.
Every cell is trained and measured with two rules: *first*, the first of the best successors in the
order of the board, which is what a loop that keeps the first maximum does; and *random*, a draw
from the game's seed. A player that always takes the first empty square has S = 34.55, exactly.

A run is one value; intervals are t-intervals over runs. S is sampled as in the paper; beside it
stands S computed exactly, by going through all games of the net.
"""

FIRST_SQUARE_S = 34.54616402
"""The exact S of a player that always takes the first empty square."""

NEIGHBOURHOODS: dict[str, Neighbourhood] = {
    "lbest": Ring(5),
    "gbest": Gbest(),
    "von-neumann": VonNeumann(),
}
PRINTED = {"lbest": printed.LBEST, "gbest": printed.GBEST, "von-neumann": printed.VON_NEUMANN}
TABLE_NUMBERS = {"lbest": 1, "gbest": 2, "von-neumann": 3}
RULES: tuple[Ties, ...] = ("first", "random")
SEED = 2003
LIMIT = 1.0
"""The velocity limit of the baselines of Figure 1; the paper does not say which one it was."""


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    particles: tuple[int, ...]
    hidden: tuple[int, ...]
    runs: int
    epochs: int
    games: int
    evaluations: int
    optimiser_runs: int

    def __str__(self) -> str:
        return (
            f"{', '.join(map(str, self.particles))} particles, {', '.join(map(str, self.hidden))} "
            f"hidden units, {self.runs} runs a cell, {self.epochs} epochs, S from {self.games:,} "
            f"games with each colour"
        )


SCALES = {
    "smoke": Scale((5, 15), (3, 7), 2, 30, 500, 200, 2),
    "small": Scale((5, 20, 50), (3, 7, 15), 10, 500, 10_000, 100_000, 3),
    "paper": Scale(tuple(range(5, 55, 5)), printed.HIDDEN, 30, 500, 10_000, 500_000, 10),
}


@dataclass(frozen=True)
class Cell:
    """One configuration; its runs differ in their seed alone.

    Attributes:
        algorithm: a neighbourhood, or 'ep'.
        particles: how many.
        hidden: units.
        ties: the rule for equal values.
        encoding: of the board.
        c2: the pull of the leader.
        vmax: the velocity limit; None for none.
        output: how finely outputs are told apart.
    """

    algorithm: str
    particles: int
    hidden: int
    ties: Ties
    encoding: Literal["own-opponent", "messerschmidt"] = "own-opponent"
    c2: float = 1.0
    vmax: float | None = None
    output: Output = "grid"

    @property
    def name(self) -> str:
        """Of its file."""
        more = "" if self.encoding == "own-opponent" else "-" + self.encoding
        more += "" if self.c2 == 1 else f"-c{self.c2:g}"
        more += "" if self.vmax is None else f"-v{self.vmax:g}"
        more += "" if self.output == "grid" else f"-{self.output}"
        return f"{self.algorithm}-p{self.particles}-h{self.hidden}-{self.ties}{more}"

    @property
    def player(self) -> OnePly:
        """The nets and how they play."""
        return OnePly.of(self.hidden, self.encoding, ties=self.ties, output=self.output)

    def coevolution(self, epochs: int, *, history: bool = False) -> Coevolution:
        """A run."""
        method: Pso | Ea
        if self.algorithm == "ep":
            method = Ea()
        else:
            method = Pso(
                inertia=1.0,
                c1=1.0,
                c2=self.c2,
                vmax=self.vmax,
                neighbourhood=NEIGHBOURHOODS[self.algorithm],
                bests="replay",
            )
        return Coevolution(self.player, method, self.particles, epochs, history=history)


class CellResult(TypedDict):
    """What is known of a cell.

    Attributes:
        algorithm: a neighbourhood, or 'ep'.
        particles: how many.
        hidden: units.
        ties: the rule for equal values.
        encoding: of the board.
        c2: the pull of the leader.
        vmax: the velocity limit.
        output: how finely outputs are told apart.
        s: sampled, a value a run.
        s_exact: of the same nets.
        s_best: the highest exact S among a run's personal bests.
        s_everyone: the mean exact S of a run's personal bests.
        indifferent: the share of positions in which the champion values all moves alike.
        weight_size: root mean square of the weights of a run's personal bests.
        mean: of `s`.
        interval90: of that mean.
        interval95: of that mean.
        mean_exact: of `s_exact`.
        games: played in training, all runs together.
    """

    algorithm: str
    particles: int
    hidden: int
    ties: str
    encoding: str
    c2: float
    vmax: float | None
    output: str
    s: list[float]
    s_exact: list[float]
    s_best: list[float]
    s_everyone: list[float]
    indifferent: list[float]
    weight_size: list[float]
    mean: float
    interval90: tuple[float, float]
    interval95: tuple[float, float]
    mean_exact: float
    games: int


def run_cell(workshop: Workshop, cell: Cell, scale: Scale) -> CellResult:
    """The result of a cell, from disk if it was worked out before."""
    settings = asdict(cell)
    question = ["cell-1", settings, scale.runs, scale.epochs, scale.games]
    return workshop.part(cell.name, question, lambda: _train_and_measure(workshop, cell, scale))


def _train_and_measure(workshop: Workshop, cell: Cell, scale: Scale) -> CellResult:
    seed = _core.stream(SEED, cell.name, 0)
    runs = coevolve(
        [cell.coevolution(scale.epochs)] * scale.runs,
        _core.streams(seed, "run", scale.runs),
        workshop.arena,
    )
    champions = np.stack([run.champion for run in runs])
    sampled = sampled_standings(
        cell.player, champions, scale.games, seed, arena=workshop.arena
    ).s.tolist()
    everyone = exact_standings(
        cell.player, np.concatenate([run.bests for run in runs]), arena=workshop.arena
    ).s.reshape(scale.runs, -1)
    narrow, wide = mean_interval(sampled, 0.90), mean_interval(sampled, 0.95)
    exact = exact_standings(cell.player, champions, arena=workshop.arena).s
    return {
        **asdict(cell),  # type: ignore[typeddict-item]
        "s": sampled,
        "s_exact": exact.tolist(),
        "s_best": everyone.max(axis=1).tolist(),
        "s_everyone": everyone.mean(axis=1).tolist(),
        "indifferent": [indifference(cell.player, row) for row in champions],
        "weight_size": [
            float(np.sqrt(np.square(run.bests, dtype=np.float64).mean())) for run in runs
        ],
        "mean": narrow.mean,
        "interval90": (narrow.low, narrow.high),
        "interval95": (wide.low, wide.high),
        "mean_exact": float(exact.mean()),
        "games": sum(run.games for run in runs),
    }


def indifference(player: OnePly, weights: Any) -> float:
    """The share of positions with two moves or more in which a net values all of them alike."""
    moves = replace(player, ties="random").policy(weights)
    legal = _core.tic_tac_toe_opponent(_core.TicTacToeOpponent.random)
    asked = np.bitwise_count(legal) > 1
    return float((moves[asked] == legal[asked]).mean())


# Tables


def table(algorithm: str) -> Any:
    """The experiment that makes the table of a neighbourhood."""

    def experiment(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
        page.heading(f"Table {TABLE_NUMBERS[algorithm]}: {algorithm}")
        found = {ties: _grid(workshop, scale, algorithm, ties) for ties in RULES}
        _print_grids(page, scale, algorithm, found)
        page.figure(
            f"table{TABLE_NUMBERS[algorithm]}",
            _heat_maps(scale, algorithm, found),
            f"S of {algorithm} by particles and hidden units: the paper's and ours",
        )
        return {"cells": [cell for cells in found.values() for cell in cells]}

    return experiment


def _grid(workshop: Workshop, scale: Scale, algorithm: str, ties: Ties) -> list[CellResult]:
    return [
        run_cell(workshop, Cell(algorithm, particles, hidden, ties), scale)
        for particles in scale.particles
        for hidden in scale.hidden
    ]


def _printed(algorithm: str, particles: int, hidden: int) -> float | None:
    row = PRINTED[algorithm].get(particles)
    return row[printed.HIDDEN.index(hidden)] if row else None


def _print_grids(
    page: Page, scale: Scale, algorithm: str, found: dict[Ties, list[CellResult]]
) -> None:
    header = ["particles", *(f"H = {hidden}" for hidden in scale.hidden), "average"]
    rows: list[list[object]] = []
    for particles in scale.particles:
        values = [_printed(algorithm, particles, hidden) for hidden in scale.hidden]
        known = [value for value in values if value is not None]
        rows.append([particles, *map(_number, values), _number(_mean(known))])
    page.heading("The paper's", 3)
    page.table(header, rows)
    for ties, cells in found.items():
        page.heading(f"Ours, ties: {ties}", 3)
        page.text("Mean S over runs and half the width of its 90 % t-interval.")
        rows = []
        for particles in scale.particles:
            line = [cell for cell in cells if cell["particles"] == particles]
            shown = [
                f"{cell['mean']:.2f} ± {(cell['interval90'][1] - cell['interval90'][0]) / 2:.2f}"
                for cell in line
            ]
            rows.append([particles, *shown, f"{np.mean([cell['mean'] for cell in line]):.2f}"])
        page.table(header, rows)
    page.heading("By particles, all hidden sizes together", 3)
    rows = []
    for particles in scale.particles:
        values = [_printed(algorithm, particles, hidden) for hidden in scale.hidden]
        row: list[object] = [particles, _number(_mean([one for one in values if one is not None]))]
        for cells in found.values():
            line = [cell for cell in cells if cell["particles"] == particles]
            runs = [value for cell in line for value in cell["s"]]
            narrow, wide = mean_interval(runs, 0.90), mean_interval(runs, 0.95)
            row += [
                f"{narrow.mean:.2f} ({narrow.low:.2f} to {narrow.high:.2f})",
                f"{wide.low:.2f} to {wide.high:.2f}",
                f"{np.mean([cell['mean_exact'] for cell in line]):.2f}",
                f"{100 * np.mean([cell['indifferent'] for cell in line]):.0f} %",
            ]
        rows.append(row)
    page.table(
        [
            "particles",
            "paper",
            *(
                f"{ties}: {what}"
                for ties in found
                for what in ("S (90 %)", "95 %", "exact S", "positions with all moves alike")
            ),
        ],
        rows,
    )


def _heat_maps(scale: Scale, algorithm: str, found: dict[Ties, list[CellResult]]) -> Any:
    shape = (len(scale.particles), len(scale.hidden))
    maps = {
        "paper": np.array(
            [
                [_printed(algorithm, particles, hidden) for hidden in scale.hidden]
                for particles in scale.particles
            ],
            np.float64,
        )
    }
    for ties, cells in found.items():
        maps[f"ours, ties: {ties}"] = np.reshape([cell["mean"] for cell in cells], shape)
    figure = new_figure(4 * len(maps), 1.5 + 0.35 * shape[0])
    axes = figure.subplots(1, len(maps), squeeze=False)[0]
    for axis, (title, values) in zip(axes, maps.items(), strict=True):
        image = axis.imshow(values, vmin=-5, vmax=40, aspect="auto", cmap="viridis")
        for (i, j), value in np.ndenumerate(values):
            if np.isfinite(value):
                colour = "black" if value > 20 else "white"
                axis.text(j, i, f"{value:.1f}", ha="center", va="center", color=colour, fontsize=8)
        axis.set_xticks(range(shape[1]), [str(one) for one in scale.hidden])
        axis.set_yticks(range(shape[0]), [str(one) for one in scale.particles])
        axis.set_xlabel("hidden units")
        axis.set_title(title)
    axes[0].set_ylabel("particles")
    figure.colorbar(image, ax=axes, label="S")
    return figure


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


# Claims about neighbourhoods


def neighbourhoods(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Compares the neighbourhoods over the same cells: the paper's figures and ours."""
    page.heading("Neighbourhoods, as a paired test over cells")
    page.text(
        "A cell is a number of particles and of hidden units; p-values are two-sided, of the "
        "paired t-test, Wilcoxon's signed-rank test and the sign test. The paper's row compares "
        "its printed cells; ours compare means of exact S. With 5 particles a window of 5 is "
        "everybody, so lbest and gbest are the same algorithm there: these cells are left out of "
        "ours, and what the paper prints for them shows how much chance there is in its figures."
    )
    pairs = (("lbest", "gbest"), ("von-neumann", "gbest"), ("von-neumann", "lbest"))
    results: dict[str, Any] = {}
    rows = []
    for first, second in pairs:
        tests: dict[str, PairedTest] = {}
        keys = [
            (particles, column)
            for particles in PRINTED[first]
            if particles in PRINTED[second]
            for column in range(len(printed.HIDDEN))
        ]
        tests["paper"] = paired_test(
            [PRINTED[first][p][c] for p, c in keys], [PRINTED[second][p][c] for p, c in keys]
        )
        if {first, second} == {"lbest", "gbest"}:
            tests["paper, 5 particles"] = paired_test(printed.LBEST[5], printed.GBEST[5])
        for ties in RULES:
            one, other = (
                [
                    cell["mean_exact"]
                    for cell in _grid(workshop, scale, name, ties)
                    if cell["particles"] > 5
                ]
                for name in (first, second)
            )
            if len(one) > 1:
                tests[f"ours, ties: {ties}"] = paired_test(one, other)
        for source, test in tests.items():
            rows.append([f"{first} − {second}", source, *_test_row(test)])
        results[f"{first} - {second}"] = {source: asdict(test) for source, test in tests.items()}
    page.table(["difference", "figures", *TEST_HEADER], rows)
    _print_claims(page, results)
    return results


TEST_HEADER = ["cells", "mean (95 %)", "better/worse", "p, t", "p, Wilcoxon", "p, sign"]


def _test_row(test: PairedTest) -> list[str]:
    return [
        str(test.pairs),
        f"{test.mean:+.2f} ({test.low:+.2f} to {test.high:+.2f})",
        f"{test.better}/{test.worse}",
        *(f"{p:.2g}" for p in (test.t_p, test.wilcoxon_p, test.sign_p)),
    ]


def _holds(test: dict[str, Any] | None) -> str:
    """Whether the first was better, in words, at 5 %."""
    if test is None:
        return "not tested at this scale"
    size = f"{test['mean']:+.2f}, p = {test['t_p']:.2g}"
    if test["t_p"] >= 0.05:
        return f"no difference shown ({size})"
    return f"better ({size})" if test["mean"] > 0 else f"worse ({size})"


def _print_claims(page: Page, results: dict[str, Any]) -> None:
    page.heading("Claims", 3)
    rows = []
    for claim, key in (
        ("gbest is worse than lbest", "lbest - gbest"),
        ("gbest is worse than von Neumann", "von-neumann - gbest"),
        ("von Neumann is at least as good as lbest", "von-neumann - lbest"),
    ):
        rows.append([claim, *(_holds(results[key].get(f"ours, ties: {ties}")) for ties in RULES)])
    page.table(
        ["claim of the paper", *(f"first minus second, ties: {ties}" for ties in RULES)], rows
    )


# Ties


def saturation(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """What swarms come to by the rule for ties and by how finely outputs are told apart."""
    page.heading("What the tables measure: ties")
    particles = 20 if 20 in scale.particles else scale.particles[-1]
    page.text(
        f"lbest, {particles} particles, 7 hidden units. 'grid': outputs in steps of 2⁻²⁰, as in "
        "all of this report; 'doubles': as the sigmoid in double precision tells them apart; "
        "'sums': before the sigmoid, which never saturates. A player without any view that takes "
        f"the first empty square has S = {FIRST_SQUARE_S:.2f}, one that draws −0.29."
    )
    outputs: tuple[Output, ...] = ("grid", "doubles", "sums")
    cells = [
        run_cell(workshop, Cell("lbest", particles, 7, ties, output=output), scale)
        for output in outputs
        for ties in RULES
    ]
    page.table(
        ["outputs, ties", "S, mean (95 %)", "positions with all moves alike", "size of weights"],
        [
            [
                f"{output}, {cell['ties']}",
                mean_interval(cell["s_exact"]).text(digits=2),
                f"{100 * np.mean(cell['indifferent']):.0f} %",
                f"{np.exp(np.mean(np.log(cell['weight_size']))):.1g}",
            ]
            for output, cell in zip(np.repeat(outputs, len(RULES)), cells, strict=True)
        ],
    )
    return {"cells": cells}


# Figures


def figure1(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Swarms without a velocity limit beside one with a limit and EP; 7 hidden units."""
    page.heading("Figure 1: without a velocity limit, with one, and EP")
    page.text(
        f"7 hidden units. The velocity limit of the baseline is not printed; here it is {LIMIT:g}. "
        "EP: n parents and n children with step sizes of their own (0.05 at first), the better "
        "half of the 2n survives. Baselines with the tenth input are Messerschmidt's set-up; "
        "the same with the paper's own inputs stand beside them, so that the effect of the limit "
        "is told from that of the inputs."
    )
    kinds: dict[str, dict[str, Any]] = {
        "lbest": {"algorithm": "lbest"},
        "gbest": {"algorithm": "gbest"},
        "von Neumann": {"algorithm": "von-neumann"},
        "lbest, Messerschmidt's inputs": {"algorithm": "lbest", "encoding": "messerschmidt"},
        "lbest, limit, Messerschmidt's inputs": {
            "algorithm": "lbest",
            "encoding": "messerschmidt",
            "vmax": LIMIT,
        },
        "EP, Messerschmidt's inputs": {"algorithm": "ep", "encoding": "messerschmidt"},
        "lbest, limit": {"algorithm": "lbest", "vmax": LIMIT},
        "EP": {"algorithm": "ep"},
    }
    results: dict[str, Any] = {"cells": [], "tests": {}}
    curves: dict[Ties, dict[str, list[CellResult]]] = {}
    for ties in RULES:
        curves[ties] = {
            label: [
                run_cell(workshop, Cell(particles=particles, hidden=7, ties=ties, **kind), scale)
                for particles in scale.particles
            ]
            for label, kind in kinds.items()
        }
        page.heading(f"Ties: {ties}", 3)
        page.table(
            ["particles", *kinds],
            [
                [particles, *(f"{curve[i]['mean']:.2f}" for curve in curves[ties].values())]
                for i, particles in enumerate(scale.particles)
            ],
        )
        results["cells"] += [cell for curve in curves[ties].values() for cell in curve]
    page.figure("figure1", _curves(scale.particles, curves, "particles"), "S by particles")
    rows = []
    for ties in RULES:
        for first in ("lbest", "von Neumann", "gbest"):
            for second in list(kinds)[4:]:
                test = paired_test(
                    [cell["mean_exact"] for cell in curves[ties][first]],
                    [cell["mean_exact"] for cell in curves[ties][second]],
                )
                results["tests"][f"{first} - {second}, {ties}"] = asdict(test)
                rows.append([f"{first} − {second}", ties, *_test_row(test), _holds(asdict(test))])
    page.text(
        "The claim: without a limit every swarm beats the limited one and EP in every single case. "
        "Paired over numbers of particles, by exact S:"
    )
    page.table(["difference", "ties", *TEST_HEADER, "without a limit is"], rows)
    return results


def _curves(
    places: Sequence[int], curves: dict[Ties, dict[str, list[CellResult]]], label: str
) -> Any:
    figure = new_figure(6 * len(curves), 5)
    axes = figure.subplots(1, len(curves), sharey=True, squeeze=False)[0]
    for axis, (ties, lines) in zip(axes, curves.items(), strict=True):
        for name, cells in lines.items():
            middle = np.array([cell["mean"] for cell in cells])
            half = [cell["interval90"][1] - cell["mean"] for cell in cells]
            axis.errorbar(places, middle, yerr=half, capsize=3, marker="o", ms=3, label=name)
        axis.axhline(FIRST_SQUARE_S, color="grey", lw=0.8, ls="--")
        axis.set_xlabel(label)
        axis.set_title(f"ties: {ties}")
    axes[0].set_ylabel("S (90 % intervals)")
    axes[0].legend(fontsize=7)
    return figure


def figure2(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The 'optimised' constants, lbest with 5 particles."""
    page.heading("Figure 2: 'optimised' constants")
    page.text(
        "lbest with 5 particles: c1 = c2 = 1 without a velocity limit, and c1 = 1, c2 = 2.5, "
        "vmax = 170. The claim: the latter is better in most cases."
    )
    kinds: dict[str, dict[str, Any]] = {"standard": {}, "optimised": {"c2": 2.5, "vmax": 170.0}}
    results: dict[str, Any] = {"cells": [], "tests": {}}
    curves: dict[Ties, dict[str, list[CellResult]]] = {
        ties: {
            label: [
                run_cell(workshop, Cell("lbest", 5, hidden, ties, **kind), scale)
                for hidden in scale.hidden
            ]
            for label, kind in kinds.items()
        }
        for ties in RULES
    }
    rows = []
    for ties, lines in curves.items():
        for label, cells in lines.items():
            rows.append([f"{label}, ties: {ties}", *(f"{cell['mean']:.2f}" for cell in cells)])
            results["cells"] += cells
    page.table(["constants", *(f"H = {hidden}" for hidden in scale.hidden)], rows)
    page.figure("figure2", _curves(scale.hidden, curves, "hidden units"), "S by hidden units")
    rows = []
    for ties, lines in curves.items():
        first, second = (
            [cell["mean_exact"] for cell in lines[name]] for name in ("optimised", "standard")
        )
        test = paired_test(first, second)
        results["tests"][ties] = asdict(test)
        rows.append(["optimised − standard", ties, *_test_row(test), _holds(asdict(test))])
    page.table(["difference", "ties", *TEST_HEADER, "optimised is"], rows)
    return results


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
            results["runs"][f"{label}, ties: {ties}"] = workshop.part(
                f"history-{cell.name}",
                ["history-1", asdict(cell), scale.epochs],
                partial(_histories, workshop, cell, scale.epochs),
            )
    figure = new_figure(11, 7)
    (mean, size), (replaced, score) = figure.subplots(2, 2)
    for name, lines in results["runs"].items():
        style = "-" if name.endswith("first") else ":"
        for axis, key in (
            (mean, "mean_weight"),
            (size, "weight_size"),
            (replaced, "replaced"),
            (score, "best_score"),
        ):
            values = np.array(lines[key])
            if key in {"replaced", "best_score"}:
                width = max(1, len(values) // 20)
                values = np.convolve(values, np.ones(width) / width, "valid")
            axis.plot(np.arange(1, len(values) + 1), values, style, label=name)
            axis.set_xlabel("epoch")
            axis.set_ylabel(key.replace("_", " "))
    mean.set_yscale("symlog")
    size.set_yscale("log")
    size.legend(fontsize=6)
    page.figure("figure3", figure, "Weights, replaced bests and scores by epoch, one run each")
    rows = []
    for name, lines in results["runs"].items():
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
    return results


def _histories(workshop: Workshop, cell: Cell, epochs: int) -> dict[str, list[float]]:
    seed = _core.stream(SEED, cell.name, 1)
    (run,) = coevolve([cell.coevolution(epochs, history=True)], [seed], workshop.arena)
    return {name: values.tolist() for name, values in run.history.items()}
