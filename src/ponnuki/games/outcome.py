"""How a game ended: facts. What they are worth is for a payoff to say."""

from dataclasses import dataclass
from typing import Literal

Side = Literal["black", "white"]

FORFEITS = ("resignation", "time", "illegal move", "bad reply", "death")
"""Reasons for which a player outside of this program loses before the rules end the game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: who won, or None for a draw.
        reason: what ended the game, in the game's own word ("capture", "territory", "discs", ...),
            or one of FORFEITS.
        margin: by how much the winner leads in what the reason counts (stones captured, points,
            discs, lines); 0 where nothing is counted, and for a draw.
        plies: moves played, passes included.
    """

    winner: Side | None
    reason: str
    margin: float
    plies: int

    @classmethod
    def of(cls, sign: int, reason: str, margin: float, plies: int) -> "Outcome":
        """An outcome from the core's numbers: +1 black won, -1 white won, 0 a draw."""
        winners: dict[int, Side | None] = {1: "black", -1: "white", 0: None}
        return cls(
            winners[sign], reason, int(margin) if float(margin).is_integer() else margin, plies
        )

    def __str__(self) -> str:
        head = f"{self.winner} won" if self.winner else "draw"
        return f"{head} by {self.reason}, margin {self.margin:g}"
