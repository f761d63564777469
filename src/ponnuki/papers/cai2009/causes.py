"""What may explain the tables: growth of weights, worth of scores, share of duels won."""

from typing import Any

import numpy as np

from ponnuki.fitness import mean_reliability
from ponnuki.papers.cai2009.engines import trained
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure


def causes(workshop: Workshop, scale: Scale, page: Page) -> None:
    """What may explain the results: growth of weights, worth of scores, share of duels won."""
    page.heading("Why: weights, scores, duels", 3)
    page.text(
        "Mean over runs. Reliability says how much of the differences between scores of one "
        "generation would come again with other games: selection sees that share and no more. "
        "Weights start with an rms of 0.115; a unit whose inputs sum to more than 3 is saturated."
    )
    rows = []
    figure = new_figure(9, 3.5)
    sizes, trust = figure.subplots(1, 2)
    for method, records in trained(workshop, scale).items():
        lines = [record.generations() for record in records]

        def mean(name: str, at: slice, lines: list[list[dict[str, Any]]] = lines) -> float | None:
            values = [line[name] for run in lines for line in run[at] if name in line]
            return float(np.mean(values)) if values else None

        def cells(name: str) -> list[str]:
            values = [mean(name, slice(0, 1)), mean(name, slice(-1, None))]
            return ["–" if one is None else f"{one:.2f}" for one in values]

        fought = mean("duels_fought", slice(1, None))
        won = mean("duels_won", slice(1, None))
        half = slice(-max(1, scale.generations // 2), None)
        late = [line["reliability"] for run in lines for line in run[half] if "reliability" in line]
        rows.append(
            [
                method,
                *cells("weight_size"),
                *cells("champion_size")[1:],
                f"{mean_reliability(late):.2f}" if late else "–",
                f"{100 * won / fought:.0f} %" if won is not None and fought else "–",
            ]
        )
        curve = np.mean([[line["weight_size"] for line in run] for run in lines], axis=0)
        sizes.plot(np.arange(1, len(curve) + 1), curve, label=method)
        known = [[line.get("reliability", np.nan) for line in run] for run in lines]
        if np.isfinite(known).all():
            trusted = [mean_reliability(one) for one in np.transpose(known)]
            trust.plot(np.arange(1, len(curve) + 1), trusted, label=method)
    page.table(
        [
            "method",
            "weights, first",
            "weights, last",
            "champion's weights",
            "reliability, second half",
            "duels won",
        ],
        rows,
    )
    sizes.set_yscale("log")
    sizes.set_xlabel("generation")
    sizes.set_ylabel("size of weights (rms)")
    sizes.legend()
    trust.set_xlabel("generation")
    trust.set_ylabel("reliability of scores")
    trust.axhline(0, color="grey", lw=0.8)
    page.figure("causes", figure, "Weights and reliability of scores by generation")
