"""The evolutionary algorithm with self-adapting step sizes (Cai et al. 2009, eqs. 3 and 4)."""

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.counts import check_population
from ponnuki.optimisers.judge import Judge, ask_scores, best_first
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Rows, State, no_scores
from ponnuki.optimisers.weights import Box, Weights, check_weights, one_net, rounded
from ponnuki.settings import Settings, setting


@dataclass(frozen=True, eq=False, kw_only=True)
class EaState(State):
    """A population, after a step with its survivors first, the best of them leading.

    Attributes:
        population: the nets.
        sigmas: the step size of every single weight, σ.
    """

    population: Rows
    sigmas: Rows


@dataclass(frozen=True)
class Mutation(Settings):
    """How children are made."""

    sigma: float = setting(0.05, "all step sizes at the start, σ", above=0)
    tau: float | None = setting(
        None, "how fast step sizes change, τ; none for 1/√(2√weights)", low=0
    )
    box: Box | None = setting(None, "weights are kept between minus this and this")


@dataclass(frozen=True)
class Ea(Mutation, Optimiser[EaState]):
    """The better half survives, and each survivor makes one child by mutation."""

    state_type: ClassVar[type[EaState]] = EaState
    even: ClassVar[bool] = True

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> EaState:
        """An even population and its first step sizes."""
        population, sigmas = self.first_generation(weights)
        return EaState(population=population, sigmas=sigmas, scores=no_scores())

    def step(self, state: EaState, judge: Judge, rng: np.random.Generator, /) -> EaState:
        """Judges all, keeps the better half, mutates it into the other half."""
        check_population(len(state.population), 2, even=True)
        scores = ask_scores(judge, state.population)
        kept = better_half(scores)
        parents, sigmas = state.population[kept], state.sigmas[kept]
        children, new_sigmas = self.mutate(parents, sigmas, rng)
        return EaState(
            population=np.concatenate([parents, children]),
            sigmas=np.concatenate([sigmas, new_sigmas]),
            scores=scores,
        )

    def champion(self, state: EaState) -> Weights:
        """The highest-scoring net of the last generation; before the first step the first net."""
        return one_net(state.population)

    def weights(self, state: EaState) -> Weights:
        """The population."""
        return state.population

    def first_generation(self, weights: Weights) -> tuple[Weights, Weights]:
        """The given nets, checked, and their step sizes."""
        population = check_weights(weights)
        check_population(len(population), 2, even=True)
        if self.box is not None:
            self.box.check(population)
        return population, np.full_like(population, self.sigma)

    def mutate(
        self, parents: Weights, sigmas: Weights, rng: np.random.Generator
    ) -> tuple[Weights, Weights]:
        """One child of each parent, and the child's step sizes."""
        tau = 1 / sqrt(2 * sqrt(parents.shape[1])) if self.tau is None else self.tau
        drawn = rng.standard_normal((2, *parents.shape))
        drawn[0] *= tau  # all in place: fresh arrays take as long as the sums
        new_sigmas = np.exp(drawn[0], out=drawn[0])
        new_sigmas *= sigmas
        moved = np.multiply(drawn[1], new_sigmas, out=drawn[1])
        moved += parents
        children = rounded(moved)
        return children if self.box is None else self.box.clamp(children), rounded(new_sigmas)


def better_half(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """The rows of the higher-scoring half, best first; of equals the earlier row goes first."""
    return best_first(scores)[: len(scores) // 2]
