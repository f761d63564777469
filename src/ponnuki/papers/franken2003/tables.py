"""Tables 1 to 3 of Franken & Engelbrecht 2003, and what they say of neighbourhoods (section 6)."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from ponnuki.learners.tic_tac_toe import Ties
from ponnuki.papers.franken2003.cells import RULES, Cell, CellResult, run_cell
from ponnuki.papers.franken2003.numbers import GBEST, HIDDEN, LBEST, TABLE_NUMBERS, TABLES, printed
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.paper import Experiment
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, PairedTest, mean_interval, paired_test
from ponnuki.reports.plots import Axis, heat_maps
from ponnuki.reports.tables import PAIRED_HEADER, paired_cells, paired_verdicts


def table(algorithm: str) -> Experiment:
    """The experiment that makes the table of a neighbourhood."""
    return partial(_table, algorithm)


def _table(algorithm: str, workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    page.heading(f"Table {TABLE_NUMBERS[algorithm]}: {algorithm}")
    found = {ties: grid(workshop, scale, algorithm, ties) for ties in RULES}
    _print_grids(page, scale, algorithm, found)
    _print_by_particles(page, scale, algorithm, found)
    page.figure(
        f"table{TABLE_NUMBERS[algorithm]}",
        f"S of {algorithm} by particles and hidden units: the paper's and ours",
        heat_maps,
        _maps(scale, algorithm, found),
        Axis("particles", scale.particles),
        Axis("hidden units", scale.hidden),
        "S",
        -5,
        40,
    )
    return {"cells": [cell for cells in found.values() for cell in cells]}


def grid(workshop: Workshop, scale: Scale, algorithm: str, ties: Ties) -> list[CellResult]:
    """The cells of a table, by particles and then by hidden units."""
    return [
        run_cell(workshop, Cell(algorithm, particles, hidden, ties), scale)
        for particles in scale.particles
        for hidden in scale.hidden
    ]


def _print_grids(
    page: Page, scale: Scale, algorithm: str, found: dict[Ties, list[CellResult]]
) -> None:
    header = ["particles", *(f"H = {hidden}" for hidden in scale.hidden), "average"]
    rows: list[list[object]] = []
    for particles in scale.particles:
        values = [printed(algorithm, particles, hidden) for hidden in scale.hidden]
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


def _print_by_particles(
    page: Page, scale: Scale, algorithm: str, found: dict[Ties, list[CellResult]]
) -> None:
    page.heading("By particles, all hidden sizes together", 3)
    rows: list[list[object]] = []
    for particles in scale.particles:
        values = [printed(algorithm, particles, hidden) for hidden in scale.hidden]
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


def _maps(scale: Scale, algorithm: str, found: dict[Ties, list[CellResult]]) -> dict[str, Any]:
    shape = (len(scale.particles), len(scale.hidden))
    maps = {
        "paper": np.array(
            [
                [printed(algorithm, particles, hidden) for hidden in scale.hidden]
                for particles in scale.particles
            ],
            np.float64,
        )
    }
    for ties, cells in found.items():
        maps[f"ours, ties: {ties}"] = np.reshape([cell["mean"] for cell in cells], shape)
    return maps


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


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
    found: dict[str, dict[str, PairedTest]] = {}
    rows = []
    for first, second in pairs:
        tests: dict[str, PairedTest] = {}
        keys = [
            (particles, column)
            for particles in TABLES[first]
            if particles in TABLES[second]
            for column in range(len(HIDDEN))
        ]
        tests["paper"] = paired_test(
            [TABLES[first][p][c] for p, c in keys], [TABLES[second][p][c] for p, c in keys]
        )
        if {first, second} == {"lbest", "gbest"}:
            tests["paper, 5 particles"] = paired_test(LBEST[5], GBEST[5])
        for ties in RULES:
            one, other = (
                [
                    cell["mean_exact"]
                    for cell in grid(workshop, scale, name, ties)
                    if cell["particles"] > 5
                ]
                for name in (first, second)
            )
            if len(one) > 1:
                tests[f"ours, ties: {ties}"] = paired_test(one, other)
        for source, test in tests.items():
            rows.append([f"{first} − {second}", source, *paired_cells(test)])
        found[f"{first} - {second}"] = tests
    page.table(["difference", "figures", *PAIRED_HEADER], rows)
    _print_claims(page, found)
    return {
        pair: {source: asdict(test) for source, test in tests.items()}
        for pair, tests in found.items()
    }


def _print_claims(page: Page, found: dict[str, dict[str, PairedTest]]) -> None:
    page.heading("Claims", 3)
    claims = {
        "lbest - gbest": "gbest is worse than lbest",
        "von-neumann - gbest": "gbest is worse than von Neumann",
        "von-neumann - lbest": "von Neumann is at least as good as lbest",
    }
    tests = [found[key].get(f"ours, ties: {ties}") for key in claims for ties in RULES]
    verdicts = iter(paired_verdicts(tests))
    page.text(f"p of the t-test, corrected for {len(tests)} tests (Holm).")
    rows = [[claim, *(next(verdicts) for _ in RULES)] for claim in claims.values()]
    page.table(
        ["claim of the paper", *(f"first minus second, ties: {ties}" for ties in RULES)], rows
    )
