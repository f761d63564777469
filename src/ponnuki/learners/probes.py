"""Probes: what a champion is worth against opponents that stay the same.

Scores of a generation say how nets fared against each other. They cannot be compared over time, and
beating a random mover is no evidence of learning: an untrained net with the same search does it
every time. So the yardstick is a fixed set of untrained nets at the same depth. These nets are a
sample: intervals are over nets, not over games, so that they say what other untrained nets would.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena, Contest, Opening, Results
from ponnuki.arena.layout import PROBE
from ponnuki.arena.opening import START
from ponnuki.evaluators import Evaluator
from ponnuki.learners.settings import ProbeSettings
from ponnuki.players import Choice, Engine, Player, Search, player

PROBE_SEED = 0x9B0B
"""Probes draw from here and from nowhere else, so that they are the same for every run."""
HELD_OUT_SEED = 0x4E1D
"""Nets for a last examination, which no run ever sees."""


def measured(results: Results) -> dict[str, Any]:
    """What the first player of a contest did against the others, as plain data.

    The interval is over opponents. Against a single one it is over the games, however few.
    """
    tally, opponents = results.total, len(results.opponents())
    interval = tally.interval if opponents == 1 else results.interval(over="opponents")
    return {
        **tally.to_json(),
        "score": tally.share,
        "interval": None if interval is None else list(interval),
        "opponents": opponents,
    }


@dataclass(frozen=True)
class Probe:
    """Measures champions of one architecture at one depth.

    Attributes:
        evaluator: the nets' architecture.
        search: of both sides.
        settings: how many games.
        arena: who plays the games.
        seed: of the untrained nets and of the games.
        opening: how games begin.
    """

    evaluator: Evaluator
    search: Search
    settings: ProbeSettings
    arena: Arena = ALL_CORES
    seed: int = PROBE_SEED
    opening: Opening = START

    def measure(
        self, champion: NDArray[np.float32], earlier: Sequence[NDArray[np.float32]] = ()
    ) -> dict[str, dict[str, Any]]:
        """The measures and more as plain data, for a run's record."""
        groups = self.measures(champion)
        own = self.settings
        if len(earlier):
            groups["earlier"] = self.against(champion, earlier, 0.0, 1)
            groups["earlier_noise"] = self.against(champion, earlier, own.noise, own.rounds)
        return {name: measured(one) for name, one in groups.items()}

    def measures(self, champion: NDArray[np.float32]) -> dict[str, Results]:
        """The games by opponent: random, untrained; with random moves of both sides '_noise'."""
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
    ) -> Results:
        """A champion's games against each of some nets, both colours, `rounds` times over."""
        choice = Choice(noise=noise)
        players: list[Player] = [
            Engine(self.evaluator, row, self.search, choice) for row in (champion, *others)
        ]
        return self._play(players, rounds)

    def _random(self, champion: NDArray[np.float32]) -> Results:
        engine = Engine(self.evaluator, champion, self.search)
        return self._play([engine, player("random", self.evaluator.game)], self.settings.nets)

    def _play(self, players: list[Player], rounds: int) -> Results:
        """The first player against all others; the two games of a pair have one seed."""
        return Contest(
            self.evaluator.game,
            players,
            pairing="first",
            opening=self.opening,
            games=2 * rounds,
            seed=self.seed,
            layout=PROBE,
        ).play(self.arena)
