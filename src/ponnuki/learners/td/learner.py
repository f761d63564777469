"""Learning by temporal differences: some thousand games of the core are one generation."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ponnuki.evaluators import Evaluator
from ponnuki.learners.learner import (
    Generation,
    Learner,
    LearnerState,
    LearningError,
    Shape,
    Weights,
)
from ponnuki.learners.td.games import Learned, learn
from ponnuki.learners.td.settings import TdSettings
from ponnuki.learners.views import Chart, Curve, Phrase, View
from ponnuki.optimisers import size
from ponnuki.players import Search
from ponnuki.seeds import stream


@dataclass(frozen=True, eq=False)
class TdState(LearnerState):
    """What a learner by temporal differences knows.

    Random numbers of a game follow from the seed and the game's number.

    Attributes:
        weights: of the net; of an actor, if there is a critic.
        coherence: by weight of the net that values boards, the sum of what it was asked to change
            by and the sum of the sizes; None if the settings do not ask for it, and at the start.
        critic: the weights of the critic, if there is one.
        average: of the actor's weights, over the latest generations.
    """

    weights: Weights
    coherence: Weights | None = None
    critic: Weights | None = None
    average: Weights | None = None


class TemporalDifferences(Learner[TdSettings, TdState]):
    """A net plays games and learns from every difference between its own predictions.

    It plays against itself, or against an opponent that stays the same. With a critic the net is an
    actor: it plays by chances, and learns from the critic's word which moves are better.
    """

    state_type = TdState
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
        """How the net looks ahead; it values boards that it has seen in training, after moves.

        A draw is worth 0 to an actor.
        """
        own = self.settings
        draw = 0.0 if own.critic else own.rewards.draw
        return own.search.search(eyes=own.passes == "eyes", afterstates=True, draw=draw)

    def start(self) -> TdState:
        """Weights as the evaluators draw them; or of the net, those that it starts from.

        Raises:
            ValueError: the opponent that the settings name is not there.
        """
        own = self.settings
        own.fixed_opponent()
        (weights,) = self.first_nets(1, stream(own.seed, "start", 0))
        if own.critic is None:
            return TdState(0, weights)
        (critic,) = own.valuer().initial(1, stream(own.seed, "critic", 0))
        return TdState(0, weights, critic=critic, average=weights)

    def step(self, before: TdState) -> tuple[TdState, Generation]:
        """The games of one generation.

        Raises:
            LearningError: weights overflowed; the state before is still good.
            KeyboardInterrupt: after Ctrl-C; the state before is still good.
        """
        own = self.settings
        number = before.generation + 1
        first = before.generation * own.games
        acting = before.critic is not None
        (learned,) = learn(
            [(own, before.weights if before.critic is None else before.critic)],
            first,
            own.games,
            self.arena,
            coherence=[before.coherence],
            actors=[before.weights] if acting else None,
        )
        require_finite(own, first, learned)
        if learned.actor is None or before.average is None:
            champion = learned.weights
            state = TdState(number, champion, learned.coherence)
        else:
            kept = np.float32(own.average if before.generation else 0)
            champion = kept * before.average + (1 - kept) * learned.actor
            state = TdState(number, learned.actor, learned.coherence, learned.weights, champion)
        facts = facts_of(number, learned, champion)
        return state, Generation(number, champion, facts, learned.last_game)

    def shapes(self, generation: int) -> dict[str, Shape]:
        """Those of the nets that there are, and of their rates from the first generation on."""
        own = self.settings
        actor, valuer = self.evaluator.weight_count, own.valuer().weight_count
        names: dict[str, tuple[int, ...]] = {"weights": (actor,)}
        names |= {"critic": (valuer,), "average": (actor,)} if own.critic else {}
        names |= {"coherence": (2, valuer)} if own.coherence and generation > 0 else {}
        return {name: (np.float32, shape) for name, shape in names.items()}


def require_finite(own: TdSettings, first: int, learned: Learned) -> None:
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
