"""What a net is worth against players that stay the same."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.evaluators import Evaluator
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine, Search

SEED = 0xC0A8
"""Of all games of comparisons."""


@dataclass(frozen=True, eq=False)
class Standing(Question[list[float]]):
    """Points a game of a net against players: 1 for a win, ½ for a draw.

    Attributes:
        net: its architecture.
        weights: of it.
        search: how it looks ahead.
        opponents: specs of players.
        games: against each, half of them as black.
        opening: random plies at the start; both colours begin from each opening.
    """

    net: Evaluator
    weights: NDArray[np.float32]
    search: Search
    opponents: tuple[str, ...]
    games: int
    opening: int

    def answer(self, workshop: Workshop) -> list[float]:
        """Plays the games."""
        own = Engine(self.net, self.weights, self.search)
        results = Contest(
            self.net.game,
            [[own], self.opponents],
            opening=self.opening,
            games=self.games,
            seed=SEED,
        ).play(workshop.arena)
        points: list[float] = results.scores()[0, 1:].tolist()
        return points
