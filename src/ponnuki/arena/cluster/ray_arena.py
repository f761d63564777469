"""The arena that has a cluster: it plays the parts of a batch on all nodes."""

import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.arena import Arena, Progress
from ponnuki.arena.batch import GameBatch
from ponnuki.arena.cluster import node
from ponnuki.arena.cluster.connection import Connection
from ponnuki.arena.cluster.parts import Parts
from ponnuki.arena.cluster.stations import Station, Stations
from ponnuki.arena.opening import Opening
from ponnuki.games import Game
from ponnuki.players import Player, depth_of
from ponnuki.players.inside import plays_inside

T = TypeVar("T")
HERE_SECONDS = 0.02
"""A batch that takes no longer is played here: it would take as long to send it."""
_POLL = 0.05


class _State:
    """What an arena learns as it plays."""

    def __init__(self) -> None:
        self.seconds_a_game: dict[tuple[str, int], float] = {}
        self.stations = Stations()
        self._lock = threading.Lock()
        self._batches = 0

    @contextmanager
    def busy(self) -> Iterator[None]:
        """A batch is being played; several threads may play one each."""
        with self._lock:
            self._batches += 1
        try:
            yield
        finally:
            with self._lock:
                self._batches -= 1

    def ahead(self, cores: int) -> int:
        """How many parts of a batch wait or are played: two a core in all, so that none is idle."""
        return max(2, 2 * cores // max(1, self._batches))


@dataclass(frozen=True)
class RayArena(Arena):
    """Plays whole games on the nodes of a Ray cluster, a core each.

    Games of external players stay on this machine, as do learners that learn inside the core.
    """

    connection: Connection = field(kw_only=True)
    _state: _State = field(default_factory=_State, kw_only=True, compare=False)

    @classmethod
    def connect(cls, address: str | None, threads: int | None = None) -> Self:
        """Connects to a cluster; arguments and errors as of `Arena.ray`."""
        Arena(threads)
        return cls(threads, connection=Connection.open(address))

    @property
    def capacity(self) -> int:
        """How many games are played at a time, on all nodes."""
        return max(1, sum(one.cores for one in self.connection.nodes()))

    @property
    def alone(self) -> Arena:
        """This arena: it has room for many pieces of work."""
        return self

    @property
    def far(self) -> bool:
        """Whether it has other machines."""
        return True

    def close(self) -> None:
        """Ends the connection, and with it a cluster that it has started."""
        self.connection.close()

    def stations(self) -> tuple[Station, ...]:
        """The nodes, and how many games a second each has played of late."""
        return self._state.stations.shown(self.connection.nodes())

    def play_part(
        self,
        rules: Game,
        players: Sequence[Player],
        pairings: NDArray[np.int32],
        seeds: NDArray[np.uint64],
        progress: Progress | None,
        opening: Opening,
    ) -> GameBatch:
        """Plays one part of a batch: on the nodes; here if it is short or has external players.

        Raises:
            ClusterError: the cluster is gone, no node can be used, or games kill their process.
        """
        outside = not all(plays_inside(players[i]) for i in np.unique(pairings))
        kind = rules.spec, max((depth_of(one) or 0 for one in players), default=0)
        known = self._state.seconds_a_game.get(kind)
        short = known is not None and known * len(pairings) < HERE_SECONDS
        if outside or short or not len(pairings):
            return super().play_part(rules, players, pairings, seeds, progress, opening)
        parts = Parts(len(pairings), known)
        work = self.connection.put(self._packed(rules, players, opening))
        waiting: dict[Any, NDArray[np.intp]] = {}
        played: list[GameBatch] = []
        places: list[NDArray[np.intp]] = []

        def give(part: NDArray[np.intp]) -> None:
            waiting[self.connection.submit(work, (pairings[part], seeds[part]))] = part

        with self._state.busy(), self._given_up_on_error(waiting):
            while True:
                cores = self.capacity
                while len(waiting) < self._state.ahead(cores):
                    part = parts.next(cores)
                    if part is None:
                        break
                    give(part)
                if not waiting:
                    break
                for piece in self.connection.wait(list(waiting), _POLL):
                    part = waiting.pop(piece)
                    done = self.connection.take(piece)
                    if done is None:
                        give(part)
                        continue
                    parts.took(len(part), done.seconds)
                    self._state.stations.add(done.node, len(part))
                    played.append(done.result)
                    places.append(part)
                if progress is not None:
                    progress(sum(map(len, places)))
        if parts.seconds_a_game is not None:
            self._state.seconds_a_game[kind] = parts.seconds_a_game
        return GameBatch.join(played, places)

    def work_out(self, function: Callable[..., T], *arguments: Any) -> T:
        """Works out a function of a module on some node, with one core.

        Raises:
            ClusterError: as of `play_part`.
            Exception: the function's own.
        """
        work = self.connection.put(node.pack(function, ()))
        waiting = {self.connection.submit(work, arguments): None}
        with self._given_up_on_error(waiting):
            while True:
                for piece in self.connection.wait(list(waiting), _POLL):
                    del waiting[piece]
                    done = self.connection.take(piece)
                    if done is not None:
                        result: T = done.result
                        return result
                    waiting[self.connection.submit(work, arguments)] = None
                self.connection.nodes()

    def _packed(self, rules: Game, players: Sequence[Player], opening: Opening) -> bytes:
        try:
            return node.pack(node.play, (rules, list(players), opening))
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise ValueError(f"these players cannot be sent to other machines: {error}") from None

    @contextmanager
    def _given_up_on_error(self, waiting: dict[Any, Any]) -> Iterator[None]:
        """After an error or Ctrl-C nobody works on for nothing."""
        try:
            yield
        except BaseException:
            self.connection.give_up(waiting)
            raise
