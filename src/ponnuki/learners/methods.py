"""Optimisers by name, with settings as plain numbers and words: what a file of settings can say.

Settings and their defaults are those of the optimiser's own class. What a file cannot say as one
number or word (a box, a neighbourhood) has words of its own here.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, get_type_hints

from ponnuki.optimisers import (
    OPTIMISERS,
    Box,
    Ea,
    Ga,
    Gbest,
    Hybrid,
    Neighbourhood,
    Optimiser,
    Pso,
    Ring,
    VonNeumann,
)

PRINTED_SWARM = {"inertia": 0.4667, "c1": 1.7971, "c2": 2.4878, "vmax": 2.0}
"""A swarm's constants as Cai et al. 2009 print them: the defaults where a swarm trains nets."""

LATER = {"mutation_per"}
"""Settings that came after runs were kept: a table says them only where they change anything, so
that older runs keep their names."""

FREE_SWARM = {"neighbourhood", "window", "bests"}
"""Settings of a swarm that a hybrid does not leave open."""


@dataclass(frozen=True)
class Setting:
    """What a setting is by default, and of which type it is."""

    default: Any
    kind: Any


def _box(limit: float | None) -> Box | None:
    return None if limit is None else Box(-limit, limit)


def _neighbourhood(name: str, window: int) -> Neighbourhood:
    known: dict[str, Callable[[], Neighbourhood]] = {
        "gbest": Gbest,
        "lbest": lambda: Ring(window),
        "von-neumann": VonNeumann,
    }
    if name not in known:
        raise ValueError(f"neighbourhood={name!r} is not allowed: use {', '.join(known)}")
    return known[name]()


WORDS: dict[str, tuple[dict[str, Setting], Callable[..., Any]]] = {
    "box": ({"box": Setting(None, float | None)}, _box),
    "mutation": ({"limit": Setting(Ga().mutation.high, float)}, _box),
    "neighbourhood": (
        {"neighbourhood": Setting("gbest", str), "window": Setting(Ring().window, int)},
        _neighbourhood,
    ),
}
"""By an optimiser's field: the settings that stand for it, and what makes it of them."""


def _settings(kind: type[Any]) -> dict[str, Setting]:
    """The settings of a kind of optimiser; the population is said once, by the run."""
    if kind is Hybrid:
        swarm = {name: one for name, one in _settings(Pso).items() if name not in FREE_SWARM}
        return {**swarm, **_settings(Ea)}
    hints = get_type_hints(kind)
    found: dict[str, Setting] = {}
    for one in fields(kind):
        if one.name in WORDS:
            found |= WORDS[one.name][0]
        elif one.name != "population":
            printed = PRINTED_SWARM.get(one.name) if kind is Pso else None
            default = one.default if printed is None else printed
            assert default is not MISSING, f"{kind.__name__}.{one.name} has no default"
            found[one.name] = Setting(default, hints[one.name])
    return found


METHODS: dict[str, dict[str, Setting]] = {
    name: _settings(kind) for name, kind in OPTIMISERS.items()
}
"""The settings of every method, by their names."""


def complete(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """All settings of a method: those given, and the defaults of the others.

    What is not set says 'none', because a TOML file has no other word for it. Of settings that came
    later only those are there that differ from their defaults.

    Raises:
        ValueError: there is no such method or setting.
    """
    if name not in METHODS:
        raise ValueError(f"method={name!r} is not allowed: use {', '.join(METHODS)}")
    known = {key: one.default for key, one in METHODS[name].items()}
    for key in given:
        if key not in known:
            raise ValueError(f"{key!r} is no setting of {name}: use {', '.join(known)}")
    return {
        key: "none" if value is None else value
        for key, value in {**known, **given}.items()
        if key not in LATER or value != known[key]
    }


def optimiser(name: str, settings: dict[str, Any], population: int) -> Optimiser[Any]:
    """The optimiser of that name with these settings, which are complete.

    Raises:
        ValueError: there is no such method or setting, or a value is not allowed.
    """
    values = {key: _value(name, key, value) for key, value in settings.items()}
    made: Optimiser[Any] = _make(OPTIMISERS[name], values, population)
    return made


def _make(kind: type[Any], values: dict[str, Any], population: int) -> Any:
    if kind is Hybrid:
        return Hybrid(_make(Pso, values, population), _make(Ea, values, population))
    arguments: dict[str, Any] = {}
    for one in fields(kind):
        if one.name == "population":
            arguments["population"] = population
        elif one.name in WORDS:
            words, make = WORDS[one.name]
            given = [values[word] for word in words if word in values]
            if given:
                arguments[one.name] = make(*given)
        elif one.name in values:
            arguments[one.name] = values[one.name]
    return kind(**arguments)


def _value(name: str, key: str, value: Any) -> Any:
    """The value that a setting says, if it is of the setting's type.

    Raises:
        ValueError: it is not.
    """
    wanted = METHODS[name][key].kind
    given = None if value == "none" else value
    whole = isinstance(given, int) and not isinstance(given, bool)
    number = whole or isinstance(given, float)
    kinds: dict[Any, tuple[bool, str]] = {
        bool: (isinstance(given, bool), "true or false"),
        int: (whole, "a whole number"),
        float: (number, "a number"),
        float | None: (given is None or number, "a number or 'none'"),
    }
    fits, asked = kinds.get(wanted, (isinstance(given, str), "a word"))
    if not fits:
        raise ValueError(f"settings.{key}={value!r} is not allowed in {name}: use {asked}")
    return given
