"""Thinking that never holds up a page.

The core gives other threads their turn while it searches, and a search that nobody wants any more
is told to end. A search is first tried for a moment; most end within it. One that does not is begun
again among the long ones. Short and long ones have threads of their own, so a deep search of one
player delays no other's quick one.

A search that ends at its depth gives what the engine gives everywhere else. One that runs out of
time gives the result of the deepest search that was finished.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields, replace
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
    """A search that ends when nobody wants it.

    Attributes:
        stop: set when nobody wants the result.
        longest: seconds in all.
        or_nothing: whether a search that is not finished then has no result.
    """

    stop: _core.Stop = field(default_factory=_core.Stop)
    longest: float = LONGEST
    or_nothing: bool = False

    def run_net(
        self,
        position: Position,
        evaluator: Evaluator,
        net: _core.Net,
        seed: int,
        all_moves: bool,
        stop: _core.Stop | None = None,
    ) -> SearchResult:
        """Searches until it is finished or out of time.

        Raises:
            Stopped: it was told to stop.
            Unfinished: it is not finished, and nothing less was asked for.
        """
        stop = stop or self.stop
        own = {one.name: getattr(self, one.name) for one in fields(Search)}
        own["seconds"] = min(self.longest, self.seconds or self.longest)
        if stop.is_set():
            raise Stopped
        found = Search(**own).run_net(position, evaluator, net, seed, all_moves, stop)
        if stop.is_set():
            raise Stopped
        limited = 0 < self.seconds <= self.longest or 0 < self.nodes <= found.nodes
        if self.or_nothing and not (found.complete or limited):
            raise Unfinished
        return found


def _stoppable(engine: Engine, stop: _core.Stop, **limits: Any) -> Engine:
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

    async def choose(self, player: Player, position: Position, seed: int, stop: _core.Stop) -> int:
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
        self, engine: Engine, position: Position, all_moves: bool, stop: _core.Stop
    ) -> SearchResult:
        """What an engine finds in a position; of all moves, if asked for. Errors as of `choose`."""
        return await self._both(
            engine,
            stop,
            lambda one: one.search.run_net(position, one.evaluator, one.net, 0, all_moves),
        )

    async def _both(self, engine: Engine, stop: _core.Stop, work: Callable[[Engine], _T]) -> _T:
        quick = _stoppable(engine, stop, longest=MOMENT, or_nothing=True)
        try:
            return await self._run(self._quick, stop, lambda: work(quick))
        except Unfinished:
            patient = _stoppable(engine, stop)
            return await self._run(self._long, stop, lambda: work(patient))

    async def _run(self, pool: ThreadPoolExecutor, stop: _core.Stop, work: Callable[[], _T]) -> _T:
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
