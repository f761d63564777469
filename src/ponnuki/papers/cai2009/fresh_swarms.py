"""Whether a swarm's constants are good: swarms of nets that no search for constants has seen."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.learners import TwoLevelPso, TwoLevelSettings
from ponnuki.learners.two_level import HIGH, LOW, FixedOpponent
from ponnuki.optimisers import Pso, UnstableSwarmWarning
from ponnuki.papers.cai2009.readings import compared
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.seeds import stream

FIRST_FRESH = 1000
"""Seeds of opponents and nets that no two-level swarm has met."""

Constants = tuple[float, float, float]
"""Inertia, c1 and c2."""


@dataclass(frozen=True, eq=False)
class FreshSwarms(Question[dict[str, dict[str, float]]]):
    """Swarms with constants that stay, each from the same nets against one fresh opponent.

    Attributes:
        settings: of the two-level swarm; its seed draws the opponent and the nets.
        constants: by the name of their origin.
    """

    settings: TwoLevelSettings
    constants: Mapping[str, Constants]

    def answer(self, workshop: Workshop) -> dict[str, dict[str, float]]:
        """Moves the swarms for as many generations as a two-level swarm has."""
        learner = TwoLevelPso(self.settings, workshop.arena)
        with warnings.catch_warnings():
            # Constants that do not settle are the subject here, not a mistake.
            warnings.simplefilter("ignore", UnstableSwarmWarning)
            judge = FixedOpponent(learner, learner.fixed_opponent())
            return {
                name: _moved(learner.inner(np.array(one, np.float32)), learner, judge)
                for name, one in self.constants.items()
            }


def _moved(swarm: Pso, learner: TwoLevelPso, judge: FixedOpponent) -> dict[str, float]:
    """What a swarm with constants that stay comes to."""
    own = learner.settings
    nets = learner.evaluator.initial(own.nets, stream(own.seed, "swarm", 0))
    state = swarm.start(nets, np.random.default_rng(stream(own.seed, "velocities", 0)))
    winning = []
    for number in range(1, own.generations + 1):
        rng = np.random.default_rng(stream(own.seed, "generation", number))
        state = swarm.step(state, judge, rng)
        winning.append(int((state.scores > 0).sum()))
    return {
        "best": float(state.best_scores.max()),
        "bests_that_win": float((state.best_scores > 0).sum()),
        "winning": float(np.mean(winning)),
    }


def drawn_constants(seed: int) -> Constants:
    """A set of constants by chance, uniform where the outer swarm looks."""
    inertia, c1, c2 = np.random.default_rng(stream(seed, "constants", 1)).uniform(LOW, HIGH)
    return float(inertia), float(c1), float(c2)


def fresh_swarms(
    workshop: Workshop,
    scale: Scale,
    page: Page,
    settings: TwoLevelSettings,
    printed: Constants,
    found: Sequence[Constants],
) -> dict[str, Any]:
    """Constants that were found, printed and drawn by chance, on fresh opponents and nets."""
    answers = []
    for number in range(scale.fresh):
        seed = FIRST_FRESH + number
        constants = {
            "found here": found[number % len(found)],
            "printed": printed,
            "by chance": drawn_constants(seed),
        }
        fresh = settings.but(seed=seed)
        answers.append(workshop.ask(f"fresh-swarms-{seed}", FreshSwarms(fresh, constants)))
    page.heading("Are the constants better than others?", 3)
    page.text(
        f"{scale.fresh} opponents trained anew by the hybrid for {settings.opponent_generations} "
        f"generations, and for each a swarm of {settings.nets} new nets, moved for "
        f"{settings.generations} generations with constants that stay: those found here (in turn "
        "by each run), those printed, and some drawn by chance where the outer swarm looks; the "
        "three start from the same nets and velocities. Means over opponents. Best score: 81 less "
        "the moves of the quickest win."
    )
    names = list(answers[0])
    measures = {
        "best": "best score",
        "bests_that_win": f"personal bests that win, of {settings.nets}",
        "winning": "nets that win in a generation",
    }
    by_name = {
        name: {one: [answer[name][one] for answer in answers] for one in measures} for name in names
    }
    page.table(
        ["constants", *measures.values()],
        [[name, *(f"{np.mean(by_name[name][one]):.1f}" for one in measures)] for name in names],
    )
    pairs = [("found here", "printed"), ("found here", "by chance"), ("printed", "by chance")]
    count = len(pairs) * len(measures)
    page.text(
        f"Differences in pairs with 95 % intervals over opponents, corrected for {count} "
        "comparisons (Bonferroni):"
    )
    rows = []
    for one, other in pairs:
        cells = [
            compared(by_name[one][measure], by_name[other][measure], count) for measure in measures
        ]
        rows.append([f"{one} less {other}", *(f"{text}: {verdict}" for text, verdict in cells)])
    page.table(["", *measures.values()], rows)
    return {"answers": answers}
