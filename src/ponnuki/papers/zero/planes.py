"""What a convolutional net gains from seeing more than the stones."""

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import ZERO_PLANES
from ponnuki.evaluators import Evaluator, load_weights
from ponnuki.learners import learner
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.papers.zero.experiments import OPENING, SEED, Scale, preset_runs
from ponnuki.papers.zero.report import print_planes
from ponnuki.players import Engine, Search
from ponnuki.reports import Page

PLANES: dict[str, dict[str, Any]] = {
    "stones alone": {},
    "liberties": {"liberties": True},
    "last two moves": {"history": 2},
}
"""What a net sees, by options of the net of the zero preset."""


@dataclass(frozen=True, eq=False)
class Encounter(Question[list[list[float]]]):
    """Nets of one kind against nets of another: the score of each pair, from 0 to 1.

    Attributes:
        one: the architecture of one side.
        ours: its nets, a row each.
        other: the architecture of the other side.
        theirs: its nets, a row each.
        search: of both.
        rounds: openings of a pair, each played with both colours.
        seed: of the games.
    """

    one: Evaluator
    ours: NDArray[np.float32]
    other: Evaluator
    theirs: NDArray[np.float32]
    search: Search
    rounds: int
    seed: int = SEED

    def answer(self, workshop: Workshop) -> list[list[float]]:
        """Plays the games."""
        ours = Engine.of_rows(self.one, self.ours, self.search)
        theirs = Engine.of_rows(self.other, self.theirs, self.search)
        results = Contest(
            self.one.game,
            [ours, theirs],
            opening=OPENING,
            games=2 * self.rounds,
            seed=self.seed,
            layout=ZERO_PLANES,
        ).play(workshop.arena)
        scores: list[list[float]] = results.scores()[: len(ours), len(ours) :].tolist()
        return scores


def planes(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The last champions of nets that see more or less of the board, against each other."""
    nets: dict[str, tuple[Evaluator, NDArray[np.float32]]] = {}
    cost: dict[str, dict[str, float]] = {}
    searches = []
    for kind, options in PLANES.items():
        changes = {"net": options} if options else {}
        runs = preset_runs("zero", changes, scale.planes, scale)
        records = workshop.train_each(kind, runs)
        rows = [load_weights(record.champion()).weights[0] for record in records]
        one = learner(runs[0])
        nets[kind] = (one.evaluator, np.stack(rows))
        searches.append(one.search)
        lines = [line for record in records for line in record.generations()]
        cost[kind] = {
            unit: sum(line[unit] for line in lines) / len(records) for unit in ("games", "seconds")
        }
    rounds = max(1, scale.games // (2 * scale.planes))
    scores = {
        f"{one} against {other}": workshop.ask(
            f"planes-{one}-{other}".replace(" ", "-"),
            Encounter(*nets[one], *nets[other], searches[0], rounds),
        )
        for one, other in itertools.combinations(nets, 2)
    }
    print_planes(page, cost, scores, 2 * rounds)
    return {"cost": cost, "scores": scores}
