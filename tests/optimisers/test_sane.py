"""SANE by hand: how nets are made of neurons, what neurons earn, who breeds and who is replaced."""

from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.optimisers import FunctionJudge, Sane, SaneState, restore_state, state_arrays
from ponnuki.optimisers.sane import neuron_scores
from tests.optimisers.judges import ScriptedJudge, sphere, uniform

STILL: dict[str, Any] = {
    "weight_mutation": 0.0,
    "label_mutation": 0.0,
    "pointer_mutation": 0.0,
    "follow": 0.0,
}
"""Nothing is drawn but mates and cuts."""


def nets_of(hidden: int, inputs: int, count: int, biases: bool = True) -> Any:
    """Nets whose weights are numbered, so that each can be told."""
    length = hidden * (inputs + 1 + biases) + biases
    return np.arange(count * length, dtype=np.float32).reshape(count, length)


def test_a_neuron_is_a_hidden_unit_of_an_mlp() -> None:
    """Exchanging the neurons of a blueprint changes the row, and not what the net says."""
    net = ponnuki.evaluator("mlp", "go:4", hidden=(3,), biases=True, output_activation="tanh")
    rows = net.initial(4, 1)
    sane = Sane(hidden=3)
    state = sane.start(rows, np.random.default_rng(0))
    turned = SaneState(**{**state_arrays(state), "blueprints": state.blueprints[:, ::-1].copy()})
    other = sane.weights(turned)
    position = net.game.start().play(5).play(2).play(9)
    assert not np.array_equal(other, rows)
    assert net.value(other, position) == pytest.approx(net.value(rows, position), abs=1e-5)


def test_connections_are_few_and_their_weights_are_the_first_nets() -> None:
    """A neuron keeps some of its weights; those to the same place add up."""
    sane = Sane(hidden=2, biases=False, connections=2)
    rows = nets_of(2, 4, 4, biases=False) + 1
    state = sane.start(rows, np.random.default_rng(1))
    nets = sane.weights(state)
    assert ((nets != 0).sum(axis=1) == 4).all()
    assert np.array_equal(nets[nets != 0], rows[nets != 0])
    labels = np.zeros_like(state.labels)
    twice = SaneState(**{**state_arrays(state), "labels": labels})
    assert np.array_equal(sane.weights(twice)[0, ::4][:2], state.strengths[:2].sum(axis=1))


def test_a_small_population_of_neurons_is_shared() -> None:
    """Blueprints draw from so many of the first nets' neurons."""
    sane = Sane(hidden=3, neurons=5)
    state = sane.start(nets_of(3, 2, 6), np.random.default_rng(2))
    assert len(state.labels) == 5
    assert state.blueprints.shape == (6, 3)
    assert state.blueprints.max() < 5
    shared = np.unique(state.blueprints.ravel(), return_counts=True)[1]
    assert shared.max() > 1


def test_what_neurons_earn() -> None:
    """The mean of the best nets of each; a net counts once, and who is in none comes last."""
    blueprints = np.array([[0, 1], [0, 2], [0, 0], [1, 2]])
    scores = np.array([4.0, 8.0, 6.0, -2.0])
    earned = neuron_scores(blueprints, scores, 4, 2)
    assert earned.tolist() == [7.0, 1.0, 3.0, -3.0]
    assert neuron_scores(blueprints, scores, 4, 5).tolist() == [6.0, 1.0, 3.0, -3.0]


def test_the_best_breed_and_the_worst_are_replaced() -> None:
    """A quarter of eight nets: two pairs have two offspring each, for the four last ranks."""
    sane = Sane(hidden=2, **STILL)
    state = sane.start(nets_of(2, 2, 8), np.random.default_rng(0))
    scores = [3.0, 9.0, 1.0, 7.0, 2.0, 5.0, 8.0, 4.0]  # ranks: 1, 6, 3, 5, 7, 0, 4, 2
    after = sane.step(state, ScriptedJudge([scores], []), np.random.default_rng(4))
    kept = [1, 6, 3, 5]
    assert np.array_equal(after.blueprints[kept], state.blueprints[kept])
    for place in 7, 0, 4, 2:
        parents = state.blueprints[[1, 6]]
        assert all(
            neuron in parents[:, unit] for unit, neuron in enumerate(after.blueprints[place])
        )
    # Of sixteen neurons the four of nets 1 and 6 breed, and eight offspring take the last places.
    best = [2, 3, 12, 13]
    last = {14, 15, 0, 1, 8, 9, 4, 5}
    changed = np.flatnonzero((after.strengths != state.strengths).any(axis=1))
    assert set(changed.tolist()) == last
    for neuron in changed:
        for gene, weight in enumerate(after.strengths[neuron]):
            assert weight in state.strengths[best, gene]
    assert np.array_equal(after.best[0], sane.weights(state)[1])
    assert np.array_equal(after.rest[7], state.rest[1])


def test_new_blueprints_follow_to_offspring() -> None:
    """With certainty, every neuron of a new blueprint that has bred is one of its offspring."""
    sane = Sane(hidden=2, **{**STILL, "follow": 1.0})
    state = sane.start(nets_of(2, 2, 8), np.random.default_rng(0))
    scores = [3.0, 9.0, 1.0, 7.0, 2.0, 5.0, 8.0, 4.0]
    after = sane.step(state, ScriptedJudge([scores], []), np.random.default_rng(4))
    replaced = {14, 15, 0, 1, 8, 9, 4, 5}
    for place in 7, 0, 4, 2:
        assert set(after.blueprints[place].tolist()) <= replaced


def test_mutations_have_their_rates() -> None:
    """Drawn weights, labels and neurons are about as many as asked, among offspring alone."""
    chances = {"weight_mutation": 0.2, "label_mutation": 0.1, "pointer_mutation": 0.3}
    sane = Sane(hidden=10, **{**STILL, **chances})
    rows = np.full((40, 10 * 52 + 1), 5.0, np.float32)  # 50 inputs; new weights are within ±1
    state = sane.start(rows, np.random.default_rng(0))
    after = sane.step(state, FunctionJudge(sphere), np.random.default_rng(1))
    genes = 2 * 100 * 52  # of the offspring of a quarter of 400 neurons
    assert (np.abs(after.strengths) <= 1).sum() / genes == pytest.approx(0.2, abs=0.02)
    moved = (after.labels != state.labels).sum() / genes
    assert moved == pytest.approx(0.1, abs=0.02)
    old = state.blueprints[:10]  # all equal: the first ranks breed
    places = after.blueprints[20:]
    foreign = ~np.isin(places, old)
    assert foreign.mean() == pytest.approx(0.3 * 0.75, abs=0.08)  # a quarter of all is old


def test_blueprints_learn_which_neurons_go_together() -> None:
    """On a task where parts must match, selection over nets finds the pair."""

    def apart(rows: Any) -> Any:
        return np.square(rows[:, 0] - 0.5) + np.square(rows[:, 1] + 0.5)

    sane = Sane(hidden=2, biases=False, weight_mutation=0.3)
    state = sane.start(uniform(20, 2, 1.0), np.random.default_rng(0))
    for step in range(40):
        state = sane.step(state, FunctionJudge(apart), np.random.default_rng([3, step]))
    assert apart(sane.champion(state)[None].astype(np.float64))[0] < 0.01


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"hidden": 0}, "hidden=0 is not allowed: use a whole number from 1 on"),
        ({"neurons": 3}, "neurons=3 is not allowed: use 0, or 4 or more"),
        ({"breeding": 0.5}, "breeding=0.5 is not allowed: use 0 to 0.3333333333333333"),
        ({"best_nets": 0}, "best_nets=0 is not allowed"),
        ({"follow": 1.5}, "follow=1.5 is not allowed"),
        ({"connections": -1}, "connections=-1 is not allowed"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], message: str) -> None:
    """They are refused by name."""
    with pytest.raises(ValueError, match=message):
        Sane(**settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"hidden": 3}, "hidden=3 does not fit nets of 9 weights: with biases=True"),
        ({"hidden": 8}, "hidden=8 does not fit nets of 9 weights"),
        ({"hidden": 2, "neurons": 9}, "neurons=9 is not allowed: 4 nets of 2 hidden units have 8"),
        ({"hidden": 2, "connections": 5}, "connections=5 is not allowed: a neuron has at most 4"),
    ],
)
def test_nets_that_have_no_such_neurons(settings: dict[str, Any], message: str) -> None:
    """A start says what does not fit."""
    with pytest.raises(ValueError, match=message):
        Sane(**settings).start(uniform(4, 9, 1.0), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("blueprints", 99, "blueprints holds a neuron that is none of 8"),
        ("blueprints", -1, "blueprints holds a neuron that is none of 8"),
        ("labels", -1, "labels holds a number below 0"),
    ],
)
def test_damaged_states(name: str, value: int, message: str) -> None:
    """Numbers of neurons and places that there are not are refused."""
    sane = Sane(hidden=2)
    arrays = {key: array.copy() for key, array in _started(sane).items()}
    arrays[name][0, 0] = value
    with pytest.raises(ValueError, match=message):
        restore_state(SaneState, arrays)


def test_states_of_other_settings() -> None:
    """A state of two neurons is none of one, of four, or without biases."""
    state = restore_state(SaneState, _started(Sane(hidden=2)))
    for other in Sane(hidden=1), Sane(hidden=4), Sane(hidden=3, biases=False):
        with pytest.raises(ValueError, match=r"the state|does not fit"):
            other.weights(state)


def _started(sane: Sane) -> dict[str, Any]:
    return state_arrays(sane.start(uniform(4, 9, 1.0), np.random.default_rng(0)))


def test_a_turned_bit_is_a_step_of_any_size() -> None:
    """From the middle of ±1, steps of 16 bits are powers of two apart, each about as likely."""
    sane = Sane(hidden=1, biases=False, weight_mutation=1.0)
    middle = np.full((1, 4000), 1 / 65535, np.float32)  # the code 2^15
    after = sane._turn_bits(middle, np.random.default_rng(0))
    steps = np.rint(np.abs(after - middle) * 65535 / 2).astype(int)
    sizes, counts = np.unique(steps, return_counts=True)
    assert sizes.tolist() == [2**bit for bit in range(16)]
    assert counts.min() > 150
    assert np.abs(after).max() <= 1
