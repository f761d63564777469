"""Successive halving: games go to the nets that may be the best, and the best has children."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.counts import check_population
from ponnuki.optimisers.judge import Judge, ask_scores, best_first
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import State, Stored, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net, rounded
from ponnuki.settings import setting

Candidates = Annotated[NDArray[np.float32], Stored(np.float32, ("c", "d"))]
Totals = Annotated[NDArray[np.float64], Stored(np.float64, ("c",))]


@dataclass(frozen=True, eq=False, kw_only=True)
class HalvingState(State):
    """The nets that are still in.

    Attributes:
        candidates: the nets that are still in, in the order of their birth.
        totals: the sum of all scores of each since the last birth.
    """

    candidates: Candidates
    totals: Totals


@dataclass(frozen=True)
class Halving(Optimiser[HalvingState]):
    """Drops the worse half of a population again and again until one net is left, which then has
    children by mutation and competes with them.
    """

    sigma: float = setting(0.03, "the standard deviation of mutations", above=0)
    population: int = 40
    state_type: ClassVar[type[HalvingState]] = HalvingState

    def check(self) -> None:
        """Raises ValueError if too few compete at first, and again after each birth."""
        check_population(self.population, 2)

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> HalvingState:
        """The first candidates, two nets or more."""
        nets = check_weights(weights)
        check_population(len(nets), 2)
        return _fresh(nets, no_scores())

    def step(self, state: HalvingState, judge: Judge, rng: np.random.Generator, /) -> HalvingState:
        """Judges the candidates once more, and drops the worse half."""
        scores = ask_scores(judge, state.candidates)
        totals = state.totals + scores
        kept = np.sort(best_first(totals)[: (len(totals) + 1) // 2])
        if len(kept) > 1:
            return HalvingState(
                candidates=state.candidates[kept], totals=totals[kept], scores=scores
            )
        parent = state.candidates[kept]
        shape = (self.population - 1, parent.shape[1])
        children = rng.standard_normal(shape, dtype=np.float32)
        with np.errstate(over="ignore"):
            children *= np.float32(self.sigma)
            children += parent
        return _fresh(rounded(np.concatenate([parent, children])), scores)

    def champion(self, state: HalvingState) -> Weights:
        """The net with the highest total, of equals the eldest: after a birth the parent."""
        return one_net(state.candidates, int(best_first(state.totals)[0]))

    def weights(self, state: HalvingState) -> Weights:
        """The candidates."""
        return state.candidates


def _fresh(nets: Weights, scores: NDArray[np.float64]) -> HalvingState:
    return HalvingState(candidates=nets, totals=np.zeros(len(nets)), scores=scores)
