"""The two-level PSO (Cai et al. 2009, 'Optimal PSO'): a swarm that looks for another's constants.

A particle of the outer swarm is (inertia, c1, c2). Each has an inner swarm of nets that it moves
with these constants. The outer swarm is the same PSO as everywhere; its judge lets every inner
swarm train for a generation against one fixed opponent.
"""

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import ALIKE
from ponnuki.evaluators import Evaluator, evaluator
from ponnuki.fitness.payoffs import quick_win
from ponnuki.learners.learner import (
    Arrays,
    Generation,
    Learner,
    LearnerState,
    Weights,
    arrays_within,
    checked,
)
from ponnuki.learners.presets import preset
from ponnuki.learners.self_play import SelfPlay
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.settings import (
    LearnerSettings,
    SearchSettings,
    learner_word,
    run_length,
    share,
)
from ponnuki.learners.views import Chart, Curve, Phrase, View
from ponnuki.optimisers import Box, Pso, UnstableSwarmWarning, restore_state, state_arrays
from ponnuki.optimisers.pso import PsoState
from ponnuki.players import Engine, Search
from ponnuki.seeds import stream
from ponnuki.settings import setting

CONSTANTS = ("inertia", "c1", "c2")
LOW = (0.2, 0.25, 0.25)
HIGH = (1.2, 2.5, 2.5)


@dataclass(frozen=True)
class TwoLevelSettings(LearnerSettings):
    """A search for a swarm's constants."""

    word: ClassVar[str] = "two-level-pso"

    learner: str = learner_word(word)
    search: SearchSettings = setting(SearchSettings(), "how engines look ahead")
    particles: int = setting(10, "sets of constants, each with an inner swarm", low=2, high=1000)
    nets: int = setting(20, "of an inner swarm", low=2, high=1000)
    generations: int = run_length(30)
    opponent_generations: int = setting(
        15, "how long the fixed opponent is trained by the hybrid", low=0
    )
    inner_vmax: float = setting(2.0, "the inner swarms' limit of velocity", above=0)
    start_velocity: float = share(
        1.0, "velocities start uniform within this share of their limit, in both swarms"
    )

    def check(self) -> None:
        """There are such nets for the game."""
        super().check()
        _ = self.net

    @cached_property
    def net(self) -> Evaluator:
        """The nets' architecture."""
        return evaluator("window", self.rules)


@dataclass(frozen=True, eq=False)
class TwoLevelState(LearnerState):
    """All that the next generation depends on, besides the settings.

    Attributes:
        outer: the swarm of constants.
        inner: the swarms of nets.
        opponent: the fixed opponent's weights.
    """

    outer: PsoState
    inner: tuple[PsoState, ...]
    opponent: Weights


class FixedOpponent:
    """Judges an inner swarm: one game a net, as black, against the fixed opponent."""

    def __init__(self, learner: "TwoLevelPso", opponent: Weights) -> None:
        self.learner = learner
        self.opponent = opponent
        self.games = 0

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """A win counts the points of the board less its moves, a loss minus that."""
        learner = self.learner
        *nets, opponent = (
            Engine(learner.evaluator, row, learner.search) for row in (*weights, self.opponent)
        )
        # One seed for all: a net's score depends on the net alone, so bests may be remembered.
        contest = Contest(
            learner.evaluator.game,
            [nets, [opponent]],
            games=1,
            seed=learner.settings.seed,
            layout=ALIKE,
        )
        batch = contest.play(learner.arena).batch
        self.games += len(batch)
        return quick_win(batch)[:, 0]

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Not asked for: scores against a fixed opponent can be compared."""
        del first
        return self.score(challengers) > self.score(incumbents)


class _InnerSwarms:
    """Judges sets of constants: each moves its inner swarm by one generation."""

    def __init__(self, judge: FixedOpponent, swarms: tuple[PsoState, ...], seed: int) -> None:
        self.judge = judge
        self.swarms = list(swarms)
        self.seed = seed

    def score(self, constants: Weights) -> NDArray[np.float64]:
        """The best score of each inner swarm; between equals, the number of nets that win."""
        scores = np.empty(len(constants))
        for i, row in enumerate(constants):
            rng = np.random.default_rng(stream(self.seed, "inner", i))
            self.swarms[i] = self.judge.learner.inner(row).step(self.swarms[i], self.judge, rng)
            bests = self.swarms[i].best_scores
            scores[i] = bests.max() + (bests > 0).sum() / (len(bests) + 1)
        return scores

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Not asked for: the outer swarm remembers scores."""
        raise NotImplementedError


class TwoLevelPso(Learner[TwoLevelSettings, TwoLevelState]):
    """A generation moves the swarm of constants once, and with it every swarm of nets."""

    view = View(
        phrases=(
            Phrase("w {inertia:.4f}"),
            Phrase("c1 {c1:.4f}"),
            Phrase("c2 {c2:.4f}"),
            Phrase("best net {result} in {moves} moves"),
            Phrase("{winning_nets} nets win"),
        ),
        charts=(
            Chart(
                "Fitness within a generation",
                (Curve("best", "best", ".1f"),),
                subject="score",
                compared="Best fitness within a generation",
            ),
            Chart(
                "Best constants",
                (
                    Curve("inertia", "w", ".4f"),
                    Curve("c1", "c1", ".4f"),
                    Curve("c2", "c2", ".4f"),
                ),
                low=0,
            ),
            Chart("Nets that win", (Curve("winning_nets", "nets that win", ".0f"),), low=0),
        ),
    )

    @cached_property
    def evaluator(self) -> Evaluator:
        """The nets' architecture."""
        return self.settings.net

    @cached_property
    def search(self) -> Search:
        """How engines look ahead."""
        return self.settings.search.search()

    @cached_property
    def outer(self) -> Pso:
        """The swarm of constants, as the paper prints it."""
        return Pso(
            inertia=0.8,
            c1=2.0,
            c2=2.0,
            vmax=1.0,
            box=Box(LOW, HIGH),
            bests="remember",
            start_velocity=self.settings.start_velocity,
        )

    def inner(self, constants: Weights) -> Pso:
        """The swarm of nets with these constants."""
        inertia, c1, c2 = (float(one) for one in constants)
        vmax = self.settings.inner_vmax
        return Pso(
            inertia=inertia,
            c1=c1,
            c2=c2,
            vmax=vmax,
            bests="remember",
            start_velocity=vmax * self.settings.start_velocity,
        )

    def start(self) -> TwoLevelState:
        """Draws the constants and the nets, and trains the fixed opponent.

        Where it starts from a net, every inner swarm does.
        """
        own = self.settings
        rng = np.random.default_rng(stream(own.seed, "constants", 0))
        constants = rng.uniform(LOW, HIGH, (own.particles, 3)).astype(np.float32)
        constants = np.clip(constants, np.array(LOW, np.float32), np.array(HIGH, np.float32))
        with warnings.catch_warnings():
            # Both swarms' constants are the subject of the search, not a mistake.
            warnings.simplefilter("ignore", UnstableSwarmWarning)
            outer = self.outer.start(constants, rng)
            inner = tuple(
                self.inner(row).start(self.first_nets(own.nets, stream(own.seed, "swarm", i)), rng)
                for i, row in enumerate(constants)
            )
            opponent = self.fixed_opponent()
        return TwoLevelState(0, outer, inner, opponent)

    def step(self, before: TwoLevelState) -> tuple[TwoLevelState, Generation]:
        """One generation of all swarms."""
        number = before.generation + 1
        seed = stream(self.settings.seed, "generation", number)
        judge = FixedOpponent(self, before.opponent)
        swarms = _InnerSwarms(judge, before.inner, seed)
        rng = np.random.default_rng(stream(seed, "outer", 0))
        outer = self.outer.step(before.outer, swarms, rng)
        after = TwoLevelState(number, outer, tuple(swarms.swarms), before.opponent)
        best = int(np.argmax(outer.best_scores))
        score = max(float(one.best_scores.max()) for one in after.inner)
        points = self.evaluator.game.size**2
        facts = {
            "generation": number,
            **dict(zip(CONSTANTS, map(float, outer.bests[best]), strict=True)),
            "best": score,
            "result": "wins" if score > 0 else "loses" if score < 0 else "draws",
            "moves": int(points - abs(score)),
            "winning_nets": sum(int((one.best_scores > 0).sum()) for one in after.inner),
            "games": judge.games,
        }
        return after, Generation(number, _champion(after), facts)

    def arrays(self, state: TwoLevelState) -> dict[str, NDArray[Any]]:
        """A state as arrays."""
        own = {f"outer.{name}": array for name, array in state_arrays(state.outer).items()}
        for i, swarm in enumerate(state.inner):
            own |= {f"inner{i}.{name}": array for name, array in state_arrays(swarm).items()}
        return {**own, "opponent": state.opponent, "generation": np.array(state.generation)}

    def restore(self, arrays: Arrays) -> TwoLevelState:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """
        width = self.evaluator.weight_count
        own = checked(arrays, {"generation": (np.int64, ()), "opponent": (np.float32, (width,))})
        outer, *inner = (
            restore_state(PsoState, arrays_within(arrays, name))
            for name in ("outer", *(f"inner{i}" for i in range(self.settings.particles)))
        )
        return TwoLevelState(int(own["generation"]), outer, tuple(inner), own["opponent"])

    def fixed_opponent(self) -> Weights:
        """The weights of the opponent that all inner swarms meet, trained by the hybrid."""
        own = self.settings
        if own.opponent_generations == 0:
            row: Weights = self.evaluator.initial(1, stream(own.seed, "opponent", 0))[0]
            return row
        tables = preset("cai2009", "hybrid") | {
            "game": own.game,
            "search": own.search.table(),
            "generations": own.opponent_generations,
            "seed": stream(own.seed, "opponent", 0) >> 1,
        }
        learner = SelfPlay(SelfPlaySettings.of(tables), self.arena)
        *_, (_, last) = learner.run(learner.start())
        return last.champion


def _champion(state: TwoLevelState) -> Weights:
    """The net with the best score of all inner swarms."""
    best = max(state.inner, key=lambda one: float(one.best_scores.max()))
    row: Weights = best.bests[int(np.argmax(best.best_scores))]
    return row
