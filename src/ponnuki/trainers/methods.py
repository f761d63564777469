"""Optimisers by name, with settings as plain numbers and words: what a file of settings can say."""

import inspect
from collections.abc import Callable
from typing import Any, Literal

from ponnuki.optimisers import (
    Box,
    Cma,
    Ea,
    Es,
    Ga,
    Gbest,
    Halving,
    HillClimbing,
    Hybrid,
    Neighbourhood,
    Optimiser,
    Pso,
    Ring,
    Selection,
    VonNeumann,
)

Bests = Literal["duel", "replay", "remember"]


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


def _pso(
    inertia: float = 0.4667,
    c1: float = 1.7971,
    c2: float = 2.4878,
    vmax: float | None = 2.0,
    box: float | None = None,
    decay: float = 0.0,
    neighbourhood: str = "gbest",
    window: int = 5,
    bests: Bests = "duel",
) -> Pso:
    return Pso(
        inertia=inertia,
        c1=c1,
        c2=c2,
        vmax=vmax,
        box=_box(box),
        decay=decay,
        neighbourhood=_neighbourhood(neighbourhood, window),
        bests=bests,
    )


def _ea(sigma: float = 0.05, tau: float | None = None, box: float | None = None) -> Ea:
    return Ea(sigma=sigma, tau=tau, box=_box(box))


def _hybrid(
    inertia: float = 0.4667,
    c1: float = 1.7971,
    c2: float = 2.4878,
    vmax: float | None = 2.0,
    decay: float = 0.0,
    sigma: float = 0.05,
    tau: float | None = None,
    box: float | None = None,
) -> Hybrid:
    swarm = Pso(inertia=inertia, c1=c1, c2=c2, vmax=vmax, box=_box(box), decay=decay)
    return Hybrid(swarm, Ea(sigma=sigma, tau=tau, box=_box(box)))


def _hc(
    sigma: float = 0.05, beta: float = 0.05, challenges: int = 160, lookahead: int = 4
) -> HillClimbing:
    return HillClimbing(sigma=sigma, beta=beta, challenges=challenges, lookahead=lookahead)


def _ga(
    crossover_rate: float = 0.8, mutation_rate: float = 0.01, limit: float = 1.0, elite: int = 1
) -> Ga:
    return Ga(
        crossover_rate=crossover_rate,
        mutation_rate=mutation_rate,
        mutation=Box(-limit, limit),
        elite=elite,
    )


def _es(
    population: int, sigma: float = 0.1, learning_rate: float = 0.1, momentum: float = 0.0
) -> Es:
    return Es(sigma=sigma, learning_rate=learning_rate, population=population, momentum=momentum)


def _cma(population: int, sigma: float = 0.1, diagonal: bool = True) -> Cma:
    return Cma(sigma=sigma, population=population, diagonal=diagonal)


def _halving(population: int, sigma: float = 0.03) -> Halving:
    return Halving(sigma=sigma, population=population)


def _selection() -> Selection:
    return Selection()


METHODS: dict[str, Callable[..., Optimiser[Any]]] = {
    "pso": _pso,
    "ea": _ea,
    "hybrid": _hybrid,
    "hc": _hc,
    "ga": _ga,
    "es": _es,
    "cma": _cma,
    "halving": _halving,
    "selection": _selection,
}
"""Every method by its name; the arguments are its settings, by default the papers' figures."""


def _known(name: str) -> dict[str, Any]:
    """The settings of a method and their defaults."""
    if name not in METHODS:
        raise ValueError(f"method={name!r} is not allowed: use {', '.join(METHODS)}")
    parameters = inspect.signature(METHODS[name]).parameters
    return {key: one.default for key, one in parameters.items() if key != "population"}


def complete(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """All settings of a method: those given, and the defaults of the others.

    What is not set says 'none', because a TOML file has no other word for it.

    Raises:
        ValueError: there is no such method or setting.
    """
    known = _known(name)
    for key in given:
        if key not in known:
            raise ValueError(f"{key!r} is no setting of {name}: use {', '.join(known)}")
    return {key: "none" if value is None else value for key, value in {**known, **given}.items()}


def optimiser(name: str, settings: dict[str, Any], population: int) -> Optimiser[Any]:
    """The optimiser of that name with these settings, which are complete.

    Raises:
        ValueError: there is no such method or setting, or a value is not allowed.
    """
    known = inspect.signature(METHODS[name]).parameters
    arguments: dict[str, Any] = {}
    for key, value in settings.items():
        wanted = known[key].annotation
        given = None if value == "none" else value
        whole = isinstance(given, int) and not isinstance(given, bool)
        fits = {
            bool: isinstance(given, bool),
            int: whole,
            float: whole or isinstance(given, float),
            float | None: given is None or whole or isinstance(given, float),
        }.get(wanted, isinstance(given, str))
        if not fits:
            kinds = {bool: "true or false", int: "a whole number", float: "a number"}
            kinds |= {float | None: "a number or 'none'"}  # type: ignore[dict-item]
            asked = kinds.get(wanted, "a word")
            raise ValueError(f"settings.{key}={value!r} is not allowed in {name}: use {asked}")
        arguments[key] = given
    if "population" in inspect.signature(METHODS[name]).parameters:
        arguments["population"] = population
    try:
        return METHODS[name](**arguments)
    except TypeError as error:
        raise ValueError(f"settings of {name}: {error}") from None
