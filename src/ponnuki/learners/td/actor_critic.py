"""Learning by an actor and its critic, in the loop of temporal differences."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.learners.learner import Arrays, Generation, Learner, LearnerState, Weights, number_done
from ponnuki.learners.td.actor import ActorCriticSettings
from ponnuki.learners.td.games import learn
from ponnuki.learners.td.learner import TemporalDifferences, facts_of, require_finite
from ponnuki.players import Search
from ponnuki.seeds import stream


@dataclass(frozen=True, eq=False)
class ActorCriticState(LearnerState):
    """What an actor and its critic know.

    Random numbers of a game follow from the seed and the game's number.

    Attributes:
        weights: of the actor.
        average: of its weights, over the latest generations.
        critic: the weights of the critic.
        coherence: of the critic's weights, as `TdState` has it.
    """

    weights: Weights
    average: Weights
    critic: Weights
    coherence: Weights | None = None


class ActorCritic(Learner[ActorCriticSettings, ActorCriticState]):
    """A net plays by chances, and learns from another net's word which moves are better.

    The other net, the critic, learns from the same games by temporal differences.
    """

    view = TemporalDifferences.view

    @cached_property
    def evaluator(self) -> Evaluator:
        """The actor's architecture."""
        return self.settings.evaluator()

    @cached_property
    def search(self) -> Search:
        """How the actor looks ahead; it values boards after moves, and a draw is worth 0 to it."""
        own = self.settings
        return own.search.search(eyes=own.passes == "eyes", afterstates=True)

    def start(self) -> ActorCriticState:
        """Weights as the evaluators draw them.

        Raises:
            ValueError: the opponent that the settings name is not there.
        """
        self.settings.fixed_opponent()
        actor, critic = (
            net.initial(1, stream(self.settings.seed, name, 0))[0]
            for name, net in (("start", self.evaluator), ("critic", self.settings.valuer()))
        )
        return ActorCriticState(0, actor, actor, critic)

    def step(self, before: ActorCriticState) -> tuple[ActorCriticState, Generation]:
        """The games of one generation.

        Raises:
            LearningError: weights overflowed; the state before is still good.
            KeyboardInterrupt: after Ctrl-C; the state before is still good.
        """
        own = self.settings
        number = before.generation + 1
        first = before.generation * own.games
        (learned,) = learn(
            [(own, before.critic)],
            first,
            own.games,
            self.arena,
            coherence=[before.coherence],
            actors=[before.weights],
        )
        require_finite(own, first, learned)
        assert learned.actor is not None
        kept = np.float32(own.average if before.generation else 0)
        average = kept * before.average + (1 - kept) * learned.actor
        state = ActorCriticState(number, learned.actor, average, learned.weights, learned.coherence)
        facts = facts_of(number, learned, average)
        return state, Generation(number, average, facts, learned.last_game)

    def arrays(self, state: ActorCriticState) -> dict[str, NDArray[Any]]:
        """A state as arrays: all that has to be saved."""
        own: dict[str, NDArray[Any]] = {
            "generation": np.array(state.generation),
            "weights": state.weights,
            "average": state.average,
            "critic": state.critic,
        }
        return own if state.coherence is None else {**own, "coherence": state.coherence}

    def restore(self, arrays: Arrays) -> ActorCriticState:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """
        generation = number_done(arrays)
        coherent = self.settings.coherence and generation > 0
        names = ["weights", "average", "critic", *(["coherence"] if coherent else [])]
        for name in names:
            if name not in arrays:
                raise ValueError(f"the saved state does not fit the settings: {name!r}")
        valuer = self.settings.valuer()
        weights, average = (self.evaluator.check_weights(arrays[name], 1) for name in names[:2])
        critic = valuer.check_weights(arrays["critic"], 1)
        if not coherent:
            return ActorCriticState(generation, weights, average, critic)
        coherence = valuer.check_weights(arrays["coherence"], 2)
        return ActorCriticState(generation, weights, average, critic, coherence)
