"""Table I of Mayer 2007: a round robin of the six best nets."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import MAYER2007_PAIR
from ponnuki.evaluators import Evaluator, net_name
from ponnuki.papers.mayer2007.best import Best, best_nets
from ponnuki.papers.mayer2007.cells import PASS_WORDS, PASSES, SEED, Passes, search_of
from ponnuki.papers.mayer2007.numbers import TABLE1
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine
from ponnuki.reports import Page


@dataclass(frozen=True, eq=False)
class Pair(Question[dict[str, int]]):
    """Games of two nets, half of them with each colour.

    Attributes:
        one: the architecture of the first.
        first: its weights.
        other: the architecture of the second.
        second: its weights.
        passes: when they may pass.
        games: how many.
        opening: random plies at the start; the two games of a pair of colours have the same.
        seed: of the games.
    """

    version: ClassVar[int] = 2

    one: Evaluator
    first: NDArray[np.float32]
    other: Evaluator
    second: NDArray[np.float32]
    passes: Passes
    games: int
    opening: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, int]:
        """Plays them: wins of each, draws, and how many different games there were."""
        search = search_of(self.passes)
        players = [
            Engine(self.one, self.first, search),
            Engine(self.other, self.second, search),
        ]
        tally = (
            Contest(
                self.one.game,
                players,
                opening=self.opening,
                games=self.games,
                seed=self.seed,
                layout=MAYER2007_PAIR,
            )
            .play(workshop.arena)
            .total
        )
        return {
            "games": tally.games,
            "wins": tally.wins,
            "losses": tally.losses,
            "draws": tally.draws,
            "different": tally.distinct,
        }


def table1(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Everybody against everybody, as printed and after random openings."""
    page.heading("Table I: tournament of the best nets")
    page.text(
        "For each representation and selection (c: creative, g: ε-greedy) the net of greatest "
        f"strength of {scale.runs} runs of {scale.generations * scale.games:,} games. "
        f"{scale.pair:,} games a pair, half of them with each colour; the share of all its games "
        "that a net won, draws being no wins. Nets differ in their moves only where values are "
        "equal, so most of these games are repeats: *different* counts those that are not. After "
        "two random plies games differ. The nets are single nets of single runs: no interval over "
        "games would say what other runs would do."
    )
    return {passes: _round_robin(workshop, scale, page, passes) for passes in PASSES}


def _round_robin(workshop: Workshop, scale: Scale, page: Page, passes: Passes) -> dict[str, Any]:
    nets = best_nets(workshop, scale, passes)
    names = list(TABLE1)
    pairs = [(one, other) for i, one in enumerate(names) for other in names[i + 1 :]]
    openings = (0, 2)
    keys = [(plies, *pair) for plies in openings for pair in pairs]
    questions: list[tuple[str, Question[dict[str, int]]]] = [
        (
            f"pair-{one}-{other}-{passes}-{plies}",
            _pair(nets[one], nets[other], scale, plies),
        )
        for plies, one, other in keys
    ]
    asked = workshop.ask_all(f"table1, {PASS_WORDS[passes]}", questions)
    games = dict(zip(keys, asked, strict=True))
    page.heading(f"Nets: {PASS_WORDS[passes]}", 3)
    scores = {plies: {name: _score(games, plies, name) for name in names} for plies in openings}
    order = sorted(names, key=lambda name: -scores[0][name])
    page.table(
        ["net", "name", "strength", "score", "paper", "after two random plies"],
        [
            [
                name,
                net_name(nets[name].weights),
                f"{nets[name].strength:.3f}",
                f"{scores[0][name]:.3f}",
                f"{TABLE1[name]:.4f}",
                f"{scores[2][name]:.3f}",
            ]
            for name in order
        ],
    )
    page.table(
        ["pair", "won", "lost", "drawn", "different", "won, random plies", "different"],
        [
            [
                f"{one} – {other}",
                *(games[0, one, other][key] for key in ("wins", "losses", "draws", "different")),
                f"{games[2, one, other]['wins'] / games[2, one, other]['games']:.3f}",
                games[2, one, other]["different"],
            ]
            for one, other in pairs
        ],
    )
    return {
        "scores": scores[0],
        "scores_opening": scores[2],
        "pairs": {f"{one} {other} {plies}": games[plies, one, other] for plies, one, other in keys},
    }


def _pair(one: Best, other: Best, scale: Scale, plies: int) -> Pair:
    return Pair(one.net, one.weights, other.net, other.weights, one.passes, scale.pair, plies, SEED)


def _score(games: dict[tuple[int, str, str], dict[str, int]], plies: int, name: str) -> float:
    """The share of a net's games that it won."""
    won = total = 0
    for (own, one, other), found in games.items():
        if own == plies and name in {one, other}:
            won += found["wins" if name == one else "losses"]
            total += found["games"]
    return won / total
