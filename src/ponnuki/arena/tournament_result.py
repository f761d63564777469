"""What a tournament found: its results, with what was asked for."""

from dataclasses import dataclass
from typing import Any

from ponnuki.arena.results import Results
from ponnuki.arena.tournament import Tournament


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TournamentResult(Results):
    """A tournament that was played to its end.

    Attributes:
        tournament: its settings.
    """

    tournament: Tournament

    @property
    def of_two(self) -> bool:
        """It rates all players, be they two."""
        return False

    @property
    def title(self) -> str:
        """What was played."""
        plan = self.tournament
        kind = "gauntlet" if plan.gauntlet else "round robin"
        return f"{kind}, {plan.game}, {plan.total:,} games, seed {plan.seed}"

    def to_json(self, anchor: str | None = None) -> dict[str, Any]:
        """The result as plain data: the settings, the standings and each pair."""
        ratings = self.ratings(anchor)
        black = ratings.black_advantage
        settings = self.tournament.to_json()
        del settings["format"]
        return {
            **settings,
            "games": self.tournament.total,
            "games_per_pair": self.tournament.games,
            "distinct": int(self.distinct.sum()),
            "independent": self.units,
            "plies_mean": self.plies_mean(),
            "anchor": anchor,
            "black_advantage": None if black is None else black.to_json(),
            "standings": self._plain_standings(ratings),
            "pairs": self._plain_pairs(),
        }
