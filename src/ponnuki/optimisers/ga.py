"""The genetic algorithm (Kim & Cho 2007): roulette wheel, one-point crossover, mutation, elite."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.counts import check_population
from ponnuki.optimisers.judge import Judge, ask_scores, best_first
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Row, Rows, State, no_scores
from ponnuki.optimisers.weights import Box, Weights, check_weights, one_net
from ponnuki.settings import setting

MutationPer = Literal["gene", "child"]


@dataclass(frozen=True, eq=False, kw_only=True)
class GaState(State):
    """A population, after a step with the elite first, the best of it leading.

    Attributes:
        population: the nets.
        best: the highest-scoring net of the last generation, also where there is no elite.
    """

    population: Rows
    best: Row


@dataclass(frozen=True)
class Ga(Optimiser[GaState]):
    """Parents are drawn by their scores, two make two children, the elite survives unchanged."""

    crossover_rate: float = setting(
        0.8, "the share of pairs whose genes are exchanged behind a random point", low=0, high=1
    )
    mutation_rate: float = setting(0.01, "how likely a mutation is", low=0, high=1)
    limit: float = setting(
        1.0, "a gene is drawn anew uniformly between minus this and this", above=0
    )
    elite: int = setting(1, "how many of the highest scorers survive", low=0)
    mutation_per: MutationPer = setting(
        "gene",
        "of what the rate is: so likely each gene of a child is drawn anew (gene), or one gene of "
        "a child is, any of them (child)",
        later=True,
    )
    state_type: ClassVar[type[GaState]] = GaState

    @property
    def mutation(self) -> Box:
        """Where a gene is drawn anew."""
        return Box(-self.limit, self.limit)

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> GaState:
        """A population larger than the elite."""
        population = check_weights(weights)
        check_population(len(population), max(2, self.elite + 1))
        return GaState(population=population, best=population[:1], scores=no_scores())

    def step(self, state: GaState, judge: Judge, rng: np.random.Generator, /) -> GaState:
        """Judges all, keeps the elite, and fills up with children."""
        population = state.population
        check_population(len(population), max(2, self.elite + 1))
        scores = ask_scores(judge, population)
        order = best_first(scores)
        children = self._children(population, wheel(scores), rng)
        return GaState(
            population=np.concatenate([population[order[: self.elite]], children]),
            best=population[order[:1]],
            scores=scores,
        )

    def champion(self, state: GaState) -> Weights:
        """The highest-scoring net of the last generation; before the first step the first net."""
        return one_net(state.best)

    def weights(self, state: GaState) -> Weights:
        """The population."""
        return state.population

    def _children(
        self, population: Weights, shares: NDArray[np.float64], rng: np.random.Generator
    ) -> Weights:
        """As many children as there are places beside the elite."""
        nets, genes = population.shape
        children = nets - self.elite
        pairs = (children + 1) // 2
        one, other = population[rng.choice(nets, (2, pairs), p=shares)]
        cuts = rng.integers(1, max(genes, 2), pairs)
        cuts = np.where(rng.random(pairs) < self.crossover_rate, cuts, genes)
        ahead = np.arange(genes) < cuts[:, None]
        made = np.concatenate([np.where(ahead, one, other), np.where(ahead, other, one)])[:children]
        mutated = self._mutated(made.shape, rng)
        return np.where(mutated, self.mutation.draw((children, genes), rng), made)

    def _mutated(self, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Which genes of which children are drawn anew."""
        if self.mutation_per == "gene":
            return rng.random(shape) < self.mutation_rate
        children, genes = shape
        one = rng.integers(0, genes, children)[:, None] == np.arange(genes)
        found: NDArray[np.bool_] = one & (rng.random((children, 1)) < self.mutation_rate)
        return found


def wheel(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share that each net has of the roulette wheel: its score's share of all scores.

    If a score is negative all are raised by the same amount, so that the lowest becomes 0. If all
    are then 0 the shares are equal.
    """
    raised: NDArray[np.float64] = scores - min(0.0, float(scores.min()))
    if not raised.any():
        return np.full(len(scores), 1 / len(scores))
    raised /= raised.max()  # so that the sum of huge scores stays finite
    raised /= raised.sum()
    return raised
