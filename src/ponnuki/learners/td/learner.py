"""Learning by temporal differences: some thousand games of the core are one generation."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.learners.learner import (
    Arrays,
    Generation,
    Learner,
    LearnerState,
    LearningError,
    Weights,
    number_done,
)
from ponnuki.learners.td.games import Learned, learn
from ponnuki.learners.td.settings import DifferenceSettings
from ponnuki.learners.views import Chart, Curve, Phrase, View
from ponnuki.optimisers import size
from ponnuki.players import Search
from ponnuki.seeds import stream


@dataclass(frozen=True, eq=False)
class TdState(LearnerState):
    """What a learner by temporal differences knows.

    Random numbers of a game follow from the seed and the game's number.

    Attributes:
        weights: of the net.
        coherence: by weight, the sum of what it was asked to change by and the sum of the sizes;
            None if the settings do not ask for it, and at the start.
    """

    weights: Weights
    coherence: Weights | None = None


class TemporalDifferences(Learner[DifferenceSettings, TdState]):
    """A net plays games and learns from every difference between its own predictions.

    It plays against itself, or against an opponent that stays the same.
    """

    view = View(
        phrases=(
            Phrase("won {won:.3f}"),
            Phrase("error {error:.4f}"),
            Phrase("weights {weight_size:.3f}"),
        ),
        charts=(
            Chart(
                "Wins against its opponent in training",
                (Curve("won", "won"),),
                low=0,
                percent=True,
            ),
            Chart("Temporal differences", (Curve("error", "mean size", ".4f"),), low=0),
            Chart("Weights", (Curve("weight_size", "mean size"),), low=0),
            Chart("Length of games", (Curve("plies", "plies", over="games"),), low=0),
        ),
    )

    @cached_property
    def evaluator(self) -> Evaluator:
        """The net's architecture."""
        return self.settings.evaluator()

    @cached_property
    def search(self) -> Search:
        """How the net looks ahead; it values boards that it has seen in training, after moves."""
        own = self.settings
        return own.search.search(eyes=own.passes == "eyes", afterstates=True, draw=own.rewards.draw)

    def start(self) -> TdState:
        """Weights as the evaluator draws them.

        Raises:
            ValueError: the opponent that the settings name is not there.
        """
        self.settings.fixed_opponent()
        weights = self.evaluator.initial(1, stream(self.settings.seed, "start", 0))[0]
        return TdState(0, weights)

    def step(self, before: TdState) -> tuple[TdState, Generation]:
        """The games of one generation.

        Raises:
            LearningError: weights overflowed; the state before is still good.
            KeyboardInterrupt: after Ctrl-C; the state before is still good.
        """
        own = self.settings
        number = before.generation + 1
        first = before.generation * own.games
        (learned,) = learn(
            [(own, before.weights)],
            first,
            own.games,
            self.arena,
            coherence=[before.coherence],
        )
        require_finite(own, first, learned)
        weights = learned.weights
        facts = facts_of(number, learned, weights)
        state = TdState(number, weights, learned.coherence)
        return state, Generation(number, weights, facts, learned.last_game)

    def arrays(self, state: TdState) -> dict[str, NDArray[Any]]:
        """A state as arrays: all that has to be saved."""
        own: dict[str, NDArray[Any]] = {
            "generation": np.array(state.generation),
            "weights": state.weights,
        }
        return own if state.coherence is None else {**own, "coherence": state.coherence}

    def restore(self, arrays: Arrays) -> TdState:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """
        generation = number_done(arrays)
        if "weights" not in arrays:
            raise ValueError("the saved state does not fit the settings: 'weights'")
        weights = self.evaluator.check_weights(arrays["weights"], 1)
        if not self.settings.coherence or generation == 0:
            return TdState(generation, weights)
        if "coherence" not in arrays or len(arrays["coherence"]) != 2:
            raise ValueError("the saved state does not fit the settings: 'coherence'")
        return TdState(generation, weights, self.evaluator.check_weights(arrays["coherence"], 2))


class AdaptiveCritic(TemporalDifferences):
    """A critic that learns what it will gain in stones, areas and prisoners (HDP).

    It plays the move whose board it likes best, against an opponent that stays the same. The loop
    is that of temporal differences; its settings say what is learned.
    """


def require_finite(own: DifferenceSettings, first: int, learned: Learned) -> None:
    """Some games from the first one on have taught something.

    Raises:
        LearningError: weights overflowed.
    """
    if not learned.finite:
        raise LearningError(
            f"weights overflowed in game {first + learned.games + 1}: rate={own.rate} is too high "
            "for this net; the last generation that is whole is kept"
        )


def facts_of(number: int, learned: Learned, weights: Weights) -> dict[str, Any]:
    """What a generation came to; the weights are the champion's."""
    facts = {
        "generation": number,
        "games": learned.games,
        "plies": learned.plies,
        "black": learned.black_wins / learned.games,
        "draws": learned.draws / learned.games,
        "explored": learned.explored / max(learned.plies, 1),
        "differences": learned.differences,
        "error": learned.error / max(learned.differences, 1),
        "weight_size": size(weights[None]),
    }
    return {**facts, "won": learned.wins / learned.met} if learned.met else facts
