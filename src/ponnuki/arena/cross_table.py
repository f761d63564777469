"""Who did what against whom, by colour. Only counts; no rating and no game is known here."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.repeats import Repeats
from ponnuki.arena.tally import Tally

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CrossTable:
    """Games counted for each ordered pair: entry [i, j] is of player i with black against j.

    Attributes:
        players: their names, all different.
        wins: games that black won.
        draws: games that nobody won.
        losses: games that white won.
        distinct: games that differ in their moves; all of them, if nothing is said.
        independent: games that say something new (`ponnuki.arena.repeats`); likewise.
        together: the same for a pair with both colours. It is less than the sum where the two have
            played an opening with both colours.
    """

    players: tuple[str, ...]
    wins: Counts
    draws: Counts
    losses: Counts
    distinct: Counts = field(default_factory=lambda: _UNSAID)
    independent: Counts = field(default_factory=lambda: _UNSAID)
    together: Counts = field(default_factory=lambda: _UNSAID)

    def __post_init__(self) -> None:
        count = len(self.players)
        games = np.asarray(self.wins) + self.draws + self.losses
        for name in "distinct", "independent", "together":
            if getattr(self, name) is _UNSAID:
                object.__setattr__(self, name, games + games.T if name == "together" else games)
        if len(set(self.players)) != count:
            raise ValueError("players are not allowed: a name is given twice")
        for name in "wins", "draws", "losses", "distinct", "independent", "together":
            array = np.array(getattr(self, name), np.int64)
            if array.shape != (count, count):
                raise ValueError(f"{name} of shape {array.shape} do not fit {count} players")
            if (array < 0).any() or array.diagonal().any():
                raise ValueError(
                    f"{name} are not allowed: use counts from 0, nobody against itself"
                )
            array.flags.writeable = False
            object.__setattr__(self, name, array)

    @classmethod
    def count(
        cls,
        players: tuple[str, ...],
        pairings: NDArray[np.int32],
        winners: NDArray[np.int8],
        repeats: Repeats | None = None,
    ) -> "CrossTable":
        """The table of some games: rows of (black, white), and +1, -1 or 0 for who won.

        Without `repeats` all games count as independent.
        """
        tables = [_counted(pairings[winners == sign], len(players)) for sign in (1, 0, -1)]
        if repeats is None:
            return cls(players, *tables)
        either = np.sort(pairings, axis=1)
        for rows, numbers in (
            (pairings, repeats.lines),
            (pairings, repeats.units),
            (either, repeats.units),
        ):
            found = np.unique(np.column_stack([rows, numbers]), axis=0)[:, :2]
            tables.append(_counted(found, len(players)))
        tables[-1] += tables[-1].T
        return cls(players, *tables)

    @property
    def games(self) -> Counts:
        """The number of games of each ordered pair."""
        return self.wins + self.draws + self.losses

    def as_black(self, player: int, opponent: int | None = None) -> Tally:
        """The games of a player with black, against one opponent or against all."""
        where = player, slice(None) if opponent is None else opponent
        wins, draws, losses, *different = (int(one[where].sum()) for one in self._black_view)
        return Tally(wins + draws + losses, wins, draws, losses, *different)

    def as_white(self, player: int, opponent: int | None = None) -> Tally:
        """The games of a player with white, against one opponent or against all."""
        where = slice(None) if opponent is None else opponent, player
        losses, draws, wins, *different = (int(one[where].sum()) for one in self._black_view)
        return Tally(wins + draws + losses, wins, draws, losses, *different)

    def both(self, player: int, opponent: int | None = None) -> Tally:
        """The games of a player with either colour, against one opponent or against all."""
        found = self.as_black(player, opponent) + self.as_white(player, opponent)
        where = player, slice(None) if opponent is None else opponent
        return replace(found, independent=int(self.together[where].sum()))

    @property
    def evidence(self) -> NDArray[np.float64]:
        """How many games of each ordered pair count: the independent ones of both colours."""
        both = self.games + self.games.T
        counted: NDArray[np.float64] = self.together * self.games / np.maximum(both, 1)
        return counted

    @property
    def _black_view(self) -> tuple[Counts, ...]:
        return self.wins, self.draws, self.losses, self.distinct, self.independent


_UNSAID: Counts = np.zeros((0, 0), np.int64)


def _counted(pairings: NDArray[np.integer[Any]], players: int) -> Counts:
    """How often each ordered pair is among some."""
    table = np.zeros((players, players), np.int64)
    black, white = pairings.T
    np.add.at(table, (black, white), 1)
    return table
