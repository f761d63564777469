"""How pieces of work share an arena."""

from typing import Any

from ponnuki.arena import Arena
from ponnuki.arena.sharing import shares


class Cluster(Arena):
    """An arena that says it has a cluster of twelve cores."""

    capacity = 12
    ended = False

    @property
    def cluster(self) -> Any:
        """It is one."""
        return self

    def abandon(self) -> None:
        """Everything is to end."""
        type(self).ended = True


def test_a_thread_for_each_piece_of_work() -> None:
    """As many at a time as the arena has threads."""
    share = shares(Arena(3))
    assert (share.count, share.each) == (3, Arena(1))
    share.end()


def test_a_cluster_is_shared_whole() -> None:
    """It gives out the games of all pieces by itself, and ends them all at once."""
    arena = Cluster()
    share = shares(arena)
    assert share.count == 12
    assert share.each is arena
    assert not Cluster.ended
    share.end()
    assert Cluster.ended
