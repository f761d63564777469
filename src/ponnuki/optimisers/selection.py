"""Selection alone: nets that never change, judged again and again. What a learner has to beat."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ponnuki.optimisers.counts import check_population
from ponnuki.optimisers.judge import Judge, ask_scores, best_first
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Rows, Scores, State, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net


@dataclass(frozen=True, eq=False, kw_only=True)
class SelectionState(State):
    """A population that stays as it was drawn.

    Attributes:
        population: the nets.
        totals: the sum of all scores of each net.
    """

    population: Rows
    totals: Scores


@dataclass(frozen=True)
class Selection(Optimiser[SelectionState]):
    """Picks the best of the first population by the sum of its scores over all generations.

    Nets differ in strength before anybody has learned anything. A method that changes weights has
    learned only as far as it comes above this one with the same games.
    """

    state_type: ClassVar[type[SelectionState]] = SelectionState

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> SelectionState:
        """A population of two nets or more."""
        population = check_weights(weights)
        check_population(len(population), 2)
        return SelectionState(
            population=population, totals=np.zeros(len(population)), scores=no_scores()
        )

    def step(
        self, state: SelectionState, judge: Judge, _rng: np.random.Generator, /
    ) -> SelectionState:
        """Judges all once more."""
        scores = ask_scores(judge, state.population)
        return SelectionState(
            population=state.population, totals=state.totals + scores, scores=scores
        )

    def champion(self, state: SelectionState) -> Weights:
        """The net with the highest total; the first of equals."""
        return one_net(state.population, int(best_first(state.totals)[0]))

    def weights(self, state: SelectionState) -> Weights:
        """The population."""
        return state.population
