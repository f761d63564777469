"""What a batch of games takes on a cluster: a model with few numbers, all of them measured.

Games are given out one after another to whoever is free. Then no order of them takes longer than
the work divided by the cores, and the longest piece of it once more (Graham 1966): while the last
piece is being played, all others may be waiting. To this comes what the driver does by itself, and
the time in which weights reach every node.
"""

from dataclasses import dataclass

from ponnuki.arena.cluster.parts import FEWEST_SECONDS, Parts


@dataclass(frozen=True)
class Costs:
    """What a cluster costs besides the games; `python -m benchmarks.cluster` measures it.

    Attributes:
        part_seconds: of the driver, to send a part and to take in its games.
        batch_seconds: from the call of a batch to the first game, and from the last to the end.
        bytes_per_second: at which weights leave the driver's machine.
    """

    part_seconds: float = 0.0015
    batch_seconds: float = 0.02
    bytes_per_second: float = 1e8


COSTS = Costs()
"""Two cores of a virtual machine, rounded up; the network is one of 1 Gbit/s."""


@dataclass(frozen=True)
class Work:
    """Batches of games, one after another.

    Attributes:
        batches: the number of games of each.
        game_seconds: that a game takes on one core, on average.
        longest_seconds: that the longest takes.
        batch_bytes: of the players of a batch, which go to every node once.
    """

    batches: tuple[int, ...]
    game_seconds: float
    longest_seconds: float
    batch_bytes: int = 0

    @property
    def core_seconds(self) -> float:
        """What all games take on one core."""
        return sum(self.batches) * self.game_seconds

    def seconds(self, nodes: int, cores: int, costs: Costs = COSTS) -> float:
        """What all batches take on so many nodes of so many cores each.

        >>> work = Work((100,), game_seconds=1.0, longest_seconds=2.0)
        >>> round(work.seconds(1, 1)), round(work.seconds(5, 10)), round(work.seconds(100, 10))
        (100, 4, 2)
        """
        many = nodes * cores
        found = 0.0
        for games in self.batches:
            work = games * self.game_seconds
            longest = max(self.longest_seconds, min(FEWEST_SECONDS, work))
            playing = work / many + (1 - 1 / many) * longest
            if games <= many:  # every game has a core of its own
                playing = self.longest_seconds
            parts = self._parts(games, many)
            sending = self.batch_bytes * (min(nodes, parts) - 1) / costs.bytes_per_second
            found += max(playing, costs.part_seconds * parts) + costs.batch_seconds + sending
        return found

    def _parts(self, games: int, cores: int) -> int:
        """How many parts a batch is cut into."""
        parts, count = Parts(games, max(self.game_seconds, 1e-9)), 0
        while parts.next(cores) is not None:
            count += 1
        return count
