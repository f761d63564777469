"""When to end thinking: a limit for one search, and a stop that another thread may set."""

import threading
from dataclasses import dataclass
from weakref import WeakSet

from ponnuki import _core
from ponnuki.settings import Settings, setting

MAX_DEPTH: int = _core.MAX_DEPTH
"""Plies that a search may look ahead."""
MAX_NODES = 2**62
MAX_THREADS = 1024


class Stop:
    """Asks a search on another thread to end; it then has the result of what it has finished."""

    __slots__ = ("__weakref__", "_core", "_lock", "_parts")

    def __init__(self) -> None:
        self._core = _core.Stop()
        self._lock = threading.Lock()
        self._parts: WeakSet[Stop] = WeakSet()

    def set(self) -> None:
        """Asks for the end. It cannot be taken back."""
        self._core.set()
        with self._lock:
            for one in self._parts:
                one.set()

    def part(self) -> "Stop":
        """A stop that is set when this one is, or by itself."""
        one = Stop()
        with self._lock:
            self._parts.add(one)
        if self.is_set():
            one.set()
        return one

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return self._core.is_set()


@dataclass(frozen=True)
class Limit(Settings):
    """What one search may use, whatever its settings say. It can only make a search shorter.

    >>> import ponnuki
    >>> game = ponnuki.game("capture-go:5")
    >>> engine = ponnuki.player("untrained,depth=6", game)
    >>> engine.think(game.start(), ponnuki.Limit(depth=2, seconds=60)).depth
    2

    Attributes:
        stop: ends the search when it is set.
    """

    depth: int | None = setting(
        None, "plies to look ahead at most; none for what the settings say", low=1, high=MAX_DEPTH
    )
    nodes: int = setting(0, "positions to look at; 0 for no limit", low=0, high=MAX_NODES)
    seconds: float = setting(0.0, "time; 0 for no limit", low=0)
    stop: Stop | None = None
    threads: int = setting(
        1,
        "that work for one tree search, if its settings say `parallel`; no result depends on them",
        low=1,
        high=MAX_THREADS,
    )

    def check(self) -> None:
        """Raises ValueError if something else than a `Stop` is to stop it."""
        if not (self.stop is None or isinstance(self.stop, Stop)):
            raise ValueError(f"stop={self.stop!r} is not allowed: use a Stop or None")

    def __reduce__(self) -> tuple[object, ...]:
        if self.stop is not None:
            raise TypeError("a limit with a stop cannot be pickled: no other process could set it")
        return super().__reduce__()


NO_LIMIT = Limit()
