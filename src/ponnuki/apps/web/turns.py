"""Whose turn it is where many wait: one tab after the other, and not first come first served.

Everything here runs on one event loop.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from ponnuki.players import Stop

WAITING = 400
"""How many may wait for their turn."""
WAITING_EACH = 16
"""How many of one tab may."""


class Stopped(Exception):  # noqa: N818 - it is no error
    """Nobody wants the result any more."""


class BusyError(ValueError):
    """Too many wait already."""


@dataclass(eq=False)
class _Place:
    """Somebody who waits; the future ends when it is their turn."""

    stop: Stop
    turn: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    served: bool = False

    def serve(self) -> None:
        """It is their turn."""
        self.served = True
        self.turn.set_result(None)

    def dismiss(self) -> bool:
        """Sends them away if nobody wants them any more; says whether they are gone."""
        if not self.turn.done() and self.stop.is_set():
            self.turn.set_exception(Stopped())
        return self.turn.done()


class Turns:
    """Some places to work at, and those who wait for one.

    A place that gets free goes to the tab that has the fewest of them; among such tabs, to the one
    that has waited longest since it was served.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._busy: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, deque[_Place]] = {}

    @property
    def free(self) -> bool:
        """Whether a place can be had at once."""
        return self._free > 0 and not self._waiting

    @asynccontextmanager
    async def turn(self, tab: Hashable, stop: Stop) -> AsyncIterator[None]:
        """A place to work at, for as long as the block lasts.

        Raises:
            Stopped: it was not wanted any more before its turn came.
            BusyError: too many wait already.
        """
        await self._take(tab, stop)
        try:
            yield
        finally:
            self._leave(tab)

    async def _take(self, tab: Hashable, stop: Stop) -> None:
        self._forget_stale(tab)
        own, all_tabs = len(self._waiting.get(tab, ())), sum(map(len, self._waiting.values()))
        if own >= WAITING_EACH or all_tabs >= WAITING:
            raise BusyError("the server is busy: too many positions wait to be searched")
        place = _Place(stop)
        self._waiting.setdefault(tab, deque()).append(place)
        self._serve()
        try:
            await place.turn
        except asyncio.CancelledError:
            if place.served:
                self._leave(tab)
            raise

    def _leave(self, tab: Hashable) -> None:
        self._busy[tab] -= 1
        if not self._busy[tab]:
            del self._busy[tab]
        self._free += 1
        self._serve()

    def _serve(self) -> None:
        """Gives the free places away."""
        while self._free and self._waiting:
            tab = min(self._waiting, key=lambda one: self._busy[one])  # the first of the least busy
            self._forget_stale(tab)
            own = self._waiting.pop(tab, None)
            if own:
                own.popleft().serve()
                self._busy[tab] += 1
                self._free -= 1
            if own:
                self._waiting[tab] = own  # at the end of the row

    def _forget_stale(self, tab: Hashable) -> None:
        """Sends away those of a tab that nobody wants any more."""
        kept = deque(one for one in self._waiting.get(tab, ()) if not one.dismiss())
        if kept:
            self._waiting[tab] = kept
        else:
            self._waiting.pop(tab, None)
