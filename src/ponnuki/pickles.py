"""Pickles that are checked when they are read: they go through the constructor again."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_T = TypeVar("_T", bound="DataclassInstance")


class Rebuilt:
    """Base of dataclasses whose pickles hold what their constructor takes, and nothing else.

    What an object has worked out since, the core's form of it for example, is worked out again.
    """

    __slots__ = ()

    def __reduce__(self: "DataclassInstance") -> tuple[object, ...]:
        given = {one.name: getattr(self, one.name) for one in fields(self) if one.init}
        return rebuild, (type(self), given)


def rebuild(kind: type[_T], given: dict[str, Any]) -> _T:
    """An object from its pickle.

    Raises:
        ValueError: the pickle is damaged; the message says what its constructor refuses.
    """
    try:
        return kind(**given)
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        raise ValueError(f"this pickle holds no {kind.__name__}: {error}") from None
