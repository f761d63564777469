"""What every learner can do: a loop that learns, one step after another.

Runs, commands and pages know learners by this class alone. To add one: settings, a state, the
shapes of the state's arrays, `start` and `step`; then a line in `ponnuki.learners.registry`.
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
from ponnuki.evaluators.files import digest_of
from ponnuki.learners.settings import LearnerSettings
from ponnuki.learners.views import View
from ponnuki.players import Search

Weights = NDArray[np.float32]
Arrays = Mapping[str, NDArray[Any]]
Shape = tuple[type[np.generic], tuple[int | None, ...]]
"""Of what type an array is, and how long each of its axes; None for any length."""


_GIVE_THEM = "give the file with these weights, such as the start.safetensors of the run"


class LearningError(ValueError):
    """A learner that cannot go on; what it had learned before is still good."""


@dataclass(frozen=True, eq=False)
class LearnerState:
    """All that the next generation depends on, besides the settings.

    What a subclass adds is arrays and whole numbers; None for what is not there yet.

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
        state_type: the class of its states.
    """

    view: ClassVar[View]
    state_type: ClassVar[type[Any]]

    def __init__(
        self, settings: T, arena: Arena = ALL_CORES, start_from: Weights | None = None
    ) -> None:
        """A learner with these settings.

        Args:
            settings: what is learned, and how.
            arena: who plays the games.
            start_from: the net that it begins with, where settings say that there is one. Only
                `start` asks for it.
        """
        kind = _settings_kind(type(self))
        if not isinstance(settings, kind):
            raise TypeError(f"settings={settings!r:.80} is not allowed: use {kind.__name__}")
        self.settings = settings
        self.arena = arena
        self.start_from = start_from

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

    def shapes(self, generation: int) -> dict[str, Shape]:
        """The arrays that a state after so many generations has, but its number."""
        raise NotImplementedError

    def arrays(self, state: S) -> dict[str, NDArray[Any]]:
        """A state as arrays: all that has to be saved."""
        return {name: np.asarray(one) for name, one in vars(state).items() if one is not None}

    def restore(self, arrays: Arrays) -> S:
        """The state that `arrays` made.

        Raises:
            ValueError: they are not a state of these settings.
        """
        number: dict[str, Shape] = {"generation": (np.int64, ())}
        generation = int(checked(arrays, number)["generation"])
        found = checked(arrays, number | self.shapes(generation))
        if unknown := set(arrays) - set(found):
            raise _unfit(f"it has {min(unknown)!r}")
        plain: dict[str, Any] = {
            name: one if one.ndim else one.item() for name, one in found.items()
        }
        state: S = self.state_type(**plain)
        return state

    def first_nets(self, count: int, seed: int) -> Weights:
        """The nets that learning begins with, as the evaluator draws them.

        Where it starts from a net, that is the first of them, and the others are what is drawn,
        added to it.

        Raises:
            ValueError: it is not the net that the settings say.
        """
        drawn = self.evaluator.initial(count, seed)
        own, wanted = self.start_from, self.settings.start_from
        said = "" if own is None else digest_of(own)
        if said != wanted:
            raise ValueError(
                f"start_from={wanted[:16]!r} is not allowed: "
                + (f"the weights that are given are {said[:16]}" if said else _GIVE_THEM)
            )
        if own is None:
            return drawn
        first = self.evaluator.check_weights(own, 1)
        return np.concatenate([first[None], first + drawn[1:]])

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


def checked(arrays: Arrays, shapes: Mapping[str, Shape]) -> dict[str, NDArray[Any]]:
    """The arrays of these names, each as it has to be.

    Raises:
        ValueError: one is missing, of another type or shape, or not finite; names it.
    """
    found: dict[str, NDArray[Any]] = {}
    for name, (kind, shape) in shapes.items():
        one = arrays.get(name)
        if one is None:
            raise _unfit(f"it has no {name!r}")
        fits = one.dtype == kind and len(one.shape) == len(shape)
        if not fits or any(b not in {None, a} for a, b in zip(one.shape, shape, strict=True)):
            lengths = "x".join("n" if length is None else str(length) for length in shape) or "one"
            raise _unfit(
                f"{name!r} is {one.dtype} of shape {one.shape}, not {lengths} of {kind.__name__}"
            )
        if not np.isfinite(one).all():
            raise _unfit(f"{name!r} has numbers that are not finite")
        found[name] = np.array(one, order="C")
    return found


def arrays_within(arrays: Arrays, name: str) -> dict[str, NDArray[Any]]:
    """The arrays of a part of a state, which have its name and a dot before their own."""
    prefix = f"{name}."
    return {key.removeprefix(prefix): one for key, one in arrays.items() if key.startswith(prefix)}


def _unfit(why: str) -> ValueError:
    return ValueError(f"the saved state does not fit the settings: {why}")
