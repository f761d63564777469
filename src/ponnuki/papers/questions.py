"""Questions: values that hold everything an answer depends on.

An answer that was worked out once is used again, so it must not be taken for that of another
question. Whoever answers sees the question's fields and nothing else, and what is kept is named by
a digest of all of them: what was left out of a question cannot be used to answer it.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.games import Game
from ponnuki.learners.settings import KeptSettings, LearnerSettings
from ponnuki.settings import Settings, settings_in

if TYPE_CHECKING:
    from ponnuki.papers.workshop import Workshop

T = TypeVar("T")


class Question(ABC, Generic[T]):
    """Something to be worked out. Subclasses are frozen dataclasses.

    Fields are plain data, games, evaluators, settings, arrays of weights, or dataclasses of these.
    A seed is a field as well.

    Attributes:
        version: raised when the way of answering changes, so that old answers are not used.
    """

    version: ClassVar[int] = 1

    @abstractmethod
    def answer(self, workshop: "Workshop") -> T:
        """Works it out, as plain data; it may ask other questions that its fields determine."""


class ArrayQuestion(Question[dict[str, NDArray[Any]]]):
    """A question whose answer is arrays, such as the nets of training runs."""

    @abstractmethod
    def shapes(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """The type and shape of each array of the answer: nothing else is read from a file."""


def plain(value: Any) -> Any:
    """A value as plain data that differs where the value does.

    Arrays become digests. A game says its rules version.

    Raises:
        TypeError: it is none of what a question may have, such as a function.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        data = np.ascontiguousarray(value)
        found = hashlib.sha256(data.tobytes()).hexdigest()[:32]
        return {"array": found, "type": data.dtype.str, "shape": list(data.shape)}
    if isinstance(value, Game):
        return {"game": value.recorded, "rules_version": value.rules_version}
    if isinstance(value, Evaluator):
        return {"evaluator": plain(value.settings()), **plain(value.game)}
    if isinstance(value, Settings):
        said = {one.name for one in settings_in(type(value))}
        given = {
            one.name: plain(getattr(value, one.name))
            for one in fields(value)  # type: ignore[arg-type]  # it is a dataclass
            if one.init and one.name not in said
        }
        return {"is": type(value).__name__, **_table(value), **given}
    if is_dataclass(value) and not isinstance(value, type):
        own = {one.name: plain(getattr(value, one.name)) for one in fields(value)}
        version = {"version": value.version} if isinstance(value, Question) else {}
        return {"is": type(value).__name__, **version, **own}
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    raise TypeError(f"{value!r} cannot be part of a question: it cannot be told from others")


MEASURED = {"probe": {"every": 10, "nets": 10, "noise": 0.1, "rounds": 2, "earlier": 5}}
"""What answers are kept under that are about runs: how these were once measured."""


def _table(value: Settings) -> dict[str, Any]:
    """All settings, with a game as it is kept; how a run is measured changes no answer."""
    table = value.table()
    if isinstance(value, LearnerSettings):
        del table["measure"]
        table["game"] = value.rules.recorded
        table |= MEASURED if isinstance(value, KeptSettings) else {}
    return table


def text_of(value: Any) -> str:
    """A value as canonical JSON: equal values have equal texts."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"))


def digest(value: Any) -> str:
    """Eight hexadecimal digits over the canonical JSON of a value.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(text_of(value).encode()).hexdigest()[:8]
