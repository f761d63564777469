"""Who informs whom in a swarm.

A neighbourhood gives a list of groups, each a rising list of particles from which one leader is
chosen: a single group whose leader everybody follows, or one group for each particle.
"""

from dataclasses import dataclass
from math import isqrt
from typing import Literal, Protocol

Neighbours = Literal["gbest", "lbest", "von-neumann"]
"""Neighbourhoods as settings say them."""


class Neighbourhood(Protocol):
    """A graph over particles."""

    def groups(self, particles: int) -> list[list[int]]:
        """The particles that each leader is chosen from: one group for all, or one a particle."""


@dataclass(frozen=True)
class Gbest:
    """Everyone follows one leader, chosen from all."""

    def groups(self, particles: int) -> list[list[int]]:
        """One group, of everyone."""
        return [list(range(particles))]


@dataclass(frozen=True)
class Ring:
    """Each particle sees as many neighbours to its left as to its right.

    Attributes:
        window: how many it sees, itself included.
    """

    window: int = 5

    def __post_init__(self) -> None:
        if self.window < 1 or self.window % 2 == 0:
            raise ValueError(f"window={self.window} is not allowed: use an odd number, 1 or more")

    def groups(self, particles: int) -> list[list[int]]:
        """The window around each particle; nobody is in it twice."""
        reach = range(-(self.window // 2), self.window // 2 + 1)
        return [sorted({(i + step) % particles for step in reach}) for i in range(particles)]


@dataclass(frozen=True)
class VonNeumann:
    """A lattice whose rows and columns are rings: itself, left, right, above and below.

    The lattice is the most nearly square factorisation of the number of particles. A prime number
    has none but a line; there the lattice has ⌊√particles⌋ rows, the last of them incomplete. The
    incomplete row closes on itself, and so does each column over the rows that have it.
    """

    def groups(self, particles: int) -> list[list[int]]:
        """Each particle and its neighbours up to four; in a short ring some coincide."""
        width = lattice_width(particles)
        groups = []
        for i in range(particles):
            row, column = divmod(i, width)
            across = list(range(row * width, min((row + 1) * width, particles)))
            down = list(range(column, particles, width))
            near = {i}
            for ring, place in (across, column), (down, row):
                near |= {ring[place - 1], ring[(place + 1) % len(ring)]}
            groups.append(sorted(near))
        return groups


def neighbourhood_of(name: Neighbours, window: int) -> Neighbourhood:
    """The neighbourhood that settings say; only a ring has a window.

    Raises:
        ValueError: the window has no middle.
    """
    known: dict[Neighbours, Neighbourhood] = {
        "gbest": Gbest(),
        "lbest": Ring(window),
        "von-neumann": VonNeumann(),
    }
    return known[name]


def lattice_width(particles: int) -> int:
    """The length of the complete rows of the lattice of `VonNeumann`."""
    root = isqrt(particles)
    rows = max(r for r in range(1, root + 1) if particles % r == 0)
    return -(-particles // (rows if rows > 1 else root))
