"""The S-measure that Cai et al. 2009 name (section 6.2): wins against a random player."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.arena import Results
from ponnuki.arena.intervals import FEWEST
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.papers.cai2009.engines import GAME, UNTRAINED, Field, share
from ponnuki.papers.cai2009.numbers import S_MEASURE
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, share_interval

CHANCE_GAMES = 20_000
"""Between two random players: what winning by chance is."""


@dataclass(frozen=True, eq=False)
class Chance(Question[dict[str, float]]):
    """How often a random player beats another, by colour, in per cent.

    Attributes:
        game: what is played.
        games: how many.
        seed: of the games.
    """

    game: Game
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, float]:
        """Plays the games."""
        tally = Results.of(workshop.arena.random(self.game, self.games, self.seed)).as_black
        return {
            "black": 100 * (tally.wins / tally.games),
            "white": 100 * (tally.losses / tally.games),
        }


def s_measure(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Every method against the random player, with both colours."""
    field = Field.of(workshop, scale)
    chance = workshop.ask("chance", Chance(find_game(GAME), CHANCE_GAMES, 2009))
    most = 200 - chance["black"] - chance["white"]
    page.heading("S-measure")
    page.text(
        "S = (w₁ − r₁) + (w₂ − r₂): wins in per cent as black and as white against the random "
        "player, less those of a random player in its place (Messerschmidt & Engelbrecht; here "
        f"r₁ = {chance['black']:.1f} and r₂ = {chance['white']:.1f} from {CHANCE_GAMES:,} games). "
        f"The paper says that S is {S_MEASURE}, which fits S over the most it can be, "
        f"{most:.1f}. {scale.games} games an engine and colour without random moves, mean over "
        f"engines (95 % interval over engines, if there are {FEWEST}; where all won all games, "
        "that of one game an engine)."
    )
    rows = []
    results: dict[str, Any] = {"chance": chance}
    for method in (*scale.methods, UNTRAINED):
        black = field.cell(workshop, method, "random", 0.0)
        white = field.cell(workshop, "random", method, 0.0)
        first = share(black).mean(axis=1)
        lost = share(white)[0]
        drawn = 100 * np.array(white["draws"], np.float64)[0] / white["games"]
        second = 100 - lost - drawn
        s = first - chance["black"] + second - chance["white"]
        results[method] = {"w1": first.tolist(), "w2": second.tolist(), "s": s.tolist()}
        found = share_interval((first + second) / 2)
        low, high = (
            (2 * one - chance["black"] - chance["white"]) / most for one in (found.low, found.high)
        )
        known = f" ({low:.3f} to {high:.3f})" if found.known else ""
        rows.append(
            [
                method,
                f"{first.mean():.1f}",
                f"{second.mean():.1f}",
                f"{(black['plies'] + white['plies']) / 2:.1f}",
                f"{s.mean():.1f}",
                f"{s.mean() / most:.3f}{known}",
            ]
        )
    page.table(["", "w₁", "w₂", "moves a game", "S", "S / most"], rows)
    return results
