"""Intervals over engines that meet."""

import numpy as np
import pytest

from ponnuki.reports import crossed_interval, grouped_interval


def test_interval_over_engines() -> None:
    """Games of the same engines do not make an interval narrower."""
    rng = np.random.default_rng(1)
    strengths = rng.normal(50, 10, (10, 1)) + np.zeros((1, 10))
    found = crossed_interval(strengths)
    assert found is not None
    low, high = found
    assert high - low == pytest.approx(2 * 1.96 * 10 / 10**0.5, rel=0.4)


def test_few_engines_have_no_interval() -> None:
    """On either side, and in any group."""
    values = np.random.default_rng(1).normal(50, 10, (10, 10))
    assert crossed_interval(values[:4]) is None
    assert crossed_interval(values[:, :4]) is None
    assert crossed_interval(values[:4], fewest=4) is not None
    assert grouped_interval({("a", "b"): values[:, :4]}) is None


def test_groups_are_drawn_once_for_all_their_pairs() -> None:
    """A strong engine wins everywhere, so pairs of one group do not average its luck out."""
    strong = np.random.default_rng(1).normal(50, 10, (10, 1)) + np.zeros((1, 10))
    one = grouped_interval({("a", "b"): strong})
    two = grouped_interval({("a", "b"): strong, ("a", "c"): strong})
    assert one is not None
    assert two is not None
    assert two[1] - two[0] == pytest.approx(one[1] - one[0], rel=0.1)


def test_groups_of_two_sizes_are_refused() -> None:
    """A group has one number of engines."""
    values = np.ones((5, 5))
    with pytest.raises(ValueError, match=r"a against c has shape \(6, 5\)"):
        grouped_interval({("a", "b"): values, ("a", "c"): np.ones((6, 5))})
