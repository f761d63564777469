"""Constants of a swarm, measured on opponents and nets that no search has met."""

from pathlib import Path

import pytest

from ponnuki.learners import TwoLevelSettings
from ponnuki.learners.two_level import HIGH, LOW
from ponnuki.papers.cai2009.fresh_swarms import FreshSwarms, drawn_constants
from ponnuki.papers.workshop import Workshop

SETTINGS = TwoLevelSettings.of(
    {
        "game": "capture-go:5",
        "search": {"depth": 1},
        "nets": 6,
        "generations": 4,
        "opponent_generations": 1,
        "seed": 1000,
    }
)


def test_the_same_constants_come_to_the_same(tmp_path: Path) -> None:
    """All sets of constants have the same opponent, nets and draws: a name counts for nothing."""
    constants = {"a": (0.7, 1.5, 1.5), "b": (1.2, 2.5, 0.3), "c": (0.7, 1.5, 1.5)}
    found = FreshSwarms(SETTINGS, constants).answer(Workshop(tmp_path, say=len))
    assert found["a"] == found["c"]
    assert found["a"] != found["b"]
    for one in found.values():
        assert 0 <= one["winning"] <= one["bests_that_win"] <= 6
        assert (one["best"] > 0) == (one["bests_that_win"] > 0)


def test_chance_looks_where_the_outer_swarm_looks() -> None:
    """Uniform in the same box, and another set for another seed."""
    drawn = [drawn_constants(seed) for seed in range(200)]
    assert len(set(drawn)) == 200
    for values, low, high in zip(zip(*drawn, strict=True), LOW, HIGH, strict=True):
        assert low <= min(values) < max(values) <= high
        assert sum(values) / 200 == pytest.approx((low + high) / 2, abs=0.1 * (high - low))
