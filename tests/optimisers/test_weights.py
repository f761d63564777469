"""Boxes, judges of functions, and figures about populations."""

from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import Box, FunctionJudge, size, spread
from ponnuki.optimisers.judge import best_first
from tests.optimisers.judges import column, sphere


def test_a_function_judge_minimises() -> None:
    """Scores are minus the values, duels strict, and every row is counted."""
    judge = FunctionJudge(sphere)
    assert judge.score(column(1, 2, 3)).tolist() == [-1, -4, -9]
    assert judge.evaluations == 3
    assert judge.duel(column(1, 2, 3), column(2, 2, 2), first=5).tolist() == [True, False, False]
    assert judge.evaluations == 9


def test_best_first() -> None:
    """Of equals the earlier row goes first."""
    assert best_first(np.array([1.0, 3.0, 2.0, 3.0, 1.0])).tolist() == [1, 3, 2, 0, 4]
    scores = np.random.default_rng(0).integers(0, 5, 1000).astype(np.float64)  # long, many ties
    assert best_first(scores).tolist() == sorted(range(1000), key=lambda row: (-scores[row], row))


def test_spread_and_size() -> None:
    """Hand-checked on a square, on copies and on one net."""
    square = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]], np.float32)
    assert spread(square) == pytest.approx(np.sqrt(2))
    assert size(square) == pytest.approx(1)
    assert spread(square + 5) == pytest.approx(np.sqrt(2))
    assert spread(np.full((6, 3), 7, np.float32)) == 0
    assert size(np.array([[3, 4]], np.float32)) == pytest.approx(np.sqrt(12.5))
    assert size(np.full((2, 2), 1e30, np.float32)) == pytest.approx(1e30)


def test_a_box() -> None:
    """One bound for all or one for each; lists become tuples, so that equal boxes are equal."""
    rows = np.array([[-5, 0.5, 5]], np.float32)
    assert Box(-1, 1).clamp(rows).tolist() == [[-1, 0.5, 1]]
    assert Box((-9, 1, 0), (0, 2, 3)).clamp(rows).tolist() == [[-5, 1, 3]]
    bounds: Any = [0.0, 1.0]
    assert Box(bounds, 2.0) == Box((0.0, 1.0), 2.0)
    drawn = Box((0, 10), (1, 20)).draw((1000, 2), np.random.default_rng(0))
    assert drawn.mean(axis=0) == pytest.approx([0.5, 15], rel=0.05)


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (1.0, 1.0, "low=1.0, high=1.0 are not allowed: use finite numbers, low < high"),
        (0.0, float("inf"), "low < high"),
        (float("nan"), 1.0, "low < high"),
        ((0.0, 2.0), 1.0, "low < high"),
        ((0.0, 0.0), (1.0, 1.0, 1.0), "use numbers, or rows of one length"),
    ],
)
def test_bad_boxes(low: Any, high: Any, message: str) -> None:
    """Bounds are finite and in order."""
    with pytest.raises(ValueError, match=message):
        Box(low, high)
