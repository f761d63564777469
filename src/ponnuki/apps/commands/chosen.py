"""What `train` and `cluster plan` are told: a preset or a file, then NAME=VALUE."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
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
_TUNE = {"--particles": "particles=", "--nets": "nets=", "--opponent": "opponent_generations="}
"""Likewise of 'ponnuki tune', which is a preset."""


def chosen(command: str, words: Sequence[str] | None, seed: int | None = None) -> "LearnerSettings":
    """The settings that words of a command line say. Without a preset says which one it takes.

    Raises:
        SettingsError: they are not allowed; names the setting, the value, what is allowed.
    """
    from ponnuki.learners.chosen import settings_from, usual_preset  # noqa: PLC0415 - others start

    given = list(words or [])
    refuse_options(command, given, _OLD)
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


def refuse_options(command: str, words: Sequence[str], old: Mapping[str, str]) -> None:
    """Raises SettingsError for an option among words: says what is written instead of an old one.

    Args:
        command: that is called.
        words: all that it was given, but for its options.
        old: what begins a word in the place of an option of earlier versions.
    """
    option = next((one for one in words if one.startswith("-")), None)
    if option is None:
        return
    if option.partition("=")[0] not in old:
        raise SettingsError(f"{option} is no option of 'ponnuki {command}': see --help")
    found = sorted(_new_words(words, old), key=lambda one: "=" in one)  # names come first
    said = shlex.join(["ponnuki", *command.split(), *found])
    raise SettingsError(f"{option} is no option any more; write: {said}")


def no_tune(words: Sequence[str]) -> Exception:
    """The error for 'ponnuki tune': says what is written instead."""
    found = _new_words(words, {**_OLD, **_TUNE})
    said = shlex.join(["ponnuki", "train", "two-level", *found])
    return SettingsError(f"tune is no command any more; write: {said}")


def _new_words(words: Sequence[str], old: Mapping[str, str]) -> Iterator[str]:
    rest = iter(words)
    for one in rest:
        name, equals, value = one.partition("=")
        if name in old:
            yield f"{old[name]}{value if equals else next(rest, '')}"
        else:
            yield one
