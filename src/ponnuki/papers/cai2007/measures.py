"""Nets against players that stay the same, and what follows for what the survey says."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Opening, Tally, both_colours, every
from ponnuki.evaluators import Evaluator
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine, Search, player
from ponnuki.reports import mean_interval
from ponnuki.seeds import streams

SEED = 2007
"""Of all games that measure."""

OPENING = 2
"""Random plies at the start of games that measure: else deterministic players repeat one game."""


@dataclass(frozen=True, eq=False)
class Points(Question[list[list[float]]]):
    """Points a game of nets against players: 1 for a win, ½ for a draw.

    Attributes:
        net: the nets' architecture.
        rows: their weights.
        search: how they look ahead.
        players: specs of their opponents.
        games: against each, half of them as black.
        seed: of the games; both games of a pair have the same opening.
    """

    net: Evaluator
    rows: NDArray[np.float32]
    search: Search
    players: tuple[str, ...]
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> list[list[float]]:
        """Plays the games: for every net its points against each player."""
        others = [player(spec, self.net.game) for spec in self.players]
        pairs = every([0], range(1, len(others) + 1), self.games // 2)
        seeds = np.repeat(streams(self.seed, "measure", len(pairs)), 2)
        found = []
        for row in self.rows:
            seats = [Engine(self.net, row, self.search), *others]
            batch = workshop.arena.play(
                self.net.game, seats, both_colours(pairs), seeds, opening=Opening(OPENING)
            )
            tallies = [Tally.of(batch, i) for i in range(1, len(seats))]
            found.append([(one.losses + one.draws / 2) / one.games for one in tallies])
        return found


def beside_printed(
    values: Sequence[float], opponent: str, figure: float, printed_opponent: str
) -> str:
    """Whether some runs have more than a printed figure, if both are against the same player."""
    return verdict(values, figure) if opponent == printed_opponent else NOT_COMPARABLE


def verdict(values: Sequence[float], figure: float) -> str:
    """Whether some runs have more than a share of points, by their 95 % interval."""
    found = mean_interval(values)
    if not found.known:
        return "cannot be judged"
    if found.low > figure:
        return "above it"
    return "below it" if found.high < figure else "not told apart"
