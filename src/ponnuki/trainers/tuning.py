"""The two-level PSO (Cai et al. 2009, 'Optimal PSO'): a swarm that looks for another's constants.

A particle of the outer swarm is (inertia, c1, c2). Each has an inner swarm of nets that it moves
with these constants. The outer swarm is the same PSO as everywhere; its judge lets every inner
swarm train for a generation against one fixed opponent.
"""

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ponnuki import _core
from ponnuki.arena import ALL_CORES, Arena, every
from ponnuki.evaluators import Evaluator, evaluator
from ponnuki.fitness.payoffs import quick_win
from ponnuki.optimisers import Box, Pso, UnstableSwarmWarning, restore_state, state_arrays
from ponnuki.optimisers.pso import PsoState
from ponnuki.players import Engine
from ponnuki.trainers.presets import preset
from ponnuki.trainers.settings import SearchSettings, Table, TrainingSettings
from ponnuki.trainers.trainer import Trainer

Weights = NDArray[np.float32]

TWO_LEVEL: Literal["two-level-pso"] = "two-level-pso"
CONSTANTS = ("inertia", "c1", "c2")
LOW = (0.2, 0.25, 0.25)
HIGH = (1.2, 2.5, 2.5)


class TuningSettings(Table):
    """A search for a swarm's constants.

    Attributes:
        game: its spec.
        search: how engines look ahead.
        particles: sets of constants, each with an inner swarm.
        nets: of an inner swarm.
        generations: of both swarms.
        opponent_generations: how long the fixed opponent is trained by the hybrid.
        inner_vmax: the inner swarms' limit of velocity.
        seed: of everything that is drawn.
        method: says what kind of run this is.
    """

    method: Literal["two-level-pso"] = TWO_LEVEL
    game: str = "capture-go:9"
    search: SearchSettings = SearchSettings()
    particles: Annotated[int, Field(ge=2, le=1000)] = 10
    nets: Annotated[int, Field(ge=2, le=1000)] = 20
    generations: Annotated[int, Field(ge=1)] = 30
    opponent_generations: Annotated[int, Field(ge=0)] = 15
    inner_vmax: Annotated[float, Field(gt=0)] = 2.0
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1


@dataclass(frozen=True, eq=False)
class TuningState:
    """All that the next generation depends on, besides the settings.

    Attributes:
        generation: how many are done.
        outer: the swarm of constants.
        inner: the swarms of nets.
        opponent: the fixed opponent's weights.
    """

    generation: int
    outer: PsoState
    inner: tuple[PsoState, ...]
    opponent: Weights


class _FixedOpponent:
    """Judges an inner swarm: one game a net, as black, against the fixed opponent."""

    def __init__(self, tuner: "Tuner", opponent: Weights) -> None:
        self.tuner = tuner
        self.opponent = opponent
        self.games = 0

    def score(self, weights: Weights) -> NDArray[np.float64]:
        tuner = self.tuner
        search = tuner.settings.search.search()
        nets = [Engine(tuner.evaluator, row, search) for row in (*weights, self.opponent)]
        pairings = every(range(len(weights)), [len(weights)])
        # One seed for all: a net's score depends on the net alone, so bests may be remembered.
        seeds = np.full(len(weights), tuner.settings.seed, np.uint64)
        batch = tuner.arena.play(tuner.evaluator.game, nets, pairings, seeds)
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

    def __init__(self, judge: _FixedOpponent, swarms: tuple[PsoState, ...], seed: int) -> None:
        self.judge = judge
        self.swarms = list(swarms)
        self.seed = seed

    def score(self, constants: Weights) -> NDArray[np.float64]:
        """The best score of each inner swarm; between equals, the number of nets that win."""
        scores = np.empty(len(constants))
        for i, row in enumerate(constants):
            rng = np.random.default_rng(_core.stream(self.seed, "inner", i))
            self.swarms[i] = self.judge.tuner.inner(row).step(self.swarms[i], self.judge, rng)
            bests = self.swarms[i].best_scores
            scores[i] = bests.max() + (bests > 0).sum() / (len(bests) + 1)
        return scores

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Not asked for: the outer swarm remembers scores."""
        raise NotImplementedError


class Tuner:
    """Makes generation after generation of the two-level swarm; the same for any threads."""

    def __init__(self, settings: TuningSettings, arena: Arena = ALL_CORES) -> None:
        self.settings = settings
        self.arena = arena

    @cached_property
    def evaluator(self) -> Evaluator:
        """The nets' architecture."""
        return evaluator("window", self.settings.game)

    @cached_property
    def outer(self) -> Pso:
        """The swarm of constants, as the paper prints it."""
        return Pso(inertia=0.8, c1=2.0, c2=2.0, vmax=1.0, box=Box(LOW, HIGH), bests="remember")

    def inner(self, constants: Weights) -> Pso:
        """The swarm of nets with these constants."""
        inertia, c1, c2 = (float(one) for one in constants)
        vmax = self.settings.inner_vmax
        return Pso(inertia=inertia, c1=c1, c2=c2, vmax=vmax, bests="remember")

    def start(self) -> TuningState:
        """Draws the constants and the nets, and trains the fixed opponent."""
        own = self.settings
        rng = np.random.default_rng(_core.stream(own.seed, "constants", 0))
        constants = rng.uniform(LOW, HIGH, (own.particles, 3)).astype(np.float32)
        constants = np.clip(constants, np.array(LOW, np.float32), np.array(HIGH, np.float32))
        with warnings.catch_warnings():
            # Both swarms' constants are the subject of the search, not a mistake.
            warnings.simplefilter("ignore", UnstableSwarmWarning)
            outer = self.outer.start(constants, rng)
            inner = tuple(
                self.inner(row).start(
                    self.evaluator.initial(own.nets, _core.stream(own.seed, "swarm", i)), rng
                )
                for i, row in enumerate(constants)
            )
            opponent = self._opponent()
        return TuningState(0, outer, inner, opponent)

    def step(self, before: TuningState) -> tuple[TuningState, dict[str, Any]]:
        """One generation of all swarms, and what it came to."""
        number = before.generation + 1
        seed = _core.stream(self.settings.seed, "generation", number)
        judge = _FixedOpponent(self, before.opponent)
        swarms = _InnerSwarms(judge, before.inner, seed)
        rng = np.random.default_rng(_core.stream(seed, "outer", 0))
        outer = self.outer.step(before.outer, swarms, rng)
        after = TuningState(number, outer, tuple(swarms.swarms), before.opponent)
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
        return after, facts

    def run(self, state: TuningState) -> Iterator[tuple[TuningState, dict[str, Any]]]:
        """All generations that are still to be done."""
        while state.generation < self.settings.generations:
            state, facts = self.step(state)
            yield state, facts

    def champion(self, state: TuningState) -> Weights:
        """The net with the best score of all inner swarms."""
        best = max(state.inner, key=lambda one: float(one.best_scores.max()))
        row: Weights = best.bests[int(np.argmax(best.best_scores))]
        return row

    def arrays(self, state: TuningState) -> dict[str, NDArray[Any]]:
        """A state as arrays."""
        own = {f"outer.{name}": array for name, array in state_arrays(state.outer).items()}
        for i, swarm in enumerate(state.inner):
            own |= {f"inner{i}.{name}": array for name, array in state_arrays(swarm).items()}
        return {**own, "opponent": state.opponent, "generation": np.array(state.generation)}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> TuningState:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """

        def swarm(name: str) -> PsoState:
            prefix = f"{name}."
            kept = {
                key.removeprefix(prefix): array
                for key, array in arrays.items()
                if key.startswith(prefix)
            }
            return restore_state(PsoState, kept)

        try:
            opponent, generation = arrays["opponent"], int(arrays["generation"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"the saved state does not fit the settings: {error}") from None
        inner = tuple(swarm(f"inner{i}") for i in range(self.settings.particles))
        return TuningState(generation, swarm("outer"), inner, np.ascontiguousarray(opponent))

    def _opponent(self) -> Weights:
        own = self.settings
        if own.opponent_generations == 0:
            row: Weights = self.evaluator.initial(1, _core.stream(own.seed, "opponent", 0))[0]
            return row
        tables = preset("cai2009", "hybrid") | {
            "game": own.game,
            "search": own.search.model_dump(),
            "generations": own.opponent_generations,
            "seed": _core.stream(own.seed, "opponent", 0) >> 1,
        }
        trainer = Trainer(TrainingSettings.of(tables), self.arena)
        state = trainer.start()
        for after, _ in trainer.run(state):
            state = after
        return trainer.optimiser.champion(state.state)
