"""The gradient of exact chances."""

import numpy as np
import pytest

from ponnuki.learners.tic_tac_toe import S_LIMIT, OnePly, exact_standings
from ponnuki.papers.franken2003.climb import Climb, climb, layers, soft_wins, within_reach


def test_layers() -> None:
    """There are 5,478 positions, 958 of which are the end of a game."""
    sizes = [len(layer.boards) for layer in layers()]
    assert sizes == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert sum(int(layer.over.sum()) for layer in layers()) == 958


@pytest.mark.parametrize("safety", [0.0, 0.7])
def test_gradient(safety: float) -> None:
    """It is what small steps to both sides show."""
    theta = np.random.default_rng(1).normal(size=34)
    _, gradient = soft_wins(theta, 3, 0.05, safety)
    step = 1e-6
    for i in range(0, 34, 3):
        change = np.zeros(34)
        change[i] = step
        up = soft_wins(theta + change, 3, 0.05, safety)[0]
        down = soft_wins(theta - change, 3, 0.05, safety)[0]
        assert gradient[i] == pytest.approx((up - down) / (2 * step), abs=1e-7)


def test_sharp_choices_are_the_nets_own() -> None:
    """With outputs far apart and no bonus, what can be expected is the exact chance of the net."""
    player = OnePly.of(5, output="sums")
    row = player.evaluator.initial(1, 3)[0]
    row[-6:] *= 1e6
    wins = exact_standings(player, row[None]).wins.sum()
    losses = exact_standings(player, row[None], "perfect").losses.sum()
    found = soft_wins(row.astype(np.float64), 5, 1e-12, 0.0)[0]
    assert found == pytest.approx(wins, abs=1e-6)
    found = soft_wins(row.astype(np.float64), 5, 1e-12, 3.0)[0]
    assert found == pytest.approx(wins - 3 * losses, abs=1e-6)


def test_order_is_kept_within_reach() -> None:
    """Scaling the output layer changes no choice."""
    theta = OnePly.of(5).evaluator.initial(1, 3)[0].astype(np.float64)
    theta[-6:] *= 100
    before = OnePly.of(5, output="sums").policy(theta)
    assert np.array_equal(OnePly.of(5).policy(within_reach(theta, 5)), before)


def test_climbing() -> None:
    """Sixty steps bring a net far beyond what the paper reached, and repeat exactly."""
    found = climb(Climb(hidden=7, steps=60), 1)
    assert 60 < found.s <= S_LIMIT
    assert found.s == exact_standings(OnePly.of(7), found.weights[None]).s[0]
    assert climb(Climb(hidden=7, steps=60), 1).weights.tobytes() == found.weights.tobytes()
    with pytest.raises(ValueError, match="rate"):
        Climb(rate=0)
