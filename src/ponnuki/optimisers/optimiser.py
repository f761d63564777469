"""What every optimiser can do."""

from typing import Protocol

import numpy as np

from ponnuki.optimisers.judge import Judge
from ponnuki.optimisers.state import AnyState
from ponnuki.optimisers.weights import Weights


class Optimiser(Protocol[AnyState]):
    """Turns a state into the next one by asking a judge.

    An optimiser is its settings: a frozen dataclass that checked itself. What changes is in the
    state, and a step leaves the state that it is given as it was. All chance comes from `rng`; the
    caller hands over a fresh generator, made from a seed, for each step, so that nothing of it has
    to be saved.
    """

    @property
    def state_type(self) -> type[AnyState]:
        """The class of its states, for `restore_state`."""

    @property
    def single_start(self) -> bool:
        """Whether `start` wants exactly one net, and not a population."""

    def start(self, weights: Weights, rng: np.random.Generator, /) -> AnyState:
        """The state before the first step. Nobody is judged yet.

        Raises:
            ValueError: weights that are no rows of finite numbers, or too few or too many rows.
        """

    def step(self, state: AnyState, judge: Judge, rng: np.random.Generator) -> AnyState:
        """The state one generation later."""

    def champion(self, state: AnyState) -> Weights:
        """The net that a run delivers if it ends here, of shape (weights,)."""

    def weights(self, state: AnyState) -> Weights:
        """The population that the next step will judge, of shape (nets, weights).

        Searches around one point (hill climbing, evolution strategies) give that point alone.
        """
