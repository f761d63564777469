"""The two-level swarm of Cai et al. 2009 ('Optimal PSO', sections 4.2, 5.1 and 6.1)."""

from typing import Any

from ponnuki.learners import TwoLevelSettings
from ponnuki.papers.cai2009.engines import GAME
from ponnuki.papers.cai2009.numbers import OPTIMAL_CONSTANTS, OPTIMAL_FIRST, OPTIMAL_LAST
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page


def optimal_pso(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The two-level PSO: constants by generation."""
    settings = TwoLevelSettings.of(
        {"game": GAME, "search": {"depth": scale.depth}, "generations": scale.tuning}
    )
    record = workshop.train(settings)
    lines = record.generations()
    shown = sorted({0, len(lines) // 4, len(lines) // 2, 3 * len(lines) // 4, len(lines) - 1})
    page.heading("Optimal PSO: constants found by the two-level swarm")
    page.table(
        ["generation", "w", "c1", "c2", "best of all nets", "nets that win"],
        [
            [
                lines[i]["generation"],
                *(f"{lines[i][name]:.4f}" for name in ("inertia", "c1", "c2")),
                f"{lines[i]['result']} in {lines[i]['moves']} moves",
                lines[i]["winning_nets"],
            ]
            for i in shown
        ],
    )
    constants = ", ".join(f"{name} = {value}" for name, value in OPTIMAL_CONSTANTS.items())
    page.text(
        f"The paper went from '{OPTIMAL_FIRST}' to '{OPTIMAL_LAST}' and found {constants}. One run "
        "finds one point: the fitness is the best of 20 nets in one game against one opponent, so "
        "many sets of constants do equally well."
    )
    return {"lines": lines}
