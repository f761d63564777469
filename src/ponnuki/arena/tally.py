"""Games counted from one player's side."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.batch import GameBatch
from ponnuki.arena.intervals import wilson
from ponnuki.games import Side


@dataclass(frozen=True)
class Tally:
    """Games counted from one player's side."""

    games: int
    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, batch: GameBatch, player: int, side: Side | None = None) -> Self:
        """The games of a player, by its index in the batch: all, or those with one colour.

        A game of a player against itself counts once with each colour.
        """
        signs = [
            sign * batch.winners[batch.pairings[:, column] == player]
            for column, (colour, sign) in enumerate((("black", 1), ("white", -1)))
            if side in {None, colour}
        ]
        return cls.count(np.concatenate(signs))

    @classmethod
    def count(cls, signs: NDArray[np.int8]) -> Self:
        """From +1 for every win, -1 for every loss and 0 for every draw."""
        wins, losses = int((signs > 0).sum()), int((signs < 0).sum())
        return cls(len(signs), wins, len(signs) - wins - losses, losses)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
        )

    @property
    def score(self) -> float:
        """Wins and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of points."""
        return wilson(self.score, self.games)

    def to_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "interval": list(self.interval),
        }
