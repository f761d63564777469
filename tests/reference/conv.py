"""Residual convolutional nets, slow and plain.

Convolutions sum whole numbers: activations of 7 bits, 32 of them in one, and weights of 8 bits with
a scale for each output. What follows a sum is done in float32, one rounded operation at a time.
"""

import numpy as np
from numpy.typing import NDArray

from tests.reference.nets import GRID, Cells, Floats, Singles, tanh32

STEPS = np.float32(32)
LIMIT = np.float32(127) / STEPS
HIDDEN = 64

Whole = NDArray[np.int64]


class _Row:
    """Weights that are taken from the front."""

    def __init__(self, weights: Singles) -> None:
        self._weights = weights
        self._at = 0

    def take(self, *shape: int) -> Singles:
        count = int(np.prod(shape))
        found = self._weights[self._at : self._at + count].reshape(shape)
        self._at += count
        return found


def _sums(row: _Row, planes: Whole, outputs: int, reach: int) -> Singles:
    """A convolution with its biases; reach is 1 for 3×3, 0 for 1×1."""
    inputs, size, _ = planes.shape
    width = 2 * reach + 1
    weights = row.take(outputs, inputs, width, width)
    biases = row.take(outputs)
    largest = np.abs(weights).reshape(outputs, -1).max(axis=1)
    step = np.where(largest > 0, largest / np.float32(127), np.float32(1)).astype(np.float32)
    whole = np.rint(weights / step[:, None, None, None]).astype(np.int64)
    wide = np.pad(planes, ((0, 0), (reach, reach), (reach, reach)))
    total = np.zeros((outputs, size, size), np.int64)
    for down in range(width):
        for right in range(width):
            seen = wide[:, down : down + size, right : right + size]
            total += np.einsum("oi,irc->orc", whole[:, :, down, right], seen)
    scale = (step / STEPS)[:, None, None]
    found: Singles = total.astype(np.float32) * scale + biases[:, None, None]
    return found


def _squashed(sums: Singles) -> Singles:
    return np.minimum(np.maximum(sums, np.float32(0)), LIMIT)


def _steps(values: Singles) -> Whole:
    """Activations as whole numbers."""
    return (values * STEPS + np.float32(0.5)).astype(np.int64)


def _pooled(planes: Whole) -> Singles:
    points = planes.shape[1] * planes.shape[2]
    mean = planes.sum(axis=(1, 2)).astype(np.float32) * (np.float32(1) / (STEPS * points))
    most = planes.max(axis=(1, 2)).astype(np.float32) * (np.float32(1) / STEPS)
    return np.concatenate([mean, most]).astype(np.float32)


def _dot(start: np.float32, weights: Singles, values: Singles) -> np.float32:
    """A sum in the order of the weights, every operation rounded."""
    total = np.float32(start)
    for weight, value in zip(weights, values, strict=True):
        total = np.float32(total + np.float32(weight * value))
    return total


def conv(
    weights: Singles, board: Cells, blocks: int, channels: int, side: int
) -> tuple[float, Singles]:
    """The value of one board for a side, and the logits of its policy: points, then a pass."""
    row = _Row(weights)
    seen = side * board.astype(np.int64)
    ones = np.ones_like(seen)
    planes = 32 * np.stack([seen == 1, seen == -1, ones]).astype(np.int64)
    kept = _squashed(_sums(row, planes, channels, 1))
    for _ in range(blocks):
        inner = _steps(_squashed(_sums(row, _steps(kept), channels, 1)))
        kept = _squashed(kept + _sums(row, inner, channels, 1))
    last = _steps(kept)

    policy = _steps(_squashed(_sums(row, last, channels, 0)))
    by_channel = row.take(channels)
    logits = np.zeros(board.shape, np.float32)
    for channel in range(channels):
        logits = logits + by_channel[channel] * policy[channel].astype(np.float32)
    of_pass, bias = row.take(2 * channels), row.take(1)
    passed = _dot(bias[0], of_pass, _pooled(policy))
    flat = np.append((logits * (np.float32(1) / STEPS)).reshape(-1), passed).astype(np.float32)

    pooled = _pooled(_steps(_squashed(_sums(row, last, channels, 0))))
    matrix, biases = row.take(HIDDEN, 2 * channels), row.take(HIDDEN)
    hidden = biases.copy()
    for i in range(2 * channels):
        hidden = hidden + matrix[:, i] * pooled[i]
    output, end = row.take(HIDDEN), row.take(1)
    total = _dot(end[0], output, np.maximum(hidden, np.float32(0)))
    value = np.rint(tanh32(np.array([total], np.float32)).astype(np.float64) * GRID)[0] / GRID
    return float(value), flat


def conv_value(weights: Singles, cells: Cells, blocks: int, channels: int, side: int) -> Floats:
    """The values of boards for a side."""
    return np.array([conv(weights, board, blocks, channels, side)[0] for board in cells])
