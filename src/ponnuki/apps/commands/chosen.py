"""What `train` and `cluster plan` are told: a preset or a file, then NAME=VALUE."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.apps.commands.base import err
from ponnuki.settings import SettingsError, table_of

if TYPE_CHECKING:
    from ponnuki.learners import LearnerSettings

WordsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PRESET|FILE.toml NAME=VALUE",
        help="A preset ('ponnuki presets' lists them) or a file of settings, such as a run's "
        "config.toml; then settings that differ from it. Without a preset: halving if a method or "
        "a population is given, zero for games other than Capture Go, else default.",
    ),
]
ANY_WORDS = {"ignore_unknown_options": True}
"""For commands that take these words: options of earlier versions get an answer, too."""

_OLD = {
    "--preset": "",
    "--set": "",
    "--game": "game=",
    "-g": "game=",
    "--method": "method=",
    "--depth": "search.depth=",
    "--candidates": "search.candidates=",
    "--population": "population=",
    "--generations": "generations=",
}
"""Options that were settings, and what is written now."""


def chosen(command: str, words: Sequence[str] | None, seed: int | None = None) -> "LearnerSettings":
    """The settings that words of a command line say. Without a preset says which one it takes.

    Raises:
        SettingsError: they are not allowed; names the setting, the value, what is allowed.
    """
    from ponnuki.learners.chosen import settings_from, usual_preset  # noqa: PLC0415 - others start

    given = list(words or [])
    if any(one.startswith("-") for one in given):
        raise _unknown_option(command, given)
    named = bool(given) and ("=" not in given[0] or Path(given[0]).is_file())
    source = given.pop(0) if named else None
    try:
        table = table_of(given)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    if seed is not None:
        table["seed"] = seed
    if source is None:
        source, why = usual_preset(table)
        said = f"preset {source}: {why}; 'ponnuki presets' lists all"
        err.print(said, markup=False, soft_wrap=True)
    return settings_from(source, table)


def _unknown_option(command: str, words: list[str]) -> Exception:
    """The error for an option that there is not: says what is written instead of an old one."""
    option = next(one for one in words if one.startswith("-"))
    if option.partition("=")[0] not in _OLD:
        return SettingsError(f"{option} is no option of 'ponnuki {command}': see --help")
    found = sorted(_new_words(words), key=lambda one: "=" in one)  # the preset comes first
    said = shlex.join(["ponnuki", *command.split(), *found])
    return SettingsError(f"{option} is no option any more; write: {said}")


def _new_words(words: Sequence[str]) -> Iterator[str]:
    rest = iter(words)
    for one in rest:
        name, equals, value = one.partition("=")
        if name in _OLD:
            yield f"{_OLD[name]}{value if equals else next(rest, '')}"
        else:
            yield one
