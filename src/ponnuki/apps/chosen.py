"""Settings of a run as a person chooses them: a preset or a file, then single changes."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ponnuki.games import game as find_game
from ponnuki.learners import LearnerSettings, preset, read_table, settings_of


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
    if config is not None:
        tables = read_table(config)
    else:
        tables = preset(name or _usual_preset(method, flags), method)
    if config is not None and method is not None and method != tables.get("method"):
        tables |= {"method": method, "settings": {}}
    for flag, value in flags.items():
        if value is not None:
            _change(tables, flag, value)
    for one in changes:
        setting, equals, text = one.partition("=")
        if not equals:
            raise ValueError(f"--set {one!r} has no value: write --set name=value")
        _change(tables, setting.strip(), _toml_value(text.strip()))
    return settings_of(tables)


def _usual_preset(method: str | None, flags: Mapping[str, Any]) -> str:
    """The preset where nobody names one: what learns best, or what has the settings asked for.

    A method or a population is one of evolution. The tables of `default` are for Capture Go; `zero`
    learns any game.
    """
    if method is not None or flags.get("population") is not None:
        return "halving"
    game = flags.get("game")
    return "default" if game is None or find_game(game).id == "capture-go" else "zero"


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
