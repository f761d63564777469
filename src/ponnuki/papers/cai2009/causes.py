"""What may explain the tables: growth of weights, worth of scores, share of duels won."""

from typing import Any

import numpy as np

from ponnuki.fitness import mean_reliability
from ponnuki.papers.cai2009.engines import trained
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure

Lines = list[list[dict[str, Any]]]
"""The lines of generations of every run of a method."""


def causes(workshop: Workshop, scale: Scale, page: Page) -> None:
    """Adds what training runs say of themselves."""
    lines = {
        method: [record.generations() for record in records]
        for method, records in trained(workshop, scale).items()
    }
    page.heading("Why: weights, scores, duels", 3)
    page.text(
        "Mean over runs. Reliability says how much of the differences between scores of one "
        "generation would come again with other games: selection sees that share and no more. "
        "Weights start with an rms of 0.115; a unit whose inputs sum to more than 3 is saturated."
    )
    page.table(
        [
            "method",
            "weights, first",
            "weights, last",
            "champion's weights",
            "reliability, second half",
            "duels won",
        ],
        [[method, *_cells(runs)] for method, runs in lines.items()],
    )
    page.figure("causes", _picture(lines), "Weights and reliability of scores by generation")


def _cells(runs: Lines) -> list[str]:
    half = slice(-max(1, len(runs[0]) // 2), None)
    late = [line["reliability"] for run in runs for line in run[half] if "reliability" in line]
    fought = _mean(runs, "duels_fought", slice(1, None))
    won = _mean(runs, "duels_won", slice(1, None))
    sizes = (
        _mean(runs, "weight_size", slice(0, 1)),
        _mean(runs, "weight_size", slice(-1, None)),
        _mean(runs, "champion_size", slice(-1, None)),
    )
    return [
        *("–" if one is None else f"{one:.2f}" for one in sizes),
        f"{mean_reliability(late):.2f}" if late else "–",
        f"{100 * won / fought:.0f} %" if won is not None and fought else "–",
    ]


def _mean(runs: Lines, name: str, generations: slice) -> float | None:
    values = [line[name] for run in runs for line in run[generations] if name in line]
    return float(np.mean(values)) if values else None


def _picture(lines: dict[str, Lines]) -> Any:
    figure = new_figure(9, 3.5)
    sizes, trust = figure.subplots(1, 2)
    for method, runs in lines.items():
        curve = np.mean([[line["weight_size"] for line in run] for run in runs], axis=0)
        sizes.plot(np.arange(1, len(curve) + 1), curve, label=method)
        known = [[line.get("reliability", np.nan) for line in run] for run in runs]
        if np.isfinite(known).all():
            trusted = [mean_reliability(one) for one in np.transpose(known)]
            trust.plot(np.arange(1, len(curve) + 1), trusted, label=method)
    sizes.set_yscale("log")
    sizes.set_xlabel("generation")
    sizes.set_ylabel("size of weights (rms)")
    sizes.legend()
    trust.set_xlabel("generation")
    trust.set_ylabel("reliability of scores")
    trust.axhline(0, color="grey", lw=0.8)
    return figure
