"""A match between two players: both colours, an interval, the black and white split."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.batch import GameBatch, game_seeds
from ponnuki.arena.external import play_any_games
from ponnuki.arena.intervals import wilson
from ponnuki.games import Game
from ponnuki.players import Player


@dataclass(frozen=True)
class Tally:
    """Games counted from one player's side."""

    games: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        """Wins and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of points."""
        return wilson(self.score, self.games)

    def to_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "interval": list(self.interval),
        }


@dataclass(frozen=True, eq=False)
class MatchResult:
    """A match of A against B. A has black in the games with an even index."""

    players: tuple[str, str]
    seed: int
    batch: GameBatch

    @property
    def total(self) -> Tally:
        """All games from A's side."""
        return self._tally(self._signs())

    @property
    def as_black(self) -> Tally:
        """The games in which A had black."""
        return self._tally(self._signs()[0::2])

    @property
    def as_white(self) -> Tally:
        """The games in which A had white."""
        return self._tally(self._signs()[1::2])

    @property
    def plies_mean(self) -> float:
        """Moves a game."""
        return float(self.batch.plies.mean()) if len(self.batch) else 0.0

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "game": self.batch.game.spec,
            "players": list(self.players),
            "seed": self.seed,
            **self.total.to_json(),
            "as_black": self.as_black.to_json(),
            "as_white": self.as_white.to_json(),
            "plies_mean": self.plies_mean,
            "forfeits": len(self.batch.forfeits),
            "ends": self.batch.ends,
            "nodes": int(self.batch.nodes.sum()),
            "leaves": int(self.batch.leaves.sum()),
        }

    def _signs(self) -> NDArray[np.int8]:
        """+1 where A won, -1 where it lost, 0 for a draw."""
        signs = self.batch.winners.copy()
        signs[1::2] *= -1
        return signs

    @staticmethod
    def _tally(signs: NDArray[np.int8]) -> Tally:
        wins, losses = int((signs > 0).sum()), int((signs < 0).sum())
        return Tally(len(signs), wins, len(signs) - wins - losses, losses)


def play_match(
    a: Player,
    b: Player,
    game: Game,
    games: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> MatchResult:
    """Plays A against B with both colours in turn; A has black first.

    With an external player, `threads` is the number of games that are played at a time, and what
    the other player searches is not counted.

    Raises:
        ValueError: an argument is out of range, or an external player cannot be started.
    """
    seeds = game_seeds(seed, games)
    pairings = np.zeros((games, 2), np.int32)
    pairings[0::2, 1] = 1
    pairings[1::2, 0] = 1
    batch = play_any_games(game, [a, b], pairings, seeds, threads, progress)
    return MatchResult((a.spec, b.spec), seed, batch)
