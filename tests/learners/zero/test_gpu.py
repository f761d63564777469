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
