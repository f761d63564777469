"""The fate of every point: a net after Schraudolph, Dayan & Sejnowski (1994).

It predicts whose each point of a Go board will be when the game ends, 1 for black and -1 for white.
The value of a position is the mean of that over all points.
"""

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.evaluators.architectures import NETS, Evaluator
from ponnuki.evaluators.influence import INFLUENCE_GAMES
from ponnuki.games import Position, SpecError
from ponnuki.settings import setting

OUTPUT_KINDS = 3
"""Kinds of points that the second layer reads: the point itself, those beside it, the diagonals."""


@dataclass(frozen=True)
class FateNet(Evaluator):
    """Units that read the square around a point, and a second layer that reads the units near it.

    Weights are shared: all points have the same, and offsets that a rotation or a reflection turns
    into each other have one. So boards of all sizes have as many weights, and turning the board
    turns the map. Every unit has a twin that sees the colours exchanged and counts against it: the
    exchange of colours turns every prediction around. Nets of this kind learn by temporal
    differences at all points at once.

    In Go a point is whose stone stands on it at the end, or whose stones alone surround it. In
    Capture Go that is no more than where the stones stood when the capture ended the game.

    What lies off the board is seen as such, so any board will do.
    """

    features: int = setting(8, "units of a point", low=1, high=_core.MAX_FATE_FEATURES)
    reach: int = setting(
        2, "of the square that a unit reads: 2 for 5×5 points", low=1, high=_core.MAX_FATE_REACH
    )
    kind: str = field(init=False, default="fate")

    def check(self) -> None:
        """Raises SpecError if it is not for the game."""
        if self.game.id not in INFLUENCE_GAMES:
            allowed = " and ".join(INFLUENCE_GAMES)
            raise SpecError(f"fate is for {allowed}, not for {self.game.spec}")

    @property
    def kinds(self) -> int:
        """Kinds of offsets in the square: those that no symmetry turns into each other."""
        return (self.reach + 1) * (self.reach + 2) // 2

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""
        return _core.Architecture.fates(self.game.size, self.features, self.reach)

    def scales(self) -> list[tuple[int, float]]:
        """By the points that a layer reads; the first guesses are small."""
        first = 1 / float(2 * self.reach + 1)
        second = 0.3 / math.sqrt(self.features)
        return [(self.features * 3 * self.kinds, first), (self.features * OUTPUT_KINDS, second)]

    def fates(self, weights: ArrayLike, position: Position) -> NDArray[np.float64]:
        """Whose every point of a board will be, in rows and columns: 1 for black, -1 for white."""
        self.check_position(position)
        cells = np.ascontiguousarray(position.cells.ravel(), np.int8)
        found = np.asarray(self._net(weights).fates(cells))
        return found.reshape(position.cells.shape)


NETS.add("fate", FateNet, "whose each point will be")
