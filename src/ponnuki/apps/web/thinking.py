"""Thinking that never holds up a page.

The core gives other threads their turn while it searches, and a search that nobody wants any more
is told to end. A search is first tried for a moment; most end within it. One that does not is begun
again among the long ones. Short and long ones have threads of their own, so a deep search of one
player delays no other's quick one; players that do not search are quick. Tabs take turns.

A search that ends at its depth, or has made its visits, gives what the engine gives everywhere
else. One that runs out of time gives the result of the deepest search that was finished, or of the
visits that it made.
"""

import asyncio
import os
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

from ponnuki.apps.web.opening import draw_move
from ponnuki.apps.web.turns import Stopped, Turns
from ponnuki.games import Position
from ponnuki.players import (
    Decision,
    Engine,
    Limit,
    Player,
    RandomPlayer,
    ScriptedPlayer,
    SearchResult,
    Stop,
)

_T = TypeVar("_T")

MOMENT = 0.2
"""Seconds for which every search is tried at first."""
LONGEST = 12.0
"""Seconds for which a move may be searched."""


class _Pool:
    """Threads, and those who wait for one."""

    def __init__(self, count: int, name: str) -> None:
        self.threads = ThreadPoolExecutor(count, name)
        self.turns = Turns(count)

    async def run(self, work: Callable[[], _T], stop: Stop, tab: Hashable) -> _T:
        """Does something when it is the tab's turn; errors as of `Turns.turn`."""
        async with self.turns.turn(tab, stop):
            done = await asyncio.get_running_loop().run_in_executor(self.threads, work)
        if stop.is_set():
            raise Stopped
        return done


@dataclass(frozen=True)
class Move:
    """A player's move.

    Attributes:
        move: a legal one.
        reached: the depth or the visits that its search came to, if not to those that it should.
    """

    move: int
    reached: int | None = None

    @classmethod
    def of(cls, move: int, found: SearchResult | None) -> "Move":
        """A move, and what was found when it was searched for."""
        if found is None or found.complete:
            return cls(move)
        return cls(move, found.nodes if found.root_visits else found.depth)


class Thinker:
    """Threads for searches, and the queues before them: a quick one and a long one."""

    def __init__(self, threads: int | None = None) -> None:
        count = threads or max(2, os.cpu_count() or 2)
        self._quick = _Pool(count, "quick")
        self._long = _Pool(count, "long")

    def close(self) -> None:
        """Ends the threads; searches that run end at their limits."""
        for pool in self._quick, self._long:
            pool.threads.shutdown(wait=False, cancel_futures=True)

    async def choose(
        self,
        player: Player,
        position: Position,
        seed: int,
        stop: Stop,
        *,
        moves: Sequence[int] | None = None,
        tab: Hashable = None,
        vary: bool = False,
    ) -> Move:
        """A player's move.

        Args:
            player: who is asked.
            position: where.
            seed: of its draws.
            stop: set when nobody wants it any more.
            moves: those that led here from the start of the game; without them no book is used.
            tab: who waits for it; tabs take turns.
            vary: whether an engine draws among moves that are nearly as good as its best.

        Raises:
            Stopped: nobody wants it any more.
            BusyError: too many wait already.
        """
        if isinstance(player, Engine):
            engine = player
            if vary:
                all_moves = await self.study(engine, position, stop, all_moves=True, tab=tab)
                return Move.of(draw_move(all_moves, position, seed), all_moves)

            def decide(limit: Limit) -> Decision:
                return engine.decide(position, limit, seed=seed, moves=moves)

            decided = await self._twice(engine, stop, tab, decide, lambda one: one.found)
            return Move.of(decided.move, decided.found)
        pool = self._quick if isinstance(player, RandomPlayer | ScriptedPlayer) else self._long
        return Move(await pool.run(lambda: player.choose(position, seed=seed), stop, tab))

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

        return await self._twice(engine, stop, tab, think, lambda one: one)

    async def _twice(
        self,
        engine: Engine,
        stop: Stop,
        tab: Hashable,
        work: Callable[[Limit], _T],
        found: Callable[[_T], SearchResult | None],
    ) -> _T:
        """The work within a moment if that is enough, or else within the longest time."""
        moment, longest = Limit(seconds=MOMENT, stop=stop), Limit(seconds=LONGEST, stop=stop)
        first = await self._quick.run(lambda: work(moment), stop, tab)
        if _finished(engine, found(first)):
            return first
        return await self._long.run(lambda: work(longest), stop, tab)


def _finished(engine: Engine, found: SearchResult | None) -> bool:
    """Whether more time would change nothing: no search, its depth, or a limit of the engine's."""
    if found is None or found.complete:
        return True
    own = engine.search
    return 0 < own.seconds <= MOMENT or 0 < own.nodes <= found.nodes
