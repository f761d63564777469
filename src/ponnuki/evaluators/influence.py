"""Zobrist's influence: which points of a Go board are black's and which are white's (1970).

Stones radiate: black's influence is positive, white's is negative. Points above zero are black's,
points below zero are white's, and the value is (black's points - white's) / points.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.evaluators.architectures import NETS, Evaluator
from ponnuki.games import Position, SpecError
from ponnuki.settings import setting

INFLUENCE_GAMES = ("capture-go", "go")
"""Games in which points can be somebody's without a stone on them."""

PLACES = 9
"""Binary places that weights are rounded to, below the power of two above the largest."""


@dataclass(frozen=True)
class InfluenceNet(Evaluator):
    """Zobrist's influence as a net of few weights.

    The first weight is what a stone has on its own point. The others say how influence spreads,
    one for each round or distance. `classical` has Zobrist's own numbers.

    Influence spreads in 'rounds', as Zobrist's program did: in every round a point above zero adds
    the round's weight to the points beside it, and a point below zero takes it off. Or it spreads
    by 'distance', as the survey of Cai & Wunsch words it: every point sums what the stones around
    it give by their distance, in steps along the lines.
    """

    spread: Literal["rounds", "distance"] = setting("rounds", "how influence spreads")
    reach: int = setting(4, "rounds, or the largest distance", low=1, high=_core.MAX_REACH)
    kind: str = field(init=False, default="influence")

    def check(self) -> None:
        """Raises SpecError if it is not for the game."""
        if self.game.id not in INFLUENCE_GAMES:
            allowed = " and ".join(INFLUENCE_GAMES)
            raise SpecError(f"influence is for {allowed}, not for {self.game.spec}")

    @cached_property
    def _architecture(self) -> _core.Architecture:
        """The core's form of it."""
        return _core.Architecture.influence(self.game.size, self.reach, self.spread == "distance")

    def scales(self) -> list[tuple[int, float]]:
        """Uniform in ±1."""
        return [(self.weight_count, 1.0)]

    @property
    def classical(self) -> NDArray[np.float32]:
        """Zobrist's numbers: 50 for a stone, and 1 for a point beside one of a colour.

        By distance, a stone gives half as much at every step further away; the survey says that
        influence falls, but not how.
        """
        if self.spread == "rounds":
            return np.array([50.0] + self.reach * [1.0], np.float32)
        return (50.0 / 2.0 ** np.arange(1 + self.reach)).astype(np.float32)

    def influence(self, weights: ArrayLike, position: Position) -> NDArray[np.float64]:
        """What reaches every point of a board: above zero the point is black's, below white's.

        The signs are those of the exact net in the core.
        """
        row = self.check_weights(weights, 1).astype(np.float64)
        exponent = max(int(np.frexp(np.abs(row).max())[1]), -100)
        unit = 2.0 ** (exponent - PLACES)
        own, *more = (np.rint(row / unit) * unit).tolist()
        level: NDArray[np.float64] = own * position.cells.astype(np.float64)
        if self.spread == "rounds":
            for weight in more:
                level += weight * _beside(np.sign(level))
            return level
        row_of, column_of = np.indices(level.shape)
        for (r, c), cell in np.ndenumerate(position.cells):
            if not cell:
                continue
            distance = np.abs(row_of - r) + np.abs(column_of - c)
            for step, weight in enumerate(more, start=1):
                level[distance == step] += weight * float(cell)
        return level


def _beside(board: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every point the sum of the points beside it."""
    wide = np.pad(board, 1)
    found: NDArray[np.float64] = wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:]
    return found


NETS.add("influence", InfluenceNet, "Zobrist's influence")
