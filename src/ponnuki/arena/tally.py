"""Games counted from one player's side."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ponnuki.arena.intervals import wilson
from ponnuki.words import percent


@dataclass(frozen=True)
class Tally:
    """Games counted from one player's side.

    Attributes:
        games: how many.
        wins: of them.
        draws: of them.
        losses: of them.
        distinct: how many differ in their moves; all, if nothing is said.
        independent: how many say something new (`ponnuki.arena.repeats`); as many as are distinct,
            if nothing is said.
    """

    games: int
    wins: int
    draws: int
    losses: int
    distinct: int = -1
    independent: int = -1

    def __post_init__(self) -> None:
        if self.distinct < 0:
            object.__setattr__(self, "distinct", self.games)
        if self.independent < 0:
            object.__setattr__(self, "independent", self.distinct)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The tally that `to_json` wrote, or one of fewer facts: games, wins and draws.

        >>> Tally.read({"games": 10, "wins": 6, "draws": 1}).losses
        3
        """
        games, wins, draws = (int(data[name]) for name in ("games", "wins", "draws"))
        distinct, independent = (int(data.get(name, -1)) for name in ("distinct", "independent"))
        return cls(games, wins, draws, games - wins - draws, distinct, independent)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.distinct + other.distinct,
            self.independent + other.independent,
        )

    @property
    def score(self) -> float:
        """Wins and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The score a game, from 0 to 1; NaN without games."""
        return self.score / self.games if self.games else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of points: Wilson's, of the games that are independent."""
        return wilson(self.share * self.independent if self.games else 0, self.independent)

    @property
    def repeated(self) -> bool:
        """Whether fewer than half of the games differ, or fewer than a quarter are independent."""
        return 2 * self.distinct < self.games or 4 * self.independent < self.games

    def __str__(self) -> str:
        """Games, wins, draws and losses, and the share of points with its 95 % interval.

        >>> print(Tally(100, 60, 10, 30))
        100 games: 60 won, 10 drawn, 30 lost; 65.0 % (95 % interval 55.3 to 73.6)
        """
        said = (
            f"{self.games:,} games: {self.wins:,} won, {self.draws:,} drawn, {self.losses:,} lost"
        )
        return f"{said}; {percent(self.share, self.interval)}" if self.games else said

    def text(self, digits: int = 1) -> str:
        """The share of points with its 95 % interval, in per cent, as a cell of a table.

        >>> Tally(100, 60, 10, 30).text()
        '65.0 (55.3 to 73.6)'
        """
        share, low, high = (f"{100 * one:.{digits}f}" for one in (self.share, *self.interval))
        return f"{share} ({low} to {high})"

    def to_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "distinct": self.distinct,
            "independent": self.independent,
            "interval": list(self.interval),
        }
