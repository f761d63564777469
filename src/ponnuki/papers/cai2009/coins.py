"""Swarms without any game: what weights do where coins decide who is better."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.learners import SelfPlay, SelfPlaySettings
from ponnuki.optimisers import Weights, size
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.seeds import stream, streams


@dataclass(frozen=True)
class Coins:
    """A judge that knows nothing: scores are drawn, and so is who wins a duel.

    Attributes:
        rate: the chance of a challenger.
        seed: of this generation.
    """

    rate: float
    seed: int

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """Any order is as likely as any other."""
        return np.random.default_rng(stream(self.seed, "scores", 0)).random(len(weights))

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """A challenger wins with that chance, whoever it is."""
        del incumbents
        drawn = streams(self.seed, "duel", first + len(challengers))[first:]
        won: NDArray[np.bool_] = drawn < self.rate * 2.0**64
        return won


@dataclass(frozen=True, eq=False)
class CoinRuns(Question[list[list[float]]]):
    """Training runs whose games are coins: the size of weights by generation, a list a run.

    Attributes:
        runs: the settings of each.
        rate: the share of duels that a challenger wins.
    """

    runs: tuple[SelfPlaySettings, ...]
    rate: float

    def answer(self, workshop: Workshop) -> list[list[float]]:
        """Moves the population for as many generations as the runs have."""
        del workshop
        return [_sizes(run, self.rate) for run in self.runs]


def _sizes(settings: SelfPlaySettings, rate: float) -> list[float]:
    """The size of weights after each generation: all is as in training, but for the judge."""
    one = SelfPlay(settings)
    state, sizes = one.start().state, []
    for number in range(1, settings.generations + 1):
        coins = Coins(rate, stream(settings.seed, "coins", number))
        rng = np.random.default_rng(stream(settings.seed, "optimiser", number))
        state = one.optimiser.step(state, coins, rng)
        sizes.append(size(one.optimiser.weights(state)))
    return sizes
