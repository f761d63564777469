"""Evaluators on the grid, slow and plain, and the same nets in ordinary float64 beside them.

On the grid every layer's weights are whole multiples of one power of two, every activation is a
whole multiple of 2**-20, and sums are whole numbers: the order of additions cannot matter.

Weights are one float32 row; cells are (boards, size, size) with +1 black, -1 white, 0 empty; values
are float64, one for each board.
"""

import math
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Cells = NDArray[np.int8]

Activation = Literal["tanh", "sigmoid", "linear"]
Encoding = Literal["own-opponent", "messerschmidt", "black-white", "koten", "roban", "katatsugi"]

GRID = 2**20
"""Steps of an activation's grid from 0 to 1."""

BATCH = 4096
"""Boards that are looked at together, so that a million of them fit in memory."""


# Numbers


def quantise(values: Singles, bits: int = 24) -> tuple[Ints, float]:
    """The whole numbers that stand for all values of one layer, and the unit they count."""
    largest = float(np.max(np.abs(values)))
    exponent = max(math.frexp(largest)[1], -100) if largest > 0.0 else -100
    unit = math.ldexp(1.0, exponent - bits)
    return np.rint(values.astype(np.float64) / unit).astype(np.int64), unit


def tanh32(values: Singles) -> Singles:
    """The hyperbolic tangent as a quotient of polynomials, every operation rounded to float32."""
    p0, p1, p2 = map(np.float32, (0.9999999403953552, 0.1297258883714676, 0.002978820586577058))
    p3, p4, p5 = map(
        np.float32, (9.815614248509519e-06, -1.4517263835500671e-08, 2.302653727415116e-11)
    )
    q1, q2, q3 = map(
        np.float32, (0.46305885910987854, 0.023998869583010674, 0.00023623926972504705)
    )
    x = np.minimum(np.maximum(values, np.float32(-8)), np.float32(8))
    y = x * x
    a = ((((p5 * y + p4) * y + p3) * y + p2) * y + p1) * y + p0
    b = ((q3 * y + q2) * y + q1) * y + np.float32(1)
    result: Singles = (x * a) / b
    return result


def sigmoid32(values: Singles) -> Singles:
    """The logistic function by way of `tanh32`, every operation rounded to float32."""
    half = np.float32(0.5)
    result: Singles = half * tanh32(half * values) + half
    return result


def squash(sums: Floats, activation: Activation) -> Ints:
    """The activations of exact sums, as steps of the grid."""
    with np.errstate(over="ignore", under="ignore"):  # infinities are as good as 8
        rounded = sums.astype(np.float32)
        if activation == "tanh":
            squashed = tanh32(rounded)
        elif activation == "sigmoid":
            squashed = sigmoid32(rounded)
        else:
            raise ValueError(f"only tanh and sigmoid have values on the grid, not {activation!r}")
    return np.rint(squashed.astype(np.float64) * GRID).astype(np.int64)


def exact(sums: Ints, unit: float) -> Floats:
    """Whole numbers times a power of two, which float64 must hold exactly."""
    if np.any(np.abs(sums) > 2**53):
        raise ValueError("a sum is too large for float64")
    result: Floats = sums.astype(np.float64) * unit
    return result


def activate_plain(sums: Floats, activation: Activation) -> Floats:
    """An activation in float64."""
    if activation == "tanh":
        result: Floats = np.tanh(sums)
    elif activation == "sigmoid":
        result = np.exp(-np.logaddexp(0.0, -sums))
    else:
        result = sums
    return result


# Layers


def dense_weight_count(sizes: Sequence[int], biases: bool) -> int:
    """The weights of dense layers with these numbers of units, the inputs first."""
    return sum(sizes[i + 1] * (sizes[i] + (1 if biases else 0)) for i in range(len(sizes) - 1))


def layers(weights: Singles, sizes: Sequence[int], biases: bool) -> list[Singles]:
    """The row of weights cut into layers, each its matrix and then its biases."""
    if weights.shape != (dense_weight_count(sizes, biases),):
        raise ValueError(f"{weights.shape} weights do not fit layers of {list(sizes)} units")
    parts: list[Singles] = []
    start = 0
    for i in range(len(sizes) - 1):
        count = dense_weight_count(sizes[i : i + 2], biases)
        parts.append(weights[start : start + count])
        start += count
    return parts


def dense_grid(
    weights: Singles,
    inputs: Ints,
    sizes: Sequence[int],
    hidden: Activation,
    output: Activation,
    biases: bool,
) -> Floats:
    """The single output of dense layers over inputs in steps of the grid."""
    here = inputs
    parts = layers(weights, sizes, biases)
    for i, part in enumerate(parts):
        numbers, unit = quantise(part)
        before, units = sizes[i], sizes[i + 1]
        matrix = numbers[: units * before].reshape(units, before)
        sums = here @ matrix.T
        if biases:
            sums = sums + numbers[units * before :] * GRID
        exact_sums = exact(sums, unit / GRID)
        activation = output if i == len(parts) - 1 else hidden
        if i == len(parts) - 1 and activation == "linear":
            return exact_sums[:, 0]
        here = squash(exact_sums, activation)
    return exact(here[:, 0], 1.0 / GRID)


def dense_plain(
    weights: Singles,
    inputs: Floats,
    sizes: Sequence[int],
    hidden: Activation,
    output: Activation,
    biases: bool,
) -> Floats:
    """The single output of dense layers in float64."""
    here = inputs
    parts = layers(weights, sizes, biases)
    for i, part in enumerate(parts):
        numbers = part.astype(np.float64)
        before, units = sizes[i], sizes[i + 1]
        sums = here @ numbers[: units * before].reshape(units, before).T
        if biases:
            sums = sums + numbers[units * before :]
        here = activate_plain(sums, output if i == len(parts) - 1 else hidden)
    return here[:, 0]


def by_batches(value: Callable[[Cells], Floats], cells: Cells) -> Floats:
    """The values of many boards, some thousand at a time."""
    starts = range(0, max(len(cells), 1), BATCH)
    return np.concatenate([value(cells[start : start + BATCH]) for start in starts])


# Window net


def window_squares(size: int) -> list[tuple[int, int, int]]:
    """Every square of 3x3 points and more as its side, top row and left column, in net order."""
    return [
        (side, top, left)
        for side in range(3, size + 1)
        for top in range(size - side + 1)
        for left in range(size - side + 1)
    ]


def window_shared(size: int) -> list[list[int]]:
    """For every point, by row and column, the number of the input weight it shares."""
    centre = (size + 1) // 2
    order = [(a, b) for a in range(centre) for b in range(a, centre)]
    shared: list[list[int]] = []
    for r in range(size):
        folded = [sorted((min(r, size - 1 - r), min(c, size - 1 - c))) for c in range(size)]
        shared.append([order.index((a, b)) for a, b in folded])
    return shared


def window_first_count(size: int) -> int:
    """The weights of the first layer: those that points share, and a bias for every square."""
    centre = (size + 1) // 2
    return centre * (centre + 1) // 2 + len(window_squares(size))


def window_sizes(size: int) -> tuple[int, ...]:
    """The units of the first layer and of the dense layers behind it."""
    return (len(window_squares(size)), 40, 10, 1)


def window_weight_count(size: int) -> int:
    """The weights of the window net of a board size."""
    return window_first_count(size) + dense_weight_count(window_sizes(size), True)


def window_parts(weights: Singles, size: int) -> tuple[Singles, Singles]:
    """The window net's weights as those of its first layer and those of its dense layers."""
    if weights.shape != (window_weight_count(size),):
        raise ValueError(f"{weights.shape} weights do not fit a window net of size {size}")
    first = window_first_count(size)
    return weights[:first], weights[first:]


def window_matrix(size: int) -> Ints:
    """For every square and every point the number of the shared weight, -1 outside the square."""
    squares = window_squares(size)
    shared = np.array(window_shared(size), np.int64)
    matrix = np.full((len(squares), size, size), -1, np.int64)
    for i, (side, top, left) in enumerate(squares):
        rows, columns = slice(top, top + side), slice(left, left + side)
        matrix[i, rows, columns] = shared[rows, columns]
    return matrix.reshape(len(squares), size * size)


def window_first_layer(weights: Singles, cells: Cells) -> Ints:
    """The hidden value of every square of every board, as steps of the grid."""
    size = cells.shape[1]
    bits = 24 if size * size < 127 else 23  # so that a sum fits 32 bits
    numbers, unit = quantise(window_parts(weights, size)[0], bits)
    which = window_matrix(size)
    biases = numbers[len(numbers) - len(which) :]
    matrix = np.where(which >= 0, numbers[which], 0)
    inputs = -cells.reshape(len(cells), size * size).astype(np.int64)
    return squash(exact(inputs @ matrix.T + biases, unit), "tanh")


def window_value(weights: Singles, cells: Cells) -> Floats:
    """The window net's values on the grid."""
    size = cells.shape[1]
    rest = window_parts(weights, size)[1]
    sizes = window_sizes(size)
    return by_batches(
        lambda part: dense_grid(
            rest, window_first_layer(weights, part), sizes, "tanh", "tanh", True
        ),
        cells,
    )


def window_plain(weights: Singles, cells: Cells) -> Floats:
    """The window net's values in float64."""
    size = cells.shape[1]
    first, rest = window_parts(weights, size)
    which = window_matrix(size)
    numbers = first.astype(np.float64)
    biases = numbers[len(numbers) - len(which) :]
    matrix = np.where(which >= 0, numbers[which], 0.0)

    def value(part: Cells) -> Floats:
        """The values of some boards."""
        inputs = -part.reshape(len(part), size * size).astype(np.float64)
        hidden = np.tanh(inputs @ matrix.T + biases)
        return dense_plain(rest, hidden, window_sizes(size), "tanh", "tanh", True)

    return by_batches(value, cells)


# Weighted piece counter


def wpc_value(weights: Singles, cells: Cells) -> Floats:
    """The weighted piece counter's values on the grid, for black."""
    numbers, unit = quantise(weights)
    return exact(cells.reshape(len(cells), len(weights)).astype(np.int64) @ numbers, unit)


def wpc_plain(weights: Singles, cells: Cells) -> Floats:
    """The weighted piece counter's values in float64, for black."""
    stones = cells.reshape(len(cells), len(weights)).astype(np.float64)
    values: Floats = stones @ weights.astype(np.float64)
    return values


# Dense nets over encoded boards


def encode(cells: Cells, encoding: Encoding, viewer: int) -> Floats:
    """The inputs of a dense net; the viewer is +1 for black and -1 for white."""
    if viewer not in (1, -1):
        raise ValueError(f"the viewer is +1 or -1, not {viewer}")
    boards, size = len(cells), cells.shape[1]
    black = cells.astype(np.float64)
    own = viewer * black
    columns: list[Floats] = []
    if encoding == "own-opponent":
        columns = [(own[:, r, c] + 1) / 2 for r in range(size) for c in range(size)]
    elif encoding == "messerschmidt":
        columns = [(black[:, r, c] + 1) / 2 for r in range(size) for c in range(size)]
        columns.append(np.full(boards, 0.0 if viewer == 1 else 1.0))
    elif encoding == "black-white":
        columns = [black[:, r, c] for r in range(size) for c in range(size)]
    elif encoding == "koten":
        columns = [own[:, r, c] for r in range(size) for c in range(size)]
    elif encoding == "roban":
        for top in range(size - 2):
            for left in range(size - 2):
                square = own[:, top : top + 3, left : left + 3]
                columns.append(square.sum(axis=(1, 2)) / 9)
        columns.append(own.sum(axis=(1, 2)) / (size * size))
    elif encoding == "katatsugi":
        for r in range(size):
            for c in range(size):
                near = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
                inside = [own[:, i, j] for i, j in near if 0 <= i < size and 0 <= j < size]
                columns.append(np.sum(inside, axis=0) / 5)
    else:
        raise ValueError(f"unknown encoding {encoding!r}")
    return np.stack(columns, axis=1)


def input_count(size: int, encoding: Encoding) -> int:
    """The inputs that an encoding makes of a board."""
    if encoding == "messerschmidt":
        return size * size + 1
    if encoding == "roban":
        return (size - 2) * (size - 2) + 1
    return size * size


def mlp_weight_count(size: int, encoding: Encoding, hidden: Sequence[int], biases: bool) -> int:
    """The weights of a dense net over an encoded board."""
    return dense_weight_count((input_count(size, encoding), *hidden, 1), biases)


def mlp_value(
    weights: Singles,
    cells: Cells,
    encoding: Encoding,
    hidden: Sequence[int],
    hidden_activation: Activation,
    output_activation: Activation,
    biases: bool,
    viewer: int,
) -> Floats:
    """A dense net's values on the grid."""
    sizes = (input_count(cells.shape[1], encoding), *hidden, 1)

    def value(part: Cells) -> Floats:
        """The values of some boards."""
        inputs = np.rint(encode(part, encoding, viewer) * GRID).astype(np.int64)
        return dense_grid(weights, inputs, sizes, hidden_activation, output_activation, biases)

    return by_batches(value, cells)


def mlp_plain(
    weights: Singles,
    cells: Cells,
    encoding: Encoding,
    hidden: Sequence[int],
    hidden_activation: Activation,
    output_activation: Activation,
    biases: bool,
    viewer: int,
) -> Floats:
    """A dense net's values in float64."""
    sizes = (input_count(cells.shape[1], encoding), *hidden, 1)

    def value(part: Cells) -> Floats:
        """The values of some boards."""
        inputs = encode(part, encoding, viewer)
        return dense_plain(weights, inputs, sizes, hidden_activation, output_activation, biases)

    return by_batches(value, cells)
