"""Selection alone: the sum of scores decides, and nothing moves."""

import numpy as np
import pytest

from ponnuki.optimisers import Selection
from tests.optimisers.judges import ScriptedJudge


def test_the_sum_of_scores_decides() -> None:
    """A net that is first once but has fewer points in all is not the champion."""
    nets = np.array([[0.0], [1.0], [2.0]], np.float32)
    judge = ScriptedJudge([[1, 5, 0], [4, 1, 0], [4, 1, 9]], [])
    rng = np.random.default_rng(0)
    selection = Selection()
    state = selection.start(nets, rng)
    champions = []
    for _ in range(3):
        state = selection.step(state, judge, rng)
        champions.append(selection.champion(state).tolist())
    assert champions == [[1.0], [1.0], [0.0]]  # 5; then 6 against 5; then 9, 7, 9: the first
    assert state.totals.tolist() == [9, 7, 9]
    assert selection.weights(state).tolist() == nets.tolist()
    assert judge.calls == [([0.0, 1.0, 2.0],)] * 3


def test_a_choice_needs_two() -> None:
    """One net is no population."""
    with pytest.raises(ValueError, match="population of 1 is not allowed: use 2 or more"):
        Selection().start(np.zeros((1, 3), np.float32), np.random.default_rng(0))
