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

from ponnuki.arena import (
    ALL_CORES,
    Arena,
    Opening,
    Repeats,
    Tally,
    both_colours,
    every,
    interval_over,
)
from ponnuki.arena.opening import START
from ponnuki.evaluators import Evaluator
from ponnuki.learners.settings import ProbeSettings
from ponnuki.players import Choice, Engine, Player, Search, player
from ponnuki.seeds import streams

PROBE_SEED = 0x9B0B
"""Probes draw from here and from nowhere else, so that they are the same for every run."""
HELD_OUT_SEED = 0x4E1D
"""Nets for a last examination, which no run ever sees."""


@dataclass(frozen=True, eq=False)
class Measure:
    """What a champion did against one kind of opponent.

    Attributes:
        tally: all games, from the champion's side.
        shares: of points against each opponent.
    """

    tally: Tally
    shares: NDArray[np.float64]

    @property
    def opponents(self) -> int:
        """How many there were."""
        return len(self.shares)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the score: over opponents, or over the games of a single one.

        None for two to four opponents: so few say little of others.
        """
        return self.tally.interval if self.opponents == 1 else interval_over(self.shares)

    def to_json(self) -> dict[str, Any]:
        """The measure as plain data."""
        interval = self.interval
        return {
            **self.tally.to_json(),
            "score": self.tally.share,
            "interval": None if interval is None else list(interval),
            "opponents": self.opponents,
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
        return {name: one.to_json() for name, one in groups.items()}

    def measures(self, champion: NDArray[np.float32]) -> dict[str, Measure]:
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
    ) -> Measure:
        """A champion's games against each of some nets, both colours, `rounds` times over."""
        choice = Choice(noise=noise)
        players: list[Player] = [
            Engine(self.evaluator, row, self.search, choice) for row in (champion, *others)
        ]
        return self._play(players, rounds)

    def _random(self, champion: NDArray[np.float32]) -> Measure:
        engine = Engine(self.evaluator, champion, self.search)
        return self._play([engine, player("random", self.evaluator.game)], self.settings.nets)

    def _play(self, players: list[Player], rounds: int) -> Measure:
        """The first player against all others; the two games of a pair have one seed."""
        pairs = every([0], range(1, len(players)), rounds)
        game = self.evaluator.game
        seeds = self.opening.open_seeds(game, streams(self.seed, "probe", len(pairs)))
        batch = self.arena.play(
            game, players, both_colours(pairs), np.repeat(seeds, 2), opening=self.opening
        )
        repeats = Repeats.of(batch, bool(self.opening))
        own = batch.winners * np.tile([1, -1], len(pairs))  # the champion has black first
        points = np.zeros(len(players))
        np.add.at(points, np.repeat(pairs[:, 1], 2), (own + 1) / 2)
        shares = points[1:] / (2 * rounds)
        return Measure(Tally.of(batch, 0, None, repeats), shares)
