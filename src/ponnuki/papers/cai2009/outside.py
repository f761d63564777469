"""A stand-in for the paper's web player (sections 6.2 and 6.3): GNU Go at several levels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.intervals import FEWEST
from ponnuki.arena.layout import CAI2009_VISIT
from ponnuki.evaluators import Evaluator
from ponnuki.learners.settings import SearchSettings
from ponnuki.papers.cai2009.engines import NOISE, UNTRAINED, Field, Side, settings_of
from ponnuki.papers.cai2009.numbers import DEFENSIVE_WEB, WEB
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Choice, Engine, Player, player
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page, share_interval


def gnu_go(level: int) -> str:
    """The spec of GNU Go at a level; with a seed it plays the same game again."""
    return f"gtp:gnugo --mode gtp --level {level} --seed 1"


@dataclass(frozen=True, eq=False)
class Visit(Question[list[dict[str, Any]]]):
    """Games of players against one from outside, which makes no random moves.

    Attributes:
        net: the architecture of engines.
        search: of engines.
        own: rows of weights, or the name of one player without a net.
        other: the spec of the player from outside.
        noise: share of random moves of our own.
        games: of each of our own, black in every other one, the first included.
        seed: of the games.
    """

    net: Evaluator
    search: SearchSettings
    own: Side
    other: str
    noise: float
    games: int
    seed: int

    def answer(self, workshop: Workshop) -> list[dict[str, Any]]:
        """Plays the games; a tally for each of our own, and how many games nobody's rules ended."""
        results = Contest(
            self.net.game,
            [self._own(), [self.other]],
            games=self.games,
            seed=self.seed,
            layout=CAI2009_VISIT,
        ).play(workshop.arena)
        return [
            {**results.tally(own, repeats=False).to_json(), "forfeits": results.forfeits(own)}
            for own in range(results.first)
        ]

    def _own(self) -> list[Player]:
        if isinstance(self.own, str):
            return [player(f"{self.own},noise={self.noise}", self.net.game)]
        search, choice = self.search.search(), Choice(noise=self.noise)
        return [Engine(self.net, row, search, choice) for row in self.own]


def outside(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Hybrids and the defensive player against GNU Go, with the web player's figures beside."""
    page.heading("A stand-in for the web player")
    if find_program("gnugo") is None:
        page.text("GNU Go was not installed: nothing was played.")
        return {"played": False}
    field = Field.of(workshop, scale)
    games = scale.outside_games
    page.text(
        "The paper's web player is no longer to be had, so these figures are not comparable with "
        "the printed ones. GNU Go plays Go, not Capture Go: it gives up stones for territory. "
        f"{games} games an engine, black in every other one; ours move at random 10 % of the time, "
        f"GNU Go never. Wins of {games}, mean over engines ± standard deviation (95 % interval "
        f"over engines, if there are {FEWEST})."
    )
    sides: dict[str, Side] = {
        "hybrid": field.rows["hybrid"],
        "defensive": "defensive",
        UNTRAINED: field.rows[UNTRAINED],
    }
    printed = {
        "hybrid": f"{WEB[0]} ± {WEB[1]} of 25, {NOT_COMPARABLE}",
        "defensive": f"{DEFENSIVE_WEB[0]} of 25, {NOT_COMPARABLE}",
    }
    search = settings_of("hybrid", scale, 1).search
    rows = []
    results: dict[str, Any] = {"played": True}
    for name, side in sides.items():
        cells = []
        for level in scale.gnu_go:
            visit = Visit(field.net, search, side, gnu_go(level), NOISE, games, 2009 + level)
            found = workshop.ask(f"outside-{name}-gnugo{level}-depth{scale.depth}", visit)
            results[f"{name}, level {level}"] = found
            cells.append(_wins(np.array([one["wins"] for one in found], np.float64), games))
        rows.append([name, *cells, printed.get(name, "–")])
    levels = [f"GNU Go, level {level}" for level in scale.gnu_go]
    page.table(["", *levels, "paper: web player"], rows)
    lost = sum(one["forfeits"] for found in results.values() if found is not True for one in found)
    if lost:
        page.text(f"{lost} games ended outside the rules (a resignation or a fault of GNU Go).")
    return results


def _wins(wins: NDArray[np.float64], games: int) -> str:
    if len(wins) == 1:
        return f"{wins[0]:.0f}"
    found = share_interval(wins, most=games)
    known = f" ({found.low:.1f} to {found.high:.1f})" if found.known else ""
    return f"{found.mean:.1f} ± {found.deviation:.1f}{known}"
