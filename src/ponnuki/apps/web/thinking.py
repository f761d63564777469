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
from dataclasses import replace
from typing import TypeVar

from ponnuki.games import Position
from ponnuki.players import Decision, Engine, Limit, Player, RandomPlayer, SearchResult, Stop

_T = TypeVar("_T")

MOMENT = 0.2
"""Seconds for which every search is tried at first."""
LONGEST = 12.0
"""Seconds for which a move may be searched."""
WAITING = 400
"""Searches that may wait for their turn."""


class Stopped(Exception):  # noqa: N818 - it is no error
    """Nobody wants the result any more."""


class BusyError(ValueError):
    """Too many searches wait already."""


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

    async def choose(self, player: Player, position: Position, seed: int, stop: Stop) -> int:
        """A player's move.

        Raises:
            Stopped: nobody wants it any more.
            BusyError: too many wait already.
        """
        if isinstance(player, Engine):
            engine = player

            def decide(limit: Limit) -> Decision:
                return engine.decide(position, limit, seed=seed)

            return (await self._twice(engine, stop, decide, lambda one: one.found)).move
        pool = self._quick if isinstance(player, RandomPlayer) else self._long
        return await self._run(pool, stop, lambda: player.choose(position, seed=seed))

    async def study(
        self,
        engine: Engine,
        position: Position,
        stop: Stop,
        *,
        depth: int | None = None,
        all_moves: bool = False,
    ) -> SearchResult:
        """What an engine finds in a position, at most that deep. Errors as of `choose`."""

        def think(limit: Limit) -> SearchResult:
            cut = replace(limit, depth=depth)
            return engine.think(position, cut, all_moves=all_moves)

        return await self._twice(engine, stop, think, lambda one: one)

    async def _twice(
        self,
        engine: Engine,
        stop: Stop,
        work: Callable[[Limit], _T],
        found: Callable[[_T], SearchResult | None],
    ) -> _T:
        """The work within a moment if that is enough, or else within the longest time."""
        first = await self._run(self._quick, stop, lambda: work(Limit(seconds=MOMENT, stop=stop)))
        if _finished(engine, found(first)):
            return first
        return await self._run(self._long, stop, lambda: work(Limit(seconds=LONGEST, stop=stop)))

    async def _run(self, pool: ThreadPoolExecutor, stop: Stop, work: Callable[[], _T]) -> _T:
        if self._waiting >= WAITING:
            raise BusyError("the server is busy: too many positions wait to be searched")

        def job() -> _T:
            if stop.is_set():
                raise Stopped
            done = work()
            if stop.is_set():
                raise Stopped
            return done

        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, job)
        finally:
            self._waiting -= 1


def _finished(engine: Engine, found: SearchResult | None) -> bool:
    """Whether more time would change nothing: no search, its depth, or a limit of the engine's."""
    if found is None or found.complete:
        return True
    own = engine.search
    return 0 < own.seconds <= MOMENT or 0 < own.nodes <= found.nodes
