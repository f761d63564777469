"""Games with external players: a plain loop, several games at a time, engines in processes."""

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.batch import GameBatch
from ponnuki.arena.opening import START, Opening
from ponnuki.games import FORFEITS, Game, GameSoFar, Outcome, Side
from ponnuki.games.counting import COUNTED, outcome_without
from ponnuki.players import (
    Draws,
    Engine,
    ExternalPlayer,
    ExternalSeat,
    ForfeitError,
    Player,
    PlayerSeat,
    Seat,
    ask,
    seat_of,
)
from ponnuki.players.gtp_process import GtpProcess
from ponnuki.settings import whole

_POLL = 0.05


def play_external_games(
    rules: Game,
    players: Sequence[Player],
    pairings: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    processes: int,
    progress: Callable[[int], object] | None = None,
    opening: Opening = START,
) -> GameBatch:
    """Plays whole games between any players, external ones among them: behind `Arena.play`.

    A game depends on its two players and its seed alone, as far as that is true of the engines. All
    processes have ended when this function has. An engine that resigns, is late, dies too often or
    does not answer with a legal move has lost its game, which is then one of the batch's forfeits.
    A game of Go that ended by passes is counted without the stones that engines call dead.
    The batch has no counts of nodes and leaves.

    Args:
        rules: the game.
        players: who may play.
        pairings: for each game the indices of black and white in `players`, shape (games, 2).
        seeds: one for each game.
        processes: how many games are played at a time, each with processes of its own for its
            external players.
        progress: called about 20 times a second with the number of games done.
        opening: how games begin.

    Raises:
        GtpError: at the beginning of a game an engine cannot be started, does not speak GTP or
            cannot play the game.
        MoveError: a player written in Python chose a move that is not legal.
        ValueError: an argument does not fit.
        KeyboardInterrupt: after Ctrl-C; engines are killed at once.
    """
    whole("processes", processes, 1, 1024)
    hall = _Hall(rules, players, pairings, seeds, opening)
    played = hall.play_all(min(processes, len(pairings)), progress)
    return _batch(rules, players, pairings, seeds, played)


@dataclass(frozen=True)
class _Played:
    """A finished game."""

    moves: tuple[int, ...]
    outcome: Outcome
    forfeit: str | None = None
    dead: tuple[int, ...] = ()


class _StoppedError(Exception):
    """The games are given up."""


class _Hall:
    """Where games are played: tables, one a thread, and all engines that sit at them."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        pairings: NDArray[np.int32],
        seeds: NDArray[np.uint64],
        opening: Opening,
    ) -> None:
        self._game = game
        self._players = players
        self._pairings = pairings
        self._seeds = seeds
        self._opening = opening
        self._lock = threading.Lock()
        self._stopped = False
        self._running: set[GtpProcess] = set()
        self._open: dict[int, Seat] = {}  # not closed yet
        self._next: Iterator[int] = iter(range(len(pairings)))
        self._played: dict[int, _Played] = {}
        self._error: Exception | None = None

    def play_all(self, tables: int, progress: Callable[[int], object] | None) -> list[_Played]:
        """All games, in order. The calling thread looks for Ctrl-C and reports progress."""
        threads = [threading.Thread(target=self._sit, daemon=True) for _ in range(tables)]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive():
                    thread.join(_POLL)
                    if progress is not None:
                        progress(len(self._played))
        finally:
            self._stop()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
        if self._error is not None:
            raise self._error
        return [self._played[index] for index in range(len(self._pairings))]

    def _sit(self) -> None:
        """One table: takes the next game until there is none."""
        seats: dict[tuple[int, bool], Seat] = {}
        try:
            while (index := self._take()) is not None:
                try:
                    self._played[index] = self._play(index, seats)
                except _StoppedError:
                    return
                except Exception as error:
                    self._stop(error)
                    return
        finally:
            for seat in seats.values():
                self._close(seat)

    def _take(self) -> int | None:
        with self._lock:
            return None if self._stopped else next(self._next, None)

    def _stop(self, error: Exception | None = None) -> None:
        """Kills all engines, and closes the seats that players have brought; nobody begins another.

        The calling thread raises the first error; others may follow from the engines' end.
        """
        with self._lock:
            if not self._stopped:
                self._error = error
            self._stopped = True
            running, self._running = self._running, set()
            brought = [
                one for one in self._open.values() if not isinstance(one, ExternalSeat | PlayerSeat)
            ]
        for process in running:
            process.kill()
        for seat in brought:
            self._close(seat)

    def _close(self, seat: Seat) -> None:
        """Closes a seat, once."""
        with self._lock:
            found = self._open.pop(id(seat), None)
        if found is not None:
            found.close()

    def _spawn(self, arguments: Sequence[str]) -> GtpProcess:
        """Starts an engine that `_stop` will find."""
        with self._lock:
            if self._stopped:
                raise _StoppedError
            self._running = {one for one in self._running if one.alive}
            process = GtpProcess(arguments)
            self._running.add(process)
            return process

    def _play(self, index: int, seats: dict[tuple[int, bool], Seat]) -> _Played:
        """One game."""
        seed, pair = int(self._seeds[index]), self._pairings[index].tolist()
        players = [self._players[one] for one in pair]
        sides = [self._seat(pair[0], False, seats), self._seat(pair[1], pair[0] == pair[1], seats)]
        depth = max((one.search.depth for one in players if isinstance(one, Engine)), default=1)
        draws, opening = Draws(seed, depth), Draws.of_opening(seed)
        both: tuple[Side, Side] = ("black", "white")
        for seat, side in zip(sides, both, strict=True):
            seat.begin(side, seed, draws)
        game = GameSoFar(self._game.start())
        for ply in itertools.count():
            if game.position.outcome is not None:
                break
            if ply < self._opening.plies:
                game = game.play(opening.random_move(game.position))
                continue
            try:
                game = game.play(ask(sides[ply % 2], game, players[ply % 2].spec).move)
            except ForfeitError as error:
                self._check_running()
                outcome = Outcome.of(-1 if ply % 2 == 0 else 1, error.reason, 0, ply)
                return _Played(game.moves, outcome, error.detail)
            self._check_running()
        return self._finished(game, sides)

    def _finished(self, game: GameSoFar, sides: Sequence[Seat]) -> _Played:
        """A game that came to its end."""
        outcome = game.position.outcome
        assert outcome is not None  # it has ended
        dead = self._agreed(game, sides)
        if not dead:
            return _Played(game.moves, outcome)
        return _Played(game.moves, outcome_without(game.position, dead), dead=dead)

    def _agreed(self, game: GameSoFar, sides: Sequence[Seat]) -> tuple[int, ...]:
        """The stones that all engines call dead that say something about it, in a game of Go.

        The rules count every stone on the board as alive. Engines pass as people do: dead stones
        are left where they are, and must not decide the game.
        """
        outcome = game.position.outcome
        if self._game.id != "go" or outcome is None or outcome.reason not in COUNTED:
            return ()
        asked = [one.dead_stones(game) for one in sides if isinstance(one, ExternalSeat)]
        self._check_running()
        said = [stones for stones in asked if stones is not None]
        return tuple(sorted(frozenset.intersection(*said))) if said else ()

    def _seat(self, player: int, second: bool, seats: dict[tuple[int, bool], Seat]) -> Seat:
        """This table's seat of a player."""
        one = self._players[player]
        if (player, second) not in seats:
            seat: Seat = (
                ExternalSeat(one, self._spawn) if isinstance(one, ExternalPlayer) else seat_of(one)
            )
            with self._lock:
                if self._stopped:
                    raise _StoppedError
                self._open[id(seat)] = seats[player, second] = seat
        return seats[player, second]

    def _check_running(self) -> None:
        """An engine that was killed because the games are given up has not lost."""
        if self._stopped:
            raise _StoppedError


def _batch(
    game: Game,
    players: Sequence[Player],
    pairings: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    played: Sequence[_Played],
) -> GameBatch:
    """The games as arrays."""
    signs = {"black": 1, "white": -1, None: 0}
    forfeits = {i: one.forfeit for i, one in enumerate(played) if one.forfeit is not None}
    nothing = np.zeros(len(played), np.int64)
    names = [*game.reasons, *FORFEITS]
    return GameBatch(
        game=game,
        players=tuple(one.spec for one in players),
        pairings=pairings,
        seeds=seeds,
        winners=np.array([signs[one.outcome.winner] for one in played], np.int8),
        reasons=np.array([names.index(one.outcome.reason) for one in played], np.uint8),
        margins=np.array([one.outcome.margin for one in played], np.float64),
        offsets=np.cumsum([0, *(len(one.moves) for one in played)], dtype=np.int64),
        moves=np.array(list(itertools.chain(*(one.moves for one in played))), np.int16),
        nodes=nothing,
        leaves=nothing,
        forfeits=forfeits,
        dead={i: one.dead for i, one in enumerate(played) if one.dead},
    )
