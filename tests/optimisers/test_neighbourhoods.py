"""Neighbourhoods against graphs written by hand."""

import pytest

from ponnuki.optimisers import Gbest, Ring, VonNeumann


def test_gbest_is_one_group() -> None:
    """Everybody chooses one leader together."""
    assert Gbest().groups(4) == [[0, 1, 2, 3]]


@pytest.mark.parametrize(
    ("window", "particles", "groups"),
    [
        (3, 5, [[0, 1, 4], [0, 1, 2], [1, 2, 3], [2, 3, 4], [0, 3, 4]]),
        (5, 5, [[0, 1, 2, 3, 4]] * 5),
        (
            5,
            7,
            [
                [0, 1, 2, 5, 6],
                [0, 1, 2, 3, 6],
                [0, 1, 2, 3, 4],
                [1, 2, 3, 4, 5],
                [2, 3, 4, 5, 6],
                [0, 3, 4, 5, 6],
                [0, 1, 4, 5, 6],
            ],
        ),
        (1, 3, [[0], [1], [2]]),  # nobody sees anybody
        (5, 3, [[0, 1, 2]] * 3),  # the window is wider than the ring
        (5, 1, [[0]]),
    ],
)
def test_ring(window: int, particles: int, groups: list[list[int]]) -> None:
    """Two to each side in a window of five, once around."""
    assert Ring(window).groups(particles) == groups


@pytest.mark.parametrize("window", [0, 2, -3])
def test_bad_windows(window: int) -> None:
    """A window has its particle in the middle."""
    with pytest.raises(ValueError, match=f"window={window} is not allowed: use an odd number"):
        Ring(window)


# 0 1 2      0 1 2 3      0  1  2  3  4      0  1  2  3
# 3 4        4 5 6        5  6  7  8  9      4  5  6  7
#                        10 11 12 13 14      8  9 10 11
LATTICES: dict[int, list[set[int]]] = {
    1: [{0}],
    2: [{0, 1}, {0, 1}],
    3: [{0, 1, 2}] * 3,
    4: [{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}],
    5: [{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 1, 2}, {0, 3, 4}, {1, 3, 4}],
    6: [{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 1, 2, 5}, {0, 3, 4, 5}, {1, 3, 4, 5}, {2, 3, 4, 5}],
    7: [
        {0, 1, 3, 4},
        {0, 1, 2, 5},
        {1, 2, 3, 6},
        {0, 2, 3},
        {0, 4, 5, 6},
        {1, 4, 5, 6},
        {2, 4, 5, 6},
    ],
    12: [
        {0, 1, 3, 4, 8},
        {0, 1, 2, 5, 9},
        {1, 2, 3, 6, 10},
        {0, 2, 3, 7, 11},
        {0, 4, 5, 7, 8},
        {1, 4, 5, 6, 9},
        {2, 5, 6, 7, 10},
        {3, 4, 6, 7, 11},
        {0, 4, 8, 9, 11},
        {1, 5, 8, 9, 10},
        {2, 6, 9, 10, 11},
        {3, 7, 8, 10, 11},
    ],
    15: [
        {0, 1, 4, 5, 10},
        {0, 1, 2, 6, 11},
        {1, 2, 3, 7, 12},
        {2, 3, 4, 8, 13},
        {0, 3, 4, 9, 14},
        {0, 5, 6, 9, 10},
        {1, 5, 6, 7, 11},
        {2, 6, 7, 8, 12},
        {3, 7, 8, 9, 13},
        {4, 5, 8, 9, 14},
        {0, 5, 10, 11, 14},
        {1, 6, 10, 11, 12},
        {2, 7, 11, 12, 13},
        {3, 8, 12, 13, 14},
        {4, 9, 10, 13, 14},
    ],
}


@pytest.mark.parametrize("particles", LATTICES)
def test_von_neumann(particles: int) -> None:
    """Left, right, above, below on the lattice drawn above; short rings close on themselves."""
    assert VonNeumann().groups(particles) == [sorted(near) for near in LATTICES[particles]]


@pytest.mark.parametrize(
    ("particles", "particle", "near"),
    [
        (20, 0, [0, 1, 4, 5, 15]),  # 4 x 5
        (20, 7, [2, 6, 7, 8, 12]),
        (20, 19, [4, 14, 15, 18, 19]),
        (25, 0, [0, 1, 4, 5, 20]),  # 5 x 5
        (25, 12, [7, 11, 12, 13, 17]),
        (25, 24, [4, 19, 20, 23, 24]),
        (50, 0, [0, 1, 9, 10, 40]),  # 5 x 10
        (13, 12, [2, 7, 10, 11, 12]),  # 5 + 5 + 3: the last row closes on itself
        (13, 10, [0, 5, 10, 11, 12]),
        (13, 4, [0, 3, 4, 9]),  # a column of two
    ],
)
def test_von_neumann_in_larger_swarms(particles: int, particle: int, near: list[int]) -> None:
    """Single particles of larger lattices."""
    assert VonNeumann().groups(particles)[particle] == near


@pytest.mark.parametrize("neighbourhood", [Ring(), Ring(3), VonNeumann()])
def test_neighbours_are_mutual(neighbourhood: Ring | VonNeumann) -> None:
    """Everyone sees itself, and whom one sees sees one back, in swarms of any size."""
    for particles in range(1, 101):
        groups = neighbourhood.groups(particles)
        assert len(groups) == particles
        for i, group in enumerate(groups):
            assert i in group
            assert group == sorted(set(group))
            assert all(i in groups[j] for j in group)
