"""N-tuple networks: which tuples a shape has, and what is refused."""

import itertools
from typing import Any

import numpy as np
import pytest

import ponnuki
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


def test_random_walks_go_from_point_to_point() -> None:
    """Walks have points beside each other, none twice, and none is an image of another."""
    found = tuple_families("walks-12x6", 8)
    assert len(found) == 12
    for walk in found:
        assert len(set(walk)) == 6
        for one, other in itertools.pairwise(walk):
            (a, b), (c, d) = divmod(one, 8), divmod(other, 8)
            assert max(abs(a - c), abs(b - d)) == 1
    sets = [{frozenset(image) for image in images(one, 8)} for one in found]
    assert all(one.isdisjoint(other) for one, other in itertools.combinations(sets, 2))
    assert found == tuple_families("walks-12x6-1", 8) != tuple_families("walks-12x6-2", 8)
    assert evaluator("ntuple", "othello:8", shapes=["walks-12x6"]).weight_count == 12 * 3**6


def test_a_value_is_the_same_after_a_symmetry() -> None:
    """Where a family has one image of each set of points, a turned board has the same value."""
    net = evaluator("ntuple", "go:5", shapes=[], points=[[0, 6], [12]])
    weights = np.random.default_rng(1).uniform(-1, 1, net.weight_count)
    corners = [net.game.start().play(move) for move in ("A1", "E5", "A5", "E1")]
    assert len(set(net.value(weights, corners))) == 1


SYMMETRIC = ("square-3", "cross:liberties-3", "rectangle-2x3:liberties-2:anywhere", "lines")


def test_a_symmetric_net_values_images_alike() -> None:
    """Every position of a game has exactly the value of its seven images, seen by either side."""
    net = evaluator("ntuple", "go:5", shapes=SYMMETRIC, symmetric=True)
    plain = evaluator("ntuple", "go:5", shapes=SYMMETRIC)
    weights = np.random.default_rng(2).uniform(-1, 1, net.weight_count)
    turned = [net.game.start()] * 8
    differ = 0
    for move in ponnuki.play_random("go:5", 1, seed=4, threads=1)[0].moves:
        there = [(move,)] * 8 if move == 25 else list(images((move,), 5))
        turned = [one.play(point) for one, (point,) in zip(turned, there, strict=True)]
        for viewer in ("black", "white"):
            assert len(set(net.value(weights, turned, viewer))) == 1
            differ += len(set(plain.value(weights, turned, viewer))) > 1
    assert differ > 0


def test_liberties_are_counted_by_string() -> None:
    """A stone, one of two together and one in atari are told apart."""
    net = evaluator("ntuple", "go:5", shapes=["straight-1:liberties-3"], output_activation="linear")
    assert isinstance(net, TupleNet)
    tables = {one.points[0]: 7 * number for number, one in enumerate(net.tuples)}
    weights = np.zeros(net.weight_count)
    corner = tables[0]
    weights[corner + 1 : corner + 7] = [1, 2, 4, 8, 16, 32]  # own with 1, 2, 3; theirs
    alone = net.game.start().play("A5")
    two = alone.play("C1").play("A4")
    atari = alone.play("B5")
    assert net.value(weights, [alone, two, atari]).tolist() == [2, 4, 1]
    assert net.value(weights, [alone, two, atari], "white").tolist() == [16, 32, 8]


def test_a_table_for_any_place_is_smaller() -> None:
    """With ':anywhere' a shape has one table, and whole crosses alone are looked up."""
    net = evaluator("ntuple", "capture-go:9", shapes=["cross:liberties-4:anywhere"])
    assert net.weight_count == 9**5
    net = evaluator("ntuple", "capture-go:9", shapes=["rectangle-2x3:anywhere"])
    assert net.weight_count == 3**6


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"shapes": ["round"]}, "shapes='round' is not allowed"),
        (
            {"shapes": ["straight-0"]},
            "use straight-N, lines, square-N, rectangle-RxC, cross",
        ),
        ({"shapes": ["rectangle-2x6"]}, "does not fit a board of 5×5 points"),
        ({"shapes": ["rectangle-4x4"]}, "has 16 points, 1 to 12"),
        ({"shapes": []}, "shapes and points are empty"),
        ({"points": [[0, 25]], "shapes": []}, "tuple 0 has a point outside the board"),
        ({"shapes": [], "points": [[3], [4, 4]]}, "tuple 1 has a point twice"),
        ({"shapes": [], "points": [list(range(13))]}, "tuple 0 has 13 points, 1 to 12"),
        ({"shapes": [], "points": [["a"]]}, "use a list, each a list, each a whole number"),
        ({"shapes": [], "points": [0, 6]}, "use a list, each a list, each a whole number"),
        ({"stages": 0}, "stages=0 is not allowed: use 1 to 64"),
        ({"output_activation": "step"}, "output_activation='step' is not allowed"),
        ({"bound": -1}, "bound=-1 is not allowed"),
        ({"symmetric": 3}, "symmetric=3 is not allowed"),
        ({"shapes": ["cross:liberties-1"]}, "with K from 2 on"),
        ({"shapes": ["cross:liberties-9"]}, "tells 9 liberties apart, 0 to 8 are allowed"),
        ({"shapes": ["walks-0x3"]}, "shapes='walks-0x3' is not allowed: use straight-N"),
        ({"shapes": ["walks-99x2"]}, "'walks-99x2' is not allowed: only .* walks were found"),
        ({"shapes": ["walks-2x13"]}, "13 points"),
        ({"shapes": ["cross:somewhere"]}, "behind a shape comes"),
        (
            {"shapes": [f"cross:liberties-{k}" for k in (2, 3, 4, 5, 6)]},
            "sees a point in 5 ways, at most 4",
        ),
        ({"shapes": ["square-3:liberties-4"]}, "at most 16777216 are allowed"),
    ],
)
def test_what_is_refused(options: dict[str, Any], said: str) -> None:
    """Errors name the tuple or the setting, and what is allowed."""
    with pytest.raises(SpecError, match=said):
        evaluator("ntuple", "go:5", **options)


@pytest.mark.parametrize("game", ["othello:8", "tic-tac-toe"])
def test_liberties_are_for_games_that_have_them(game: str) -> None:
    """A net that counts liberties is refused in other games."""
    with pytest.raises(SpecError, match="whose stones have no liberties"):
        evaluator("ntuple", game, shapes=["straight-2:liberties-3"])


def test_too_many_weights_are_refused() -> None:
    """Tables that would fill the memory are refused before they are made."""
    points = [list(range(i, i + 12)) for i in range(40)]
    with pytest.raises(SpecError, match="at most 16777216 are allowed"):
        TupleNet(evaluator("wpc", "go:9").game, (), tuple(map(tuple, points)), "tanh", 64)
