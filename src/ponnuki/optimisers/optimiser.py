"""What every optimiser can do."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

import numpy as np

from ponnuki.optimisers.judge import Judge
from ponnuki.optimisers.state import AnyState
from ponnuki.optimisers.weights import Weights
from ponnuki.settings import Settings


@dataclass(frozen=True)
class Optimiser(Settings, Generic[AnyState], ABC):
    """Turns a state into the next one by asking a judge.

    An optimiser is its settings: a frozen dataclass that checked itself. What changes is in the
    state, and a step leaves the state that it is given as it was. All chance comes from `rng`; the
    caller hands over a fresh generator, made from a seed, for each step, so that nothing of it has
    to be saved.

    Attributes:
        state_type: the class of its states, for `restore_state`.
        single_start: whether `start` wants exactly one net, and not a population.
        even: whether a population must be an even number.
        scores: whether a step asks for the scores of a whole population, and not for duels alone.
        usual_net: the table of nets that it changes, if it does not change every kind; nobody need
            say it.
    """

    state_type: ClassVar[type[Any]]
    single_start: ClassVar[bool] = False
    even: ClassVar[bool] = False
    scores: ClassVar[bool] = True
    usual_net: ClassVar[Mapping[str, Any]] = {}

    def check_packages(self) -> None:
        """Raises MissingPackageError if it takes an extra that is not installed."""

    @abstractmethod
    def start(self, weights: Weights, rng: np.random.Generator, /) -> AnyState:
        """The state before the first step. Nobody is judged yet.

        Raises:
            ValueError: weights that are no rows of finite numbers, or too few or too many rows.
        """

    @abstractmethod
    def step(self, state: AnyState, judge: Judge, rng: np.random.Generator, /) -> AnyState:
        """The state one generation later."""

    @abstractmethod
    def champion(self, state: AnyState, /) -> Weights:
        """The net that a run delivers if it ends here, of shape (weights,)."""

    @abstractmethod
    def weights(self, state: AnyState, /) -> Weights:
        """The population that the next step will judge, of shape (nets, weights).

        Searches around one point (hill climbing, evolution strategies) give that point alone.
        """
