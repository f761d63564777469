"""What holds for every optimiser in the registry."""

import importlib.util
from typing import Any

import numpy as np
import pytest

from ponnuki.optimisers import (
    METHODS,
    Cma,
    Ea,
    Es,
    FunctionJudge,
    Ga,
    Halving,
    HillClimbing,
    Hybrid,
    Judge,
    Optimiser,
    Pso,
    Sane,
    Selection,
    State,
    Weights,
    restore_state,
    state_arrays,
)
from tests.optimisers.judges import sphere, uniform

needs_cma = pytest.mark.skipif(
    importlib.util.find_spec("cma") is None, reason="the extra cma is not installed"
)
STABLE: dict[str, Any] = {"inertia": 0.729, "c1": 1.494, "c2": 1.494, "vmax": None}
EXAMPLES: dict[str, tuple[str, Optimiser[Any]]] = {
    "pso": ("pso", Pso(**STABLE)),
    "pso ring": ("pso", Pso(**STABLE, neighbourhood="lbest", window=3)),
    "pso replay": ("pso", Pso(**STABLE, neighbourhood="von-neumann", bests="replay")),
    "pso remember": ("pso", Pso(**{**STABLE, "vmax": 1.0}, bests="remember")),
    "ea": ("ea", Ea(sigma=0.3)),
    "hybrid": ("hybrid", Hybrid(**STABLE, sigma=0.3)),
    "hybrid at rest": ("hybrid", Hybrid(0.0, 0.0, 0.0, sigma=0.3)),
    "hc": ("hc", HillClimbing(sigma=0.3, challenges=10)),
    "ga": ("ga", Ga(mutation_rate=0.1)),
    "ga by child": ("ga", Ga(mutation_rate=0.5, mutation_per="child")),
    "es": ("es", Es(sigma=0.2, learning_rate=0.1, population=10, momentum=0.5)),
    "cma": ("cma", Cma(sigma=0.3, population=6)),
    "cma full": ("cma", Cma(sigma=0.3, diagonal=False)),
    "halving": ("halving", Halving(sigma=0.1, population=8)),
    "selection": ("selection", Selection()),
    "sane": ("sane", Sane(hidden=1, biases=False, weight_mutation=0.6)),
    "sane of three neurons": ("sane", Sane(hidden=3, biases=False, weight_mutation=0.3)),
    "sane with biases": ("sane", Sane(hidden=1, weight_mutation=0.6, follow=0.8)),
}
NETS, WEIGHTS = 8, 3

every_optimiser = pytest.mark.parametrize(
    "optimiser",
    [
        pytest.param(optimiser, id=name, marks=needs_cma if kind == "cma" else ())
        for name, (kind, optimiser) in EXAMPLES.items()
    ],
)


def first_nets(optimiser: Optimiser[Any]) -> Weights:
    """What an optimiser starts from."""
    return uniform(1 if optimiser.single_start else NETS, WEIGHTS, 1.0)


def run(
    optimiser: Optimiser[Any], steps: int, judge: Judge | None = None, seed: int = 0
) -> list[State]:
    """All states of a run on the sphere, each step with a generator of its own."""
    states = [optimiser.start(first_nets(optimiser), np.random.default_rng(seed))]
    for step in range(steps):
        rng = np.random.default_rng([seed, step])
        states.append(optimiser.step(states[-1], judge or FunctionJudge(sphere), rng))
    return states


def same(one: State, other: State) -> bool:
    """Whether two states are the same to the last bit."""
    a, b = state_arrays(one), state_arrays(other)
    return a.keys() == b.keys() and all(
        a[name].dtype == b[name].dtype
        and a[name].shape == b[name].shape
        and a[name].tobytes() == b[name].tobytes()
        for name in a
    )


def test_every_kind_has_an_example() -> None:
    """No optimiser escapes the tests of this file."""
    assert {kind for kind, _ in EXAMPLES.values()} == set(METHODS)
    assert all(type(optimiser) is METHODS[kind] for kind, optimiser in EXAMPLES.values())


@every_optimiser
def test_improves_on_the_sphere(optimiser: Optimiser[Any]) -> None:
    """After 60 steps the champion is far better than the best net of the start.

    Selection alone delivers just that net.
    """
    states = run(optimiser, 60)
    before = sphere(first_nets(optimiser).astype(np.float64)).min()
    after = sphere(optimiser.champion(states[-1])[None].astype(np.float64))[0]
    assert after == before if isinstance(optimiser, Selection) else after < before / 10


@every_optimiser
def test_the_seed_decides(optimiser: Optimiser[Any]) -> None:
    """The same seed gives the same states, another seed other ones, if anything is drawn."""
    one, two, other = run(optimiser, 5), run(optimiser, 5), run(optimiser, 5, seed=1)
    assert all(same(a, b) for a, b in zip(one, two, strict=True))
    changes = not np.array_equal(optimiser.weights(one[-1]), optimiser.weights(other[-1]))
    assert changes != isinstance(optimiser, Selection)


@every_optimiser
def test_a_step_leaves_its_state_alone(optimiser: Optimiser[Any]) -> None:
    """States are as they were, can be stepped from again, and nobody can write into them."""
    for state in run(optimiser, 2):
        before = {name: array.copy() for name, array in state_arrays(state).items()}
        one = optimiser.step(state, FunctionJudge(sphere), np.random.default_rng(7))
        two = optimiser.step(state, FunctionJudge(sphere), np.random.default_rng(7))
        assert same(one, two)
        for name, array in state_arrays(state).items():
            assert np.array_equal(array, before[name])
            assert not array.flags.writeable


@every_optimiser
def test_the_first_nets_are_copied(optimiser: Optimiser[Any]) -> None:
    """Writing into the array that a run started from changes nothing."""
    nets = first_nets(optimiser)
    state = optimiser.start(nets, np.random.default_rng(0))
    nets[:] = 9
    assert same(state, optimiser.start(first_nets(optimiser), np.random.default_rng(0)))


@every_optimiser
@pytest.mark.parametrize("steps", [0, 1, 4])
def test_a_restored_state_continues_exactly(optimiser: Optimiser[Any], steps: int) -> None:
    """A run that is saved, restored and continued equals the run that went on."""
    states = run(optimiser, steps + 3)
    saved = {name: array.copy() for name, array in state_arrays(states[steps]).items()}
    state = restore_state(optimiser.state_type, saved)
    assert same(state, states[steps])
    for step in range(steps, steps + 3):
        state = optimiser.step(state, FunctionJudge(sphere), np.random.default_rng([0, step]))
        assert same(state, states[step + 1])


@every_optimiser
def test_shapes_are_kept(optimiser: Optimiser[Any]) -> None:
    """Populations keep their size, and champions are finite nets of float32."""
    states = run(optimiser, 3)
    for state in states:
        assert type(state) is optimiser.state_type
        if not isinstance(optimiser, Halving):  # it drops nets until one is left
            assert optimiser.weights(state).shape == first_nets(optimiser).shape
        assert optimiser.weights(state).dtype == np.float32
        champion = optimiser.champion(state)
        assert champion.shape == (WEIGHTS,)
        assert champion.dtype == np.float32
        assert np.isfinite(champion).all()


@every_optimiser
def test_a_run_starts_with_the_given_nets(optimiser: Optimiser[Any]) -> None:
    """Nothing is judged before the first step, and the first net stands for the champion."""
    state = run(optimiser, 0)[0]
    assert np.array_equal(optimiser.weights(state), first_nets(optimiser))
    assert np.array_equal(optimiser.champion(state), first_nets(optimiser)[0])
    assert len(state.scores) == 0


@every_optimiser
def test_scores_are_those_of_the_judged_population(optimiser: Optimiser[Any]) -> None:
    """They stand in the order in which the population was asked about; hill climbing has none."""

    class Recorder(FunctionJudge):
        last: Any = ()

        def score(self, weights: Weights) -> Any:
            self.last = super().score(weights)
            return self.last

        def duel(self, challengers: Weights, incumbents: Weights, *, first: int = 0) -> Any:
            del incumbents, first
            return np.zeros(len(challengers), np.bool_)

    judge = Recorder(sphere)
    state = run(optimiser, 3, judge)[-1]
    assert (len(state.scores) == 0) == isinstance(optimiser, HillClimbing)
    assert np.array_equal(state.scores, judge.last[: len(state.scores)])


@every_optimiser
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.zeros(3), "weights of shape \\(3,\\) are not allowed"),
        (np.zeros((0, 3)), "weights of shape \\(0, 3\\) are not allowed"),
        (np.zeros((4, 0)), "weights of shape \\(4, 0\\) are not allowed"),
        (np.array([[0.0, 1.0], [2.0, np.nan]]), "weights\\[1, 1\\] is nan: all must be finite"),
        (np.array([[np.inf]]), "weights\\[0, 0\\] is inf"),
        (np.array([[1e39, 0.0]]), "weights\\[0, 0\\] is inf"),  # too large for float32
    ],
)
def test_bad_weights(optimiser: Optimiser[Any], weights: Any, message: str) -> None:
    """Only rows of finite numbers can be the start."""
    with pytest.raises(ValueError, match=message):
        optimiser.start(weights, np.random.default_rng(0))


@every_optimiser
def test_wrong_numbers_of_nets(optimiser: Optimiser[Any]) -> None:
    """A search from one net wants one; halving a population needs an even number."""
    rng = np.random.default_rng(0)
    if optimiser.single_start:
        with pytest.raises(ValueError, match="a start from 2 nets is not allowed: use exactly 1"):
            optimiser.start(uniform(2, 3, 1.0), rng)
    elif isinstance(optimiser, Ea | Hybrid):
        for nets in 1, 7:
            with pytest.raises(ValueError, match=f"population of {nets} is not .*: use 2 or more"):
                optimiser.start(uniform(nets, 3, 1.0), rng)


@every_optimiser
def test_judges_that_say_nonsense(optimiser: Optimiser[Any]) -> None:
    """A score that is no number, or an answer of the wrong length, is an error."""

    class Broken(FunctionJudge):
        def duel(self, challengers: Weights, incumbents: Weights, *, first: int = 0) -> Any:
            del challengers, incumbents, first
            return np.ones(99, np.bool_)

    with pytest.raises(ValueError, match=r"the judge (gave the score nan|decided)"):
        run(optimiser, 1, Broken(lambda rows: np.full(len(rows), np.nan)))
    with pytest.raises(ValueError, match=r"the judge (gave scores of shape|decided)"):
        run(optimiser, 1, Broken(lambda rows: np.zeros(len(rows) + 1)))


@every_optimiser
def test_equal_scores_are_no_trouble(optimiser: Optimiser[Any]) -> None:
    """A judge that finds everybody equal leaves finite weights."""
    states = run(optimiser, 20, FunctionJudge(lambda rows: np.zeros(len(rows))))
    assert np.isfinite(optimiser.weights(states[-1])).all()


def test_states_of_large_nets_are_small() -> None:
    """Forty nets of 6,216 weights stay far below 200 MB in every optimiser."""
    rng = np.random.default_rng(0)
    for kind, optimiser in EXAMPLES.values():
        if kind != "cma":
            state = optimiser.start(uniform(1 if optimiser.single_start else 40, 6216, 0.2), rng)
            assert sum(array.nbytes for array in state_arrays(state).values()) < 6_000_000
