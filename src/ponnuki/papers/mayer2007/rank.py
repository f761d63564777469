"""How strong the stand-in for GOjen is: players with rules against GNU Go that errs (section III).

The paper places GOjen by GNU Go's rank. Here GNU Go draws a share of its moves at random, more and
more of them: the share at which a player is even with it says where the player stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ponnuki.arena import Contest
from ponnuki.arena.layout import MAYER2007_RANK
from ponnuki.papers.mayer2007.cells import SEED
from ponnuki.papers.mayer2007.gnu_go import share
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page

GAME = "go:9,scoring=area"
GNU_GO = "gnugo,level=10"
PLIES = 2
RANKED = ("naive", "pattern")
"""Who is placed. Random needs no games: it is about GNU Go with random moves alone."""


@dataclass(frozen=True, eq=False)
class AgainstErring(Question[dict[str, Any]]):
    """Games of a player against GNU Go with random moves, both colours from each opening.

    Attributes:
        own: the player's spec.
        other: GNU Go's, with its share of random moves.
        game: what they play.
        games: with each colour.
        plies: random ones at the start.
        seed: of the games.
    """

    own: str
    other: str
    game: str
    games: int
    plies: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays the games: the tally of the player."""
        contest = Contest(
            self.game,
            [self.own, self.other],
            opening=self.plies,
            games=2 * self.games,
            seed=self.seed,
            layout=MAYER2007_RANK,
        )
        return contest.play(workshop.arena).tally(repeats=False).to_json()


def rank(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Naive and the pattern player against GNU Go with more and more random moves."""
    page.heading("The rank of the pattern player")
    if find_program("gnugo") is None:
        page.text("GNU Go was not installed: nothing was played.")
        return {"left out": "GNU Go is not installed"}
    page.text(
        "GOjen had about 28 kyu, placed by GNU Go, which the paper takes for about 10 kyu. Here "
        f"`{GNU_GO}` draws a share of its moves at random from the legal ones, and players without "
        f"a net meet it on 9×9 with area counting: {scale.ranked} games with each colour, both "
        f"from each of as many openings of {PLIES} random plies. Shares of games won, with 95 % "
        "intervals over games. A player stands where it wins half of its games; the random player "
        "stands at about 100 % by itself."
    )
    results: dict[str, Any] = {}
    rows = []
    for own in RANKED:
        tallies = []
        for rate in scale.rates:
            question = AgainstErring(own, f"{GNU_GO},noise={rate}", GAME, scale.ranked, PLIES, SEED)
            tallies.append(workshop.ask(f"rank-{own}-{rate}", question))
        results[own] = dict(zip(map(str, scale.rates), tallies, strict=True))
        won = [tally["wins"] / tally["games"] for tally in tallies]
        rows.append([own, *map(share, tallies), _even(scale.rates, won)])
    rates = [f"{rate:.0%} random" for rate in scale.rates]
    page.table(["player", *rates, "even at"], rows)
    return results


def _even(rates: Sequence[float], won: Sequence[float]) -> str:
    """The share of random moves at which a player wins half of its games, between two of them."""
    for i in range(1, len(rates)):
        if won[i - 1] < 0.5 <= won[i]:
            part = (0.5 - won[i - 1]) / (won[i] - won[i - 1])
            return f"about {rates[i - 1] + part * (rates[i] - rates[i - 1]):.0%}"
    return f"below {rates[0]:.0%}" if won[0] >= 0.5 else f"above {rates[-1]:.0%}"
