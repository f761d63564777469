"""The gradient of a convolutional net: numeric differences, batches, instruction sets, threads."""

from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki import evaluator, machine
from ponnuki.arena import Arena
from ponnuki.evaluators import ConvNet
from ponnuki.learners.zero.games import gradient, learn
from ponnuki.learners.zero.samples import Learned, Samples
from ponnuki.learners.zero.settings import ZeroSettings
from ponnuki.settings import Said
from tests.reference.conv import float_conv, planes_of

STEPS = 65534
NO_MOVE = 65535


def a_net(spec: str = "capture-go:4", **options: object) -> tuple[ConvNet, NDArray[np.float32]]:
    """A net of one block, and weights of which few activations are cut off."""
    net = cast(ConvNet, evaluator("conv", spec, blocks=1, **options))
    rng = np.random.default_rng(3)
    return net, rng.uniform(-0.2, 0.2, net.weight_count).astype(np.float32)


def samples(net: ConvNet, count: int, seed: int = 1) -> Samples:
    """Random boards, marks, policies and values.

    Some moves are none, some boards follow a pass.
    """
    rng = np.random.default_rng(seed)
    row = net.game.points + 1
    cells = rng.integers(0, 3, (count, row)).astype(np.uint8)
    cells[:, -1] = rng.integers(0, 2, count)
    for mark in net.marks:
        cells[np.arange(count), rng.integers(0, row - 1, count)] |= mark
    shares = rng.uniform(0, 1, (count, row)) ** 4
    shares /= shares.sum(axis=1, keepdims=True)
    policies = np.rint(shares * STEPS).astype(np.uint16)
    policies[:, : row // 3] = NO_MOVE
    return Samples(cells, policies, rng.uniform(-1, 1, count).astype(np.float32))


def planes(net: ConvNet, cells: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What a net sees of the cells of a sample."""
    here = cells[:-1].reshape(net.game.size, net.game.size)
    board = ((here & 3) == 1).astype(np.int8) - ((here & 3) == 2).astype(np.int8)
    marks = [((here & mark) > 0).astype(np.int8) for mark in net.marks]
    return planes_of(board, 1, bool(cells[-1]), net.liberties, marks)


def loss(net: ConvNet, weights: NDArray[np.float64], one: Samples, share: float) -> float:
    """The mean loss, slow and plain: cross entropy above the least, and squared error."""
    total = 0.0
    for cells, policy, value in zip(one.cells, one.policies, one.values, strict=True):
        found, logits = float_conv(weights, planes(net, cells), net.blocks, net.channels)
        moves = policy != NO_MOVE
        wanted = policy[moves] / policy[moves].sum()
        chances = np.exp(logits[moves]) / np.exp(logits[moves]).sum()
        some = wanted > 0
        total += float(wanted[some] @ np.log(wanted[some] / chances[some]))
        total += share * (found - float(value)) ** 2
    return total / len(one)


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("capture-go:4", {}),
        ("capture-go:4", {"liberties": True}),
        ("capture-go:4", {"history": 2}),
        ("go:4", {"history": 1, "ko": True}),
        ("go:4", {"liberties": True, "history": 2, "ko": True}),
    ],
)
def test_the_gradient_is_that_of_numeric_differences(spec: str, options: dict[str, Any]) -> None:
    """Of weights of every layer, and so are the losses."""
    net, row = a_net(spec, **options)
    drawn = samples(net, 3)
    found, policy_loss, value_loss = gradient(net, row, drawn, 0.7)
    exact = row.astype(np.float64)
    assert policy_loss + 0.7 * value_loss == pytest.approx(loss(net, exact, drawn, 0.7), rel=1e-5)
    rng = np.random.default_rng(7)
    heads = net.weight_count - 7000  # the last layers are small: some of their weights for certain
    planewise = 9 * np.arange(net.planes) + 4  # of the first channel, what lies on the point itself
    chosen = [
        *planewise,
        *rng.integers(0, heads, 25),
        *rng.integers(heads, net.weight_count, 15),
    ]
    for i in chosen:
        step = np.zeros(len(exact))
        step[i] = 1e-6
        slope = (loss(net, exact + step, drawn, 0.7) - loss(net, exact - step, drawn, 0.7)) / 2e-6
        assert float(found[i]) == pytest.approx(slope, rel=2e-3, abs=2e-6)


def steps(
    net: ConvNet, before: Learned, drawn: Samples, batches: int, threads: int, rate: float = 2e-3
) -> Learned:
    """Some steps of learning."""
    settings = ZeroSettings(game=net.game.spec, net=Said(ConvNet, {"blocks": 1}), batch=48)
    return learn(settings, net, before, drawn, rate, batches, 9, Arena(threads=threads))


def beginning(row: NDArray[np.float32]) -> Learned:
    """Before the first step."""
    return Learned(row, np.zeros((2, len(row)), np.float32), 0, 0.0, 0.0)


def train(net: ConvNet, row: NDArray[np.float32], threads: int) -> tuple[object, ...]:
    """What some steps come to, as bytes."""
    found = steps(net, beginning(row), samples(net, 40), 5, threads)
    return tuple(np.asarray(one).tobytes() for one in found)


@pytest.mark.parametrize(
    ("spec", "options"), [("capture-go:4", {}), ("go:4", {"history": 2, "ko": True})]
)
def test_threads_and_instruction_sets_change_no_bit(spec: str, options: dict[str, Any]) -> None:
    """Weights, moments and losses after some steps."""
    net, row = a_net(spec, **options)
    expected = train(net, row, 1)
    assert train(net, row, 2) == train(net, row, 5) == expected
    before = machine.instruction_set()
    try:
        for name in machine.instruction_sets():
            machine.use_instruction_set(name)
            assert train(net, row, 2) == expected, name
    finally:
        machine.use_instruction_set(before)


def test_learning_lowers_the_loss() -> None:
    """What is seen again and again is learned."""
    net, row = a_net()
    drawn = samples(net, 16)
    losses, state = [], beginning(row)
    for _ in range(4):
        state = steps(net, state, drawn, 20, 2)
        losses.append(state.policy_loss + state.value_loss)
    assert losses[3] < losses[2] < losses[1] < losses[0]
    assert state.steps == 80


def test_samples_that_do_not_fit_are_refused() -> None:
    """Another board, no positions, a policy without a move."""
    net, row = a_net()
    other = samples(a_net("capture-go:5")[0], 2)
    with pytest.raises(ValueError, match="the samples do not fit the net"):
        gradient(net, row, other, 1.0)
    none = samples(net, 1)
    empty = np.full_like(none.policies, NO_MOVE)
    with pytest.raises(ValueError, match="a sample's policy is empty"):
        gradient(net, row, Samples(none.cells, empty, none.values), 1.0)
