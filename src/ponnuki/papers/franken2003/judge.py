"""A judge that plays no games: tic-tac-toe nets are judged by their exact chances."""

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners.tic_tac_toe.nets import OnePly, Opponent
from ponnuki.learners.tic_tac_toe.standings import exact_standings

Weights = NDArray[np.float32]
Measure = Literal["wins", "points", "safety"]


@dataclass
class ExactJudge:
    """Scores nets by what they can expect against an opponent, with both colours.

    Attributes:
        player: how the nets play.
        measure: 'wins' is the measure S; 'points' counts wins minus losses in per cent, both
            colours added; 'safety' is minus the losses.
        opponent: whom they play.
        arena: whose threads work.
        evaluations: nets judged so far; a duel takes two.
    """

    player: OnePly
    measure: Measure = "wins"
    opponent: Opponent = "random"
    arena: Arena = ALL_CORES
    evaluations: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.measure not in get_args(Measure):
            raise ValueError(
                f"measure={self.measure!r} is not allowed: use {' or '.join(get_args(Measure))}"
            )

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """The measure of each net."""
        self.evaluations += len(weights)
        found = exact_standings(self.player, weights, self.opponent, self.arena)
        if self.measure == "wins":
            return found.s
        losses: NDArray[np.float64] = 100 * found.losses.sum(axis=1)
        return -losses if self.measure == "safety" else 100 * found.wins.sum(axis=1) - losses

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Where the challenger's measure is strictly higher; numbers of duels do not matter."""
        del first
        result: NDArray[np.bool_] = self.score(challengers) > self.score(incumbents)
        return result
