"""How many games go together to a node: as many as take about a second."""

import numpy as np
from numpy.typing import NDArray

SECONDS = 1.0
"""What a part takes: sending it costs a few thousandths of that."""
FEWEST_SECONDS = 0.05
"""It takes no less, even at the end of a batch, where small parts let all nodes end together."""
SECONDS_A_CORE = 0.002
"""With many cores parts are longer: one driver can send and take in some 500 parts a second."""


class Parts:
    """Cuts a batch into parts, one after another, from what games have taken so far.

    The first parts are single games. Towards the end parts become smaller, so that no node is left
    with much work when the others have none. How a batch is cut changes no result.
    """

    def __init__(self, games: int, seconds_a_game: float | None = None) -> None:
        """Begins.

        Args:
            games: in the batch.
            seconds_a_game: what games like these took; None if nobody knows.
        """
        self.games = games
        self.given = 0
        self.seconds_a_game = seconds_a_game

    def next(self, cores: int) -> NDArray[np.intp] | None:
        """The numbers of the games of the next part; None if all games are given out."""
        left = self.games - self.given
        if not left:
            return None
        size = min(left, self._size(left, cores))
        part = np.arange(self.given, self.given + size)
        self.given += size
        return part

    def took(self, games: int, seconds: float) -> None:
        """A part of so many games was played in so many seconds."""
        found = max(seconds, 1e-7) / games
        known = self.seconds_a_game
        self.seconds_a_game = found if known is None else 0.7 * known + 0.3 * found

    def _size(self, left: int, cores: int) -> int:
        if self.seconds_a_game is None:
            return 1
        seconds = max(SECONDS, SECONDS_A_CORE * cores)
        most, fewest = (int(one / self.seconds_a_game) for one in (seconds, FEWEST_SECONDS))
        return max(1, min(most, max(fewest, left // (2 * cores))))
