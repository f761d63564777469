"""The two-level PSO: constants in their box, exact resume, its record."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners import SettingsError, TwoLevelPso, TwoLevelSettings
from ponnuki.learners.two_level import HIGH, LOW
from ponnuki.runs import RunRecord
from ponnuki.runs.training import resume, train

SMALL = {
    "game": "capture-go:5",
    "search": {"depth": 1},
    "particles": 3,
    "nets": 4,
    "generations": 4,
    "opponent_generations": 1,
}


def arrays_after(tuner: TwoLevelPso, generations: int) -> dict[str, np.ndarray]:
    """The state after some generations from the start."""
    state = tuner.start()
    for _ in range(generations):
        state, _ = tuner.step(state)
    return tuner.arrays(state)


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Whether all arrays are equal bit for bit."""
    return one.keys() == other.keys() and all(np.array_equal(one[k], other[k]) for k in one)


def test_defaults_are_the_paper_s() -> None:
    """Ten sets of constants, twenty nets each, thirty generations, an opponent of fifteen."""
    settings = TwoLevelSettings()
    assert (settings.particles, settings.nets, settings.generations) == (10, 20, 30)
    assert settings.opponent_generations == 15
    outer = TwoLevelPso(settings).outer
    assert (outer.inertia, outer.c1, outer.c2, outer.vmax) == (0.8, 2.0, 2.0, 1.0)


def test_both_swarms_start_with_random_velocities() -> None:
    """Within their limits, ±1 for constants and ±2 for nets; 0 is a start at rest."""
    state = TwoLevelPso(TwoLevelSettings.of(SMALL)).start()
    assert 0.5 < np.abs(state.outer.velocities).max() <= 1
    for swarm in state.inner:
        assert 1.9 < np.abs(swarm.velocities).max() <= 2
    assert not np.array_equal(state.inner[0].velocities, state.inner[1].velocities)
    rest = TwoLevelPso(TwoLevelSettings.of({**SMALL, "start_velocity": 0})).start()
    assert not rest.outer.velocities.any()
    assert not any(swarm.velocities.any() for swarm in rest.inner)


def test_constants_stay_in_the_box_and_bests_never_get_worse() -> None:
    """Positions are clamped; a remembered best is given up for a better one alone."""
    tuner = TwoLevelPso(TwoLevelSettings.of({**SMALL, "generations": 8}))
    state = tuner.start()
    last = -np.inf
    for after, generation in tuner.run(state):
        facts = generation.facts
        constants = tuner.outer.weights(after.outer)
        assert (constants >= np.array(LOW, np.float32)).all()
        assert (constants <= np.array(HIGH, np.float32)).all()
        assert facts["best"] >= last
        assert facts["games"] == 12
        last = facts["best"]
        assert (facts["result"] == "wins") == (facts["best"] > 0)
        assert facts["moves"] == 25 - abs(facts["best"])


def test_same_seed_same_search_for_any_threads() -> None:
    """Threads change nothing, the seed changes everything."""
    settings = TwoLevelSettings.of(SMALL)
    first = arrays_after(TwoLevelPso(settings, arena=Arena(1)), 2)
    assert same(first, arrays_after(TwoLevelPso(settings, arena=Arena(3)), 2))
    other = TwoLevelSettings.of({**SMALL, "seed": 2})
    assert not same(first, arrays_after(TwoLevelPso(other, arena=Arena(1)), 2))


def test_restored_equals_uninterrupted() -> None:
    """A state through arrays goes on as if nothing had happened."""
    tuner = TwoLevelPso(TwoLevelSettings.of(SMALL))
    state = tuner.start()
    state, _ = tuner.step(state)
    again = TwoLevelPso(TwoLevelSettings.of(SMALL))
    other = again.restore(tuner.arrays(state))
    for _ in range(2):
        state, _ = tuner.step(state)
        other, _ = again.step(other)
    assert same(tuner.arrays(state), again.arrays(other))


def test_recorded_search_can_be_broken_off(tmp_path: Path) -> None:
    """Interrupted and resumed, the folder ends as that of an uninterrupted search."""
    settings = TwoLevelSettings.of(SMALL)
    whole = train(settings, tmp_path / "whole")

    def stop(line: dict[str, object]) -> None:
        if line["generation"] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(settings, tmp_path / "broken", on_generation=stop)
    assert len(RunRecord.open(tmp_path / "broken").generations()) == 2
    resumed = resume(tmp_path / "broken")
    states = [record.state() for record in (whole, resumed)]
    assert states[0] is not None
    assert states[1] is not None
    assert same(states[0].arrays, states[1].arrays)
    assert resumed.champion().name == "generation-0004.safetensors"


def test_bad_settings() -> None:
    """The error names the setting, the value and what is allowed."""
    with pytest.raises(SettingsError, match=r"particles=1 is not allowed.*2"):
        TwoLevelSettings.of({"particles": 1})
    with pytest.raises(SettingsError, match="game='chess' is not allowed"):
        TwoLevelSettings.of({"game": "chess"})
    with pytest.raises(ValueError, match="does not fit"):
        TwoLevelPso(TwoLevelSettings.of(SMALL)).restore({})
