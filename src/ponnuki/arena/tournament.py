"""Tournaments: every pair of players, or the first against all others, with both colours equally.

A game depends on the tournament's seed, the specs of its two players, the settings they play with,
and its number among the games of that pair: not on threads, not on how the games were divided into
batches, not on whether the tournament was stopped and went on, and not on who else takes part.
"""

import hashlib
import itertools
import json
import operator
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.arena.batch import MAX_SEED, GameBatch, check_range, usable_cores
from ponnuki.arena.cross_table import CrossTable
from ponnuki.arena.external import play_any_games
from ponnuki.arena.kept import KeptGames, TournamentError
from ponnuki.arena.ratings import Ratings, elo_ratings
from ponnuki.arena.record import GameRecord
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.games.registry import restore
from ponnuki.players import Engine, Player, player

FORMAT = "ponnuki-tournament-1"
MAX_PLAYERS = 200
MAX_TOTAL = 10**7
"""The most games in a tournament."""

KEEP_SECONDS = 0.5, 20.0
"""The least and the most, about, that a batch takes; between them a fifth of the time so far."""
GAMES_A_THREAD = 32
"""A batch has at least so many: at its end threads wait for the last games."""
MAX_CHUNK = 20_000


@dataclass(frozen=True)
class Tournament:
    """What is played. It holds no player and no result.

    Attributes:
        players: their specs, all different.
        game: the game's spec.
        games: of each pair; an even number, so that both have black equally often.
        seed: 0 to 2**64 - 1.
        depth: of engines whose spec does not say it.
        noise: share of random moves of players whose spec does not say it.
        opening: plies at the start that are drawn at random. Then games come in twos with the same
            opening and the colours swapped.
        gauntlet: only the first player meets the others.
    """

    players: tuple[str, ...]
    game: str
    games: int
    seed: int
    depth: int = 2
    noise: float = 0.0
    opening: int = 0
    gauntlet: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        object.__setattr__(self, "game", find_game(self.game).spec)
        object.__setattr__(self, "noise", float(self.noise))
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise ValueError(f"{len(self.players)} players are not allowed: use 2 to {MAX_PLAYERS}")
        for index, spec in enumerate(self.players):
            if not isinstance(spec, str):
                raise TypeError(f"a player is named by a text, not by {spec!r}")
            if spec in self.players[:index]:
                raise ValueError(f"player {spec!r} is named twice: name each player once")
        for name in "games", "seed", "depth", "opening":
            object.__setattr__(self, name, operator.index(getattr(self, name)))
        check_range("games", self.games, 2, MAX_TOTAL)
        if self.games % 2:
            raise ValueError(
                f"games={self.games} is not allowed: use an even number, for both colours equally"
            )
        check_range("seed", self.seed, 0, MAX_SEED)
        check_range("depth", self.depth, 1, _core.MAX_DEPTH)
        check_range("opening", self.opening, 0, 1000)
        if not (isfinite(self.noise) and 0 <= self.noise <= 1):
            raise ValueError(f"noise={self.noise} is not allowed: use 0 to 1")
        if self.total > MAX_TOTAL:
            raise ValueError(f"{self.total:,} games are not allowed: use up to {MAX_TOTAL:,}")

    @cached_property
    def rules(self) -> Game:
        """The game."""
        return find_game(self.game)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs that meet, as indices of players."""
        others = range(1, len(self.players))
        if self.gauntlet:
            return [(0, other) for other in others]
        return list(itertools.combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        """The number of games."""
        return len(self.pairs) * self.games

    @cached_property
    def pairings(self) -> NDArray[np.int32]:
        """Rows of (black, white): the first game of every pair, then the second of every pair, ...

        In the first game the player has black whose spec comes first in the alphabet, then they
        take turns.
        """
        rows = np.array(
            [sorted(pair, key=self.players.__getitem__) for pair in self.pairs], np.int32
        )
        rounds = np.stack([rows, rows[:, ::-1]])
        return np.tile(rounds.reshape(-1, 2), (self.games // 2, 1))

    @cached_property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of every game: the streams ("tournament [A, B]", i), A before B."""
        columns = []
        for pair in self.pairs:
            names = sorted(self.players[one] for one in pair)
            column = _core.streams(self.seed, f"tournament {json.dumps(names)}", self.games)
            columns.append(np.repeat(column[: self.games // 2], 2) if self.opening else column)
        return np.stack(columns, axis=1).ravel()

    def make_players(self) -> list[Player]:
        """The players; errors as of `player`."""
        return [
            player(spec, self.rules, depth=self.depth, noise=self.noise) for spec in self.players
        ]

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data."""
        return {
            "format": FORMAT,
            "rules_version": self.rules.rules_version,
            **asdict(self),
            "players": list(self.players),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The settings that `to_json` wrote.

        Raises:
            ValueError: these are no settings, or they are for other rules.
        """
        if data.get("format") != FORMAT:
            raise ValueError(f"the format is {data.get('format')!r}, not {FORMAT!r}")
        players, noise = data.get("players"), data.get("noise")
        if not isinstance(players, list) or not isinstance(data.get("game"), str):
            raise ValueError("players must be a list, and game a text")
        if isinstance(noise, bool) or not isinstance(noise, int | float):
            raise ValueError(f"noise is {noise!r}, not a number")
        whole = {name: data.get(name) for name in ("games", "seed", "depth", "opening")}
        for name, value in whole.items():
            if isinstance(value, bool) or not isinstance(value, int):
                raise ValueError(f"{name} is {value!r}, not a whole number")
        if not isinstance(data.get("gauntlet"), bool):
            raise ValueError(f"gauntlet is {data.get('gauntlet')!r}, not true or false")
        restore(data["game"], data.get("rules_version", 0))
        return cls(
            players=tuple(players),
            game=data["game"],
            noise=noise,
            gauntlet=data["gauntlet"],
            **whole,  # type: ignore[arg-type]  # they were checked above
        )

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that other settings do not have."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


class Ledger:
    """What the results need of each game, in the order of the tournament."""

    def __init__(self, total: int) -> None:
        self.done = np.zeros(total, np.bool_)
        self.winners = np.zeros(total, np.int8)
        self.plies = np.zeros(total, np.int32)
        self.lines = np.zeros(total, np.uint64)  # equal moves, equal number

    def add(self, index: int, winner: int, moves: NDArray[np.int16]) -> None:
        """Takes in a game: +1, -1 or 0 for who won it, and its moves."""
        digest = hashlib.blake2b(moves.tobytes(), digest_size=8).digest()
        self.done[index] = True
        self.winners[index] = winner
        self.plies[index] = len(moves)
        self.lines[index] = int.from_bytes(digest, "little")

    def add_batch(self, first: int, batch: GameBatch) -> None:
        """Takes in the games of a batch, numbered from `first` on."""
        for index, (begin, end) in enumerate(itertools.pairwise(batch.offsets)):
            self.add(first + index, int(batch.winners[index]), batch.moves[begin:end])


@dataclass(frozen=True, eq=False)
class TournamentResult:
    """A tournament that was played to its end.

    Attributes:
        tournament: its settings.
        table: who won how often against whom, with which colour.
        plies: moves in all games of each ordered pair, black first.
        different: how many games of each ordered pair differ in their moves. Engines without random
            moves repeat themselves, and repeats say little more than the game itself.
    """

    tournament: Tournament
    table: CrossTable
    plies: NDArray[np.int64]
    different: NDArray[np.int64]

    @classmethod
    def of(cls, tournament: Tournament, ledger: Ledger) -> Self:
        """The result from all games."""
        pairings = tournament.pairings
        count = len(tournament.players)
        plies = np.zeros((count, count), np.int64)
        black, white = pairings.T
        np.add.at(plies, (black, white), ledger.plies)
        cells = black.astype(np.uint64) * np.uint64(count) + white.astype(np.uint64)
        unique = np.unique(np.stack([cells, ledger.lines], axis=1), axis=0)[:, 0]
        different = np.bincount(unique.astype(np.int64), minlength=count * count)
        table = CrossTable.count(tournament.players, pairings, ledger.winners)
        return cls(tournament, table, plies, different.reshape(count, count))

    def ratings(self, anchor: str | None = None, black_advantage: bool = True) -> Ratings:
        """Elo ratings; see `elo_ratings`."""
        return elo_ratings(self.table, anchor=anchor, black_advantage=black_advantage)

    def plies_mean(self, one: int, other: int | None = None) -> float:
        """Moves a game of a player, against one opponent or against all."""
        where = slice(None) if other is None else other
        games = self.table.games
        played = games[one, where].sum() + games[where, one].sum()
        return float((self.plies[one, where].sum() + self.plies[where, one].sum()) / played)

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
            "different_games": int(self.different.sum()),
            "plies_mean": float(self.plies.sum() / tournament.total),
            "anchor": anchor,
            "black_advantage": None if black is None else black.to_json(),
            "standings": [
                {
                    "player": name,
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
                    "different_games": int(self.different[a, b] + self.different[b, a]),
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


def play_tournament(
    tournament: Tournament,
    folder: str | Path | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    *,
    chunk: int | None = None,
) -> TournamentResult:
    """Plays a tournament to its end, or goes on with it.

    Args:
        tournament: what to play.
        folder: where its games are kept, and found again after a stop; None to keep nothing.
        threads: how many threads; None for all cores. Changes no result.
        progress: called about 20 times a second with the number of games done.
        chunk: how many games to play between two writes; None for what takes up to 20 seconds.
            Changes no result.

    Raises:
        TournamentError: the folder holds another tournament, or damaged games.
        ValueError: a player or an argument is not allowed.
        KeyboardInterrupt: after Ctrl-C; what was kept stays, and the same call goes on.
    """
    threads = usable_cores() if threads is None else threads
    check_range("threads", threads, 1, 1024)
    if chunk is not None:
        check_range("chunk", chunk, 1, MAX_TOTAL)
    players = tournament.make_players()
    ledger = Ledger(tournament.total)
    with ExitStack() as stack:
        kept = None
        if folder is not None:
            kept = stack.enter_context(KeptGames.open(folder, _identity(tournament, players)))
            for first, stop in kept.ranges(tournament.total):
                for index, record in _read(kept, tournament, first, stop):
                    winner = {"black": 1, "white": -1, None: 0}[record.outcome.winner]
                    ledger.add(index, winner, np.array(record.moves, np.int16))
                if progress is not None:
                    progress(int(ledger.done.sum()))
        _play(tournament, players, ledger, kept, threads, progress, chunk)
        result = TournamentResult.of(tournament, ledger)
        if kept is not None:
            kept.write_results(result.to_json())
    return result


def kept_games(folder: str | Path) -> Iterator[GameRecord]:
    """All games that a tournament has kept so far, replayed, in the order of the tournament.

    Raises:
        TournamentError: there is no tournament, or it is damaged.
    """
    kept = KeptGames(folder)
    tournament = _settings(kept)
    for first, stop in kept.ranges(tournament.total):
        for _, record in _read(kept, tournament, first, stop):
            yield record


def _play(
    tournament: Tournament,
    players: list[Player],
    ledger: Ledger,
    kept: KeptGames | None,
    threads: int,
    progress: Callable[[int], object] | None,
    chunk: int | None,
) -> None:
    """Plays the games that are missing. One batch is taken in while the next one is played."""
    size = chunk or GAMES_A_THREAD * threads
    begin = time.perf_counter()
    done = int(ledger.done.sum())

    def take_in(first: int, batch: GameBatch) -> None:
        if kept is not None:
            kept.write(first, batch)
        ledger.add_batch(first, batch)

    with ThreadPoolExecutor(1) as helper:
        taken: Future[None] | None = None
        while not ledger.done.all():
            first = int(np.argmin(ledger.done))
            stop = _stop(ledger.done, first, size)
            started = time.perf_counter()
            batch = play_any_games(
                tournament.rules,
                players,
                tournament.pairings[first:stop],
                tournament.seeds[first:stop],
                threads,
                None if progress is None else _shifted(progress, done),
                opening=tournament.opening,
            )
            now = time.perf_counter()
            if taken is not None:
                taken.result()
            taken = helper.submit(take_in, first, batch)
            ledger.done[first:stop] = True
            done += stop - first
            if progress is not None:
                progress(done)
            if chunk is None:
                seconds = min(max(KEEP_SECONDS[0], (now - begin) / 5), KEEP_SECONDS[1])
                wanted = int((stop - first) * seconds / max(now - started, 1e-3))
                size = max(GAMES_A_THREAD * threads, min(MAX_CHUNK, wanted))
        if taken is not None:
            taken.result()


def _stop(done: NDArray[np.bool_], first: int, size: int) -> int:
    """Where a batch ends that begins with a game not done: before the next that is done."""
    later = np.flatnonzero(done[first:])
    gap = int(later[0]) if len(later) else len(done) - first
    return first + (gap if gap < 1.5 * size else size)  # no small batch is left over


def _shifted(progress: Callable[[int], object], before: int) -> Callable[[int], object]:
    return lambda done: progress(before + done)


def _settings(kept: KeptGames) -> Tournament:
    data = kept.identity()
    try:
        players = [one["spec"] for one in data["players"]]
        return Tournament.from_json({**data, "players": players})
    except (ValueError, TypeError, LookupError) as error:
        raise TournamentError(f"{kept.settings_path}: no usable settings: {error}") from None


def _read(
    kept: KeptGames, tournament: Tournament, first: int, stop: int
) -> Iterator[tuple[int, GameRecord]]:
    """Games that were kept, each with its number."""
    expected = [
        ((tournament.players[black], tournament.players[white]), int(seed))
        for (black, white), seed in zip(
            tournament.pairings[first:stop].tolist(), tournament.seeds[first:stop], strict=True
        )
    ]
    return enumerate(kept.read(tournament.rules, first, stop, expected), start=first)


def _identity(tournament: Tournament, players: list[Player]) -> dict[str, Any]:
    """What a folder keeps about its tournament: the settings, and who the players were."""
    return {
        **tournament.to_json(),
        "players": [{"spec": one.spec, "fingerprint": _fingerprint(one)} for one in players],
    }


def _fingerprint(one: Player) -> str:
    """A short text that another player does not have, be its spec the same."""
    said: list[Any] = [type(one).__name__, one.spec]
    weights = b""
    if isinstance(one, Engine):
        said += [one.evaluator.fingerprint, asdict(one.search), asdict(one.choice)]
        weights = np.asarray(one.weights).tobytes()
    return hashlib.sha256(json.dumps(said).encode() + weights).hexdigest()[:16]
