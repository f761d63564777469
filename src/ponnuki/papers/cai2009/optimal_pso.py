"""The two-level swarm of Cai et al. 2009 ('Optimal PSO', sections 4.2, 5.1 and 6.1)."""

from collections.abc import Iterable
from typing import Any

from ponnuki.learners import TwoLevelSettings
from ponnuki.papers.cai2009.engines import GAME
from ponnuki.papers.cai2009.fresh_swarms import Constants, fresh_swarms
from ponnuki.papers.cai2009.numbers import OPTIMAL_CONSTANTS, OPTIMAL_FIRST, OPTIMAL_LAST
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

NAMES = ("inertia", "c1", "c2")


def optimal_pso(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The two-level PSO: which constants each run finds, and what they are worth elsewhere."""
    settings = TwoLevelSettings.of(
        {
            "game": GAME,
            "search": {"depth": scale.depth},
            "generations": scale.tuning,
            "opponent_generations": scale.tuning_opponent,
        }
    )
    seeds = range(1, scale.tunings + 1)
    tunings = [settings.but(seed=seed) for seed in seeds]
    runs = [one.generations() for one in workshop.train_each("tuning", tunings)]
    page.heading("Optimal PSO: constants found by the two-level swarm")
    page.text(
        f"{scale.tunings} runs of {settings.particles} sets of constants with {settings.nets} nets "
        "each, which differ in the seed alone. Nets count as winning if their personal best beats "
        "the fixed opponent of the run; they are those of all sets together, and a set's nets were "
        "moved by all constants that it had on its way, so their number says nothing of the one "
        "set that is found."
    )
    page.table(
        [
            *("run", "w", "c1", "c2", "best net, first generation", "best net, last"),
            *("nets that win, first", "last"),
        ],
        [
            [
                number,
                *(f"{lines[-1][name]:.4f}" for name in NAMES),
                *(f"{line['result']} in {line['moves']} moves" for line in (lines[0], lines[-1])),
                *(line["winning_nets"] for line in (lines[0], lines[-1])),
            ]
            for number, lines in enumerate(runs, start=1)
        ],
    )
    constants = ", ".join(f"{name} = {value}" for name, value in OPTIMAL_CONSTANTS.items())
    page.text(
        f"The paper went from '{OPTIMAL_FIRST}' to '{OPTIMAL_LAST}' and found {constants}, in one "
        "run."
    )
    found = [_constants([lines[-1][name] for name in NAMES]) for lines in runs]
    printed = _constants(OPTIMAL_CONSTANTS.values())
    fresh = fresh_swarms(workshop, scale, page, settings, printed, found)
    return {"runs": runs, **fresh}


def _constants(values: Iterable[float]) -> Constants:
    inertia, c1, c2 = map(float, values)
    return inertia, c1, c2
