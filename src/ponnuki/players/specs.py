"""Player specs taken apart: options by name, and settings by the fields of their class."""

from dataclasses import Field, dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

from ponnuki.games import SpecError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_T = TypeVar("_T", bound="DataclassInstance")

VERBATIM = {"gtp"}
"""Kinds whose argument is all that stands behind the first colon; options stand before it."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player spec taken apart: kind:argument,name=value,... or kind,name=value,...:argument."""

    text: str
    kind: str
    argument: str
    options: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> "PlayerSpec":
        """Takes a text apart."""
        if len(text) > 4000:
            raise SpecError("a player spec has at most 4000 characters")
        front, _, behind = text.partition(":")
        if front.split(",")[0] in VERBATIM:
            kind, *rest = front.split(",")
            argument = behind
        else:
            head, *rest = text.split(",")
            kind, _, argument = head.partition(":")
        options: dict[str, str] = {}
        for part in rest:
            name, equals, value = part.strip().partition("=")
            if not equals:
                raise SpecError(f"{text!r}: option {part.strip()!r} has no value: write name=value")
            if name in options:
                raise SpecError(f"{text!r}: option {name!r} is given twice")
            options[name] = value
        return cls(text, kind, argument, options)

    def take(self, name: str, default: Any, kind: type[Any]) -> Any:
        """The value that an option says, or the default; the option is then used up."""
        value = self.options.pop(name, None)
        if value is None:
            return default
        if kind is bool and value not in _BOOLEANS:
            raise SpecError(f"{self.text!r}: {name}={value!r} is not allowed: use yes or no")
        try:
            return _BOOLEANS[value] if kind is bool else kind(value)
        except ValueError:
            raise SpecError(f"{self.text!r}: {name}={value!r} is not a number") from None

    def settings(self, kind: type[_T], **defaults: Any) -> _T:
        """A dataclass of settings: every field is an option, unless it says that it is none."""
        given = {
            one.name: self.take(one.name, defaults.get(one.name, one.default), type(one.default))
            for one in in_specs(kind)
        }
        return kind(**given)

    def no_argument(self) -> None:
        """Raises SpecError if something stands behind the colon."""
        if self.argument:
            raise SpecError(f"{self.text!r}: {self.kind} takes nothing behind a colon")

    def done(self, known: str) -> None:
        """Raises SpecError if an option was not used; the message says what is known."""
        for name in self.options:
            raise SpecError(f"{self.text!r}: unknown option {name!r}; {known}")


_BOOLEANS = {"yes": True, "no": False}


def in_specs(kind: "type[DataclassInstance]") -> "list[Field[Any]]":
    """The fields of settings that a spec may name."""
    return [one for one in fields(kind) if one.init and one.metadata.get("spec", True)]


def listed(*kinds: "type[DataclassInstance]") -> str:
    """The names of options, for people."""
    *names, last = (one.name for kind in kinds for one in in_specs(kind))
    return f"{', '.join(names)} and {last}"
