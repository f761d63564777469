"""Many pieces of work at once, a thread each, which all end at Ctrl-C.

A piece works in the core most of its time, where threads do not wait for each other. Only the
calling thread sees Ctrl-C; the others are told by `Stop`, and end at their next safe place.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")

Bar = Callable[[str, int], AbstractContextManager[Callable[[int], object]]]
"""Shows how far some work is: of its name and its size it makes what is told how much is done."""

_POLL = 0.1


def no_bar(name: str, size: int) -> AbstractContextManager[Callable[[int], object]]:
    """Shows nothing."""
    del name, size
    return nullcontext(lambda _: None)


class StoppedError(Exception):
    """The work is given up; what is safe is kept."""


class Stop:
    """Tells the pieces of some work that it is given up, and counts their steps."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self.steps = 0

    def set(self) -> None:
        """The work is given up."""
        self._event.set()

    def step(self) -> None:
        """A piece has done a step, and everything up to here is safe.

        Raises:
            StoppedError: the work is given up.
        """
        with self._lock:
            self.steps += 1
        if self._event.is_set():
            raise StoppedError


def each(
    work: Callable[[S, Stop], T],
    items: Sequence[S],
    threads: int,
    told: Callable[[int], object] = lambda _: None,
    abandon: Callable[[], object] = lambda: None,
) -> list[T]:
    """Does a piece of work for each item, so many at a time, and gives what comes out in order.

    Args:
        work: what is done; it calls `Stop.step` where it may end early.
        items: one for each piece.
        threads: how many pieces at a time.
        told: is told from time to time how many steps all pieces have done.
        abandon: called when the work is given up, to end what pieces have begun elsewhere.

    Raises:
        Exception: the first error of a piece; the other pieces have ended by then.
        KeyboardInterrupt: after Ctrl-C, when every piece has come to its next step.
    """
    stop = Stop()
    with ThreadPoolExecutor(threads) as pool:
        futures: list[Future[T]] = [pool.submit(work, item, stop) for item in items]
        waiting = set(futures)
        try:
            while waiting:
                done, waiting = wait(waiting, _POLL, FIRST_COMPLETED)
                for one in done:
                    one.result()
                told(stop.steps)
        except BaseException:
            stop.set()
            abandon()
            for one in waiting:
                one.cancel()
            raise
    return [one.result() for one in futures]
