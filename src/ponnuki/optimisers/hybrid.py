"""The hybrid of particle swarm and evolutionary algorithm (Cai et al. 2009)."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar

import numpy as np

from ponnuki.optimisers.counts import check_population
from ponnuki.optimisers.ea import Ea, Mutation, better_half
from ponnuki.optimisers.judge import Judge, ask_scores
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.pso import Motion, Pso, Swarm
from ponnuki.optimisers.state import Count, Rows, State, count, no_scores
from ponnuki.optimisers.weights import Weights, one_net


@dataclass(frozen=True, eq=False, kw_only=True)
class HybridState(State, Swarm):
    """A swarm, after a step with its survivors first, and step sizes for mutation.

    Attributes:
        sigmas: the step size of every single weight, σ.
        duels_won: how many challengers won in the last step.
        duels_fought: how many duels there were in the last step.
    """

    sigmas: Rows
    duels_won: Count
    duels_fought: Count


@dataclass(frozen=True)
class Hybrid(Mutation, Motion, Optimiser[HybridState]):
    """The better half moves as a swarm, then each of it makes one child by mutation.

    Only the survivors duel. A child has its parent's velocity and personal best, and step sizes
    mutated from its parent's. Survivors are in the order of their scores, so nobody keeps its
    neighbours: there is one leader. It is stored, because the net that it came from may be gone.
    """

    state_type: ClassVar[type[HybridState]] = HybridState
    even: ClassVar[bool] = True

    @cached_property
    def pso(self) -> Pso:
        """How survivors move: a swarm of one neighbourhood with duels."""
        return Pso(**{one.name: getattr(self, one.name) for one in fields(Motion)})

    @cached_property
    def ea(self) -> Ea:
        """How children are made."""
        return Ea(**{one.name: getattr(self, one.name) for one in fields(Mutation)})

    def start(self, weights: Weights, rng: np.random.Generator, /) -> HybridState:
        """An even population. Warns once if the swarm is not going to settle down."""
        population, sigmas = self.ea.first_generation(weights)
        self.pso.warn_if_unstable()
        swarm = self.pso.new_swarm(population, rng)
        return HybridState(
            **swarm.arrays(),
            sigmas=sigmas,
            scores=no_scores(),
            duels_won=count(0),
            duels_fought=count(0),
        )

    def step(self, state: HybridState, judge: Judge, rng: np.random.Generator, /) -> HybridState:
        """Judges all, settles and moves the better half, mutates it into the other half."""
        check_population(len(state.positions), 2, even=True)
        scores = ask_scores(judge, state.positions)
        kept = better_half(scores)
        half = Swarm(
            positions=state.positions[kept],
            velocities=state.velocities[kept],
            bests=state.bests[kept],
            leaders=state.leaders,
        )
        half, duels = self.pso.settle_by_duel(half, scores[kept], judge, first=not state.judged)
        motion = rng.spawn(1)[0]  # drawn apart, so that mutations stay those of the plain EA
        half = self.pso.move(half, motion)
        sigmas = state.sigmas[kept]
        children, new_sigmas = self.ea.mutate(half.positions, sigmas, rng)
        return HybridState(
            positions=np.concatenate([half.positions, children]),
            velocities=np.concatenate([half.velocities, half.velocities]),
            bests=np.concatenate([half.bests, half.bests]),
            leaders=half.leaders,
            sigmas=np.concatenate([sigmas, new_sigmas]),
            scores=scores,
            duels_won=count(duels.won),
            duels_fought=count(duels.fought),
        )

    def champion(self, state: HybridState) -> Weights:
        """The global best; before the first step the first net."""
        return one_net(state.leaders)

    def weights(self, state: HybridState) -> Weights:
        """The positions."""
        return state.positions
