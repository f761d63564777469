"""N-tuple networks: which tuples a shape has, and what is refused."""

from typing import Any

import numpy as np
import pytest

from ponnuki import evaluator
from ponnuki.evaluators import TupleNet
from ponnuki.evaluators.tuples import images, tuple_families
from ponnuki.games import SpecError


def test_the_published_net_has_288_weights() -> None:
    """All straight 2-tuples of Othello are 32 families of 9 weights (Jaśkowski 2014)."""
    assert evaluator("ntuple", "othello:8", shapes=["straight-2"]).weight_count == 288


@pytest.mark.parametrize(
    ("shape", "places"),
    [
        ("straight-2", 72),
        ("straight-3", 48),
        ("lines", 24),
        ("square-3", 9),
        ("rectangle-2x4", 16),
        ("cross", 25),
    ],
)
def test_families_cover_every_place_once(shape: str, places: int) -> None:
    """The images of all families on 5×5 are all places of the shape, none twice."""
    found = [
        place
        for one in tuple_families(shape, 5)
        for place in {frozenset(image) for image in images(one, 5)}
    ]
    assert len(found) == len(set(found)) == places


def test_a_value_is_the_same_after_a_symmetry() -> None:
    """Where a family has one image of each set of points, a turned board has the same value."""
    net = evaluator("ntuple", "go:5", shapes=[], points=[[0, 6], [12]])
    weights = np.random.default_rng(1).uniform(-1, 1, net.weight_count)
    corners = [net.game.start().play(move) for move in ("A1", "E5", "A5", "E1")]
    assert len(set(net.value(weights, corners))) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"shapes": ["round"]}, "shapes='round' is not allowed"),
        ({"shapes": ["straight-0"]}, "use straight-N, lines, square-N, rectangle-RxC or cross"),
        ({"shapes": ["rectangle-2x6"]}, "does not fit a board of 5×5 points"),
        ({"shapes": ["rectangle-4x4"]}, "has 16 points, 1 to 12"),
        ({"shapes": []}, "shapes and points are empty"),
        ({"points": [[0, 25]], "shapes": []}, "tuple 0 has a point outside the board"),
        ({"shapes": [], "points": [[3], [4, 4]]}, "tuple 1 has a point twice"),
        ({"shapes": [], "points": [list(range(13))]}, "tuple 0 has 13 points, 1 to 12"),
        ({"shapes": [], "points": [["a"]]}, "use lists of points"),
        ({"stages": 0}, "stages=0 is not allowed: use 1 to 64"),
        ({"output_activation": "step"}, "output_activation='step' is not allowed"),
        ({"bound": -1}, "bound=-1 is not allowed"),
    ],
)
def test_what_is_refused(options: dict[str, Any], said: str) -> None:
    """Errors name the tuple or the setting, and what is allowed."""
    with pytest.raises(SpecError, match=said):
        evaluator("ntuple", "go:5", **options)


def test_too_many_weights_are_refused() -> None:
    """Tables that would fill the memory are refused before they are made."""
    points = [list(range(i, i + 12)) for i in range(40)]
    with pytest.raises(SpecError, match="at most 16777216 are allowed"):
        TupleNet(evaluator("wpc", "go:9").game, (), tuple(map(tuple, points)), "tanh", 64)
