"""Who plays how fast: the games that each node has played of late, for a person to see."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

WINDOW = 30.0
"""Seconds over which a speed is taken."""


class _Node(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def cores(self) -> int: ...


@dataclass(frozen=True)
class Station:
    """Where games are played.

    Attributes:
        name: for people.
        cores: games at a time.
        games: that it has played so far.
        games_per_second: of late.
    """

    name: str
    cores: int
    games: int
    games_per_second: float


class Stations:
    """Counts games by node."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begin = clock()
        self._lock = threading.Lock()
        self._recent: dict[str, deque[tuple[float, int]]] = {}
        self._games: dict[str, int] = {}

    def add(self, node: str, games: int) -> None:
        """A node has played some games."""
        with self._lock:
            self._games[node] = self._games.get(node, 0) + games
            self._recent.setdefault(node, deque()).append((self._clock(), games))

    def shown(self, nodes: Sequence[_Node]) -> tuple[Station, ...]:
        """All nodes, in their order."""
        now = self._clock()
        seconds = max(min(WINDOW, now - self._begin), 1e-3)
        found = []
        with self._lock:
            for node in nodes:
                recent = self._recent.get(node.id, deque())
                while recent and recent[0][0] < now - WINDOW:
                    recent.popleft()
                speed = sum(games for _, games in recent) / seconds
                games = self._games.get(node.id, 0)
                found.append(Station(node.name, node.cores, games, speed))
        return tuple(found)
