"""Plays a tournament to its end, keeps its games, and finds them again after a stop."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.arena import ALL_CORES, Arena, Progress
from ponnuki.arena.batch import GameBatch
from ponnuki.arena.kept import SETTINGS, KeptGames, TournamentError
from ponnuki.arena.record import GameRecord
from ponnuki.arena.schedule import Schedule
from ponnuki.arena.sharing import shares
from ponnuki.arena.tournament import MAX_TOTAL, Tournament
from ponnuki.arena.tournament_result import TournamentResult
from ponnuki.players import Player
from ponnuki.settings import whole

KEEP_SECONDS = 0.5, 20.0
"""The least and the most, about, that a batch takes; between them a fifth of the time so far."""
GAMES_A_THREAD = 32
"""A batch has at least so many: at its end threads wait for the last games."""
MAX_CHUNK = 20_000


class Ledger:
    """The games of a tournament that are done, in whichever order they came."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.done = np.zeros(schedule.tournament.total, np.bool_)
        self._parts: list[tuple[int, GameBatch]] = []

    def add(self, first: int, batch: GameBatch) -> None:
        """Takes in games, numbered from `first` on."""
        self._parts.append((first, batch))
        self.done[first : first + len(batch)] = True

    def add_records(self, first: int, records: Sequence[GameRecord]) -> None:
        """The same for games that were read."""
        own = self.schedule.tournament
        pairings = self.schedule.pairings[first : first + len(records)]
        self.add(first, GameBatch.of_records(own.rules, own.players, pairings, records))

    def results(self, players: Sequence[Player] = ()) -> TournamentResult:
        """The results of all games; without the players they say no nets, depths and visits."""
        own = self.schedule.tournament
        places = [np.arange(first, first + len(batch)) for first, batch in self._parts]
        batch = GameBatch.join([batch for _, batch in self._parts], places)
        return TournamentResult.of(batch, players, own.seed, own.opening, tournament=own)


def play_tournament(
    tournament: Tournament,
    folder: str | Path | None = None,
    arena: Arena = ALL_CORES,
    progress: Progress | None = None,
    *,
    chunk: int | None = None,
    players: Sequence[Player] | None = None,
) -> TournamentResult:
    """Plays a tournament to its end, or goes on with it.

    Args:
        tournament: what to play.
        folder: where its games are kept, and found again after a stop; None to keep nothing.
        arena: who plays the games. Changes no result.
        progress: called about 20 times a second with the number of games done.
        chunk: how many games to play between two writes; None for what takes up to 20 seconds.
            Changes no result.
        players: those whom the tournament names, already made; None to make them.

    Raises:
        TournamentError: the folder holds another tournament, or damaged games.
        ValueError: a player or an argument is not allowed.
        KeyboardInterrupt: after Ctrl-C; what was kept stays, and the same call goes on.
    """
    if chunk is not None:
        whole("chunk", chunk, 1, MAX_TOTAL)
    if players is None:
        players = tournament.make_players()
    schedule = Schedule.of(tournament, players)
    ledger = Ledger(schedule)
    with ExitStack() as stack:
        kept = None
        if folder is not None:
            kept = stack.enter_context(KeptGames.open(folder, schedule.to_json()))
            for first, stop in kept.ranges(tournament.total):
                ledger.add_records(first, list(read_games(kept, schedule, first, stop)))
                if progress is not None:
                    progress(int(ledger.done.sum()))
        _play(schedule, players, ledger, kept, arena, progress, chunk)
        result = ledger.results(players)
        if kept is not None:
            kept.write_results(result.to_json())
    return result


def kept_games(folder: str | Path) -> Iterator[GameRecord]:
    """All games that a tournament has kept so far, replayed, in the order of the tournament.

    Raises:
        TournamentError: there is no tournament, or it is damaged.
    """
    kept = KeptGames(folder)
    schedule = schedule_of(kept)
    for first, stop in kept.ranges(schedule.tournament.total):
        yield from read_games(kept, schedule, first, stop)


def _play(
    schedule: Schedule,
    players: Sequence[Player],
    ledger: Ledger,
    kept: KeptGames | None,
    arena: Arena,
    progress: Progress | None,
    chunk: int | None,
) -> None:
    """Plays the games that are missing. One batch is taken in while the next one is played."""
    size = chunk or GAMES_A_THREAD * shares(arena).count
    begin = time.perf_counter()
    done = int(ledger.done.sum())

    def take_in(first: int, batch: GameBatch) -> None:
        if kept is not None:
            kept.write(first, batch)
        ledger.add(first, batch)

    with ThreadPoolExecutor(1) as helper:
        taken: Future[None] | None = None
        while not ledger.done.all():
            first = int(np.argmin(ledger.done))
            stop = _stop(ledger.done, first, size)
            started = time.perf_counter()
            batch = arena.play(
                schedule.tournament.rules,
                players,
                schedule.pairings[first:stop],
                schedule.seeds[first:stop],
                None if progress is None else _shifted(progress, done),
                opening=schedule.tournament.opening,
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
                size = max(GAMES_A_THREAD * shares(arena).count, min(MAX_CHUNK, wanted))
        if taken is not None:
            taken.result()


def _stop(done: NDArray[np.bool_], first: int, size: int) -> int:
    """Where a batch ends that begins with a game not done: before the next that is done."""
    later = np.flatnonzero(done[first:])
    gap = int(later[0]) if len(later) else len(done) - first
    return first + (gap if gap < 1.5 * size else size)  # no small batch is left over


def _shifted(progress: Progress, before: int) -> Progress:
    return lambda done: progress(before + done)


def schedule_of(kept: KeptGames) -> Schedule:
    """The tournament that a folder holds; errors as of `schedule_from`, or the manifest is gone."""
    return schedule_from(kept, kept.identity())


def schedule_from(kept: KeptGames, data: dict[str, Any]) -> Schedule:
    """The tournament that a folder's settings say.

    Raises:
        TournamentError: there is none, or its settings are damaged.
    """
    try:
        players = [one["spec"] for one in data["players"]]
        tournament = Tournament.from_json({**data, "players": players})
        return Schedule(tournament, tuple(str(one["fingerprint"]) for one in data["players"]))
    except (ValueError, TypeError, LookupError) as error:
        raise TournamentError(f"{kept.folder / SETTINGS}: no usable settings: {error}") from None


def read_games(kept: KeptGames, schedule: Schedule, first: int, stop: int) -> Iterator[GameRecord]:
    """The games of a file; errors as of `KeptGames.read`."""
    tournament = schedule.tournament
    expected = [
        ((tournament.players[black], tournament.players[white]), int(seed))
        for (black, white), seed in zip(
            schedule.pairings[first:stop].tolist(), schedule.seeds[first:stop], strict=True
        )
    ]
    return kept.read(tournament.rules, first, stop, expected)
