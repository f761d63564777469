"""Settings of a run as a person chooses them: a preset or a file, then single changes."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.learners.presets import PRESETS, preset
from ponnuki.learners.registry import settings_of
from ponnuki.learners.settings import LearnerSettings, read_table
from ponnuki.settings import SettingsError


def settings_from(source: str | Path | None, changes: Mapping[str, Any]) -> LearnerSettings:
    """The settings that a call in Python says.

    Args:
        source: the name of a preset, or a TOML file; None for the preset that suits the changes.
        changes: settings by their names, those of a table in a table. They are merged into the
            tables of the source; only a table of another `kind` replaces its table whole.

    Raises:
        SettingsError: they are not allowed; names the setting, the value, what is allowed.
        ValueError: there is no such preset or method.
    """
    given = {name: _plain(value) for name, value in changes.items()}
    if "preset" in given:
        raise SettingsError(
            f"preset={given['preset']!r} is not allowed here: give it as the first argument"
        )
    method = given.pop("method", None)
    file, name = (source, None) if _is_file(source) else (None, source)
    tables = _tables(file, None if name is None else str(name), method, given)
    _merge(tables, given)
    return settings_of(tables)


def chosen_settings(
    config: Path | None,
    name: str | None,
    method: str | None,
    flags: Mapping[str, Any],
    changes: Sequence[str],
) -> LearnerSettings:
    """The settings that options of a command say.

    Args:
        config: a file of settings.
        name: of a preset; only without a file.
        method: another than that of the preset or the file.
        flags: settings by their names, 'table.name' in a table; None where nobody said any.
        changes: others, each as NAME=VALUE, the value as in TOML.

    Raises:
        ValueError: they are not allowed; names the setting, the value, what is allowed.
    """
    if config is not None and name is not None:
        raise ValueError("give a file of settings or --preset, not both")
    said = {flag: value for flag, value in flags.items() if value is not None}
    tables = _tables(config, name, method, said)
    for flag, value in said.items():
        _change(tables, flag, value)
    for one in changes:
        setting, equals, text = one.partition("=")
        if not equals:
            raise ValueError(f"--set {one!r} has no value: write --set name=value")
        _change(tables, setting.strip(), _toml_value(text.strip()))
    return settings_of(tables)


def _tables(
    file: str | Path | None, name: str | None, method: str | None, asked: Mapping[str, Any]
) -> dict[str, Any]:
    """The tables that changes are made to: of a file, or of a preset, with that method."""
    if file is None:
        return preset(name or _usual_preset(method, asked), method)
    tables = read_table(file)
    if method is not None and method != tables.get("method"):
        tables |= {"method": method, "settings": {}}
    return tables


def _is_file(source: str | Path | None) -> bool:
    """Whether a source is a file of settings: a path, or a text that can only be one."""
    if isinstance(source, str):
        looks_so = source.endswith(".toml") or "/" in source or "\\" in source
        return source not in PRESETS and looks_so
    if source is not None and not isinstance(source, Path):
        raise TypeError(f"preset_or_file={source!r} is not allowed: use a name, a path or None")
    return source is not None


def _usual_preset(method: str | None, asked: Mapping[str, Any]) -> str:
    """The preset where nobody names one: what learns best, or what has the settings asked for.

    A method or a population is one of evolution. The tables of `default` are for Capture Go; `zero`
    learns any game.
    """
    if method is not None or asked.get("population") is not None:
        return "halving"
    game = asked.get("game")
    return "default" if game is None or find_game(game).id == "capture-go" else "zero"


def _merge(tables: dict[str, Any], changes: Mapping[str, Any], path: str = "") -> None:
    """Puts changes into tables, table by table."""
    for name, value in changes.items():
        old = tables.get(name)
        if not isinstance(value, Mapping) or old is None:
            tables[name] = value
        elif not isinstance(old, dict):
            raise SettingsError(
                f"{path}{name}={dict(value)!r} is not allowed: it is no table, but like {old!r}"
            )
        elif value.get("kind", old.get("kind")) != old.get("kind"):
            tables[name] = dict(value)  # another kind begins with its own defaults
        else:
            tables[name] = dict(old)
            _merge(tables[name], value, f"{path}{name}.")


def _plain(value: Any) -> Any:
    """A setting as a file would say it: a game by its spec, a table as a new one."""
    if isinstance(value, Game):
        return value.spec
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return value


def _change(tables: dict[str, Any], name: str, value: Any) -> None:
    """Sets one setting, 'table.name' in a table."""
    *path, last = name.split(".")
    for part in path:
        inner = tables.setdefault(part, {})
        if not isinstance(inner, dict):
            raise ValueError(f"{name} is no setting: {part} is not a table")
        tables = inner
    tables[last] = value


def _toml_value(text: str) -> Any:
    """What a value means in TOML; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
