"""What must not change, as it is kept in `pins`: settings, names, players, contests, training.

`python -m tests.golden.pins NAME` keeps one anew. `pins/house.py` alone knows the house's classes.
"""

import importlib.util

import pytest

from tests.golden.pins.kept import EXACT, Cases, differences, read
from tests.golden.pins.registry import PINS
from tests.golden.pins.torch_steps import NEAR
from tests.learners.samples import needs_cma

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"
)
EXTRAS = {"cma": needs_cma, "torch": needs_torch}


@pytest.mark.parametrize("name", [pytest.param(one, marks=EXTRAS.get(one, ())) for one in PINS])
def test_pins(name: str) -> None:
    """Every case has what is kept of it; what differs is named by case and field."""
    near = NEAR if name == "torch" else EXACT
    said = differences(PINS[name](), read(name), near)
    assert not said, "\n".join([f"{len(said)} differences in {name}", *said[:50]])


def test_differences_are_named() -> None:
    """What differs, is gone or is new is a line each; floats are equal to seven digits."""
    kept: Cases = {"one": {"a": 1, "b": [0.1, 2.0], "c": None}, "two": {"a": 1}}
    found: Cases = {"one": {"a": True, "b": [0.1 + 1e-12, 2.0], "d": "x"}, "three": {}}
    assert differences(found, kept) == [
        "one: a was 1, is true",
        "one: c was null, is not there",
        'one: d was not there, is "x"',
        "three: a case that is not kept",
        "two: the case is gone",
    ]
    assert differences(kept, kept) == []
    assert differences({"one": {"b": [0.2]}}, {"one": {"b": [0.1]}}) == [
        "one: b was [0.1], is [0.2]"
    ]
