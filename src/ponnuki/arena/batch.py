"""The door to the core's batches: whole games in, arrays out."""

import operator
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.arena.record import GameRecord
from ponnuki.games import Game, Outcome
from ponnuki.games import game as find_game

MAX_SEED = 2**64 - 1
MAX_GAMES = 10**8


@dataclass(frozen=True, eq=False)
class GameBatch:
    """Many finished games of one kind, in order, as arrays that are read only.

    Attributes:
        game: their rules.
        players: the specs of black and white.
        seed: the seed of the batch; game i draws from its stream ("game", i).
        winners: +1 black, -1 white, 0 draw.
        reasons: index into `reason_names`.
        margins: the winner's margin.
        offsets: the moves of game i are moves[offsets[i]:offsets[i + 1]].
        moves: the moves of all games, one after the other.
    """

    game: Game
    players: tuple[str, str]
    seed: int
    winners: NDArray[np.int8]
    reasons: NDArray[np.uint8]
    margins: NDArray[np.float64]
    offsets: NDArray[np.int64]
    moves: NDArray[np.int16]

    @property
    def reason_names(self) -> list[str]:
        """What `reasons` counts."""
        return self.game.core.reasons()

    @property
    def plies(self) -> NDArray[np.int64]:
        """The number of moves of every game."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.winners)

    def __iter__(self) -> Iterator[GameRecord]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> GameRecord:
        """The record of one game, which can be replayed."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"game {index} is not one of the {len(self)} games")
        index %= len(self)
        moves = tuple(self.moves[self.offsets[index] : self.offsets[index + 1]].tolist())
        outcome = Outcome.of(
            int(self.winners[index]),
            self.reason_names[self.reasons[index]],
            float(self.margins[index]),
            len(moves),
        )
        seed = _core.stream(self.seed, "game", index)
        return GameRecord(self.game, self.players, seed, moves, outcome)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_random(
    game: Game | str,
    games: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> GameBatch:
    """Plays whole games between two random players in the core.

    Game i depends on the game, the seed and i alone: the batch is the same for any number of
    threads, and a larger batch begins with the smaller one.

    Args:
        game: the game, or its spec.
        games: how many.
        seed: 0 to 2**64 - 1.
        threads: how many threads; None for all cores.
        progress: called about 20 times a second with the number of games done.

    Raises:
        ValueError: an argument is out of range.
        KeyboardInterrupt: after Ctrl-C, at once.
    """
    rules = find_game(game) if isinstance(game, str) else game
    threads = usable_cores() if threads is None else threads
    limits = {
        "games": (games, 0, MAX_GAMES),
        "seed": (seed, 0, MAX_SEED),
        "threads": (threads, 1, 1024),
    }
    for name, (value, low, high) in limits.items():
        if not low <= operator.index(value) <= high:
            raise ValueError(f"{name}={value} is not allowed: use {low} to {high}")
    winners, reasons, margins2, offsets, moves = _core.play_random(
        rules.core, games, seed, threads, progress
    )
    margins = margins2 / 2.0
    margins.flags.writeable = False
    return GameBatch(rules, ("random", "random"), seed, winners, reasons, margins, offsets, moves)
