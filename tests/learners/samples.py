"""Small training runs for tests: every method, and games of every kind in tiny populations."""

import importlib.util
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.learners import METHODS, SelfPlaySettings

STABLE: dict[str, Any] = {"inertia": 0.729, "c1": 1.494, "c2": 1.494}
OPTIMISERS: dict[str, dict[str, Any]] = {
    "pso": STABLE,
    "ea": {},
    "hybrid": STABLE,
    "hc": {"challenges": 7, "lookahead": 3},
    "ga": {"mutation_rate": 0.1},
    "es": {"momentum": 0.5},
    "cma": {},
    "halving": {},
    "selection": {},
    "sane": {"hidden": 3, "weight_mutation": 0.1},
}
"""Settings that keep every method quiet and quick."""

GAMES: dict[str, Any] = {
    "opponents": 4,
    "population": 0.5,
    "hall": 0.25,
    "untrained": 0.25,
    "colours": "both",
    "opening": 1,
    "noise": 0.1,
}
"""Everything that is drawn at random at once."""

WORLDS: dict[str, dict[str, Any]] = {
    "capture-go": {"game": "capture-go:4", "net": {"kind": "window"}},
    "tic-tac-toe": {"game": "tic-tac-toe", "net": {"kind": "mlp"}},
    "othello": {"game": "othello:6", "net": {"kind": "mlp", "hidden": [3]}},
    "go": {"game": "go:4", "net": {"kind": "mlp", "hidden": [3], "biases": True}},
}
"""Every registered game."""

needs_cma = pytest.mark.skipif(
    importlib.util.find_spec("cma") is None, reason="the extra cma is not installed"
)
every_method = pytest.mark.parametrize(
    "method", [pytest.param(name, marks=needs_cma if name == "cma" else ()) for name in METHODS]
)


def table(method: str = "ea", **changes: Any) -> dict[str, Any]:
    """The settings of a small run as tables."""
    made = {
        **WORLDS["capture-go"],
        "search": {"depth": 1},
        "method": method,
        "settings": OPTIMISERS.get(method, {}),
        "population": 4,
        "generations": 4,
        "games": GAMES,
        "measure": {"every": 2, "games": 4, "nets": 2, "rounds": 1, "earlier": 2},
        "keep_every": 2,
        **changes,
    }
    if method == "sane":  # in every world it needs a net with one hidden layer
        made["net"] = {"kind": "mlp", "hidden": [3], "biases": True}
    return made


def small(method: str = "ea", **changes: Any) -> SelfPlaySettings:
    """The settings of a small run."""
    return SelfPlaySettings.of(table(method, **changes))


def bits(arrays: dict[str, NDArray[Any]]) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    """Arrays in a form that compares to the last bit."""
    return {
        name: (str(array.dtype), array.shape, np.ascontiguousarray(array).tobytes())
        for name, array in arrays.items()
    }
