"""The net in PyTorch: it sees and says what the learner's own net does. Skipped without PyTorch."""

from typing import Any

import numpy as np
import pytest

from ponnuki.learners.zero.gpu import TorchConv
from tests.learners.zero.test_gradient import a_net, planes, samples
from tests.reference.conv import float_conv


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("capture-go:4", {}),
        ("capture-go:4", {"history": 1}),
        ("capture-go:5", {"liberties": True}),
        ("go:5", {"liberties": True, "history": 1, "ko": True}),
        ("go:5", {"ko": True}),
        ("go:5", {"history": 2, "ko": True}),
    ],
)
def test_planes_and_values_are_the_twin_s(spec: str, options: dict[str, Any]) -> None:
    """Planes exactly; values and logits but for the rounding of floats."""
    torch: Any = pytest.importorskip("torch")
    net, row = a_net(spec, **options)
    drawn = samples(net, 5)
    found = TorchConv(net, "cpu")
    seen = found.planes(torch.from_numpy(drawn.cells))
    expected = [planes(net, cells) for cells in drawn.cells]
    assert np.array_equal(seen.numpy(), np.stack(expected))
    logits, values = found.forward(seen.float(), found.layers(torch.from_numpy(row)))
    for i, one in enumerate(expected):
        value, by_move = float_conv(row.astype(np.float64), one, net.blocks, net.channels)
        assert float(values[i]) == pytest.approx(value, abs=1e-5)
        assert logits[i].numpy() == pytest.approx(by_move, abs=1e-4)


def test_liberties_of_long_strings() -> None:
    """A string as long as the board allows has the liberties that the core counts."""
    torch: Any = pytest.importorskip("torch")
    net, _ = a_net("capture-go:9", liberties=True)
    rng = np.random.default_rng(1)
    boards = [np.zeros(82, np.uint8) for _ in range(40)]
    for row in range(9):  # a snake
        boards[0][9 * row : 9 * row + 9] = 1 if row % 2 == 0 else 0
        if row % 2 == 1:
            boards[0][9 * row + (8 if row % 4 == 1 else 0)] = 1
    for board in boards[1:]:
        board[:81] = rng.choice(3, 81, p=(0.2, 0.6, 0.2))
    seen = TorchConv(net, "cpu").planes(torch.from_numpy(np.stack(boards)))
    assert np.array_equal(seen.numpy(), np.stack([planes(net, one) for one in boards]))
