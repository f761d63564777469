"""Every pin by its name: a function that gives its cases."""

from collections.abc import Callable

from tests.golden.pins.contests import contests
from tests.golden.pins.kept import Cases
from tests.golden.pins.papers import smoke
from tests.golden.pins.players import evaluators, players
from tests.golden.pins.settings import runs, settings
from tests.golden.pins.stopped import stopped
from tests.golden.pins.torch_steps import torch_steps
from tests.golden.pins.training import cma, measures, training

PINS: dict[str, Callable[[], Cases]] = {
    "settings": settings,
    "runs": runs,
    "evaluators": evaluators,
    "players": players,
    "contests": contests,
    "training": training,
    "cma": cma,
    "measures": measures,
    "torch": torch_steps,
}
"""Those that `test_pins` checks."""

ELSEWHERE: dict[str, Callable[[], Cases]] = {"smoke": smoke, "stopped": stopped}
"""Those that other tests check: what papers find at scale smoke, and what was stopped half-way."""
