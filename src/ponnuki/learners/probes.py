"""Probes: what a champion is worth against opponents that stay the same.

Scores of a generation say how nets fared against each other. They cannot be compared over time, and
beating a random mover is no evidence of learning: an untrained net with the same search does it
every time. So the yardstick is a fixed set of untrained nets at the same depth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena, Tally, both_colours, every
from ponnuki.evaluators import Evaluator
from ponnuki.learners.settings import ProbeSettings
from ponnuki.players import Choice, Engine, Player, Search, player
from ponnuki.seeds import streams

PROBE_SEED = 0x9B0B
"""Probes draw from here and from nowhere else, so that they are the same for every run."""
HELD_OUT_SEED = 0x4E1D
"""Nets for a last examination, which no run ever sees."""


@dataclass(frozen=True)
class Probe:
    """Measures champions of one architecture at one depth.

    Attributes:
        evaluator: the nets' architecture.
        search: of both sides.
        settings: how many games.
        arena: who plays the games.
        seed: of the untrained nets and of the games.
    """

    evaluator: Evaluator
    search: Search
    settings: ProbeSettings
    arena: Arena = ALL_CORES
    seed: int = PROBE_SEED

    def measure(
        self, champion: NDArray[np.float32], earlier: Sequence[NDArray[np.float32]] = ()
    ) -> dict[str, dict[str, Any]]:
        """The tallies and more as plain data, for a run's record."""
        groups = self.tallies(champion)
        own = self.settings
        if len(earlier):
            groups["earlier"] = self.against(champion, earlier, 0.0, 1)
            groups["earlier_noise"] = self.against(champion, earlier, own.noise, own.rounds)
        return {
            name: {**tally.to_json(), "score": tally.score / tally.games}
            for name, tally in groups.items()
        }

    def tallies(self, champion: NDArray[np.float32]) -> dict[str, Tally]:
        """By opponent: random, untrained; '_noise' for games with random moves of both sides."""
        own = self.settings
        untrained = self.evaluator.initial(own.nets, self.seed)
        return {
            "random": self._random(champion),
            "untrained": self.against(champion, untrained, 0.0, 1),
            "untrained_noise": self.against(champion, untrained, own.noise, own.rounds),
        }

    def against(
        self,
        champion: NDArray[np.float32],
        others: Sequence[NDArray[np.float32]] | NDArray[np.float32],
        noise: float,
        rounds: int,
    ) -> Tally:
        """A champion's games against each of some nets, both colours, `rounds` times over."""
        choice = Choice(noise=noise)
        players: list[Player] = [
            Engine(self.evaluator, row, self.search, choice) for row in (champion, *others)
        ]
        return self._play(players, rounds)

    def _random(self, champion: NDArray[np.float32]) -> Tally:
        engine = Engine(self.evaluator, champion, self.search)
        return self._play([engine, player("random", self.evaluator.game)], self.settings.nets)

    def _play(self, players: list[Player], rounds: int) -> Tally:
        """The first player against all others; the two games of a pair have one seed."""
        pairs = every([0], range(1, len(players)), rounds)
        seeds = np.repeat(streams(self.seed, "probe", len(pairs)), 2)
        batch = self.arena.play(self.evaluator.game, players, both_colours(pairs), seeds)
        return Tally.of(batch, 0)
