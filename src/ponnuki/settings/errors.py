"""What is wrong with settings: every mistake at once, each with its place and what is allowed."""

from collections.abc import Iterable, Sequence
from typing import Any

MAX_SHOWN = 80
"""So much of a value is shown."""


class SettingsError(ValueError):
    """Settings that are not allowed, those of games and players among them.

    >>> import ponnuki
    >>> ponnuki.game("othelo")
    Traceback (most recent call last):
    ponnuki.settings.errors.SettingsError: game='othelo' is not allowed: did you mean 'othello'? ...

    Attributes:
        problems: the place of each mistake, such as 'search.depth', and a sentence. They are empty
            where an error is one sentence alone.
    """

    problems: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, problems: Sequence[tuple[str, str]]) -> "SettingsError":
        """The error that says all of these."""
        error = cls("; ".join(sentence for _, sentence in problems))
        error.problems = tuple(problems)
        return error


def not_allowed(place: str, value: Any, allowed: str) -> tuple[str, str]:
    """The mistake of a value that is not allowed; `allowed` begins with 'use'."""
    shown = repr(value)
    if len(shown) > MAX_SHOWN:
        shown = f"{shown[:MAX_SHOWN]}..."
    return place, f"{place}={shown} is not allowed: {allowed}"


def not_among(place: str, word: Any, known: Iterable[str]) -> tuple[str, str]:
    """The mistake of a word that is none of those that are known; names a near one."""
    return not_allowed(place, word, f"{near(word, known)}use {', '.join(known)}")


def near(word: Any, known: Iterable[str]) -> str:
    """The question whether a near word was meant; empty if there is none."""
    from difflib import get_close_matches  # noqa: PLC0415 - only errors need it

    found = get_close_matches(str(word), list(known), 1, 0.6)
    return f"did you mean {found[0]!r}? " if found else ""


def unknown(
    place: str, name: str, known: Iterable[str], elsewhere: str = "", of: str = ""
) -> tuple[str, str]:
    """The mistake of a name that nothing has; `of` is the kind of thing that might have it."""
    names = list(known)
    full = f"{place}.{name}" if place else name
    what = f"no setting of {of}" if of else "no setting"
    if elsewhere:
        return full, f"{full} is {what}: did you mean {elsewhere}?"
    allowed = f"use {', '.join(names)}" if names else "there are none"
    return full, f"{full} is {what}: {near(name, names)}{allowed}"


def below(place: str, error: ValueError) -> list[tuple[str, str]]:
    """The mistakes of an inner table, told from the table that it stands in."""
    problems = getattr(error, "problems", ())
    if not problems:
        return [(place, f"{place}: {error}" if place else str(error))]
    return [
        (
            f"{place}.{inner}" if inner else place,
            sentence if not place else _placed(place, inner, sentence),
        )
        for inner, sentence in problems
    ]


def _placed(place: str, inner: str, sentence: str) -> str:
    """A sentence that begins with its place, or gets one before it."""
    if inner and sentence.startswith(inner):
        return f"{place}.{sentence}"
    return f"{place}: {sentence}"
