"""Who did what against whom, by colour. Only counts; no rating and no game is known here."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    """

    players: tuple[str, ...]
    wins: Counts
    draws: Counts
    losses: Counts

    def __post_init__(self) -> None:
        count = len(self.players)
        if len(set(self.players)) != count:
            raise ValueError("players are not allowed: a name is given twice")
        for name in "wins", "draws", "losses":
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
    ) -> "CrossTable":
        """The table of some games: rows of (black, white), and +1, -1 or 0 for who won."""
        tables = []
        for sign in 1, 0, -1:
            table = np.zeros((len(players), len(players)), np.int64)
            black, white = pairings[winners == sign].T
            np.add.at(table, (black, white), 1)
            tables.append(table)
        return cls(players, *tables)

    @property
    def games(self) -> Counts:
        """The number of games of each ordered pair."""
        return self.wins + self.draws + self.losses

    def as_black(self, player: int, opponent: int | None = None) -> Tally:
        """The games of a player with black, against one opponent or against all."""
        where = player, slice(None) if opponent is None else opponent
        wins, draws, losses = (int(one[where].sum()) for one in self._black_view)
        return Tally(wins + draws + losses, wins, draws, losses)

    def as_white(self, player: int, opponent: int | None = None) -> Tally:
        """The games of a player with white, against one opponent or against all."""
        where = slice(None) if opponent is None else opponent, player
        losses, draws, wins = (int(one[where].sum()) for one in self._black_view)
        return Tally(wins + draws + losses, wins, draws, losses)

    def both(self, player: int, opponent: int | None = None) -> Tally:
        """The games of a player with either colour, against one opponent or against all."""
        return self.as_black(player, opponent) + self.as_white(player, opponent)

    @property
    def _black_view(self) -> tuple[Counts, Counts, Counts]:
        return self.wins, self.draws, self.losses
