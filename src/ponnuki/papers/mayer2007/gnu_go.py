"""How far the best net is from perfect play: games against GNU Go, from random openings."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import MAYER2007_GNU_GO
from ponnuki.evaluators import Evaluator, net_name
from ponnuki.games import game as find_game
from ponnuki.papers.mayer2007.cells import PASS_WORDS, SEED, Course, Passes, search_of
from ponnuki.papers.mayer2007.numbers import DEPTHS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine
from ponnuki.players.gtp_process import find_program
from ponnuki.reports import Page

GAME = "go:5,scoring=area"
COMMAND = "gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead --positional-superko"


@dataclass(frozen=True, eq=False)
class AgainstGnuGo(Question[dict[str, Any]]):
    """Games of a net against GNU Go, both colours from each of some random openings.

    Attributes:
        net: its architecture.
        weights: its weights.
        passes: when it may pass.
        depth: of its search.
        game: by which rules games are counted.
        command: how GNU Go is started.
        games: with each colour.
        plies: random ones at the start.
        seed: of the games.
    """

    version: ClassVar[int] = 2

    net: Evaluator
    weights: NDArray[np.float32]
    passes: Passes
    depth: int
    game: str
    command: str
    games: int
    plies: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays the games: tallies by colour, and how they ended."""
        rules = find_game(self.game)
        search = search_of(self.passes, self.depth)
        own = Engine(replace(self.net, game=rules), self.weights, search)
        results = Contest(
            rules,
            [own, f"gtp:{self.command}"],
            opening=self.plies,
            games=2 * self.games,
            seed=self.seed,
            layout=MAYER2007_GNU_GO,
        ).play(workshop.arena)
        return {
            "black": results.tally(colour="black", repeats=False).to_json(),
            "white": results.tally(colour="white", repeats=False).to_json(),
            "both": results.tally(repeats=False).to_json(),
            "openings": results.openings,
            "ends": results.ends(),
        }


def gnu_go(
    workshop: Workshop, scale: Scale, page: Page, found: dict[tuple[Passes, str], Course]
) -> dict[str, Any]:
    """The best of some nets against GNU Go at level 10, by depth."""
    page.heading("Against GNU Go", 3)
    if find_program("gnugo") is None:
        page.text("GNU Go was not installed and is left out.")
        return {"left out": "GNU Go is not installed"}
    page.text(
        f"`{COMMAND}`, area counting, {scale.gnu_go} games with each colour, both colours from "
        "each of as many openings of two random legal plies. Under each rule for passes the net "
        "with the greatest strength after random plies of all in this section. Wins with 95 % "
        "intervals over games (a draw is no win); GNU Go does not draw lots, so a game that comes "
        "again is the same."
    )
    rows, results = [], dict[str, Any]()
    for passes in dict.fromkeys(passes for passes, _ in found):
        own = [one for one in found.items() if one[0][0] == passes]
        label, course, run = max(
            (
                (label, course, run)
                for (_, label), course in own
                for run in range(len(course.facts))
            ),
            key=lambda one: one[1].facts[one[2]][-1]["strength_opening"],
        )
        weights = course.rows[run, -1]
        for depth in DEPTHS:
            question = AgainstGnuGo(
                course.net, weights, passes, depth, GAME, COMMAND, scale.gnu_go, 2, SEED
            )
            answer = workshop.ask(f"gnu-go-{passes}-depth{depth}", question)
            results[f"{passes}-depth{depth}"] = answer
            rows.append(
                [
                    f"{label}, {PASS_WORDS[passes]}, {net_name(weights)}",
                    depth,
                    *(share(answer[side]) for side in ("both", "black", "white")),
                    answer["openings"],
                ]
            )
    page.table(["net", "depth", "wins", "as black", "as white", "openings"], rows)
    return results


def share(tally: dict[str, Any]) -> str:
    """A share of wins with its interval over games."""
    low, high = tally["interval"]
    return f"{tally['wins'] / tally['games']:.3f} ({low:.3f} to {high:.3f})"
