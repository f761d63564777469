"""Thinking that never holds up a page.

The core gives other threads their turn while it searches, but a search that runs cannot be told to
stop: it ends at its depth or at its limits alone. So a search is first tried for a moment; most end
within it. One that does not is begun again among the long ones, with limits of time that double
until it is finished, and between two limits it looks whether anybody still wants it. It costs at
most twice the time of one search, and a search that nobody wants ends when its limit does. Short
and long ones have threads of their own, so a deep search of one player delays no other's quick one.

A search that ends at its depth gives what the engine gives everywhere else. One that runs out of
time gives the result of the deepest search that was finished.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from ponnuki import _core
from ponnuki.evaluators import Evaluator
from ponnuki.games import Position
from ponnuki.players import Engine, Player, Search, SearchResult
from ponnuki.players.registry import RandomPlayer

_T = TypeVar("_T")

MOMENT = 0.2
"""Seconds for which every search is tried at first."""
LONGEST = 12.0
"""Seconds for which a move may be searched."""
WAITING = 400
"""Searches that may wait for their turn."""


class Stopped(Exception):  # noqa: N818 - it is no error
    """Nobody wants the result any more."""


class Unfinished(Exception):  # noqa: N818 - it is no error
    """A search that needs more than a moment."""


class BusyError(ValueError):
    """Too many searches wait already."""


@dataclass(frozen=True)
class StoppableSearch(Search):
    """A search in pieces of time.

    Attributes:
        stop: set when nobody wants the result.
        piece: seconds of the first piece; each further one is twice as long.
        longest: seconds in all.
        or_nothing: whether a search that is not finished then has no result.
    """

    stop: threading.Event | None = None
    piece: float = MOMENT
    longest: float = LONGEST
    or_nothing: bool = False

    def run_net(
        self, position: Position, evaluator: Evaluator, net: _core.Net, seed: int, all_moves: bool
    ) -> SearchResult:
        """Searches until it is finished or out of time.

        Raises:
            Stopped: it was told to stop.
            Unfinished: it is not finished, and nothing less was asked for.
        """
        own = {one.name: getattr(self, one.name) for one in fields(Search)}
        allowed = min(self.longest, self.seconds or self.longest)
        end = time.monotonic() + allowed
        piece = min(self.piece, allowed)
        while True:
            if self.stop is not None and self.stop.is_set():
                raise Stopped
            search = Search(**{**own, "seconds": piece})
            found = search.run_net(position, evaluator, net, seed, all_moves)
            spent = self.nodes > 0 and found.nodes >= self.nodes
            if found.complete or spent:
                return found
            left = end - time.monotonic()
            if left <= 0.01:
                if self.or_nothing and not 0 < self.seconds <= self.longest:
                    raise Unfinished
                return found
            piece = min(2 * piece, left)


def _in_pieces(engine: Engine, stop: threading.Event, **limits: Any) -> Engine:
    own = {one.name: getattr(engine.search, one.name) for one in fields(Search)}
    return replace(engine, search=StoppableSearch(**own, stop=stop, **limits))


class Thinker:
    """Threads for searches, and the queue before them."""

    def __init__(self, threads: int | None = None) -> None:
        count = threads or max(2, os.cpu_count() or 2)
        self._quick = ThreadPoolExecutor(count, "quick")
        self._long = ThreadPoolExecutor(count, "long")
        self._waiting = 0

    def close(self) -> None:
        """Ends the threads; searches that run end at their limits."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._long.shutdown(wait=False, cancel_futures=True)

    async def choose(
        self, player: Player, position: Position, seed: int, stop: threading.Event
    ) -> int:
        """A player's move.

        Raises:
            Stopped: nobody wants it any more.
            BusyError: too many wait already.
        """
        if isinstance(player, Engine):
            return await self._both(player, stop, lambda engine: engine.choose(position, seed=seed))
        pool = self._quick if isinstance(player, RandomPlayer) else self._long
        return await self._run(pool, stop, lambda: player.choose(position, seed=seed))

    async def study(
        self, engine: Engine, position: Position, all_moves: bool, stop: threading.Event
    ) -> SearchResult:
        """What an engine finds in a position; of all moves, if asked for. Errors as of `choose`."""
        return await self._both(
            engine,
            stop,
            lambda one: one.search.run_net(position, one.evaluator, one.net, 0, all_moves),
        )

    async def _both(
        self, engine: Engine, stop: threading.Event, work: Callable[[Engine], _T]
    ) -> _T:
        quick = _in_pieces(engine, stop, longest=MOMENT, or_nothing=True)
        try:
            return await self._run(self._quick, stop, lambda: work(quick))
        except Unfinished:
            patient = _in_pieces(engine, stop, piece=2 * MOMENT)
            return await self._run(self._long, stop, lambda: work(patient))

    async def _run(
        self, pool: ThreadPoolExecutor, stop: threading.Event, work: Callable[[], _T]
    ) -> _T:
        if self._waiting >= WAITING:
            raise BusyError("the server is busy: too many positions wait to be searched")

        def job() -> _T:
            if stop.is_set():
                raise Stopped
            return work()

        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, job)
        finally:
            self._waiting -= 1
