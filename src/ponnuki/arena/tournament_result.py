"""What a tournament found: counts by pair and colour, ratings, and how many games differ."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.batch import GameBatch
from ponnuki.arena.cross_table import CrossTable
from ponnuki.arena.ratings import Ratings, elo_ratings
from ponnuki.arena.repeats import Repeats, counted
from ponnuki.arena.schedule import Schedule
from ponnuki.arena.tournament import Tournament
from ponnuki.drawing import Interval, draw_intervals
from ponnuki.players import Player, depth_of, named, net_of, visits_of
from ponnuki.words import columns

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Ledger:
    """What the results need of each game, in the order of the tournament."""

    def __init__(self, total: int) -> None:
        self.done = np.zeros(total, np.bool_)
        self.winners = np.zeros(total, np.int8)
        self.moves: list[NDArray[np.int16]] = [_NONE] * total

    def add(self, index: int, winner: int, moves: NDArray[np.int16]) -> None:
        """Takes in a game: +1, -1 or 0 for who won it, and its moves."""
        self.done[index] = True
        self.winners[index] = winner
        self.moves[index] = moves

    def add_batch(self, first: int, batch: GameBatch) -> None:
        """Takes in the games of a batch, numbered from `first` on."""
        for index, (begin, end) in enumerate(itertools.pairwise(batch.offsets)):
            self.add(first + index, int(batch.winners[index]), batch.moves[begin:end])


_NONE = np.zeros(0, np.int16)


@dataclass(frozen=True, eq=False)
class TournamentResult:
    """A tournament that was played to its end.

    Attributes:
        tournament: its settings.
        table: who won how often against whom, with which colour, and how many games differ.
        plies: moves in all games of each ordered pair, black first.
        nets: the names of the players' nets, by spec; players without a net are not in it.
        depths: how far they looked ahead, by spec; players that do not search, or that search a
            tree, are not in it.
        visits: of their tree searches, by spec; players that have none are not in it.
    """

    tournament: Tournament
    table: CrossTable
    plies: NDArray[np.int64]
    nets: Mapping[str, str] = field(default_factory=dict)
    depths: Mapping[str, int] = field(default_factory=dict)
    visits: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, schedule: Schedule, ledger: Ledger, players: Sequence[Player] = ()) -> Self:
        """The result from all games; without the players it says no nets, depths and visits."""
        tournament, pairings = schedule.tournament, schedule.pairings
        count = len(tournament.players)
        plies = np.zeros((count, count), np.int64)
        black, white = pairings.T
        np.add.at(plies, (black, white), [len(moves) for moves in ledger.moves])
        openings = schedule.seeds if tournament.opening else None
        repeats = Repeats.find(tournament.rules, pairings, ledger.moves, openings)
        table = CrossTable.count(tournament.players, pairings, ledger.winners, repeats)
        named = dict(zip(tournament.players, players, strict=False))
        nets = {spec: net for spec, one in named.items() if (net := net_of(one)) is not None}
        depths = {spec: deep for spec, one in named.items() if (deep := depth_of(one)) is not None}
        visits = {spec: some for spec, one in named.items() if (some := visits_of(one)) is not None}
        return cls(tournament, table, plies, nets, depths, visits)

    def ratings(self, anchor: str | None = None, black_advantage: bool = True) -> Ratings:
        """Elo ratings; see `elo_ratings`."""
        return elo_ratings(self.table, anchor=anchor, black_advantage=black_advantage)

    def plies_mean(self, one: int, other: int | None = None) -> float:
        """Moves a game of a player, against one opponent or against all."""
        where = slice(None) if other is None else other
        games = self.table.games
        played = games[one, where].sum() + games[where, one].sum()
        return float((self.plies[one, where].sum() + self.plies[where, one].sum()) / played)

    def name(self, spec: str) -> str:
        """A player with its net and its search."""
        net, depth, visits = self.nets.get(spec), self.depths.get(spec), self.visits.get(spec)
        return named(spec, net, depth, visits)

    @property
    def title(self) -> str:
        """What was played."""
        plan = self.tournament
        kind = "gauntlet" if plan.gauntlet else "round robin"
        return f"{kind}, {plan.game}, {plan.total:,} games, seed {plan.seed}"

    def __str__(self) -> str:
        ratings, table = self.ratings(), self.table
        rows = [["player", "Elo", "score", "95 %", "black", "white"]]
        for spec in ratings.order():
            index = table.players.index(spec)
            both, sides = table.both(index), (table.as_black(index), table.as_white(index))
            low, high = both.interval
            shares = [f"{one.share:.1%}" if one.games else "-" for one in sides]
            interval = f"{low:.0%} to {high:.0%}"
            rows.append([self.name(spec), str(ratings.of(spec)), f"{both.share:.1%}", interval])
            rows[-1] += shares
        lines = [self.title, columns(rows), "Elo: the mean is at 0; ± is half of the 95 % interval"]
        distinct, independent = int(table.distinct.sum()), int(table.together.sum()) // 2
        if independent < self.tournament.total:
            lines.append(counted(self.tournament.total, distinct, independent))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<TournamentResult of {len(self.tournament.players)} players: {self.title}>"

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draws the ratings with their intervals.

        Raises:
            ImportError: matplotlib is not installed; says how to get it.
        """
        ratings = self.ratings()
        found = [(spec, ratings.of(spec)) for spec in ratings.order()]
        rows = [Interval(self.name(spec), one.elo, (one.low, one.high)) for spec, one in found]
        return draw_intervals(rows, "Elo, the mean at 0", self.title, 0.0, axes)

    def to_json(self, anchor: str | None = None) -> dict[str, Any]:
        """The result as plain data: the settings, the standings and each pair."""
        tournament, table = self.tournament, self.table
        ratings = self.ratings(anchor)
        black = ratings.black_advantage
        settings = tournament.to_json()
        del settings["format"]
        return {
            **settings,
            "games": tournament.total,
            "games_per_pair": tournament.games,
            "distinct": int(table.distinct.sum()),
            "independent": int(table.together.sum()) // 2,
            "plies_mean": float(self.plies.sum() / tournament.total),
            "anchor": anchor,
            "black_advantage": None if black is None else black.to_json(),
            "standings": [
                {
                    "player": name,
                    "net": self.nets.get(name),
                    "depth": self.depths.get(name),
                    "visits": self.visits.get(name),
                    "elo": ratings.of(name).elo,
                    "elo_interval": [ratings.of(name).low, ratings.of(name).high],
                    **self._tallies(table.players.index(name)),
                }
                for name in ratings.order()
            ],
            "pairs": [
                {
                    "players": [tournament.players[a], tournament.players[b]],
                    **self._tallies(a, b),
                }
                for a, b in tournament.pairs
            ],
        }

    def _tallies(self, one: int, other: int | None = None) -> dict[str, Any]:
        return {
            **self.table.both(one, other).to_json(),
            "as_black": self.table.as_black(one, other).to_json(),
            "as_white": self.table.as_white(one, other).to_json(),
            "plies_mean": self.plies_mean(one, other),
        }
