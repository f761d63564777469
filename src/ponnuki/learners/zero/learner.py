"""Learning by self-play with tree search: some hundred games are one generation."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import ConvNet
from ponnuki.learners.learner import (
    Arrays,
    Generation,
    Learner,
    LearnerState,
    LearningError,
    Shape,
    Weights,
)
from ponnuki.learners.views import Chart, Curve, Phrase, View
from ponnuki.learners.zero.games import learn, self_play
from ponnuki.learners.zero.gpu import Gpu
from ponnuki.learners.zero.samples import Learned, Played, Samples
from ponnuki.learners.zero.settings import ZeroSettings
from ponnuki.optimisers import size
from ponnuki.players import Search
from ponnuki.seeds import stream


@dataclass(frozen=True, eq=False)
class ZeroState(LearnerState):
    """What a learner by self-play knows.

    Random numbers follow from the seed, the number of a game, and the number of a step.

    Attributes:
        weights: as the last step left them.
        average: those that play.
        moments: the means of the gradient and of its square that Adam keeps, by weight.
        steps: how many Adam has made.
        cells: of the positions that are learned from, as `Samples` has them.
        policies: theirs.
        values: theirs.
    """

    weights: Weights
    average: Weights
    moments: NDArray[np.float32]
    steps: int
    cells: NDArray[np.uint8]
    policies: NDArray[np.uint16]
    values: NDArray[np.float32]

    @property
    def window(self) -> Samples:
        """The positions that are learned from."""
        return Samples(self.cells, self.policies, self.values)


class Zero(Learner[ZeroSettings, ZeroState]):
    """A net plays against itself by tree search. It learns what the search found and who won.

    Games are played and gradients computed in the core, on all cores, with results that do not
    depend on their number; or on a GPU through PyTorch, whose results may differ from run to run.
    """

    state_type = ZeroState
    view = View(
        phrases=(
            Phrase("policy loss {policy_loss:.3f}"),
            Phrase("value loss {value_loss:.3f}"),
            Phrase("black {black:.2f}"),
        ),
        charts=(
            Chart(
                "Losses",
                (
                    Curve("policy_loss", "policy, above the least", ".3f"),
                    Curve("value_loss", "value, squared error", ".3f"),
                ),
                low=0,
            ),
            Chart("Games that black wins", (Curve("black", "black"),), low=0, percent=True),
            Chart("Length of games", (Curve("plies", "plies", over="games"),), low=0),
            Chart("Weights", (Curve("weight_size", "mean size"),), low=0),
        ),
    )

    @cached_property
    def evaluator(self) -> ConvNet:
        """The net's architecture."""
        return self.settings.evaluator()

    @cached_property
    def search(self) -> Search:
        """How the champion looks ahead."""
        own = self.settings
        return Search(depth=1, visits=own.champion_visits, eyes=own.passes == "eyes")

    def start(self) -> ZeroState:
        """Weights as the evaluator draws them, or those that it starts from, and no positions.

        Raises:
            MissingPackageError: PyTorch is not installed.
            ValueError: there is no such device.
        """
        _ = self._gpu
        (weights,) = self.first_nets(1, stream(self.settings.seed, "start", 0))
        moments = np.zeros((2, len(weights)), np.float32)
        window = vars(Samples.none(self.evaluator.game.points))
        return ZeroState(0, weights, weights, moments, 0, **window)

    def step(self, before: ZeroState) -> tuple[ZeroState, Generation]:
        """The games of one generation, and what is learned from them and those before.

        Raises:
            LearningError: weights overflowed; the state before is still good.
            KeyboardInterrupt: after Ctrl-C; the state before is still good.
        """
        own = self.settings
        number = before.generation + 1
        played = self._play(before)
        samples = played.samples
        window = before.window.then(samples, own.window)
        batches = max(1, round(own.repeats * len(samples) / own.batch))
        learned = self._learn(before, window, batches)
        if not np.isfinite(learned.weights).all():
            raise LearningError(
                f"weights overflowed in generation {number}: rate={own.rate} is too high for this "
                "net; the last generation that is whole is kept"
            )
        kept = np.float32(own.average)
        average = kept * before.average + (1 - kept) * learned.weights
        state = ZeroState(
            number, learned.weights, average, learned.moments, learned.steps, **vars(window)
        )
        facts = {
            "generation": number,
            "games": played.games,
            "plies": played.plies,
            "black": played.black_wins / max(played.games, 1),
            "draws": played.draws / max(played.games, 1),
            "positions": len(window),
            "policy_loss": learned.policy_loss,
            "value_loss": learned.value_loss,
            "weight_size": size(average[None]),
        }
        return state, Generation(number, average, facts, played.first_game, played.leaves)

    def shapes(self, generation: int) -> dict[str, Shape]:
        """Those of the net, of Adam, and of the positions."""
        del generation
        weights, row = self.evaluator.weight_count, self.evaluator.game.points + 1
        return {
            "weights": (np.float32, (weights,)),
            "average": (np.float32, (weights,)),
            "moments": (np.float32, (2, weights)),
            "steps": (np.int64, ()),
            "cells": (np.uint8, (None, row)),
            "policies": (np.uint16, (None, row)),
            "values": (np.float32, (None,)),
        }

    def restore(self, arrays: Arrays) -> ZeroState:
        """The state that `arrays` made; its positions are of this net's board.

        Raises:
            ValueError: they are not a state of these settings.
        """
        state = super().restore(arrays)
        if not state.window.fits(self.evaluator.game.points, self.evaluator.marks):
            raise ValueError("the saved state does not fit the settings: its positions do not")
        return state

    def _play(self, before: ZeroState) -> Played:
        own = self.settings
        if self._gpu is not None:
            return self._gpu.play(before.average, own.games)
        first = before.generation * own.games
        return self_play(own, self.evaluator, before.average, first, self.arena)

    def _learn(self, before: ZeroState, window: Samples, batches: int) -> Learned:
        own = self.settings
        rate = self.rate(before.generation)
        state = Learned(before.weights, before.moments, before.steps, 0.0, 0.0)
        if self._gpu is not None:
            return self._gpu.learn(state, window, rate, batches)
        seed = stream(own.seed, "learn", 0)
        return learn(own, self.evaluator, state, window, rate, batches, seed, self.arena)

    @cached_property
    def _gpu(self) -> Gpu | None:
        """What plays and learns instead of the core, if anything does.

        Raises:
            MissingPackageError: PyTorch is not installed.
            ValueError: there is no such device.
        """
        own = self.settings
        return None if own.device == "cpu" else Gpu(own, self.evaluator, self.arena)

    def rate(self, generation: int) -> float:
        """The learning rate after so many generations."""
        own = self.settings
        return own.rate / (1 + (generation / own.rate_halving if own.rate_halving else 0))
