"""Nets against players that stay the same, and what follows for what the survey says."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import CAI2007_MEASURE
from ponnuki.evaluators import Evaluator
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine, Search
from ponnuki.reports import mean_interval

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
        nets = Engine.of_rows(self.net, self.rows, self.search)
        results = Contest(
            self.net.game,
            [nets, self.players],
            opening=OPENING,
            games=self.games,
            seed=self.seed,
            layout=CAI2007_MEASURE,
        ).play(workshop.arena)
        points: list[list[float]] = results.scores()[: len(nets), len(nets) :].tolist()
        return points


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
