"""How a batch is cut into parts, and how fast nodes are."""

import numpy as np

from ponnuki.arena.cluster.connection import Node
from ponnuki.arena.cluster.parts import FEWEST_SECONDS, SECONDS, SECONDS_A_CORE, Parts
from ponnuki.arena.cluster.stations import WINDOW, Stations


def sizes(games: int, seconds_a_game: float | None, cores: int) -> list[int]:
    """The sizes of all parts of a batch, each of whose games takes that long."""
    parts = Parts(games, seconds_a_game)
    found: list[int] = []
    while (part := parts.next(cores)) is not None:
        assert part.tolist() == list(range(sum(found), sum(found) + len(part)))
        found.append(len(part))
    assert sum(found) == games
    return found


def size(parts: Parts, cores: int) -> int:
    """How many games the next part has."""
    part = parts.next(cores)
    assert part is not None
    return len(part)


def test_parts_of_unknown_games_are_single_games() -> None:
    """Until somebody knows what a game takes."""
    parts = Parts(100)
    assert [size(parts, 2) for _ in range(3)] == [1, 1, 1]
    parts.took(1, 0.01)
    assert size(parts, 2) > 1


def test_a_part_takes_about_a_second_and_parts_become_smaller() -> None:
    """Long games go alone, quick ones together; at the end nobody waits long for another."""
    assert set(sizes(50, 10 * SECONDS, cores=2)) == {1}
    found = sizes(10_000, SECONDS / 100, cores=2)
    assert found[0] == 100
    assert found == sorted(found, reverse=True)
    assert found[-2] == FEWEST_SECONDS / SECONDS * 100
    assert sizes(0, None, cores=2) == []


def test_with_many_cores_parts_are_longer() -> None:
    """So that one driver can serve them all."""
    cores = 4000
    assert size(Parts(10**8, 0.01), cores) == SECONDS_A_CORE * cores / 0.01


def test_what_games_take_is_learned_from_parts() -> None:
    """The last ones count most, and no time is nothing."""
    parts = Parts(10, 1.0)
    for _ in range(30):
        parts.took(2, 6.0)
    assert np.isclose(parts.seconds_a_game or 0, 3.0, rtol=1e-3)
    parts = Parts(10)
    parts.took(5, 0.0)
    assert size(parts, 1) == 10


def test_a_node_is_as_fast_as_it_was_of_late() -> None:
    """Games long ago count in the total alone."""
    now = [0.0]
    stations = Stations(lambda: now[0])
    nodes = [Node("a", "one", 4), Node("b", "two", 8)]
    now[0] = 10.0
    stations.add("a", 50)
    one, two = stations.shown(nodes)
    assert (one.name, one.cores, one.games, one.games_per_second) == ("one", 4, 50, 5.0)
    assert (two.games, two.games_per_second) == (0, 0.0)
    now[0] += WINDOW + 1
    assert [one.games_per_second for one in stations.shown(nodes)] == [0.0, 0.0]
    assert stations.shown(nodes)[0].games == 50
