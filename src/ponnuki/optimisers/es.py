"""An evolution strategy with mirrored samples and ranked scores (Salimans et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.counts import check_population, check_single
from ponnuki.optimisers.judge import Judge, ask_scores
from ponnuki.optimisers.optimiser import Optimiser
from ponnuki.optimisers.state import Row, State, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net, rounded
from ponnuki.settings import setting


@dataclass(frozen=True, eq=False, kw_only=True)
class EsState(State):
    """The middle of the search. Samples around it live for one step only.

    Attributes:
        scores: of the last samples, first those on one side, then their mirror images.
        mean: θ.
        velocity: the running sum of gradients, which momentum keeps.
    """

    mean: Row
    velocity: Row


@dataclass(frozen=True)
class Es(Optimiser[EsState]):
    """Climbs along the gradient that samples on both sides of the mean suggest."""

    sigma: float = setting(0.1, "the standard deviation of samples around the mean, σ", above=0)
    learning_rate: float = setting(0.1, "the length of a step along the gradient", above=0)
    population: int = 40
    momentum: float = setting(
        0.0, "the share of the last velocity in the next; 0 for plain steps", low=0, high=1
    )
    state_type: ClassVar[type[EsState]] = EsState
    single_start: ClassVar[bool] = True
    even: ClassVar[bool] = True

    def check(self) -> None:
        """Raises ValueError if samples have no mirror images."""
        check_population(self.population, 2, even=True)

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> EsState:
        """The first mean, the only row of `weights`."""
        mean = check_weights(weights)
        check_single(len(mean))
        return EsState(mean=mean, velocity=np.zeros_like(mean), scores=no_scores())

    def step(self, state: EsState, judge: Judge, rng: np.random.Generator, /) -> EsState:
        """Judges the samples and moves the mean."""
        mean = state.mean.astype(np.float64)
        noise = rng.standard_normal((self.population // 2, mean.shape[1]))
        samples = rounded(np.concatenate([mean + self.sigma * noise, mean - self.sigma * noise]))
        scores = ask_scores(judge, samples)
        one, other = np.split(centred_ranks(scores), 2)
        gradient = (one - other) @ noise / (self.population * self.sigma)
        velocity = self.momentum * state.velocity.astype(np.float64) + gradient
        return EsState(
            mean=rounded(mean + self.learning_rate * velocity),
            velocity=rounded(velocity),
            scores=scores,
        )

    def champion(self, state: EsState) -> Weights:
        """The mean."""
        return one_net(state.mean)

    def weights(self, state: EsState) -> Weights:
        """The mean as a population of one."""
        return state.mean


def centred_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from -½ (lowest) to ½ (highest); equal scores share the mean of their ranks.

    Games give many equal scores, and to rank those by their place would be to follow noise.
    """
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts + 1) / 2)[place]
    return ranks / (len(scores) - 1) - 0.5
