"""Presets: whole sets of settings, a TOML file each in `ponnuki/presets`.

A file says settings, and four things more. `about` is one line for people. `base` names a preset
whose settings it has, but for those that it says itself, for whatever method. `preset` is the name
that runs remember; else it is the file's own. Tables under `methods` hold for one method each:
`[methods.pso.settings]` are settings if `method` is pso. With another method than a file has,
`settings` begins with that method's own defaults.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from ponnuki.learners.settings import parse_table, read_table
from ponnuki.optimisers import METHODS
from ponnuki.settings import SettingsError, merged
from ponnuki.settings.errors import near

_FOLDER = resources.files("ponnuki") / "presets"
_NAME = "[a-z0-9-]*"
_FOR_PEOPLE = ("about", "base", "methods")
"""What files say that are no settings."""


def presets() -> dict[str, str]:
    """One line about every preset, by its name."""
    names = sorted(one.name.removesuffix(".toml") for one in _FOLDER.iterdir())
    return {name: str(_file(name)["about"]) for name in names}


def preset_text(name: str, what: str = "preset") -> str:
    """The file of a preset, with its comments.

    Args:
        name: of the preset.
        what: the word by which it was asked for.

    Raises:
        SettingsError: there is no such preset.
    """
    found = _FOLDER / f"{name}.toml"
    if re.fullmatch(_NAME, name) and found.is_file():
        return found.read_text("utf-8")
    known = presets()
    raise SettingsError(
        f"{what}={name!r} is not allowed: {near(name, known)}use {', '.join(known)}"
    )


def preset(name: str, method: str | None = None) -> dict[str, Any]:
    """The settings of a preset, as tables that can be changed; with another method if one is given.

    Raises:
        SettingsError: there is no such preset or method.
    """
    return _with_method({"preset": name, **_whole(_file(name))}, method)


def tables_in(path: str | Path, method: str | None = None) -> dict[str, Any]:
    """The settings in a file, as tables; with another method if one is given.

    Raises:
        SettingsError: there is no such file, it is no TOML, or its base or method is unknown.
    """
    own = read_table(path)
    stem = Path(path).stem
    name = stem if re.fullmatch(_NAME, stem) else ""
    try:
        return _with_method({"preset": name, **_whole(own)}, method)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def laid_over(tables: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tables with changes laid over them; another `kind` begins with its own defaults."""
    return merged(_of_the_same_kinds(tables, changes), changes)


def _of_the_same_kinds(tables: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tables without those whose place one of another kind takes."""
    found: dict[str, Any] = {}
    for name, before in tables.items():
        value = changes.get(name)
        if not (isinstance(before, Mapping) and isinstance(value, Mapping)):
            found[name] = before
        elif value.get("kind", before.get("kind")) == before.get("kind"):
            found[name] = _of_the_same_kinds(before, value)
    return found


@cache
def _file(name: str, what: str = "preset") -> dict[str, Any]:
    return parse_table(preset_text(name, what), f"{name}.toml")


def _whole(own: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says, over its base."""
    for name, kind in (("about", str), ("base", str), ("methods", dict)):
        if not isinstance(own.get(name, kind()), kind):
            what = "a table" if kind is dict else "a text"
            raise SettingsError(f"{name}={own[name]!r} is not allowed: use {what}")
    base = _whole(_file(own["base"], "base")) if "base" in own else {}
    methods = {name: _without(table, own) for name, table in base.get("methods", {}).items()}
    return laid_over({**base, "methods": methods}, own)


def _without(table: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a base says for one method, but for what the file on it says for all."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        both = isinstance(value, Mapping) and isinstance(own.get(name), Mapping)
        if both or name not in own:
            found[name] = _without(value, own[name]) if both else value
    return found


def _with_method(whole: dict[str, Any], method: str | None) -> dict[str, Any]:
    """A whole file as settings of its own, for the method that it says, or another one."""
    tables = {name: value for name, value in whole.items() if name not in _FOR_PEOPLE}
    if method is not None and method != tables.get("method"):
        kind = METHODS.find(method)
        tables["method"] = method
        if "settings" in tables:
            tables["settings"] = {}
        if kind.usual_net and ("net" in tables or "learner" not in tables):
            tables["net"] = kind.usual_net
    variant = whole.get("methods", {}).get(tables.get("method"), {})
    return {name: _copy(value) for name, value in laid_over(tables, variant).items()}


def _copy(value: Any) -> Any:
    """A value of TOML that nobody else has."""
    if isinstance(value, Mapping):
        return {name: _copy(inner) for name, inner in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value
