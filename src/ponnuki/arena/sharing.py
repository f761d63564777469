"""How many pieces of work share an arena: runs, generations, questions."""

from collections.abc import Callable
from dataclasses import dataclass

from ponnuki.arena.arena import Arena


@dataclass(frozen=True)
class Shares:
    """The parts of an arena for pieces of work that go on at a time.

    Attributes:
        count: how many go on at a time.
        each: who plays the games of one of them.
        end: ends what all of them do on other machines; what they do here ends by itself.
    """

    count: int
    each: Arena
    end: Callable[[], object]


def shares(arena: Arena) -> Shares:
    """A thread for each piece here; on a cluster all of it for each, which gives games in turn."""
    cluster = arena.cluster
    if cluster is None:
        return Shares(arena.workers, Arena(1), lambda: None)
    return Shares(cluster.capacity, cluster, cluster.abandon)
