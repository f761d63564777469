"""Learning by self-play with an optimiser, generation by generation."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.fitness import GameJudge
from ponnuki.learners.learner import (
    Arrays,
    Generation,
    Learner,
    LearnerState,
    Shape,
    Weights,
    arrays_within,
    checked,
)
from ponnuki.learners.self_play_settings import SelfPlaySettings
from ponnuki.learners.settings import named_players
from ponnuki.learners.views import DIVERSITY_CHART, FITNESS_CHART, Chart, Curve, Phrase, View
from ponnuki.optimisers import Optimiser, restore_state, size, spread, state_arrays
from ponnuki.players import Player, Search
from ponnuki.seeds import stream
from ponnuki.settings import SettingsError

FEWEST_TO_TRUST = 10
"""Nets of which the agreement of two halves of their games says something."""


@dataclass(frozen=True, eq=False)
class SelfPlayState(LearnerState):
    """All that the next generation depends on, besides the settings.

    Attributes:
        state: the optimiser's.
        hall: the champions of all generations so far, where opponents are drawn from them.
    """

    state: Any
    hall: Weights


class SelfPlay(Learner[SelfPlaySettings, SelfPlayState]):
    """A judge plays the games of a generation, and an optimiser makes the next population."""

    view = View(
        phrases=(
            Phrase("score {best:.1f} best {mean:.1f} mean"),
            Phrase("duels {duels_won}/{duels_fought}", unless_zero="duels_fought"),
            Phrase("reliability {reliability:.2f}", low=0.0),
            Phrase("weights {weight_size:.3f}"),
        ),
        charts=(
            FITNESS_CHART,
            DIVERSITY_CHART,
            Chart(
                "Duels",
                (Curve("duels_won", "duels won", ".0%", over="duels_fought"),),
                low=0,
                percent=True,
            ),
        ),
    )

    @cached_property
    def evaluator(self) -> Evaluator:
        """The nets' architecture."""
        return self.settings.evaluator()

    @cached_property
    def search(self) -> Search:
        """How engines look ahead."""
        return self.settings.players_search()

    @cached_property
    def optimiser(self) -> Optimiser[Any]:
        """What changes the nets."""
        return self.settings.optimiser

    @cached_property
    def fixed(self) -> list[Player]:
        """Fixed opponents."""
        own = self.settings
        return named_players(
            "games.fixed_players",
            own.games.fixed_players,
            self.evaluator.game,
            noise=own.games.noise,
            usual_depth=own.search.depth,
        )

    def start(self) -> SelfPlayState:
        """The state before the first generation.

        Raises:
            ValueError: the settings are not allowed.
        """
        _ = self.search, self.fixed
        try:
            self.settings.games.opening.check(self.evaluator.game)
        except ValueError as error:
            raise SettingsError(f"games.opening is not allowed: {error}") from None
        count = 1 if self.optimiser.single_start else self.settings.population
        nets = self.first_nets(count, stream(self.settings.seed, "start", 0))
        state = self.optimiser.start(nets, self._rng("start", 0))
        return SelfPlayState(0, state, np.zeros((0, self.evaluator.weight_count), np.float32))

    def step(self, before: SelfPlayState) -> tuple[SelfPlayState, Generation]:
        """One generation.

        Raises:
            KeyboardInterrupt: after Ctrl-C; the state before is still good.
        """
        own = self.settings
        number = before.generation + 1
        judge = GameJudge(
            self.evaluator,
            self.search,
            own.games,
            stream(own.seed, "generation", number),
            self.arena,
            before.hall,
            self.fixed,
        )
        state = self.optimiser.step(before.state, judge, self._rng("optimiser", number))
        champion = self.optimiser.champion(state)
        hall = np.concatenate([before.hall, champion[None]]) if own.games.hall else before.hall
        facts = self._facts(number, state, champion, judge)
        return SelfPlayState(number, state, hall), Generation(
            number, champion, facts, judge.sample, judge.leaves
        )

    def arrays(self, state: SelfPlayState) -> dict[str, NDArray[Any]]:
        """A state as arrays: all that has to be saved."""
        own = {f"optimiser.{name}": array for name, array in state_arrays(state.state).items()}
        return {**own, "hall": state.hall, "generation": np.array(state.generation)}

    def restore(self, arrays: Arrays) -> SelfPlayState:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """
        width = self.evaluator.weight_count
        number = checked(arrays, {"generation": (np.int64, ())})["generation"]
        state = restore_state(self.optimiser.state_type, arrays_within(arrays, "optimiser"))
        wide: Shape = (np.float32, (None, width))
        hall = checked(arrays, {"hall": wide})["hall"]
        checked({"nets": self.optimiser.weights(state)}, {"nets": wide})
        return SelfPlayState(int(number), state, hall)

    def _rng(self, name: str, index: int) -> np.random.Generator:
        return np.random.default_rng(stream(self.settings.seed, name, index))

    def _facts(
        self, number: int, state: Any, champion: Weights, judge: GameJudge
    ) -> dict[str, float | int]:
        weights = self.optimiser.weights(state)
        facts: dict[str, float | int] = {
            "generation": number,
            "games": judge.played,
            "plies": judge.plies,
            "leaves": judge.leaves,
            "weight_size": size(weights),
            "champion_size": size(champion[None]),
            "diversity": spread(weights),
        }
        if len(state.scores):
            facts |= {
                "best": float(state.scores.max()),
                "mean": float(state.scores.mean()),
                "score_spread": float(state.scores.std()),
            }
        if len(state.scores) >= FEWEST_TO_TRUST:
            facts["reliability"] = judge.reliability
        if hasattr(state, "duels_fought"):
            facts |= {
                "duels_won": int(state.duels_won),
                "duels_fought": int(state.duels_fought),
            }
        return {name: value for name, value in facts.items() if np.isfinite(value)}
