"""Halving: the worse half goes after every round, the last one has children."""

from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import FunctionJudge, Halving
from tests.optimisers.judges import ScriptedJudge, sphere, uniform

RNG = np.random.default_rng


def test_the_better_half_by_all_scores_stays() -> None:
    """Scores of earlier rounds still count, order is kept, and equals go by their place."""
    nets = np.arange(5, dtype=np.float32)[:, None]
    judge = ScriptedJudge([[4, 5, 1, 10, 4], [1, 0, 0], [0, 3]], [])
    halving = Halving(sigma=0.5, population=4)
    state = halving.start(nets, RNG(0))
    seen = []
    for _ in range(2):
        state = halving.step(state, judge, RNG(0))
        seen.append((state.candidates.ravel().tolist(), halving.champion(state).item()))
    assert seen == [
        ([0, 1, 3], 3),  # of two with 4 the first stays
        ([0, 3], 3),  # 5, 5, 10
    ]
    state = halving.step(state, judge, RNG(7))  # 5, 13: net 3 is left and has three children
    children = 3 + 0.5 * RNG(7).standard_normal((3, 1), dtype=np.float32)
    assert np.allclose(state.candidates, [[3], *children])
    assert state.totals.tolist() == [0, 0, 0, 0]
    assert halving.champion(state).item() == 3
    assert judge.scores == []


def test_a_parent_that_is_better_than_its_children_stays() -> None:
    """It competes with them, so nothing is lost where scores are exact."""
    halving = Halving(sigma=0.3, population=8)
    state = halving.start(uniform(8, 4, 1.0), RNG(0))
    best = np.inf
    for step in range(40):
        state = halving.step(state, FunctionJudge(sphere), RNG(step))
        if len(state.candidates) == 8:
            now = sphere(state.candidates[:1].astype(np.float64))[0]
            assert now <= best
            best = now
    assert best < 0.2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"sigma": 0.0}, "sigma=0"),
        ({"population": 1}, "population of 1 is not allowed: use 2 or more"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Each says what is allowed."""
    with pytest.raises(ValueError, match=message):
        Halving(**settings)
