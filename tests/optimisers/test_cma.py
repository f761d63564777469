"""CMA-ES by the package cma: a state of arrays, resumed bit for bit."""

import sys
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import (
    METHODS,
    Cma,
    CmaState,
    FunctionJudge,
    restore_state,
    state_arrays,
)
from tests.optimisers.judges import rosenbrock, sphere, uniform

RNG = np.random.default_rng


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings can be made without the package; a start says what to install."""
    monkeypatch.setitem(sys.modules, "cma", None)
    optimiser = METHODS["cma"]()
    with pytest.raises(ModuleNotFoundError, match=r'pip install "ponnuki\[cma\]"'):
        optimiser.start(uniform(1, 3, 1.0), RNG(0))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"sigma": 0.0}, "sigma=0.0 is not allowed: use a number above 0"),
        ({"population": 1}, "a population of 1 is not allowed: use 2 or more"),
        ({"average": 1.5}, "average=1.5 is not allowed: use 0 to 1"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Settings check themselves."""
    with pytest.raises(ValueError, match=message):
        Cma(**settings)


def run(optimiser: Cma, state: CmaState, steps: range) -> CmaState:
    """Steps on Rosenbrock's function."""
    for step in steps:
        state = optimiser.step(state, FunctionJudge(rosenbrock), RNG(step))
    return state


def test_rosenbrock() -> None:
    """With covariances the valley is no hindrance."""
    pytest.importorskip("cma")
    optimiser = Cma(sigma=0.5, diagonal=False)
    state = run(optimiser, optimiser.start(uniform(1, 4, 1.0), RNG(0)), range(150))
    assert rosenbrock(optimiser.champion(state)[None].astype(np.float64))[0] < 1e-6


def test_the_champion_is_an_average_that_changes_nothing_in_the_search() -> None:
    """The means are those without it, and the champion follows them by the share that is said."""
    pytest.importorskip("cma")
    plain, slow = Cma(sigma=0.5), Cma(sigma=0.5, average=0.75)
    states = [one.start(uniform(1, 4, 1.0), RNG(0)) for one in (plain, slow)]
    average = states[0].mean.astype(np.float64)
    for step in range(5):
        states = [
            run(one, state, range(step, step + 1))
            for one, state in zip((plain, slow), states, strict=True)
        ]
        assert np.array_equal(states[0].mean, states[1].mean)
        assert np.array_equal(plain.champion(states[0])[None], states[0].mean)
        average = 0.75 * average + 0.25 * states[0].mean
        assert np.allclose(slow.champion(states[1]), average, atol=1e-6)


@pytest.mark.parametrize("diagonal", [True, False])
def test_a_resumed_run_is_the_same_run(diagonal: bool) -> None:
    """Thirty steps equal eleven, saved and restored by another optimiser object, and nineteen."""
    pytest.importorskip("cma")
    optimiser = Cma(sigma=0.5, diagonal=diagonal)
    start = optimiser.start(uniform(1, 4, 1.0), RNG(0))
    whole = run(optimiser, start, range(30))
    half = run(optimiser, start, range(11))
    resumed = run(
        Cma(sigma=0.5, diagonal=diagonal),
        restore_state(CmaState, state_arrays(half)),
        range(11, 30),
    )
    one, other = state_arrays(whole), state_arrays(resumed)
    assert all(one[name].tobytes() == other[name].tobytes() for name in one)


def test_an_ordinary_run_never_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategy is built once a run, and once more when a state is restored."""
    pytest.importorskip("cma")
    built: list[int] = []
    replayed = Cma._replayed

    def counted(self: Cma, state: CmaState) -> Any:
        built.append(len(state.seeds))
        return replayed(self, state)

    monkeypatch.setattr(Cma, "_replayed", counted)
    optimiser = Cma(sigma=0.5)
    state = run(optimiser, optimiser.start(uniform(1, 4, 1.0), RNG(0)), range(5))
    assert built == [0]
    state = run(optimiser, restore_state(CmaState, state_arrays(state)), range(5, 8))
    assert built == [0, 5]
    run(optimiser, state, range(8, 9))
    run(optimiser, state, range(8, 9))  # the strategy has gone on with the first of the two
    assert built == [0, 5, 8]


def test_a_judge_that_breaks_off_does_no_harm() -> None:
    """After Ctrl-C in a generation, the state of before continues as if nothing had happened."""
    pytest.importorskip("cma")

    class Interrupted(FunctionJudge):
        def score(self, weights: object) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
            raise KeyboardInterrupt(weights)

    optimiser = Cma(sigma=0.5)
    state = run(optimiser, optimiser.start(uniform(1, 4, 1.0), RNG(0)), range(3))
    expected = Cma(sigma=0.5).step(state, FunctionJudge(sphere), RNG(9))
    with pytest.raises(KeyboardInterrupt):
        optimiser.step(state, Interrupted(sphere), RNG(9))
    assert np.array_equal(optimiser.step(state, FunctionJudge(sphere), RNG(9)).mean, expected.mean)


def test_nothing_global_is_touched() -> None:
    """NumPy's global generator neither decides anything nor moves."""
    pytest.importorskip("cma")
    optimiser = Cma(sigma=0.5, diagonal=False)
    ends = []
    for seed in 1, 2:
        np.random.seed(seed)
        before = np.random.get_state(legacy=False)
        ends.append(run(optimiser, optimiser.start(uniform(1, 4, 1.0), RNG(0)), range(40)).mean)
        after = np.random.get_state(legacy=False)
        assert str(before) == str(after)
    assert np.array_equal(ends[0], ends[1])


def test_settings_stay_plain_data() -> None:
    """What a run keeps at hand is no setting, and makes no difference between optimisers."""
    pytest.importorskip("cma")
    optimiser = Cma()
    run(optimiser, optimiser.start(uniform(1, 4, 1.0), RNG(0)), range(2))
    assert asdict(optimiser) == {
        "sigma": 0.1,
        "population": None,
        "diagonal": True,
        "average": 0.0,
    }
    assert optimiser == Cma()
