"""When to end thinking: a limit for one search, and a stop that another thread may set."""

import operator
from dataclasses import dataclass
from math import inf

from ponnuki import _core
from ponnuki.pickles import Rebuilt

MAX_DEPTH: int = _core.MAX_DEPTH
"""Plies that a search may look ahead."""
MAX_NODES = 2**62
MAX_THREADS = 1024


def check_whole(name: str, value: int, low: int, high: int) -> None:
    """Raises ValueError if a whole number is out of its range."""
    if not low <= operator.index(value) <= high:
        raise ValueError(f"{name}={value} is not allowed: use {low} to {high}")


def check_seconds(seconds: float) -> None:
    """Raises ValueError if this is no time for a search."""
    if not 0 <= seconds < inf:
        raise ValueError(f"seconds={seconds} is not allowed: use 0 or more")


class Stop:
    """Asks a search on another thread to end; it then has the result of what it has finished."""

    __slots__ = ("_core",)

    def __init__(self) -> None:
        self._core = _core.Stop()

    def set(self) -> None:
        """Asks for the end. It cannot be taken back."""
        self._core.set()

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return self._core.is_set()


@dataclass(frozen=True)
class Limit(Rebuilt):
    """What one search may use, whatever its settings say. It can only make a search shorter.

    >>> import ponnuki
    >>> game = ponnuki.game("capture-go:5")
    >>> engine = ponnuki.player("untrained,depth=6", game)
    >>> engine.think(game.start(), ponnuki.Limit(depth=2, seconds=60)).depth
    2

    Attributes:
        depth: plies to look ahead at most; None for what the settings say.
        nodes: positions to look at; 0 for no limit.
        seconds: time; 0 for no limit.
        stop: ends the search when it is set.
        threads: that work for one tree search, if its settings say `parallel`; no result depends on
            them.
    """

    depth: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    stop: Stop | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.depth is not None:
            check_whole("depth", self.depth, 1, MAX_DEPTH)
        check_whole("nodes", self.nodes, 0, MAX_NODES)
        check_seconds(self.seconds)
        check_whole("threads", self.threads, 1, MAX_THREADS)
        if not (self.stop is None or isinstance(self.stop, Stop)):
            raise ValueError(f"stop={self.stop!r} is not allowed: use a Stop or None")

    def __reduce__(self) -> tuple[object, ...]:
        if self.stop is not None:
            raise TypeError("a limit with a stop cannot be pickled: no other process could set it")
        return super().__reduce__()


NO_LIMIT = Limit()
