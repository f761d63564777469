"""Settings of a run as a person chooses them: a preset or a file, then single changes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.learners.presets import laid_over, preset, presets, tables_in
from ponnuki.learners.registry import settings_of
from ponnuki.learners.settings import LearnerSettings
from ponnuki.settings import SettingsError


def settings_from(source: str | Path | None, changes: Mapping[str, Any]) -> LearnerSettings:
    """The settings that a call in Python or a command says.

    Args:
        source: the name of a preset, or a TOML file; None for `usual_preset`.
        changes: settings by their names, those of a table in a table. They are laid over the tables
            of the source; another `method`, and a table of another `kind`, begins with its own
            defaults.

    Raises:
        SettingsError: they are not allowed; names the setting, the value, what is allowed.
    """
    given = {name: _plain(value) for name, value in changes.items()}
    if "preset" in given:
        raise SettingsError(
            f"preset={given['preset']!r} is not allowed here: give its name as the first argument"
        )
    method = given.get("method")
    if method is not None and not isinstance(method, str):
        raise SettingsError(f"method={method!r} is not allowed: use a word")
    if not _is_file(source):
        name = usual_preset(given)[0] if source is None else str(source)
        return settings_of(laid_over(preset(name, method), given))
    tables = tables_in(str(source), method)
    try:
        return settings_of(laid_over(tables, given))
    except SettingsError:
        _check_file(source, tables)
        raise


def _check_file(path: str | Path | None, tables: Mapping[str, Any]) -> None:
    """Raises SettingsError that names a file, if what it says is not allowed."""
    try:
        settings_of(tables)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def usual_preset(changes: Mapping[str, Any]) -> tuple[str, str]:
    """The preset where nobody names one, and why it is that one.

    A method or a population is one of evolution: `halving`. The tables of `default` are for Capture
    Go; `zero` learns any game.

    Raises:
        SettingsError: there is no such game.
    """
    for name in "method", "population":
        if changes.get(name) is not None:
            return "halving", f"{name} is a setting of evolution"
    game = changes.get("game")
    if game is None:
        return "default", "it learns Capture Go best in a minute"
    if not isinstance(game, str):
        raise SettingsError(f"game={game!r} is not allowed: use the spec of a game")
    if find_game(game).id == "capture-go":
        return "default", "it learns Capture Go best in a minute"
    return "zero", "it learns any game"


def _is_file(source: str | Path | None) -> bool:
    """Whether a source is a file of settings: a path, or a text that can only be one."""
    if isinstance(source, str):
        looks_so = source.endswith(".toml") or "/" in source or "\\" in source
        return source not in presets() and looks_so
    if source is not None and not isinstance(source, Path):
        raise TypeError(f"preset_or_file={source!r} is not allowed: use a name, a path or None")
    return source is not None


def _plain(value: Any) -> Any:
    """A setting as a file would say it: a game by its spec, a table as a new one."""
    if isinstance(value, Game):
        return value.spec
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return value
