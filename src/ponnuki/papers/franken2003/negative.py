"""'In the experiments conducted negative learning did not occur' (section 5.2), tested."""

from typing import Any

import numpy as np

from ponnuki.learners.tic_tac_toe import Ties
from ponnuki.papers.franken2003.cells import NEIGHBOURHOODS, RULES
from ponnuki.papers.franken2003.epochs import Courses, courses
from ponnuki.papers.franken2003.numbers import TABLES
from ponnuki.papers.franken2003.saturation import DRAWN_S
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval


def negative(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How many runs and cells end below 0, and below a player that draws its moves."""
    page.heading("'Negative learning did not occur'")
    page.text(
        "Section 5.2: a negative S points to a player that learned how to lose, and there was "
        f"none. The lowest printed cell has {_lowest_printed():.2f}. Exact S after the last epoch "
        f"of all runs of Tables 1 to 3. A player that draws its moves has {DRAWN_S:.2f}, so a run "
        "just below 0 has learned nothing; 'how to lose' is a cell whose 95 % interval over runs "
        "lies wholly below that. Of many cells without any learning 2.5 % would, by chance."
    )
    found = courses(workshop, scale)
    results: dict[str, Any] = {}
    rows: list[list[object]] = []
    for ties in RULES:
        for algorithm in NEIGHBOURHOODS:
            one = _counts(found, ties, algorithm)
            results[f"{algorithm}, {ties}"] = one
            rows.append([algorithm, ties, *_texts(one)])
    page.table(
        [
            "algorithm",
            "ties",
            "runs",
            "runs below 0",
            f"runs below {DRAWN_S:.2f}",
            "lowest run",
            "cells",
            "cells with a mean below 0",
            "cells that learned how to lose",
            "the claim, for cells",
            "for single runs",
        ],
        rows,
    )
    return results


def _lowest_printed() -> float:
    return min(value for table in TABLES.values() for row in table.values() for value in row)


def _counts(found: Courses, ties: Ties, algorithm: str) -> dict[str, Any]:
    cells = [course["s"][-1] for course in found[ties, algorithm].values()]
    values = np.concatenate(cells)
    return {
        "runs": len(values),
        "runs_negative": int((values < 0).sum()),
        "runs_worse_than_drawing": int((values < DRAWN_S).sum()),
        "lowest": float(values.min()),
        "cells": len(cells),
        "cells_negative": sum(float(np.mean(cell)) < 0 for cell in cells),
        "cells_worse_than_drawing": sum(mean_interval(cell).high < DRAWN_S for cell in cells),
    }


def _texts(one: dict[str, Any]) -> list[object]:
    return [
        one["runs"],
        one["runs_negative"],
        one["runs_worse_than_drawing"],
        f"{one['lowest']:.2f}",
        one["cells"],
        one["cells_negative"],
        one["cells_worse_than_drawing"],
        _verdict(one),
        f"fails, {100 * one['runs_negative'] / one['runs']:.1f} %"
        if one["runs_negative"]
        else "holds",
    ]


def _verdict(one: dict[str, Any]) -> str:
    """What is to be said of cells; a few of many lie below drawing by chance."""
    if not one["cells_negative"]:
        return "holds"
    if one["cells_worse_than_drawing"] > 0.025 * one["cells"]:
        return "fails"
    return "fails to the letter; none is shown to be worse than drawing"
