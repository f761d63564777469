"""What players noted while they looked at a position, for people who watch them think.

A player that can be watched has ``thoughts(position)``, a list of what it saw in the order in which
it saw it. Programs draw it as marks on points, and print it as lines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ponnuki.games import Game, Position
from ponnuki.players.specs import Player


@dataclass(frozen=True)
class Thought:
    """One thing that a player saw.

    Attributes:
        what: what it is: a tie, an army, a string, a move.
        points: where; a number one above the points is a pass.
        numbers: what belongs to it, by name.
        said: in words.
    """

    what: str
    points: tuple[int, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    said: str = ""

    def line(self, game: Game) -> str:
        """As a line of text."""
        where = " ".join(game.text(point) for point in self.points)
        parts = [self.said, *(f"{name} {value}" for name, value in self.numbers.items())]
        about = ", ".join(part for part in parts if part)
        return ": ".join(part for part in (f"{self.what} {where}".rstrip(), about) if part)

    def mark(self, game: Game) -> dict[str, Any]:
        """As plain data, its points in the game's words."""
        return {
            "what": self.what,
            "points": [game.text(point) for point in self.points],
            "numbers": dict(self.numbers),
            "said": self.said,
        }


@runtime_checkable
class Watched(Player, Protocol):
    """A player that can be watched."""

    def thoughts(self, position: Position) -> Sequence[Thought]:
        """What it sees in a position that is not over."""
