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
from ponnuki.reports import Page
from ponnuki.reports.distributions import LayoutTest, layout_test


def sizes(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Whether S depends on hidden units and on particles: in the printed tables and in ours."""
    page.heading("Hidden units and particles")
    page.text(
        "The last row of each printed table averages over particles, by hidden units. The paper "
        "draws nothing from it; here is whether S depends on them at all. By the analysis of "
        "variance of cells in rows and columns, at 5 %; ours by exact S."
    )
    results: dict[str, Any] = {}
    by_hidden: list[list[object]] = []
    verdicts: list[list[object]] = []
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
            by_hidden.append([f"{algorithm}, {source}", *shown])
            test = layout_test(table)
            results[f"{algorithm}, {source}"] = {
                "by_hidden": {str(one): float(mean) for one, mean in known.items()},
                "test": asdict(test),
            }
            verdicts.append([f"{algorithm}, {source}", *_verdict(table, test)])
    page.table(["averages", *(f"H = {hidden}" for hidden in scale.hidden)], by_hidden)
    page.table(
        [
            "table",
            "by hidden units: lowest to highest",
            "S",
            "by particles: lowest to highest",
            "S",
        ],
        verdicts,
    )
    return results


def _verdict(table: NDArray[np.float64], test: LayoutTest) -> list[str]:
    out = []
    for means, p in (
        (table.mean(axis=0), test.columns_p),
        (table.mean(axis=1), test.rows_p),
    ):
        depends = "depends on them" if p < 0.05 else "no dependence shown"
        out += [f"{means.min():.2f} to {means.max():.2f}", f"{depends} (p = {p:.2g})"]
    return out
