"""What a contest found: a long table of its games, and everything that is counted in it."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.batch import GameBatch
from ponnuki.arena.intervals import enough, interval_over
from ponnuki.arena.opening import START, Opening
from ponnuki.arena.ratings import Ratings, elo_ratings
from ponnuki.arena.repeats import Repeats, counted
from ponnuki.arena.tally import Tally
from ponnuki.drawing import Interval, draw_intervals
from ponnuki.extras import need
from ponnuki.games import Side
from ponnuki.players import Player, depth_of, named, net_of, visits_of
from ponnuki.store.files import write_whole
from ponnuki.words import columns

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Counts = NDArray[np.int64]
"""For each ordered pair of players, black first: shape (players, players)."""
Who = int | str
"""A player by its name, or by its number in `Results.players`."""
SIDES: tuple[Side, ...] = ("black", "white")


@dataclass(frozen=True, eq=False)
class Results:
    """The games of a contest, and what they say.

    >>> import ponnuki
    >>> results = ponnuki.Contest("go:5", ["naive", "random"], games=20, opening=2).play()
    >>> len(results), results.players
    (20, ('naive', 'random'))
    >>> tally = results.tally("random", colour="white")
    >>> tally.games, tally.share == results.share("random", "white") < 0.5
    (10, True)
    >>> results.to_csv().splitlines()[0]
    'game,black,white,seed,winner,end,margin,plies,nodes,leaves,line,unit'

    Attributes:
        batch: the games, with their moves.
        seed: of the contest.
        opening: how the games began.
        nets: the names of the players' nets; None for a player without one.
        depths: how far they looked ahead; None for a player that does not search, or that searches
            a tree.
        visits: of their tree searches; None for a player that has none.
        first: how many players the first side has; the others are the second.
    """

    batch: GameBatch
    seed: int
    opening: Opening = START
    nets: tuple[str | None, ...] = ()
    depths: tuple[int | None, ...] = ()
    visits: tuple[int | None, ...] = ()
    first: int = 0

    @classmethod
    def of(
        cls,
        batch: GameBatch,
        players: Sequence[Player] = (),
        seed: int = 0,
        opening: Opening = START,
        first: int = 0,
        **more: Any,
    ) -> Self:
        """The results in some games; without the players they say no nets, depths and visits."""
        who: Sequence[Player | None] = players or [None] * len(batch.players)
        nets, depths = tuple(map(net_of, who)), tuple(map(depth_of, who))
        visits = tuple(map(visits_of, who))
        return cls(batch, seed, opening, nets, depths, visits, first or len(batch.players), **more)

    def __len__(self) -> int:
        return len(self.batch)

    # Who played, and what a person reads of it

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players by their specs; of those with the same spec, all but one with a number."""
        specs = self.batch.players
        return tuple(
            spec if specs.index(spec) == place else f"{spec} #{place + 1}"
            for place, spec in enumerate(specs)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The players with their nets and searches, for people."""
        return tuple(map(named, self.batch.players, self.nets, self.depths, self.visits))

    @property
    def of_two(self) -> bool:
        """Whether they are told from the side of the first of two players."""
        return len(self.players) == 2

    @property
    def title(self) -> str:
        """What was played."""
        game, names = self.batch.game.spec, self.names
        if self.of_two:
            return f"{names[0]} against {names[1]}, {game}, seed {self.seed}"
        return f"{len(names)} players, {game}, {len(self):,} games, seed {self.seed}"

    def _number(self, player: Who) -> int:
        if isinstance(player, str):
            if player not in self.players:
                known = ", ".join(self.players[:20])
                raise ValueError(f"player={player!r} is not allowed: there are {known}")
            return self.players.index(player)
        if not 0 <= player < len(self.players):
            raise ValueError(
                f"player={player} is not allowed: use a name, or 0 to {len(self.players) - 1}"
            )
        return player

    # Counts

    @cached_property
    def repeats(self) -> Repeats:
        """Which games are the same, and which are independent."""
        return Repeats.of(self.batch, bool(self.opening))

    def _per_pair(self, rows: NDArray[Any], weights: NDArray[Any] | None = None) -> Counts:
        """How many of some rows of (black, white) each ordered pair has, or their sum."""
        table = np.zeros((len(self.players),) * 2, np.int64)
        black, white = rows.T
        np.add.at(table, (black, white), 1 if weights is None else weights)
        return table

    @cached_property
    def met(self) -> Counts:
        """The games of each ordered pair."""
        return self._per_pair(self.batch.pairings)

    @cached_property
    def wins(self) -> Counts:
        """Those that black won."""
        return self._per_pair(self.batch.pairings[self.batch.winners > 0])

    @cached_property
    def losses(self) -> Counts:
        """Those that white won."""
        return self._per_pair(self.batch.pairings[self.batch.winners < 0])

    @cached_property
    def draws(self) -> Counts:
        """Those that nobody won."""
        return self.met - self.wins - self.losses

    @cached_property
    def plies(self) -> Counts:
        """The moves in them."""
        return self._per_pair(self.batch.pairings, self.batch.plies)

    @cached_property
    def distinct(self) -> Counts:
        """Those that differ in their moves."""
        return self._different(self.batch.pairings, self.repeats.lines)

    @cached_property
    def independent(self) -> Counts:
        """Those that say something new (`ponnuki.arena.repeats`)."""
        return self._different(self.batch.pairings, self.repeats.units)

    @cached_property
    def together(self) -> Counts:
        """The same for a pair with both colours, which may have played an opening with each."""
        found = self._different(np.sort(self.batch.pairings, axis=1), self.repeats.units)
        return found + np.triu(found, 1).T

    def _different(self, pairings: NDArray[Any], numbers: NDArray[Any]) -> Counts:
        rows = np.unique(np.column_stack([pairings, numbers]), axis=0)[:, :2]
        return self._per_pair(rows)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who met whom, as numbers of players."""
        return [(int(a), int(b)) for a, b in np.argwhere(np.triu(self.met + self.met.T))]

    # Readings

    def tally(
        self,
        player: Who = 0,
        opponent: Who | None = None,
        colour: Side | None = None,
        *,
        repeats: bool = True,
    ) -> Tally:
        """The games of a player: against one opponent or all, with one colour or both.

        A game of a player against itself counts once with each colour.

        Args:
            player: whose; the first, if nobody is named.
            opponent: against whom; None for all.
            colour: with which; None for both.
            repeats: whether games that repeat others are found; if not, all count as independent.
        """
        own = self._number(player)
        other = slice(None) if opponent is None else self._number(opponent)
        found = [self._tally(own, other, one, repeats) for one in SIDES if colour in {None, one}]
        if len(found) == 1 or not repeats:
            return found[0] if len(found) == 1 else found[0] + found[1]
        both = found[0] + found[1]
        units = int(self.together[own, other].sum())
        return Tally(both.games, both.wins, both.draws, both.losses, both.distinct, units)

    def _tally(self, own: int, other: int | slice, colour: Side, repeats: bool) -> Tally:
        black = colour == "black"
        where = (own, other) if black else (other, own)
        games, draws = int(self.met[where].sum()), int(self.draws[where].sum())
        wins, losses = (self.wins, self.losses) if black else (self.losses, self.wins)
        said = games, int(wins[where].sum()), draws, int(losses[where].sum())
        if not repeats:
            return Tally(*said)
        return Tally(*said, int(self.distinct[where].sum()), int(self.independent[where].sum()))

    @property
    def total(self) -> Tally:
        """All games of the first player."""
        return self.tally()

    @property
    def as_black(self) -> Tally:
        """Those in which it had black."""
        return self.tally(colour="black")

    @property
    def as_white(self) -> Tally:
        """Those in which it had white."""
        return self.tally(colour="white")

    def share(self, player: Who = 0, colour: Side | None = None) -> float:
        """The share of points of a player, draws half, with one colour or both."""
        return self.tally(player, colour=colour, repeats=False).share

    def scores(self, colour: Side | None = None) -> NDArray[np.float64]:
        """The share of points of each player (row) against each (column), draws half.

        It is NaN where two have not met, with that colour if one is named.
        """
        black, white = self.wins + self.draws / 2, (self.losses + self.draws / 2).T
        if colour is None:
            points, games = black + white, self.met + self.met.T
        else:
            points, games = (black, self.met) if colour == "black" else (white, self.met.T)
        shares = np.full(points.shape, np.nan)
        np.divide(points, games, out=shares, where=games > 0)
        return shares

    def opponents(self, player: Who = 0) -> list[int]:
        """Whom a player met, as numbers of players."""
        own = self._number(player)
        return [int(one) for one in np.flatnonzero(self.met[own] + self.met[:, own])]

    def interval(
        self,
        player: Who = 0,
        colour: Side | None = None,
        *,
        over: Literal["games", "opponents"] = "games",
    ) -> tuple[float, float] | None:
        """The 95 % interval of a player's share of points.

        Args:
            player: whose.
            colour: with which; None for both.
            over: what varies: the games, which is Wilson's interval; or the opponents, who stand
                for others like them. Games against a single opponent stand for other games with it.

        Returns:
            The interval; None if it would be over fewer than five opponents, or over fewer than
            five independent games with the only one.
        """
        tally = self.tally(player, colour=colour)
        if over == "games":
            return tally.interval
        met = self.opponents(player)
        if len(met) > 1:
            return interval_over(self.scores(colour)[self._number(player), met])
        return tally.interval if enough(tally.independent) else None

    def by(self, what: Literal["player", "black", "white", "opponent", "pair"]) -> dict[Any, Tally]:
        """The games in groups.

        Args:
            what: those of each player; of each with black, or with white, alone; those of the first
                player by its opponent; or those of each pair, from the side of the first, by both
                names.
        """
        names = self.players
        if what == "pair":
            return {(names[a], names[b]): self.tally(a, b) for a, b in self.pairs}
        if what == "opponent":
            return {names[one]: self.tally(0, one) for one in self.opponents()}
        if what == "player":
            return {name: self.tally(name) for name in names}
        if what not in SIDES:
            allowed = "'player', 'black', 'white', 'opponent' or 'pair'"
            raise ValueError(f"by {what!r} is not allowed: use {allowed}")
        return {name: self.tally(name, colour=what) for name in names}

    def ratings(self, anchor: str | None = None, black_advantage: bool = True) -> Ratings:
        """Elo ratings; see `elo_ratings`. A game counts as much as it says something new."""
        both = self.met + self.met.T
        evidence = self.together * self.met / np.maximum(both, 1)
        return elo_ratings(
            self.players,
            self.wins,
            self.draws,
            self.losses,
            evidence,
            anchor=anchor,
            black_advantage=black_advantage,
        )

    def _rated(self) -> Ratings | None:
        """Ratings, if the games tell them."""
        try:
            return self.ratings()
        except ValueError:
            return None

    def plies_mean(self, player: Who | None = None, opponent: Who | None = None) -> float:
        """Moves a game: of all, or of a player, against one opponent or against all."""
        if player is None:
            return float(self.batch.plies.mean()) if len(self) else 0.0
        own = self._number(player)
        other = slice(None) if opponent is None else self._number(opponent)
        plies, games = (
            table[own, other].sum() + table[other, own].sum() for table in (self.plies, self.met)
        )
        return float(plies / games)

    def forfeits(self, player: Who | None = None) -> int:
        """Games that were lost outside the rules: all, or those in which a player took part."""
        lost = list(self.batch.forfeits)
        if player is None:
            return len(lost)
        return int((self.batch.pairings[lost] == self._number(player)).any(axis=1).sum())

    def ends(self, winner: Side | None = None) -> dict[str, int]:
        """How many games each reason ended: of all, or of those that one colour won."""
        if winner is None:
            return self.batch.ends
        won = self.batch.winners == (1 if winner == "black" else -1)
        return dict(Counter(self.batch.reason_names[one] for one in self.batch.reasons[won]))

    @property
    def openings(self) -> int:
        """How many openings of random plies differ."""
        return len({one.moves[: self.opening.plies] for one in self.batch})

    # The long table

    def table(self) -> dict[str, NDArray[Any]]:
        """A column of each fact about a game, in the order in which they were played."""
        batch = self.batch
        names = np.array(self.players)
        return {
            "game": np.arange(len(self)),
            "black": names[batch.pairings[:, 0]],
            "white": names[batch.pairings[:, 1]],
            "seed": batch.seeds,
            "winner": np.array(["white", "", "black"])[batch.winners + 1],
            "end": np.array(batch.reason_names)[batch.reasons],
            "margin": batch.margins,
            "plies": batch.plies,
            "nodes": batch.nodes,
            "leaves": batch.leaves,
            "line": self.repeats.lines,
            "unit": self.repeats.units,
        }

    def to_csv(self, path: str | Path | None = None) -> str:
        """The long table as text, a game a line; written to a file as well, if one is named.

        `winner` is empty for a draw. Games with one number in `line` are the same; those with one
        number in `unit` are not independent.
        """
        table = self.table()
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table)
        writer.writerows(zip(*(column.tolist() for column in table.values()), strict=True))
        if path is not None:
            write_whole(Path(path), text.getvalue().encode())
        return text.getvalue()

    def to_frame(self) -> Any:
        """The long table as a data frame of pandas.

        Raises:
            MissingPackageError: pandas is not installed; says how to get it.
        """
        need("frames", "to_frame()")
        import pandas as pd  # noqa: PLC0415 - few need it, and it is slow to import

        return pd.DataFrame(self.table())

    # Results that print and draw themselves

    def __str__(self) -> str:
        return self._match() if self.of_two else self._standings()

    def _match(self) -> str:
        total = self.total
        lines = [
            self.title,
            f"  both   {total}",
            f"  black  {self.as_black}",
            f"  white  {self.as_white}",
        ]
        if total.independent < total.games:
            lines.append(f"  {counted(total.games, total.distinct, total.independent)}")
        lines.append(f"  {self.plies_mean():.1f} moves a game; ended by: {self.how_ended or '-'}")
        return "\n".join(lines)

    @property
    def how_ended(self) -> str:
        """How games ended, in words."""
        ends = self.ends().items()
        return ", ".join(f"{count / len(self):.1%} {name}" for name, count in ends)

    def _standings(self) -> str:
        """A line a player, the best first; with Elo where the games tell it."""
        ratings = self._rated()
        rows = [["player", "Elo", "score", "95 %", "black", "white"]]
        for player in self._order(ratings):
            both, sides = self.tally(player), [self.tally(player, colour=one) for one in SIDES]
            low, high = both.interval
            rows.append(
                [
                    self.names[self._number(player)],
                    "-" if ratings is None else str(ratings.of(player)),
                    f"{both.share:.1%}",
                    f"{low:.0%} to {high:.0%}",
                    *(f"{one.share:.1%}" if one.games else "-" for one in sides),
                ]
            )
        lines = [self.title, columns(rows)]
        if ratings is not None:
            lines.append("Elo: the mean is at 0; ± is half of the 95 % interval")
        distinct, independent = int(self.distinct.sum()), self.units
        if independent < len(self):
            lines.append(counted(len(self), distinct, independent))
        return "\n".join(lines)

    def _order(self, ratings: Ratings | None) -> list[str]:
        """The players, the best first."""
        if ratings is not None:
            return ratings.order()
        shares = [self.share(player) for player in self.players]
        order = np.argsort(-np.nan_to_num(shares, nan=-1.0), kind="stable")
        return [self.players[place] for place in order]

    @property
    def units(self) -> int:
        """How many of all games are independent."""
        return int(np.triu(self.together).sum())

    def __repr__(self) -> str:
        kind, game = type(self).__name__, self.batch.game.spec
        if self.of_two:
            a, b = self.batch.players
            return f"<{kind} of {a} against {b}, {game}: {self.total}>"
        return f"<{kind} of {self.title}>"

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draws shares of points with their intervals, or ratings where the games tell them.

        Raises:
            MissingPackageError: matplotlib is not installed; says how to get it.
        """
        if self.of_two:
            tallies = {"both": self.total, "black": self.as_black, "white": self.as_white}
            rows = [Interval(name, one.share, one.interval) for name, one in tallies.items()]
            a, b = self.names
            title = f"{a} against {b}, {len(self):,} games"
            return draw_intervals(rows, f"score of {self.batch.players[0]}", title, 0.5, axes)
        ratings = self._rated()
        order = [(name, self.names[self._number(name)]) for name in self._order(ratings)]
        if ratings is None:
            found = [(said, self.tally(name)) for name, said in order]
            rows = [Interval(said, one.share, one.interval) for said, one in found]
            return draw_intervals(rows, "score", self.title, 0.5, axes)
        rated = [(said, ratings.of(name)) for name, said in order]
        rows = [Interval(said, one.elo, (one.low, one.high)) for said, one in rated]
        return draw_intervals(rows, "Elo, the mean at 0", self.title, 0.0, axes)

    def to_json(self) -> dict[str, Any]:
        """The results as plain data: of the first of two players, or of all and of each pair."""
        batch = self.batch
        who = {
            "game": batch.game.spec,
            "players": list(batch.players),
            "nets": list(self.nets),
            "depths": list(self.depths),
            "visits": list(self.visits),
            "seed": self.seed,
            "opening": self.opening.plain(),
        }
        games = {
            "forfeits": len(batch.forfeits),
            "dead": len(batch.dead),
            "ends": self.ends(),
            "nodes": int(batch.nodes.sum()),
            "leaves": int(batch.leaves.sum()),
        }
        if self.of_two:
            return {**who, **self._plain(0), **games}
        return {
            **who,
            "games": len(self),
            "distinct": int(self.distinct.sum()),
            "independent": self.units,
            "plies_mean": self.plies_mean(),
            **games,
            "standings": self._plain_standings(self._rated()),
            "pairs": self._plain_pairs(),
        }

    def _plain_standings(self, ratings: Ratings | None) -> list[dict[str, Any]]:
        found = []
        for name in self._order(ratings):
            place = self._number(name)
            elo = None if ratings is None else ratings.of(name)
            found.append(
                {
                    "player": name,
                    "net": self.nets[place],
                    "depth": self.depths[place],
                    "visits": self.visits[place],
                    "elo": None if elo is None else elo.elo,
                    "elo_interval": None if elo is None else [elo.low, elo.high],
                    **self._plain(place),
                }
            )
        return found

    def _plain_pairs(self) -> list[dict[str, Any]]:
        names = self.players
        return [{"players": [names[a], names[b]], **self._plain(a, b)} for a, b in self.pairs]

    def _plain(self, one: int, other: int | None = None) -> dict[str, Any]:
        return {
            **self.tally(one, other).to_json(),
            "as_black": self.tally(one, other, "black").to_json(),
            "as_white": self.tally(one, other, "white").to_json(),
            "plies_mean": self.plies_mean(one, other),
        }
