"""The states of optimisers: arrays and nothing else, so that what is saved is exact.

What has to be true of each array stands in its annotation and is checked whenever a state is made,
by a step as well as from a file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Stored:
    """What an array of a state must be, apart from finite.

    Attributes:
        dtype: of its numbers.
        axes: a name for each axis; axes of one name have one length within a state. `"n?"` may be
            empty instead, `"1"` has that length.
    """

    dtype: type[np.generic]
    axes: tuple[str, ...]


Rows = Annotated[NDArray[np.float32], Stored(np.float32, ("n", "d"))]
"""A row for each net."""
Row = Annotated[NDArray[np.float32], Stored(np.float32, ("1", "d"))]
"""The row of one net, still of shape (1, weights)."""
Scores = Annotated[NDArray[np.float64], Stored(np.float64, ("n?",))]
"""A score for each net, or none where nobody was judged."""
Count = Annotated[NDArray[np.int64], Stored(np.int64, ())]
"""One whole number."""


@dataclass(frozen=True, eq=False, kw_only=True)
class State:
    """What an optimiser keeps from step to step. Its arrays are read only.

    Attributes:
        scores: of the population that was judged last, in its order then; empty before that.
    """

    scores: Scores

    @property
    def judged(self) -> bool:
        """Whether a population was scored already."""
        return len(self.scores) > 0

    def __post_init__(self) -> None:
        lengths: dict[str, int] = {}
        for name, stored in _layout(type(self)).items():
            array = getattr(self, name)
            _check_array(name, array, stored, lengths)
            frozen = array.view()
            frozen.flags.writeable = False
            object.__setattr__(self, name, frozen)


AnyState = TypeVar("AnyState", bound=State)


def no_scores() -> NDArray[np.float64]:
    """The scores of a population that nobody judged."""
    return np.zeros(0, np.float64)


def count(number: int) -> NDArray[np.int64]:
    """A whole number as a state holds it."""
    return np.array(number, np.int64)


def state_arrays(state: State) -> dict[str, NDArray[Any]]:
    """All that a state is, by name."""
    return {field.name: getattr(state, field.name) for field in fields(state)}


def restore_state(cls: type[AnyState], arrays: Mapping[str, NDArray[Any]]) -> AnyState:
    """The state whose arrays these are.

    Raises:
        ValueError: an array is missing, unknown, of another dtype or shape, or not finite.
    """
    wanted = set(_layout(cls))
    if set(arrays) != wanted:
        raise ValueError(
            f"the arrays {sorted(arrays)} are no {cls.__name__}: use exactly {sorted(wanted)}"
        )
    return cls(**{name: np.array(array, order="C") for name, array in arrays.items()})


def _layout(cls: type[Any]) -> dict[str, Stored]:
    """What each array of a kind of state must be."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name].__metadata__[0] for field in fields(cls)}


def _check_array(name: str, array: Any, stored: Stored, lengths: dict[str, int]) -> None:
    """Raises ValueError if an array is not what it must be; learns the lengths of axes."""
    dtype = np.dtype(stored.dtype)
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        kind = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise ValueError(f"{name} is of {kind}: it must be an array of {dtype}")
    if array.ndim != len(stored.axes):
        raise ValueError(f"{name} has shape {array.shape}: it must have {len(stored.axes)} axes")
    for axis, length in zip(stored.axes, array.shape, strict=True):
        label = axis.removesuffix("?")
        if axis != label and length == 0:
            continue
        wanted = int(label) if label.isdigit() else lengths.setdefault(label, length)
        if length != wanted or length == 0:
            raise ValueError(
                f"{name} has shape {array.shape}: its axis {label!r} must be {wanted or 'longer'}"
            )
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds a number that is not finite: all must be")
