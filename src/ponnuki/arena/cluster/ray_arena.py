"""The arena that has a cluster: it plays the parts of a batch on all nodes."""

import pickle
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.arena import Arena, Progress
from ponnuki.arena.batch import GameBatch
from ponnuki.arena.cluster import node
from ponnuki.arena.cluster.connection import Connection, Done
from ponnuki.arena.cluster.parts import Parts
from ponnuki.arena.cluster.stations import Station, Stations
from ponnuki.arena.opening import Opening
from ponnuki.games import Game
from ponnuki.players import Player, depth_of, visits_of
from ponnuki.players.inside import plays_inside

K = TypeVar("K")
T = TypeVar("T")
HERE_SECONDS = 0.02
"""A batch that takes no longer here is played here: it would take as long to send it."""
_POLL = 0.05


class _State:
    """What an arena learns as it plays."""

    def __init__(self) -> None:
        self.seconds_a_game: dict[tuple[str, int, int], float] = {}
        self.stations = Stations()
        self._lock = threading.Lock()
        self._batches = 0
        self._begun = 0
        self._abandoned = 0

    @contextmanager
    def busy(self) -> Iterator[Callable[[], bool]]:
        """Some work is being done, by each of several threads; says whether it is to go on."""
        with self._lock:
            self._begun += 1
            number = self._begun
            self._batches += 1
        try:
            yield lambda: number > self._abandoned
        finally:
            with self._lock:
                self._batches -= 1

    def abandon(self) -> None:
        """All work that was begun so far is to end."""
        with self._lock:
            self._abandoned = self._begun

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
    def cluster(self) -> "RayArena":
        """This arena."""
        return self

    def close(self) -> None:
        """Ends the connection, and with it a cluster that it has started."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        deepest = max((depth_of(one) or 0 for one in players), default=0)
        kind = rules.spec, deepest, max((visits_of(one) or 0 for one in players), default=0)
        known = self._state.seconds_a_game.get(kind)
        short = known is not None and known * len(pairings) < HERE_SECONDS * self.workers
        if outside or short or not len(pairings):
            return super().play_part(rules, players, pairings, seeds, progress, opening)
        parts = Parts(len(pairings), known)
        played: list[GameBatch] = []
        places: list[NDArray[np.intp]] = []

        def following(cores: int) -> tuple[NDArray[np.intp], tuple[Any, ...]] | None:
            part = parts.next(cores)
            return None if part is None else (part, (pairings[part], seeds[part]))

        with closing(self._each(self._packed(rules, players, opening), following)) as coming:
            for found in coming:
                if found is not None:
                    part, done = found
                    parts.took(len(part), done.seconds)
                    self._state.stations.add(done.node, len(part))
                    played.append(done.result)
                    places.append(part)
                if progress is not None:
                    progress(sum(map(len, places)))
        if parts.seconds_a_game is not None:
            self._state.seconds_a_game[kind] = parts.seconds_a_game
        return GameBatch.join(played, places)

    def work_out(
        self, function: Callable[..., T], pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        """Works out a function with one core a time, wherever one is free.

        Args:
            function: of a module, so that other machines have it.
            pieces: its arguments, of each time.

        Yields:
            The number of a piece and what came out, as they come, not in order.

        Raises:
            ClusterError: as of `play_part`.
            Exception: the function's own.
        """
        left = iter(enumerate(pieces))
        work = node.pack(function, ())
        with closing(self._each(work, lambda _: next(left, None))) as coming:
            for found in coming:
                if found is not None:
                    number, done = found
                    yield number, done.result

    def abandon(self) -> None:
        """Ends the work of all threads, each of which sees a KeyboardInterrupt."""
        self._state.abandon()

    def _each(
        self, work: bytes, following: Callable[[int], tuple[K, tuple[Any, ...]] | None]
    ) -> Generator[tuple[K, Done] | None, None, None]:
        """Gives out pieces of work as long as there is room, and gives what comes back.

        Args:
            work: what all have in common.
            following: of the number of cores, the next piece: what it is called, and its own
                arguments; None if there is none.

        Yields:
            A piece that is done, by its name; None now and then, where somebody waits.
        """
        link, state = self.connection, self._state
        shared = link.put(work)
        waiting: dict[Any, tuple[K, tuple[Any, ...]]] = {}
        with state.busy() as alive:
            try:
                while True:
                    cores = self.capacity
                    while len(waiting) < state.ahead(cores):
                        piece = following(cores)
                        if piece is None:
                            break
                        waiting[link.submit(shared, piece[1])] = piece
                    if not waiting:
                        return
                    for one in link.wait(list(waiting), _POLL):
                        piece = waiting.pop(one)
                        done = link.take(one)
                        if done is None:
                            waiting[link.submit(shared, piece[1])] = piece
                        else:
                            yield piece[0], done
                    if not alive():
                        raise KeyboardInterrupt
                    yield None
            finally:
                link.give_up(waiting)  # after an error or Ctrl-C nobody works on for nothing

    def _packed(self, rules: Game, players: Sequence[Player], opening: Opening) -> bytes:
        try:
            return node.pack(node.play, (rules, list(players), opening))
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise ValueError(f"these players cannot be sent to other machines: {error}") from None
