"""Residual convolutional nets, slow and plain.

Convolutions sum whole numbers: activations of 7 bits, 32 of them in one, and weights of 8 bits with
a scale for each output. What follows a sum is done in float32, one rounded operation at a time.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import ConvNet
from ponnuki.games import Position
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
    whole = np.rint(weights / step[:, None, None, None]).astype(np.float64)
    wide = np.pad(planes, ((0, 0), (reach, reach), (reach, reach))).astype(np.float64)
    total = np.zeros((outputs, size, size))  # whole numbers, far below 2**53
    for down in range(width):
        for right in range(width):
            seen = wide[:, down : down + size, right : right + size]
            total += np.tensordot(whole[:, :, down, right], seen, 1)
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


def liberties(board: Cells) -> Whole:
    """How many liberties the string of every stone has; 0 where there is none."""
    size = len(board)

    def beside(point: tuple[int, int]) -> list[tuple[int, int]]:
        steps = [(point[0] + i, point[1] + j) for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        return [one for one in steps if 0 <= one[0] < size and 0 <= one[1] < size]

    found = np.zeros(board.shape, np.int64)
    for start in zip(*np.nonzero(board), strict=True):
        string, rest = {start}, [start]
        while rest:
            for one in beside(rest.pop()):
                if board[one] == board[start] and one not in string:
                    string.add(one)
                    rest.append(one)
        found[start] = len({e for stone in string for e in beside(stone) if not board[e]})
    return found


def marks_of(position: Position, history: int, with_ko: bool) -> list[Cells]:
    """Where the last moves were, a board each, and where ko alone forbids to play."""
    points = position.game.points
    moves = [*position.last_moves, points, points]  # a pass is nowhere, and so is what nobody knows
    places = [{move} for move in moves[:history]]
    if with_ko:
        whys = {point: position.why_illegal(point) or "" for point in range(points)}
        places.append({point for point, why in whys.items() if why.startswith(("ko", "superko"))})
    every = np.arange(points).reshape(position.cells.shape)
    return [np.isin(every, list(one)).astype(np.int8) for one in places]


def planes_of(
    board: Cells, side: int, passed: bool, with_liberties: bool, marks: Sequence[Cells] = ()
) -> Whole:
    """What a net sees, as zeros and ones."""
    seen = side * board.astype(np.int64)
    ones = np.ones_like(seen)
    planes = [seen == 1, seen == -1, ones, ones * passed]
    if with_liberties:
        count = liberties(board)
        planes += [(seen == one) & (count == many) for one in (1, -1) for many in (1, 2, 3)]
    return np.stack([*planes, *marks]).astype(np.int64)


def conv(
    weights: Singles,
    board: Cells,
    blocks: int,
    channels: int,
    side: int,
    passed: bool = False,
    with_liberties: bool = False,
    marks: Sequence[Cells] = (),
) -> tuple[float, Singles]:
    """The value of one board for a side, and the logits of its policy: points, then a pass."""
    row = _Row(weights)
    planes = 32 * planes_of(board, side, passed, with_liberties, marks)
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
    passing = _dot(bias[0], of_pass, _pooled(policy))
    flat = np.append((logits * (np.float32(1) / STEPS)).reshape(-1), passing).astype(np.float32)

    pooled = _pooled(_steps(_squashed(_sums(row, last, channels, 0))))
    matrix, biases = row.take(HIDDEN, 2 * channels), row.take(HIDDEN)
    hidden = biases.copy()
    for i in range(2 * channels):
        hidden = hidden + matrix[:, i] * pooled[i]
    output, end = row.take(HIDDEN), row.take(1)
    total = _dot(end[0], output, np.maximum(hidden, np.float32(0)))
    value = np.rint(tanh32(np.array([total], np.float32)).astype(np.float64) * GRID)[0] / GRID
    return float(value), flat


def conv_at(net: ConvNet, weights: Singles, position: Position) -> tuple[float, Singles]:
    """The value of a position for the side to move, and the logits of its policy."""
    side = 1 if position.to_move == "black" else -1
    shape = net.blocks, net.channels, side, position.passes > 0, net.liberties
    return conv(weights, position.cells, *shape, marks_of(position, net.history, net.ko))


def conv_value(net: ConvNet, weights: Singles, cells: Cells, side: int) -> Floats:
    """The values of boards alone for a side: nobody has passed, and nothing is marked."""
    marks = [np.zeros_like(cells[0])] * (net.history + net.ko)
    shape = net.blocks, net.channels, side, False, net.liberties, marks
    return np.array([conv(weights, board, *shape)[0] for board in cells])


def float_conv(weights: Floats, planes: Whole, blocks: int, channels: int) -> tuple[float, Floats]:
    """Value and logits as a learner computes them: in floats, and with nothing rounded."""
    at = 0

    def take(*shape: int) -> Floats:
        nonlocal at
        count = int(np.prod(shape))
        found = weights[at : at + count].reshape(shape)
        at += count
        return found

    def layer(x: Floats, reach: int) -> Floats:
        inputs, size, _ = x.shape
        width = 2 * reach + 1
        kernel, biases = take(channels, inputs, width, width), take(channels)
        wide = np.pad(x, ((0, 0), (reach, reach), (reach, reach)))
        total = np.zeros((channels, size, size))
        for down in range(width):
            for right in range(width):
                seen = wide[:, down : down + size, right : right + size]
                total += np.einsum("oi,irc->orc", kernel[:, :, down, right], seen)
        return total + biases[:, None, None]

    def cut(x: Floats) -> Floats:
        return np.clip(x, 0, float(LIMIT))

    def pooled(x: Floats) -> Floats:
        return np.concatenate([x.mean(axis=(1, 2)), x.max(axis=(1, 2))])

    x = cut(layer(planes.astype(np.float64), 1))
    for _ in range(blocks):
        x = cut(x + layer(cut(layer(x, 1)), 1))
    head = cut(layer(x, 0))
    points = np.einsum("c,crw->rw", take(channels), head).ravel()
    passing = take(2 * channels) @ pooled(head) + take(1)
    head = cut(layer(x, 0))
    matrix, biases = take(HIDDEN, 2 * channels), take(HIDDEN)
    hidden = np.maximum(matrix @ pooled(head) + biases, 0)
    total = take(HIDDEN) @ hidden + take(1)
    return float(np.tanh(total[0])), np.append(points, passing)
