"""Thinking that never holds up a page.

The core gives other threads their turn while it searches, and a search that nobody wants any more
is told to end. A search begins in a quick place, and most end within a moment. One that does not
goes on in a long place; if none is free, it waits for one and begins again there. So a deep search
of one player delays no other's quick one; players that do not search are quick. Tabs take turns.

A search that ends at its depth, or has made its visits, gives what the engine gives everywhere
else. One that runs out of time gives the result of the deepest search that was finished, or of the
visits that it made.
"""

import asyncio
import os
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

from ponnuki.apps.web.opening import draw_move
from ponnuki.apps.web.turns import Stopped, Turns
from ponnuki.games import GameSoFar, Position
from ponnuki.players import (
    Decision,
    Draws,
    Engine,
    Guest,
    Limit,
    RandomPlayer,
    ScriptedPlayer,
    SearchResult,
    Stop,
)

_T = TypeVar("_T")

MOMENT = 0.2
"""Seconds that a search may be in a quick place."""
LONGEST = 12.0
"""Seconds for which a move may be searched."""


@dataclass(frozen=True)
class Move:
    """A player's move.

    Attributes:
        move: a legal one.
        reached: how far its search came, if not as far as it should.
    """

    move: int
    reached: str | None = None

    @classmethod
    def of(cls, move: int, found: SearchResult | None) -> "Move":
        """A move, and what was found when it was searched for."""
        if found is None or found.complete:
            return cls(move)
        return cls(move, found.reach)


class Thinker:
    """Threads for searches, and the queues before them: for quick places and for long ones."""

    def __init__(self, threads: int | None = None) -> None:
        count = threads or max(2, os.cpu_count() or 2)
        self._quick, self._long = Turns(count), Turns(count)
        self._threads = ThreadPoolExecutor(2 * count, "thinking")

    def close(self) -> None:
        """Ends the threads; searches that run end at their limits."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(
        self,
        guest: Guest,
        game: GameSoFar,
        seed: int,
        stop: Stop,
        *,
        tab: Hashable = None,
        vary: bool = False,
    ) -> Move:
        """A player's move.

        Args:
            guest: who is asked.
            game: in which game.
            seed: of its draws.
            stop: set when nobody wants it any more.
            tab: who waits for it; tabs take turns.
            vary: whether an engine draws among moves that are nearly as good as its best.

        Raises:
            Stopped: nobody wants it any more.
            BusyError: too many wait already.
        """
        player, position = guest.player, game.position

        def decide(limit: Limit) -> Decision:
            return guest.ask(game, seed, limit, Draws.at(position, seed))

        if isinstance(player, Engine):
            if vary:
                all_moves = await self.study(player, position, stop, all_moves=True, tab=tab)
                return Move.of(draw_move(all_moves, position, seed), all_moves)
            decided = await self._search(player, stop, tab, decide, lambda one: one.found)
            return Move.of(decided.move, decided.found)
        quick = isinstance(player, RandomPlayer | ScriptedPlayer)
        async with (self._quick if quick else self._long).turn(tab, stop):
            done = await self._run(decide, Limit())
        if stop.is_set():
            raise Stopped
        return Move(done.move)

    async def study(
        self,
        engine: Engine,
        position: Position,
        stop: Stop,
        *,
        depth: int | None = None,
        all_moves: bool = False,
        tab: Hashable = None,
    ) -> SearchResult:
        """What an engine finds in a position, at most that deep. Errors as of `choose`."""

        def think(limit: Limit) -> SearchResult:
            cut = replace(limit, depth=depth)
            return engine.think(position, cut, all_moves=all_moves)

        return await self._search(engine, stop, tab, think, lambda one: one)

    async def _search(
        self,
        engine: Engine,
        stop: Stop,
        tab: Hashable,
        work: Callable[[Limit], _T],
        found: Callable[[_T], SearchResult | None],
    ) -> _T:
        """The work within the longest time: a moment in a quick place, the rest in a long one."""
        pause = stop.part()
        try:
            async with self._quick.turn(tab, stop):
                running = self._run(work, Limit(seconds=LONGEST, stop=pause))
                await asyncio.wait({running}, timeout=MOMENT)
                if not running.done() and not self._long.free:
                    pause.set()  # or else others would wait for its place
                    await asyncio.wait({running})
            again = (
                running.done() and pause.is_set() and not _finished(engine, found(await running))
            )
            if again or not running.done():
                async with self._long.turn(tab, stop):
                    if again:
                        running = self._run(work, Limit(seconds=LONGEST, stop=stop))
                    await asyncio.wait({running})
        except BaseException:
            pause.set()  # nobody waits for it any more
            raise
        if stop.is_set():
            raise Stopped
        return await running

    def _run(self, work: Callable[[Limit], _T], limit: Limit) -> "asyncio.Future[_T]":
        """Does something on a thread; an error is no concern of those who no longer wait."""
        running = asyncio.get_running_loop().run_in_executor(self._threads, work, limit)
        running.add_done_callback(lambda one: one.cancelled() or one.exception())
        return running


def _finished(engine: Engine, found: SearchResult | None) -> bool:
    """Whether more time would change nothing: no search, its depth, or a limit of the engine's."""
    if found is None or found.complete:
        return True
    own = engine.search
    return 0 < own.seconds <= MOMENT or 0 < own.nodes <= found.nodes
