"""What a value of a setting may be: one form a type, with its bounds.

A form turns what a person gave into the value that is kept, or says what is allowed.
"""

import math
import operator
import re
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ponnuki.settings.texts import parts_of, value_of

NONE = "none"
"""How files and specs write that there is no value: TOML has no word for it."""

MAX_TEXT = 4000
MAX_ITEMS = 10_000


class RefusedError(ValueError):
    """A value that is not allowed; the message says which are."""


@dataclass(frozen=True)
class Bounds:
    """Which numbers, words or texts are allowed.

    Attributes:
        low: the least number.
        high: the largest number.
        above: numbers must be larger than this.
        below: numbers must be smaller than this.
        step: numbers are multiples of this.
        choices: the only values; none for all.
        pattern: a regular expression that texts match.
    """

    low: float | None = None
    high: float | None = None
    above: float | None = None
    below: float | None = None
    step: float | None = None
    choices: tuple[Any, ...] = ()
    pattern: str = ""


class Form(ABC):
    """A type of values."""

    @abstractmethod
    def check(self, value: Any) -> Any:
        """The value as it is kept.

        Raises:
            RefusedError: it is not allowed; the message says what is.
        """

    @abstractmethod
    def allowed(self) -> str:
        """What is allowed, in words."""

    def plain(self, value: Any) -> Any:
        """A kept value as files and JSON have it; `check` reads it back."""
        return value

    def refused(self) -> RefusedError:
        """The error for a value that is not of this form."""
        return RefusedError(f"use {self.allowed()}")


class OneValue(ABC):
    """A kind of values that files write as one number or text, such as how games begin.

    Attributes:
        said: what a file may say, in words.
    """

    said: ClassVar[str]

    @classmethod
    @abstractmethod
    def of(cls, value: Any) -> Any:
        """The value that a file says.

        Raises:
            ValueError: it says something else.
        """

    @abstractmethod
    def plain(self) -> Any:
        """What `of` makes it from."""


@dataclass(frozen=True)
class Flag(Form):
    """Yes or no."""

    def check(self, value: Any) -> bool:
        """A bool, or a word for it."""
        if isinstance(value, bool):
            return value
        if type(value).__name__ in {"bool_", "bool"}:  # NumPy's
            return bool(value)
        raise self.refused()

    def allowed(self) -> str:
        """Both."""
        return "yes or no"


@dataclass(frozen=True)
class Whole(Form):
    """A whole number; not true or false, and not 2.0."""

    bounds: Bounds

    def check(self, value: Any) -> int:
        """A whole number of Python or NumPy."""
        number = value if type(value) is int else self._index(value)
        if not _within(number, self.bounds):
            raise self.refused()
        return number

    def _index(self, value: Any) -> int:
        if isinstance(value, bool | str | float) or type(value).__name__ == "bool_":
            raise self.refused()
        try:
            return operator.index(value)
        except TypeError:
            raise self.refused() from None

    def allowed(self) -> str:
        """The range."""
        return _range("a whole number", self.bounds)


@dataclass(frozen=True)
class Number(Form):
    """A finite number; a whole one becomes a float."""

    bounds: Bounds

    def check(self, value: Any) -> float:
        """A number of Python or NumPy."""
        plain = type(value) in {float, int}  # asking protocols takes long
        if not plain and (
            isinstance(value, bool | str) or not isinstance(value, typing.SupportsFloat)
        ):
            raise self.refused()
        try:
            number = float(value) + 0.0  # -0.0 is 0.0
        except (TypeError, ValueError, OverflowError):
            raise self.refused() from None
        if not math.isfinite(number) or not _within(number, self.bounds):
            raise self.refused()
        return number

    def allowed(self) -> str:
        """The range."""
        return _range("a number", self.bounds)


@dataclass(frozen=True)
class Word(Form):
    """One of some words or numbers."""

    choices: tuple[Any, ...]

    def check(self, value: Any) -> Any:
        """The choice; 1 is not true."""
        for one in self.choices:
            if type(value) is type(one) and value == one:
                return one
        raise self.refused()

    def allowed(self) -> str:
        """All of them."""
        return _either(self.choices)


@dataclass(frozen=True)
class Text(Form):
    """A text."""

    bounds: Bounds

    def check(self, value: Any) -> str:
        """A text of printable characters that matches the pattern."""
        pattern = self.bounds.pattern
        good = isinstance(value, str)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise RefusedError(f"use at most {MAX_TEXT} characters")
        if not good or (pattern and not re.fullmatch(pattern, value)):
            raise self.refused()
        return str(value)

    def allowed(self) -> str:
        """What it must look like."""
        pattern = f" that matches {self.bounds.pattern}" if self.bounds.pattern else ""
        return f"a text{pattern}"


@dataclass(frozen=True)
class Maybe(Form):
    """A value, or none."""

    inner: Form

    def check(self, value: Any) -> Any:
        """None for 'none'."""
        if value is None or value == NONE:
            return None
        return self.inner.check(value)

    def allowed(self) -> str:
        """Either."""
        return f"{self.inner.allowed()}, or '{NONE}'"

    def plain(self, value: Any) -> Any:
        """A word for none."""
        return NONE if value is None else self.inner.plain(value)


@dataclass(frozen=True)
class Many(Form):
    """Values of one form, in order."""

    inner: Form
    count: int | None = None

    def check(self, value: Any) -> tuple[Any, ...]:
        """A list, or one value alone."""
        if isinstance(value, Mapping):
            raise self.refused()
        if isinstance(value, str) and not isinstance(self.inner, Text):
            value = [value_of(one) for one in parts_of(value)]  # as it is typed: a,b
        if isinstance(value, str) or not hasattr(value, "__len__"):
            value = [value]
        if len(value) > MAX_ITEMS or self.count not in {None, len(value)}:
            raise self.refused()
        if isinstance(self.inner, Many) and not all(hasattr(one, "__len__") for one in value):
            raise self.refused()  # [1, 2] may mean one list or two
        try:
            return tuple(self.inner.check(one) for one in value)
        except RefusedError:
            raise self.refused() from None

    def allowed(self) -> str:
        """What each may be."""
        many = "a list" if self.count is None else f"a list of {self.count}"
        return f"{many}, each {self.inner.allowed()}"

    def plain(self, value: Any) -> Any:
        """A list."""
        return [self.inner.plain(one) for one in value]


@dataclass(frozen=True)
class Own(Form):
    """A kind of values that reads itself."""

    kind: type[OneValue]

    def check(self, value: Any) -> Any:
        """Such a value, or what files say of it."""
        if isinstance(value, self.kind):
            return value
        try:
            return self.kind.of(value)
        except ValueError:
            raise self.refused() from None

    def allowed(self) -> str:
        """As it says itself."""
        return self.kind.said

    def plain(self, value: Any) -> Any:
        """As it says itself."""
        return value.plain()


def form_of(hint: Any, bounds: Bounds) -> Form:
    """The form of a type: bool, int, float, str, Literal, `X | None`, tuples of these, `OneValue`.

    Raises:
        TypeError: settings have no values of this type.
    """
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return Word(inner)
    if origin in {typing.Union, types.UnionType} and types.NoneType in inner:
        (one,) = (part for part in inner if part is not types.NoneType)
        return Maybe(form_of(one, bounds))
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return Many(form_of(inner[0], bounds))
        if len(set(inner)) == 1:
            return Many(form_of(inner[0], bounds), len(inner))
    if bounds.choices:
        return Word(bounds.choices)
    if isinstance(hint, type) and issubclass(hint, OneValue):
        return Own(hint)
    simple: dict[Any, Form] = {
        bool: Flag(),
        int: Whole(bounds),
        float: Number(bounds),
        str: Text(bounds),
    }
    if hint in simple:
        return simple[hint]
    raise TypeError(f"settings have no values of the type {hint!r}")


def _within(value: float, bounds: Bounds) -> bool:
    return not (
        (bounds.low is not None and value < bounds.low)
        or (bounds.high is not None and value > bounds.high)
        or (bounds.above is not None and value <= bounds.above)
        or (bounds.below is not None and value >= bounds.below)
        or (bounds.step is not None and not float(value / bounds.step).is_integer())
    )


def _range(what: str, bounds: Bounds) -> str:
    low, high = bounds.low, bounds.high
    said = what
    if low is not None and high is not None:
        said = f"{_number(low)} to {_number(high)}"
    elif low is not None:
        said = f"{what} from {_number(low)} on"
    elif high is not None:
        said = f"{what} up to {_number(high)}"
    if bounds.above is not None:
        more = "" if high is None else f" and up to {_number(high)}"
        said = f"{what} above {_number(bounds.above)}{more}"
    if bounds.below is not None:
        both = low is not None or bounds.above is not None
        said += f"{' and' if both else ''} below {_number(bounds.below)}"
    if bounds.step is not None:
        even = bounds.step == 2 and what == "a whole number"
        said += ", even" if even else f", in steps of {_number(bounds.step)}"
    return said


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


def _either(choices: Sequence[Any]) -> str:
    *most, last = map(str, choices)
    return f"{', '.join(most)} or {last}" if most else last
