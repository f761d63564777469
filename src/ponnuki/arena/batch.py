"""The door to the core's batches: whole games in, arrays out."""

import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki import _core
from ponnuki.arena.record import GameRecord
from ponnuki.games import FORFEITS, Game, Outcome
from ponnuki.games import game as find_game
from ponnuki.players import Engine, ExternalPlayer, Player

MAX_SEED = 2**64 - 1
MAX_GAMES = 10**8


@dataclass(frozen=True, eq=False)
class GameBatch:
    """Many finished games of one kind, in order, as arrays that are read only.

    Attributes:
        game: their rules.
        players: the specs of all players.
        pairings: the indices of black and white in `players`, a row a game.
        seeds: what each game's random choices were drawn from.
        winners: +1 black, -1 white, 0 draw.
        reasons: index into `reason_names`.
        margins: the winner's margin.
        offsets: the moves of game i are moves[offsets[i]:offsets[i + 1]].
        moves: the moves of all games, one after the other.
        nodes: nodes searched in each game.
        leaves: positions that nets valued in each game.
        forfeits: what the loser did, in words, by the index of the game: games that the rules did
            not end. The reasons of all others are those of the rules.
    """

    game: Game
    players: tuple[str, ...]
    pairings: NDArray[np.int32]
    seeds: NDArray[np.uint64]
    winners: NDArray[np.int8]
    reasons: NDArray[np.uint8]
    margins: NDArray[np.float64]
    offsets: NDArray[np.int64]
    moves: NDArray[np.int16]
    nodes: NDArray[np.int64]
    leaves: NDArray[np.int64]
    forfeits: Mapping[int, str] = field(default_factory=dict)

    @property
    def reason_names(self) -> list[str]:
        """What `reasons` counts: the reasons of the rules, then FORFEITS."""
        return [*self.game.core.reasons(), *FORFEITS]

    @property
    def ends(self) -> dict[str, int]:
        """How many games each reason ended."""
        counts = np.bincount(self.reasons, minlength=len(self.reason_names))
        return {
            name: int(count) for name, count in zip(self.reason_names, counts, strict=True) if count
        }

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
        black, white = (self.players[player] for player in self.pairings[index])
        seed, forfeit = int(self.seeds[index]), self.forfeits.get(index)
        return GameRecord(self.game, (black, white), seed, moves, outcome, forfeit)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def game_seeds(seed: int, games: int) -> NDArray[np.uint64]:
    """The seeds of a run's games: the streams ("game", i)."""
    check_range("seed", seed, 0, MAX_SEED)
    check_range("games", games, 0, MAX_GAMES)
    return _core.streams(seed, "game", games)


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raises ValueError if a whole number is out of range."""
    if not low <= operator.index(value) <= high:
        raise ValueError(f"{name}={value} is not allowed: use {low} to {high}")


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
    check_range("threads", threads, 1, 1024)
    seeds = game_seeds(seed, games)
    facts = _core.play_random(rules.core, games, seed, threads, progress)
    pairings, nothing = np.zeros((games, 2), np.int32), np.zeros(games, np.int64)
    return _batch(rules, ("random",), pairings, seeds, facts, nothing, nothing)


def play_games(
    game: Game | str,
    players: Sequence[Player],
    pairings: ArrayLike,
    seeds: ArrayLike,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    *,
    opening: int = 0,
) -> GameBatch:
    """Plays whole games between any players in the core, as many threads at once as are given.

    A game depends on its two players and its seed alone.

    Args:
        game: the game, or its spec.
        players: who may play, for example a whole population of engines.
        pairings: for each game the indices of black and white in `players`, shape (games, 2).
        seeds: one for each game.
        threads: how many threads; None for all cores.
        progress: called about 20 times a second with the number of games done.
        opening: how many plies at the start are drawn at random, from the seed alone: two games
            with one seed and the colours swapped have the same opening.

    Raises:
        ValueError: an argument does not fit.
        KeyboardInterrupt: after Ctrl-C, within half a second.
    """
    rules = find_game(game) if isinstance(game, str) else game
    threads = usable_cores() if threads is None else threads
    check_range("threads", threads, 1, 1024)
    check_range("opening", opening, 0, 1000)
    pairs, row = check_pairings(rules, players, pairings, seeds)
    cores = [one.core for one in players]
    played = _core.play_games(rules.core, cores, pairs, row, opening, threads, progress)
    names = tuple(one.spec for one in players)
    return _batch(rules, names, pairs, row, played[:5], played[5], played[6])


def check_pairings(
    rules: Game, players: Sequence[Player], pairings: ArrayLike, seeds: ArrayLike
) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Pairings and seeds as arrays.

    Raises:
        ValueError: they do not fit each other, or name players that there are not, or a player is
            for another game.
    """
    if np.size(pairings) and np.asarray(pairings).dtype.kind not in "iu":
        raise ValueError(f"pairings are not allowed: use indices 0 to {len(players) - 1}")
    try:
        pairs = np.array(pairings, np.int32).reshape(-1, 2)
        row = np.array(seeds, np.uint64)
    except OverflowError as error:
        raise ValueError(f"pairings or seeds are out of range: {error}") from None
    if row.shape != (len(pairs),):
        raise ValueError(f"seeds of shape {row.shape} do not fit {len(pairs)} games")
    if len(pairs) and not (pairs.min() >= 0 and pairs.max() < len(players)):
        raise ValueError(f"pairings are not allowed: use indices 0 to {len(players) - 1}")
    for one in players:
        if isinstance(one, Engine | ExternalPlayer):
            own = one.evaluator.game if isinstance(one, Engine) else one.game
            if own != rules:
                raise ValueError(f"player {one.spec!r} is for {own.spec}, the game is {rules.spec}")
    return pairs, row


def _batch(
    rules: Game,
    players: tuple[str, ...],
    pairings: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    facts: Sequence[NDArray[np.generic]],
    nodes: NDArray[np.int64],
    leaves: NDArray[np.int64],
) -> GameBatch:
    """A batch from the core's arrays."""
    winners, reasons, margins2, offsets, moves = facts
    arrays = {
        "pairings": pairings,
        "seeds": seeds,
        "winners": winners,
        "reasons": reasons,
        "margins": np.divide(margins2, 2.0),
        "offsets": offsets,
        "moves": moves,
        "nodes": nodes,
        "leaves": leaves,
    }
    for array in arrays.values():
        array.flags.writeable = False
    return GameBatch(rules, players, **arrays)
