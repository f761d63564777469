"""States: what is saved is what is restored, and nothing else passes."""

from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load, save

from ponnuki.optimisers import (
    Ea,
    EaState,
    FunctionJudge,
    Pso,
    PsoState,
    State,
    restore_state,
    state_arrays,
)
from tests.optimisers.judges import sphere, uniform

RNG = np.random.default_rng


def a_state() -> PsoState:
    """Of four particles with three weights."""
    swarm = Pso(0.7, 1.4, 1.4, None, bests="remember")
    state = swarm.start(uniform(4, 3, 1.0), RNG(0))
    return swarm.step(state, FunctionJudge(sphere), RNG(0))


def test_names_of_arrays() -> None:
    """A state's arrays are named as its fields."""
    state = a_state()
    arrays = state_arrays(state)
    assert set(arrays) == {
        "positions", "velocities", "bests", "leaders", "scores", "best_scores", "duels_won",
        "duels_fought",
    }  # fmt: skip
    assert all(arrays[name] is getattr(state, name) for name in arrays)


@pytest.mark.parametrize("judged", [False, True])
def test_through_a_file(judged: bool) -> None:
    """Empty arrays and single numbers survive the file format of weights."""
    start = Pso(0.7, 1.4, 1.4, None).start(uniform(4, 3, 1.0), RNG(0))
    state: State = a_state() if judged else start
    arrays = load(save(state_arrays(state)))
    restored = restore_state(PsoState, arrays)
    for name, array in state_arrays(restored).items():
        before = getattr(state, name)
        assert (array.dtype, array.shape) == (before.dtype, before.shape)
        assert array.tobytes() == before.tobytes()
        assert array.flags.c_contiguous


def test_a_restored_state_owns_its_arrays() -> None:
    """Writing into what was handed over changes nothing."""
    arrays = {name: array.copy() for name, array in state_arrays(a_state()).items()}
    restored = restore_state(PsoState, arrays)
    arrays["positions"][:] = 7
    assert not (restored.positions == 7).any()
    with pytest.raises(ValueError, match="read-only"):
        restored.positions[0, 0] = 7


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positions": None}, r"the arrays \['best_scores'.* are no PsoState: use exactly \["),
        ({"extra": np.zeros(3)}, "are no PsoState"),
        (
            {"positions": np.zeros((4, 3))},
            "positions is of float64: it must be an array of float32",
        ),
        ({"scores": np.zeros(4, np.float32)}, "scores is of float32: .* array of float64"),
        ({"scores": np.array(["a"] * 4, object)}, "scores is of object"),
        ({"positions": np.zeros((4, 3), ">f4")}, "positions is of >f4"),
        ({"velocities": np.zeros((4, 2), np.float32)}, "velocities has shape .*'d' must be 3"),
        ({"bests": np.zeros((5, 3), np.float32)}, "bests has shape .*'n' must be 4"),
        ({"scores": np.zeros(3)}, "its axis 'n' must be"),
        ({"leaders": np.zeros((0, 3), np.float32)}, "leaders has shape .*must be longer"),
        ({"leaders": np.zeros(3, np.float32)}, r"leaders has shape \(3,\): it must have 2 axes"),
        ({"duels_won": np.zeros(1, np.int64)}, "duels_won has shape .* it must have 0 axes"),
        ({"bests": np.full((4, 3), np.nan, np.float32)}, "bests holds a number that is not finite"),
        ({"scores": np.full(4, np.inf)}, "scores holds a number that is not finite"),
    ],
)
def test_arrays_that_are_no_state(changes: dict[str, Any], message: str) -> None:
    """Each error names the array and what it must be."""
    arrays = {**state_arrays(a_state()), **changes}
    arrays = {name: array for name, array in arrays.items() if array is not None}
    with pytest.raises(ValueError, match=message):
        restore_state(PsoState, arrays)


def test_a_state_of_another_kind() -> None:
    """The names tell states apart."""
    with pytest.raises(ValueError, match="are no EaState: use exactly"):
        restore_state(EaState, state_arrays(a_state()))


def test_an_odd_population_from_a_file() -> None:
    """A step checks what only the optimiser knows."""
    rows = np.zeros((3, 2), np.float32)
    state = EaState(population=rows, sigmas=rows, scores=np.zeros(0))
    with pytest.raises(ValueError, match="a population of 3 is not allowed"):
        Ea().step(state, FunctionJudge(sphere), RNG(0))
