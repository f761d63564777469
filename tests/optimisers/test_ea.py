"""The evolutionary algorithm and the hybrid."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import (
    METHODS,
    Box,
    Ea,
    EaState,
    FunctionJudge,
    Hybrid,
    HybridState,
    UnstableSwarmWarning,
)
from ponnuki.settings import SettingsError
from tests.optimisers.judges import (
    DuelCall,
    ScoreCall,
    ScriptedJudge,
    column,
    duels,
    sphere,
    uniform,
)

RNG = np.random.default_rng


def test_the_better_half_survives() -> None:
    """Survivors come first, best first, unchanged; of equals the earlier row survives."""
    ea = Ea(sigma=0.01)
    judge = ScriptedJudge(scores=[[1, 5, 3, 5, 3, 0]], duels=[])
    state = ea.step(ea.start(column(0, 10, 20, 30, 40, 50), RNG(0)), judge, RNG(0))
    assert judge.asked() == [ScoreCall([0, 10, 20, 30, 40, 50])]
    assert state.population[:3, 0].tolist() == [10, 30, 20]
    assert np.allclose(state.population[3:, 0], [10, 30, 20], atol=0.2)
    assert not np.isin(state.population[3:, 0], [10, 30, 20]).any()
    assert state.scores.tolist() == [1, 5, 3, 5, 3, 0]
    assert ea.champion(state).tolist() == [10]


def test_children_have_their_own_step_sizes() -> None:
    """Survivors keep theirs, in their new order."""
    ea = Ea(sigma=0.25)
    state = ea.start(column(0, 10), RNG(0))
    assert (state.sigmas == 0.25).all()
    state = replace(state, sigmas=column(0.5, 0.125))
    judge = ScriptedJudge(scores=[[1, 2]], duels=[])
    state = ea.step(state, judge, RNG(0))
    assert state.sigmas[0] == 0.125
    assert state.sigmas[1] != 0.125


def test_statistics_of_mutation() -> None:
    """The logarithm of a step size is normal with τ; steps are normal with the new step size."""
    parents, sigmas = np.full((200, 500), 3, np.float32), np.full((200, 500), 0.05, np.float32)
    children, new_sigmas = Ea(tau=0.2).mutate(parents, sigmas, RNG(0))
    turns = np.log(new_sigmas.astype(np.float64) / sigmas) / 0.2
    steps = (children.astype(np.float64) - parents) / new_sigmas
    for draws in turns, steps:
        assert draws.mean() == pytest.approx(0, abs=0.02)
        assert draws.var() == pytest.approx(1, rel=0.02)
        assert (np.abs(draws) < 1).mean() == pytest.approx(0.6827, abs=0.01)
        assert draws.mean(axis=0).std() == pytest.approx(1 / np.sqrt(200), rel=0.15)
    assert abs(np.corrcoef(turns.ravel(), steps.ravel())[0, 1]) < 0.02


def test_tau_of_the_paper() -> None:
    """For 6,216 weights the paper has 0.0796."""
    rows = np.ones((40, 6216), np.float32)
    _, sigmas = Ea().mutate(rows, rows, RNG(0))
    assert np.log(sigmas.astype(np.float64)).std() == pytest.approx(0.0796, rel=0.01)


def test_children_stay_in_the_box() -> None:
    """What would leave it stops at its wall."""
    ea = Ea(sigma=1.0, box=Box(-1.0, 1.0))
    children, _ = ea.mutate(np.zeros((50, 50), np.float32), np.ones((50, 50), np.float32), RNG(0))
    assert (children.min(), children.max()) == (-1, 1)
    with pytest.raises(ValueError, match=r"is 1\.5: it must lie in Box\(low=-1\.0, high=1\.0\)"):
        ea.start(column(0, 1.5), RNG(0))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"sigma": 0.0}, "sigma=0.0 is not allowed: use a number above 0"),
        ({"sigma": float("inf")}, "sigma=inf is not allowed"),
        ({"tau": -1.0}, "tau=-1.0 is not allowed: use a number from 0 on"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Settings check themselves."""
    with pytest.raises(ValueError, match=message):
        Ea(**settings)


def test_a_hybrid_whose_swarm_rests_is_the_ea() -> None:
    """Populations, step sizes and scores are the same to the last bit; duels move nobody."""
    ea, hybrid = Ea(sigma=0.3), Hybrid(0, 0, 0, sigma=0.3)
    one: EaState = ea.start(uniform(10, 4, 1.0), RNG(0))
    other: HybridState = hybrid.start(uniform(10, 4, 1.0), RNG(0))
    for step in range(20):
        one = ea.step(one, FunctionJudge(sphere), RNG(step))
        other = hybrid.step(other, FunctionJudge(sphere), RNG(step))
        assert np.array_equal(one.population, other.positions)
        assert np.array_equal(one.sigmas, other.sigmas)
        assert np.array_equal(one.scores, other.scores)


def test_only_survivors_duel() -> None:
    """The better half settles its bests as a swarm does; children inherit from their parents."""
    hybrid = Hybrid(0, 0, 0, sigma=0.01)
    judge = ScriptedJudge(
        scores=[[1, 4, 2, 3], [2, 1, 9, 5], [1, 2, 3, 4]],
        duels=[[True, True], [False], [False, True], [True]],
    )
    state = hybrid.step(hybrid.start(column(0, 10, 20, 30), RNG(0)), judge, RNG(0))
    assert judge.asked() == [ScoreCall([0, 10, 20, 30])]
    assert state.positions[:2, 0].tolist() == [10, 30]
    assert state.bests[:, 0].tolist() == [10, 30, 10, 30]
    assert state.leaders[:, 0].tolist() == [10]

    # rows: parent 10, parent 30, their children
    state = hybrid.step(replace(state, positions=column(11, 31, 12, 32)), judge, RNG(0))
    assert judge.asked() == [
        ScoreCall([11, 31, 12, 32]),
        DuelCall([12, 32], [10, 30], first=0),  # the children were better than their parents
        DuelCall([12], [10], first=2),
    ]
    assert state.positions[:2, 0].tolist() == [12, 32]
    assert state.bests[:, 0].tolist() == [12, 32, 12, 32]
    assert state.leaders[:, 0].tolist() == [10]
    assert duels(state) == (2, 3)
    assert state.scores.tolist() == [2, 1, 9, 5]

    state = hybrid.step(replace(state, positions=column(13, 33, 14, 34)), judge, RNG(0))
    assert judge.asked() == [
        ScoreCall([13, 33, 14, 34]),
        DuelCall([34, 14], [32, 12], first=0),
        DuelCall([14], [10], first=2),
    ]
    assert state.bests[:, 0].tolist() == [32, 14, 32, 14]
    assert hybrid.champion(state).tolist() == [14]


def test_survivors_move_before_they_have_children() -> None:
    """A child starts from where its parent has moved to, with its parent's velocity."""
    hybrid = Hybrid(0.5, 0, 0, None, sigma=0.001)
    judge = ScriptedJudge(scores=[[1, 2]], duels=[])
    start = hybrid.start(column(0, 10), RNG(0))
    state = hybrid.step(replace(start, velocities=column(2, 4)), judge, RNG(0))
    assert state.positions[0] == 12
    assert state.positions[1] == pytest.approx(12, abs=0.1)
    assert state.positions[1] != 12
    assert state.velocities[:, 0].tolist() == [2, 2]
    assert state.bests[:, 0].tolist() == [10, 10]


def test_a_hybrid_warns_once() -> None:
    """The paper's constants let a particle swing for ever, unless velocities are limited."""
    Hybrid(0.4667, 1.7971, 2.4878, vmax=2.0).start(uniform(4, 3, 0.2), RNG(0))
    hybrid = Hybrid(0.4667, 1.7971, 2.4878, None)
    with pytest.warns(UnstableSwarmWarning, match=r"1\.167") as caught:
        state = hybrid.start(uniform(4, 3, 0.2), RNG(0))
    assert len(caught) == 1
    assert caught[0].filename == __file__
    hybrid.step(state, FunctionJudge(sphere), RNG(0))


@pytest.mark.parametrize("settings", [{"bests": "replay"}, {"neighbourhood": "lbest"}])
def test_swarms_that_a_hybrid_cannot_have(settings: dict[str, Any]) -> None:
    """Survivors have no fixed neighbours, and the net a leader came from may be gone."""
    with pytest.raises(SettingsError, match="is no setting of hybrid"):
        METHODS.said({"method": "hybrid", **settings})
