"""Figures 1 and 2 of Franken & Engelbrecht 2003: velocity limits, EP, and other constants."""

from dataclasses import asdict
from typing import Any

from ponnuki.learners.tic_tac_toe import Ties
from ponnuki.papers.franken2003.cells import RULES, Cell, CellResult, run_cell
from ponnuki.papers.franken2003.saturation import FIRST_SQUARE_S
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, paired_test
from ponnuki.reports.plots import Axis, error_curves, trend_line
from ponnuki.reports.tables import PAIRED_HEADER, paired_cells, paired_verdicts

LIMIT = 1.0
"""The velocity limit of the baselines of Figure 1; the paper does not say which one it was."""

DEGREE = 2
"""Of the polynomials of Figure 2's trend lines; the paper does not say it."""

Curves = dict[Ties, dict[str, list[CellResult]]]
"""Cells along a curve, by its name, by the rule for ties."""


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
    curves: Curves = {}
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
    page.figure("figure1", "S by particles", _picture, curves, Axis("particles", scale.particles))
    rows: list[list[str]] = []
    tests = []
    for ties in RULES:
        for first in ("lbest", "von Neumann", "gbest"):
            for second in list(kinds)[4:]:
                test = paired_test(
                    [cell["mean_exact"] for cell in curves[ties][first]],
                    [cell["mean_exact"] for cell in curves[ties][second]],
                )
                results["tests"][f"{first} - {second}, {ties}"] = asdict(test)
                tests.append(test)
                rows.append([f"{first} − {second}", ties, *paired_cells(test)])
    page.text(
        "The claim: without a limit every swarm beats the limited one and EP in every single case. "
        "Paired over numbers of particles, by exact S; p of the last column is that of the t-test, "
        f"corrected for {len(tests)} tests (Holm):"
    )
    page.table(
        ["difference", "ties", *PAIRED_HEADER, "without a limit is"],
        [[*row, verdict] for row, verdict in zip(rows, paired_verdicts(tests), strict=True)],
    )
    return results


def figure2(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The 'optimised' constants, lbest with 5 particles."""
    page.heading("Figure 2: 'optimised' constants")
    page.text(
        "lbest with 5 particles: c1 = c2 = 1 without a velocity limit, and c1 = 1, c2 = 2.5, "
        "vmax = 170. The claim: the latter is better in most cases."
    )
    kinds: dict[str, dict[str, Any]] = {"standard": {}, "optimised": {"c2": 2.5, "vmax": 170.0}}
    results: dict[str, Any] = {"cells": []}
    curves: Curves = {
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
    page.figure(
        "figure2",
        "S by hidden units, with trend lines",
        _picture,
        curves,
        Axis("hidden units", scale.hidden),
        DEGREE,
    )
    tests = {
        ties: paired_test(
            *([cell["mean_exact"] for cell in lines[name]] for name in ("optimised", "standard"))
        )
        for ties, lines in curves.items()
    }
    results["tests"] = {ties: asdict(test) for ties, test in tests.items()}
    verdicts = paired_verdicts(list(tests.values()))
    page.text(f"p of the last column is that of the t-test, corrected for {len(tests)} (Holm).")
    page.table(
        ["difference", "ties", *PAIRED_HEADER, "optimised is"],
        [
            ["optimised − standard", ties, *paired_cells(test), verdict]
            for (ties, test), verdict in zip(tests.items(), verdicts, strict=True)
        ],
    )
    results["trends"] = _print_trends(page, curves, scale)
    return results


def _print_trends(page: Page, curves: Curves, scale: Scale) -> dict[str, list[float]]:
    """How far the trend line of the 'optimised' constants lies above the other."""
    page.text(
        "The paper sees the increase more clearly by polynomial trend lines, whose degree it does "
        f"not say. Here they are of degree {DEGREE}; the difference of the lines, optimised minus "
        "standard, at each number of hidden units:"
    )
    results: dict[str, list[float]] = {}
    rows: list[list[object]] = []
    for ties, lines in curves.items():
        first, second = (
            trend_line(scale.hidden, [cell["mean_exact"] for cell in lines[name]], DEGREE)
            for name in ("optimised", "standard")
        )
        values = [float(first(hidden) - second(hidden)) for hidden in scale.hidden]
        results[ties] = values
        above = sum(value > 0 for value in values)
        rows.append([ties, *(f"{value:+.1f}" for value in values), f"{above} of {len(values)}"])
    page.table(["ties", *(f"H = {hidden}" for hidden in scale.hidden), "above"], rows)
    return results


def _picture(curves: Curves, across: Axis, trend: int | None = None) -> Any:
    panels = {
        f"ties: {ties}": {
            name: [(cell["mean"], cell["interval90"][1] - cell["mean"]) for cell in cells]
            for name, cells in lines.items()
        }
        for ties, lines in curves.items()
    }
    return error_curves(panels, across, "S (90 % intervals)", FIRST_SQUARE_S, trend)
