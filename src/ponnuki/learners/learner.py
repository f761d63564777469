"""What every learner can do: a loop that learns, one step after another.

Runs, commands and pages know learners by this class alone. To add one: settings, a state, and the
methods below; then a line in `ponnuki.learners.registry`.
"""

import json
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena, GameBatch
from ponnuki.evaluators import Evaluator
from ponnuki.learners.settings import LearnerSettings
from ponnuki.learners.views import View
from ponnuki.players import Search

Weights = NDArray[np.float32]
Arrays = Mapping[str, NDArray[Any]]


class LearningError(ValueError):
    """A learner that cannot go on; what it had learned before is still good."""


@dataclass(frozen=True, eq=False)
class LearnerState:
    """All that the next generation depends on, besides the settings.

    Attributes:
        generation: how many are done.
    """

    generation: int


@dataclass(frozen=True, eq=False)
class Generation:
    """What one step came to.

    Attributes:
        number: 1 for the first.
        champion: the net that the run delivers if it ends here.
        facts: figures and words for the record, `generation` and `games` among them; NaN is left
            out.
        sample: some of the games that were played, if there were any.
        positions: how many nets valued; None if nobody counted them.
    """

    number: int
    champion: Weights
    facts: dict[str, Any]
    sample: GameBatch | None = None
    positions: int | None = None


S = TypeVar("S", bound=LearnerState)
T = TypeVar("T", bound=LearnerSettings)


class Learner(ABC, Generic[T, S]):
    """Makes generation after generation. It writes nothing and prints nothing.

    The same settings give the same generations, whatever the arena, and no matter where a run was
    broken off and taken up again.

    Attributes:
        view: what of its facts a person is shown.
    """

    view: ClassVar[View]

    def __init__(self, settings: T, arena: Arena = ALL_CORES) -> None:
        kind = _settings_kind(type(self))
        if not isinstance(settings, kind):
            raise TypeError(f"settings={settings!r:.80} is not allowed: use {kind.__name__}")
        self.settings = settings
        self.arena = arena

    @property
    @abstractmethod
    def evaluator(self) -> Evaluator:
        """The nets' architecture."""

    @property
    @abstractmethod
    def search(self) -> Search:
        """How the champion looks ahead."""

    @abstractmethod
    def start(self) -> S:
        """The state before the first generation.

        Raises:
            ValueError: the settings are not allowed.
        """

    @abstractmethod
    def step(self, before: S) -> tuple[S, Generation]:
        """One generation.

        Raises:
            LearningError: it cannot go on; the state before is still good.
            KeyboardInterrupt: after Ctrl-C; the state before is still good.
        """

    @abstractmethod
    def arrays(self, state: S) -> dict[str, NDArray[Any]]:
        """A state as arrays: all that has to be saved."""

    @abstractmethod
    def restore(self, arrays: Arrays) -> S:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """

    @property
    def identity(self) -> str:
        """What a run with these settings is, as one text."""
        return json.dumps(self.settings.identity(), sort_keys=True)

    def run(self, state: S) -> Iterator[tuple[S, Generation]]:
        """All generations that are still to be done."""
        while state.generation < self.settings.generations:
            state, generation = self.step(state)
            yield state, generation


@cache
def _settings_kind(kind: type[Learner[Any, Any]]) -> type[LearnerSettings]:
    """The settings that a class of learners says between its brackets."""
    for one in kind.__mro__:
        for base in vars(one).get("__orig_bases__", ()):
            own = typing.get_args(base)
            if own and isinstance(own[0], type) and issubclass(own[0], LearnerSettings):
                return own[0]
    return LearnerSettings


def number_done(arrays: Arrays) -> int:
    """The generation that a saved state says.

    Raises:
        ValueError: it says none.
    """
    try:
        return int(arrays["generation"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"the saved state does not fit the settings: {error}") from None
