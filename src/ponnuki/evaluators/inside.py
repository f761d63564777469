"""What a net sees on a position: its layers in plain float64, for people to look at.

Players never use this; it agrees with the exact nets of the core to about four decimal places.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.evaluators.architectures import Evaluator, PieceCounter, WindowNet
from ponnuki.games import Position

Floats = NDArray[np.float64]

HIDDEN = (40, 10, 1)
"""Units of the window net behind its squares."""


@dataclass(frozen=True)
class Square:
    """A square of a board: its side, and its top left point."""

    side: int
    row: int
    column: int


@dataclass(frozen=True, eq=False)
class Insight:
    """What a window net makes of a position.

    Attributes:
        squares: in the order of the net's units.
        seen: the activation of every square's unit, -1 to 1.
        effect: by how much each square changes the net's value, in black's view, against that
            square being empty.
        layers: the activations of the two layers behind the squares.
        value: in black's view.
    """

    squares: list[Square]
    seen: Floats
    effect: Floats
    layers: tuple[Floats, Floats]
    value: float

    def strongest(self, count: int) -> list[int]:
        """The squares with the largest effects, the largest first."""
        order = np.argsort(-np.abs(self.effect), kind="stable")[:count]
        return [int(one) for one in order if self.effect[one] != 0]


def squares(size: int) -> list[Square]:
    """The squares of 3×3 points and more, in the order of a window net's units."""
    return [
        Square(side, row, column)
        for side in range(3, size + 1)
        for row in range(size - side + 1)
        for column in range(size - side + 1)
    ]


def classes(size: int) -> NDArray[np.int64]:
    """For every point the number of the input weight that it shares with its mirror images."""
    half = (size + 1) // 2
    order = {pair: i for i, pair in enumerate((a, b) for a in range(half) for b in range(a, half))}
    folded = [min(i, size - 1 - i) for i in range(size)]
    return np.array([[order[min(a, b), max(a, b)] for b in folded] for a in folded], np.int64)


def weight_map(net: Evaluator, weights: ArrayLike) -> Floats | None:
    """A weight for every point, if the net has such: what a black stone there puts in.

    For a weighted piece counter these are its weights; for a window net the input weights that
    mirror images share; other nets have none.
    """
    row = net.check_weights(weights, 1).astype(np.float64)
    size = net.game.size
    if isinstance(net, PieceCounter):
        return row.reshape(size, size)
    if isinstance(net, WindowNet):
        return -row[classes(size)]
    return None


def look_inside(net: WindowNet, weights: ArrayLike, position: Position) -> Insight:
    """What a window net sees on a position."""
    row = net.check_weights(weights, 1).astype(np.float64)
    size = net.game.size
    places = squares(size)
    shared = classes(size)
    count = int(shared.max()) + 1
    biases = row[count : count + len(places)]
    rest = row[count + len(places) :]
    inputs = -position.cells.astype(np.float64) * row[shared]
    sums = np.array(
        [inputs[s.row : s.row + s.side, s.column : s.column + s.side].sum() for s in places]
    )
    seen, idle = np.tanh(sums + biases), np.tanh(biases)
    values, second, third = _dense(rest, np.vstack([seen, _each_replaced(seen, idle)]))
    return Insight(places, seen, values[0] - values[1:], (second[0], third[0]), float(values[0]))


def _each_replaced(seen: Floats, idle: Floats) -> Floats:
    """A row for every square, in which that square alone is as if it were empty."""
    rows = np.tile(seen, (len(seen), 1))
    np.fill_diagonal(rows, idle)
    return rows


def _dense(weights: Floats, inputs: Floats) -> tuple[Floats, Floats, Floats]:
    """The output of the layers behind the squares, and what these layers hold."""
    here, start, kept = inputs, 0, []
    for before, units in pairwise((inputs.shape[1], *HIDDEN)):
        matrix = weights[start : start + units * before].reshape(units, before)
        start += units * before
        here = np.tanh(here @ matrix.T + weights[start : start + units])
        start += units
        kept.append(here)
    return kept[2][:, 0], kept[0], kept[1]
