"""Particle swarms whose bests hold in a world that changes.

In co-evolution a score of the past says nothing today. So a particle duels its recorded best
(Cai et al. 2009), or the bests are judged again together with the particles (Franken & Engelbrecht
2003). Only for functions that stay the same are scores remembered.

A step computes in float64 and rounds positions and velocities to float32 at its end.
"""

import warnings
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.growth import limited_growth, second_moment_growth
from ponnuki.optimisers.judge import Judge, ask_duels, ask_scores
from ponnuki.optimisers.neighbourhoods import Neighbourhood, Neighbours, neighbourhood_of
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Count, Rows, Scores, State, Stored, count, no_scores
from ponnuki.optimisers.weights import Box, Weights, check_weights, one_net, rounded
from ponnuki.settings import Settings, setting

Bests = Literal["duel", "replay", "remember"]
Candidate = Literal["score", "knockout"]


class UnstableSwarmWarning(UserWarning):
    """The constants of a swarm let a lone particle swing for ever."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Swarm:
    """Particles and what attracts them.

    Attributes:
        positions: x.
        velocities: v.
        bests: the personal best of each particle, p_i.
        leaders: whom particles follow, p_g: one row for all of them, or one for each.
    """

    positions: Rows
    velocities: Rows
    bests: Rows
    leaders: Annotated[NDArray[np.float32], Stored(np.float32, ("leaders", "d"))]

    def arrays(self) -> dict[str, Any]:
        """The four arrays by name."""
        return {own.name: getattr(self, own.name) for own in fields(Swarm)}


class Duels(NamedTuple):
    """Duels of one step."""

    won: int
    fought: int

    def and_these(self, won: NDArray[np.bool_]) -> "Duels":
        """These and further ones, of which the challenger won some."""
        return Duels(self.won + int(won.sum()), self.fought + len(won))


@dataclass(frozen=True, eq=False, kw_only=True)
class PsoState(State, Swarm):
    """A swarm that has moved since it was judged.

    Attributes:
        best_scores: of the personal bests, from the last step (replay) or from the day when each
            was found (remember); empty with duels, which need none.
        duels_won: how many challengers won in the last step.
        duels_fought: how many duels there were in the last step.
    """

    best_scores: Scores
    duels_won: Count
    duels_fought: Count


@dataclass(frozen=True)
class Motion(Settings):
    """How particles move, and who leads them. Constants are those that Cai et al. 2009 print."""

    inertia: float = setting(0.4667, "what stays of a velocity, w", low=0)
    c1: float = setting(1.7971, "the pull of the personal best", low=0)
    c2: float = setting(2.4878, "the pull of the leader", low=0)
    vmax: float | None = setting(
        2.0, "no velocity is larger, weight by weight; none for no limit", above=0
    )
    box: Box | None = setting(None, "weights are kept between minus this and this")
    decay: float = setting(0.0, "the share by which positions shrink after a move", low=0, high=1)
    candidate: Candidate = setting(
        "score",
        "with duels, who of those that beat their best challenges the leader: the one with the "
        "most points of this generation (score), or the one who is left when they have played each "
        "other in rounds, the most points against the fewest (knockout)",
    )
    start_velocity: float = setting(
        0.0,
        "velocities start uniform between minus this and this, weight by weight; 0 for a swarm at "
        "rest",
        low=0,
    )

    def check(self) -> None:
        """Velocities start within their limit."""
        super().check()
        if self.vmax is not None and self.start_velocity > self.vmax:
            raise ValueError(
                f"start_velocity={self.start_velocity} is not allowed: use 0 to vmax, {self.vmax}"
            )


@dataclass(frozen=True)
class Pso(Motion, Optimiser[PsoState]):
    """A particle swarm."""

    neighbourhood: Neighbours = setting(
        "gbest", "from whom leaders are chosen: all, a ring (lbest) or a lattice (von-neumann)"
    )
    window: int = setting(
        5, "how many of a ring a particle sees, itself included; an odd number", low=1
    )
    bests: Bests = setting(
        "duel",
        "how personal bests and leaders keep their place: by playing those who challenge them "
        "(duel), by being judged again in each step, together with the particles (replay), or by "
        "their old scores (remember)",
    )
    state_type: ClassVar[type[PsoState]] = PsoState

    def check(self) -> None:
        """A window has a middle."""
        super().check()
        self.neighbours  # noqa: B018 - it checks the window

    @property
    def neighbours(self) -> Neighbourhood:
        """From whom leaders are chosen."""
        return neighbourhood_of(self.neighbourhood, self.window)

    @property
    def growth(self) -> float:
        """What a lone particle's second moment is multiplied by in a step, in the long run.

        Around bests that stay. Above 1 it grows without bound, which takes a swarm without vmax; at
        1 it neither grows nor shrinks. Bests that change are another matter: where noise chooses
        them, they and all particles drift, whatever the constants.
        """
        grow = second_moment_growth if self.vmax is None else limited_growth
        return grow(self.inertia, self.c1, self.c2)

    @property
    def settles(self) -> bool:
        """Whether a lone particle comes to rest, its bests staying where they are."""
        if self.c1 == self.c2 == 0:
            return self.inertia < 1
        return self.growth < 1

    def start(self, weights: Weights, rng: np.random.Generator, /) -> PsoState:
        """A swarm with its first velocities. Warns once if it is not going to settle down."""
        positions = check_weights(weights)
        if self.box is not None:
            self.box.check(positions)
        self.warn_if_unstable()
        return PsoState(
            **self.new_swarm(positions, rng).arrays(),
            scores=no_scores(),
            best_scores=no_scores(),
            duels_won=count(0),
            duels_fought=count(0),
        )

    def step(self, state: PsoState, judge: Judge, rng: np.random.Generator, /) -> PsoState:
        """Judges the particles, settles who is best, and moves all of them."""
        self._check(state)
        swarm = Swarm(**state.arrays())
        if self.bests == "duel":
            scores, best_scores = ask_scores(judge, state.positions), no_scores()
            swarm, duels = self.settle_by_duel(swarm, scores, judge, first=not state.judged)
        else:
            scores, best_scores = self._ask(state, judge)
            swarm, best_scores = self._settle_by_score(swarm, scores, best_scores)
            duels = Duels(0, 0)
        return PsoState(
            **self.move(swarm, rng).arrays(),
            scores=scores,
            best_scores=best_scores,
            duels_won=count(duels.won),
            duels_fought=count(duels.fought),
        )

    def champion(self, state: PsoState) -> Weights:
        """The global best; before the first step the first net.

        Where there are several leaders, none of which met the others: with duels the leader of the
        particle that scored highest in the last step, otherwise the highest-scoring personal best.
        """
        if not state.judged:
            return one_net(state.positions)
        if self.bests != "duel":
            return one_net(state.bests, int(np.argmax(state.best_scores)))
        return one_net(state.leaders, int(np.argmax(state.scores)) if len(state.leaders) > 1 else 0)

    def weights(self, state: PsoState) -> Weights:
        """The positions."""
        return state.positions

    def warn_if_unstable(self) -> None:
        """One warning, with the figure, if a lone particle does not come to rest."""
        if self.settles:
            return
        what = f"multiply a lone particle's second moment by {self.growth:.3f} a step"
        if self.vmax is not None:
            what = "keep a lone particle swinging as wide as vmax allows"
        warnings.warn(
            f"this swarm does not settle: inertia={self.inertia}, c1={self.c1}, c2={self.c2} "
            f"{what} (vmax={self.vmax}, decay={self.decay})",
            UnstableSwarmWarning,
            stacklevel=3,
        )

    def new_swarm(self, positions: Weights, rng: np.random.Generator) -> Swarm:
        """Particles, each its own best. Leaders hold a place until all are judged."""
        velocities = np.zeros_like(positions)
        if self.start_velocity:
            limit = self.start_velocity
            velocities = rounded(rng.uniform(-limit, limit, positions.shape))
        return Swarm(
            positions=positions,
            velocities=velocities,
            bests=positions,
            leaders=positions[: len(self.neighbours.groups(len(positions)))],
        )

    def settle_by_duel(
        self, swarm: Swarm, scores: NDArray[np.float64], judge: Judge, *, first: bool
    ) -> tuple[Swarm, Duels]:
        """Each particle challenges its best; then one of those who won challenges the leader.

        The first time nobody has a best to challenge.
        """
        if first:
            return settle_first(swarm, scores, self.neighbours), Duels(0, 0)
        positions = swarm.positions
        won = ask_duels(judge, positions, swarm.bests)
        groups = self.neighbours.groups(len(scores))
        risen = [[i for i in group if won[i]] for group in groups]
        contested = np.array([leader for leader, some in enumerate(risen) if some], np.intp)
        duels = Duels(int(won.sum()), len(won))
        challengers = np.empty(len(contested), np.intp)
        for i, leader in enumerate(contested):
            challengers[i], duels = self._candidate(risen[leader], scores, positions, judge, duels)
        overthrown = ask_duels(
            judge, positions[challengers], swarm.leaders[contested], first=duels.fought
        )
        leaders = swarm.leaders.copy()
        leaders[contested[overthrown]] = positions[challengers[overthrown]]
        bests = np.where(won[:, None], positions, swarm.bests)
        return replace(swarm, bests=bests, leaders=leaders), duels.and_these(overthrown)

    def _candidate(
        self,
        risen: list[int],
        scores: NDArray[np.float64],
        positions: Weights,
        judge: Judge,
        duels: Duels,
    ) -> tuple[int, Duels]:
        """Who of those that beat their best challenges the leader, and the duels so far.

        In a knock-out a tie is for the one with more points, and an odd one out is through.
        """
        if self.candidate == "score":
            return _highest(risen, scores), duels
        left = sorted(risen, key=lambda i: -scores[i])
        while len(left) > 1:
            meeting = len(left) // 2
            low = left[: -meeting - 1 : -1]
            won = ask_duels(judge, positions[low], positions[left[:meeting]], first=duels.fought)
            duels = duels.and_these(won)
            stay = [low[i] if won[i] else left[i] for i in range(meeting)]
            left = [*stay, *left[meeting : len(left) - meeting]]
        return left[0], duels

    def move(self, swarm: Swarm, rng: np.random.Generator) -> Swarm:
        """New velocities and positions (eqs. 1 and 2)."""
        x = swarm.positions.astype(np.float64)
        v = swarm.velocities.astype(np.float64)
        v *= self.inertia  # all in place: fresh arrays take as long as the sums
        away = np.empty_like(x)
        pulls = (self.c1, swarm.bests), (self.c2, swarm.leaders)
        drawn = rng.random((2, *x.shape))
        for i, (c, target) in enumerate(pulls):
            drawn[i] *= c
            drawn[i] *= np.subtract(target, x, out=away)
            v += drawn[i]
        if self.vmax is not None:
            np.clip(v, -self.vmax, self.vmax, out=v)
        x += v
        x *= 1 - self.decay
        positions = rounded(x)
        if self.box is not None:
            positions = self.box.clamp(positions)
        return replace(swarm, positions=positions, velocities=rounded(v))

    def _ask(
        self, state: PsoState, judge: Judge
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The scores of the particles, and those that their bests have to hold against them."""
        if self.bests == "remember":
            scores = ask_scores(judge, state.positions)
            return scores, state.best_scores if state.judged else scores
        both = ask_scores(judge, np.concatenate([state.positions, state.bests]))
        return both[: len(state.positions)], both[len(state.positions) :]

    def _settle_by_score(
        self, swarm: Swarm, scores: NDArray[np.float64], best_scores: NDArray[np.float64]
    ) -> tuple[Swarm, NDArray[np.float64]]:
        """Particles that outscored their best replace it; the best bests lead."""
        better = scores > best_scores
        best_scores = np.where(better, scores, best_scores)
        bests = np.where(better[:, None], swarm.positions, swarm.bests)
        groups = self.neighbours.groups(len(scores))
        leaders = bests[[_highest(group, best_scores) for group in groups]]
        return replace(swarm, bests=bests, leaders=leaders), best_scores

    def _check(self, state: PsoState) -> None:
        """Raises ValueError if a state comes from a swarm of another kind."""
        leaders = len(self.neighbours.groups(len(state.positions)))
        if len(state.leaders) != leaders:
            raise ValueError(
                f"a state with {len(state.leaders)} leaders does not fit: {self.neighbours} "
                f"has {leaders} for {len(state.positions)} particles"
            )
        if state.judged and (len(state.best_scores) > 0) == (self.bests == "duel"):
            raise ValueError(
                f"a state with {len(state.best_scores)} best_scores does not fit: "
                f"bests={self.bests!r} has {'none' if self.bests == 'duel' else 'one a particle'}"
            )


def settle_first(swarm: Swarm, scores: NDArray[np.float64], neighbourhood: Neighbourhood) -> Swarm:
    """Everyone is its own best, and the highest scorers lead."""
    groups = neighbourhood.groups(len(scores))
    return replace(
        swarm,
        bests=swarm.positions,
        leaders=swarm.positions[[_highest(group, scores) for group in groups]],
    )


def _highest(rows: list[int], scores: NDArray[np.float64]) -> int:
    """The row with the highest score, the first of equals."""
    return max(rows, key=scores.__getitem__)
