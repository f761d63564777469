"""The averages of Tables 1 to 3 of Franken & Engelbrecht 2003 by hidden units and by particles."""

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.papers.franken2003.cells import NEIGHBOURHOODS, RULES
from ponnuki.papers.franken2003.numbers import AVERAGES, HIDDEN, TABLES
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.franken2003.tables import grid
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, holm
from ponnuki.reports.distributions import LayoutTest, layout_test


def sizes(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Whether S depends on hidden units and on particles: in the printed tables and in ours."""
    page.heading("Hidden units and particles")
    page.text(
        "The last row of each printed table averages over particles, by hidden units. The paper "
        "draws nothing from it; here is whether S depends on them at all. By the analysis of "
        "variance of cells in rows and columns, at 5 %, p corrected for all tests of the table "
        "(Holm); ours by exact S. Exploratory: no claim of the paper is judged."
    )
    results: dict[str, Any] = {}
    by_hidden: list[list[object]] = []
    everything: dict[str, NDArray[np.float64]] = {}
    tests: dict[str, LayoutTest] = {}
    for algorithm in NEIGHBOURHOODS:
        tables = {"paper": np.array(list(TABLES[algorithm].values()))}
        for ties in RULES:
            cells = [cell["mean_exact"] for cell in grid(workshop, scale, algorithm, ties)]
            tables[f"ties: {ties}"] = np.reshape(cells, (len(scale.particles), -1))
        for source, table in tables.items():
            printed = source == "paper"
            hidden = HIDDEN if printed else scale.hidden
            means = AVERAGES[algorithm] if printed else table.mean(axis=0)
            known = dict(zip(hidden, means, strict=True))
            shown = [f"{known[one]:.2f}" for one in scale.hidden]
            name = f"{algorithm}, {source}"
            by_hidden.append([name, *shown])
            everything[name], tests[name] = table, layout_test(table)
            results[name] = {
                "by_hidden": {str(one): float(mean) for one, mean in known.items()},
                "test": asdict(tests[name]),
            }
    page.table(["averages", *(f"H = {hidden}" for hidden in scale.hidden)], by_hidden)
    page.table(
        [
            "table",
            "by hidden units: lowest to highest",
            "S",
            "by particles: lowest to highest",
            "S",
        ],
        _verdicts(everything, tests),
    )
    return results


def _verdicts(
    tables: dict[str, NDArray[np.float64]], tests: dict[str, LayoutTest]
) -> list[list[str]]:
    """A row a table: its averages by hidden units and by particles, and whether they differ."""
    chances = iter(holm([p for test in tests.values() for p in (test.columns_p, test.rows_p)]))
    rows = []
    for name, table in tables.items():
        row = [name]
        for means in table.mean(axis=0), table.mean(axis=1):
            p = next(chances)
            depends = "depends on them" if p < 0.05 else "no dependence shown"
            row += [f"{means.min():.2f} to {means.max():.2f}", f"{depends} (p = {p:.2g})"]
        rows.append(row)
    return rows
