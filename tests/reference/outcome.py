"""How a finished game ended: the one result type of all reference games.

A value only; each game's module decides when a game is over and who has won.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game."""

    winner: int  # +1 black, -1 white, 0 draw
    reason: str
    margin: float  # never negative
    plies: int  # moves played, passes included
