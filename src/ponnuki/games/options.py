"""Options of games: frozen dataclasses that check themselves, and their form in a spec string.

A spec is the game's id, then after a colon the size and other options that differ from the default:
``capture-go:9``, ``capture-go:7,passing=no,captures=3``, ``tic-tac-toe``.
"""

import dataclasses
import functools
import re
import typing
from typing import Any, Literal, Self

from ponnuki.games.errors import SpecError

MAX_SPEC_LENGTH = 200


def option(
    default: Any,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    choices: tuple[int, ...] = (),
) -> Any:
    """A field of an options class: its default, what it means, and which values are allowed."""
    metadata = {"about": about, "low": low, "high": high, "step": step, "choices": choices}
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True)
class Options:
    """Base of every game's options."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field, field_type(type(self), field), getattr(self, field.name))
        self.check()

    def check(self) -> None:
        """Raises SpecError if options do not go together."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The options that the part of a spec behind the colon says."""
        known = {field.name: field for field in dataclasses.fields(cls)}
        values: dict[str, object] = {}
        for index, part in enumerate(text.split(",") if text else []):
            name, equals, value = part.strip().partition("=")
            if index == 0 and not equals and "size" in known:
                name, value = "size", name
            elif not equals:
                raise SpecError(f"option {part.strip()!r} has no value: write name=value")
            if name not in known:
                raise unknown_option(cls, name)
            if name in values:
                raise SpecError(f"option {name!r} is given twice")
            values[name] = _read(name, field_type(cls, known[name]), value)
        return cls(**values)

    @classmethod
    def sizes(cls) -> list[int]:
        """The sizes that may be asked for, ascending; none in a game of one size."""
        for field in dataclasses.fields(cls):
            if field.name == "size":
                data = field.metadata
                return sorted(data["choices"]) or list(range(data["low"], data["high"] + 1))
        return []

    def text(self) -> str:
        """The shortest text that `parse` reads back to these options."""
        parts = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name == "size":
                parts.append(str(value))
            elif value != field.default:
                parts.append(f"{field.name}={value_text(value)}")
        return ",".join(parts)


def field_type(cls: type[Options], field: "dataclasses.Field[Any]") -> Any:
    """The annotation of a field, resolved."""
    return _hints(cls)[field.name]  # type: ignore[arg-type]  # a class is hashable


@functools.cache
def _hints(cls: type[Options]) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def unknown_option(cls: type[Options], name: str) -> SpecError:
    """The error for an option that a game has not."""
    known = ", ".join(field.name for field in dataclasses.fields(cls)) or "none"
    return SpecError(f"unknown option {name!r}; known are: {known}")


def allowed(field: "dataclasses.Field[Any]", kind: Any) -> str:
    """The values that a field may have, in words."""
    data = field.metadata
    if typing.get_origin(kind) is Literal:
        return " or ".join(typing.get_args(kind))
    if kind is bool:
        return "yes or no"
    if data["choices"]:
        return " or ".join(map(str, data["choices"]))
    steps = f" in steps of {data['step']:g}" if data["step"] else ""
    return f"{data['low']:g} to {data['high']:g}{steps}"


def _check(field: "dataclasses.Field[Any]", kind: Any, value: object) -> None:
    """Raises SpecError if a value is not allowed for a field."""
    data = field.metadata
    if typing.get_origin(kind) is Literal:
        good = isinstance(value, str) and value in typing.get_args(kind)
    elif kind is bool:
        good = isinstance(value, bool)
    elif isinstance(value, bool) or not isinstance(value, int if kind is int else int | float):
        good = False
    else:
        good = _in_range(value, data)
    if not good:
        raise SpecError(f"option {field.name}={value!r} is not allowed: use {allowed(field, kind)}")


def _in_range(value: float, data: typing.Mapping[str, Any]) -> bool:
    if data["choices"]:
        return value in data["choices"]
    if not data["low"] <= value <= data["high"]:
        return False
    return not data["step"] or float(value / data["step"]).is_integer()


def _read(name: str, kind: Any, text: str) -> object:
    """The value that a text in a spec stands for; its range is checked later."""
    if typing.get_origin(kind) is Literal:
        return text
    if kind is bool:
        if text not in {"yes", "no"}:
            raise SpecError(f"option {name}={text!r} is not allowed: use yes or no")
        return text == "yes"
    if not re.fullmatch(r"-?[0-9]{1,9}" + (r"(\.[0-9]{1,9})?" if kind is float else ""), text):
        raise SpecError(f"option {name}={text!r} is not a{' whole' * (kind is int)} number")
    return int(text) if kind is int else float(text)


def value_text(value: object) -> str:
    """The text of a value in a spec."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
