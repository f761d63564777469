"""What the runs of Kim & Cho 2007 say: openings, readings, populations, and luck.

Everything is judged under each reading of the mutation rate by itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.papers.claims import Claim, print_claims, share_over_runs
from ponnuki.papers.kim2007.cells import (
    CELLS,
    READINGS,
    Course,
    by_reading,
    courses,
    fresh_scores,
)
from ponnuki.papers.kim2007.figures import PAIRED
from ponnuki.papers.kim2007.numbers import BEST, GAMES
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

AFRESH = "champions afresh"


def openings(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Whether openings help, and whether by the book in play or by what is learned with it."""
    page.heading("Do openings help?")
    page.text(
        f"The champions of the last generation, evolved with and without openings, play "
        f"{scale.fresh:,} games with and {scale.fresh:,} without the book. Of 1,000:"
    )
    words = {"book": "with openings", "wpc": "without"}

    def judged(per: str) -> dict[str, Any]:
        found = courses(workshop, ["book", "wpc"], scale, per)
        scores = {
            (evolved, played): _last(workshop, found[evolved], played, scale)
            for evolved in words
            for played in ("book", 0)
        }
        page.table(
            ["evolved", "plays with the book", "plays without"],
            [
                [said, *(_of_1000(scores[one, played]) for played in ("book", 0))]
                for one, said in words.items()
            ],
        )
        claims = [
            Claim(text, how, scores[ones], scores[others], paired=True)
            for text, how, ones, others in (
                ("openings help", "each as it evolved", ("book", "book"), ("wpc", 0)),
                ("the book in play helps", "evolved with it", ("book", "book"), ("book", 0)),
                ("the book in play helps", "evolved without", ("wpc", "book"), ("wpc", 0)),
                (
                    "what is learned with it helps",
                    "playing with it",
                    ("book", "book"),
                    ("wpc", "book"),
                ),
                ("what is learned with it helps", "playing without", ("book", 0), ("wpc", 0)),
            )
        ]
        plain = {f"{one} playing {how}": scores[one, how] for one, how in scores}
        return {"scores": plain, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def mutation(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How the mutation rate is read: of every gene of a child, or of one gene of a child."""
    found = {per: courses(workshop, list(BEST), scale, per) for per in READINGS}
    page.heading("Mutation .01 of what?")
    page.text(
        "Section IV prints a mutation rate of .01 and does not say of what; Section III-B says "
        "that mutation changes an element of the vector. Per gene every gene of a child is drawn "
        "anew with .01: .64 genes of a child of 64. Per child one gene of it is drawn anew with "
        ".01: one gene in a hundred children. Of 1,000:"
    )
    best = {
        per: {name: GAMES * course.share.max(axis=1) for name, course in found[per].items()}
        for per in READINGS
    }
    page.table(
        ["runs", "mutation", "best fitness", "lowest and highest", "paper", "champions afresh"],
        [
            [
                CELLS[name].words,
                f"per {per}",
                share_over_runs(best[per][name], 0, GAMES),
                f"{best[per][name].min():.0f} to {best[per][name].max():.0f}",
                printed,
                _of_1000(found[per][name].last),
            ]
            for name, printed in BEST.items()
            for per in READINGS
        ],
    )
    last = {per: {name: course.last for name, course in found[per].items()} for per in READINGS}
    gains = {per: np.subtract(last[per]["book"], last[per]["wpc"]).tolist() for per in READINGS}
    claims = [
        *(
            Claim(
                "per gene is better",
                CELLS[name].words,
                last["gene"][name],
                last["child"][name],
                paired=True,
            )
            for name in BEST
        ),
        Claim(
            "openings do better per child",
            "with less without",
            gains["child"],
            gains["gene"],
            paired=True,
        ),
    ]
    return {"last": last, "claims": print_claims(page, claims, scale, PAIRED)}


def readings(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How the paper is read: random moves inside the book, and moves of equal worth."""
    names = ["book", "wpc", "book-noise", "first", "book-first"]
    page.heading("Readings")
    page.text(
        "Decided before anything was run: inside the book the evolving player draws no move at "
        "random, as in the pseudo code of Figure 9; of moves of equal worth the game's seed "
        "chooses. The other readings: a tenth of its moves is random there too, as Section III-B "
        "says of all moves; and the standard WPC plays the first of equal moves on the board."
    )

    def judged(per: str) -> dict[str, Any]:
        found = courses(workshop, names, scale, per)
        last = {name: found[name].last for name in names}
        page.table(
            ["reading", "champions afresh, of 1,000", "best fitness of a run"],
            [
                [CELLS[name].words, _of_1000(last[name]), _of_1000(found[name].share.max(axis=1))]
                for name in names
            ],
        )
        claims = [
            Claim("openings help", how, last[ones], last[others], paired=True)
            for how, ones, others in (
                ("no random moves in the book, ties by seed", "book", "wpc"),
                ("random moves in the book", "book-noise", "wpc"),
                ("the first of equal moves", "book-first", "first"),
            )
        ]
        claims.append(
            Claim(
                "random moves in the book cost points",
                AFRESH,
                last["book"],
                last["book-noise"],
                paired=True,
            )
        )
        return {"last": last, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def population(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Whether the larger population helps, after as many generations and after as many games."""
    half = max(1, scale.generations * scale.population // scale.larger)
    page.heading("Does a larger population help?")

    def judged(per: str) -> dict[str, Any]:
        found = courses(workshop, ["wpc-100", "wpc"], scale, per)
        scores = {
            "larger": found["wpc-100"].last,
            "larger, as many games": fresh_scores(
                workshop, found["wpc-100"], found["wpc-100"].champions[:, half - 1], 0, scale.fresh
            ).tolist(),
            "smaller": found["wpc"].last,
        }
        page.table(
            ["population", "generations", "champions afresh, of 1,000"],
            [
                [scale.larger, scale.generations, _of_1000(scores["larger"])],
                [scale.larger, half, _of_1000(scores["larger, as many games"])],
                [scale.population, scale.generations, _of_1000(scores["smaller"])],
            ],
        )
        claims = [
            Claim("a larger population helps", how, scores[name], scores["smaller"], paired=True)
            for how, name in (
                ("as many generations", "larger"),
                ("as many games", "larger, as many games"),
            )
        ]
        return {"scores": scores, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def luck(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Whether the best fitness of a run is more than the highest of noisy estimates.

    Piece counters of the population of 50: other kinds are judged by estimates as noisy as theirs.
    """
    page.heading("How much of the best fitness is luck?")
    page.text(
        "The best fitness of a run is the highest of all estimates, each from "
        f"{scale.games:,} games; the net that had it plays {scale.fresh:,} fresh games. Of 1,000:"
    )

    def judged(per: str) -> dict[str, Any]:
        rows, claims, plain = [], [], {}
        for name, course in courses(workshop, ["wpc", "book"], scale, per).items():
            at = course.best.argmax(axis=1)
            nets = course.champions[np.arange(len(at)), at]
            opening = "book" if name == "book" else 0
            fresh = fresh_scores(workshop, course, nets, opening, scale.fresh).tolist()
            said = course.share.max(axis=1).tolist()
            words = CELLS[name].words
            rows.append([words, _of_1000(said), _of_1000(fresh), BEST[name]])
            claims.append(Claim("the fitness is above the net's worth", words, said, fresh, True))
            plain[name] = {"fitness": said, "fresh": fresh}
        page.table(["runs", "best fitness", "the same net afresh", "paper, best fitness"], rows)
        return {"scores": plain, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def _last(workshop: Workshop, course: Course, opening: int | str, scale: Scale) -> list[float]:
    """What the last champions score with an opening."""
    scores: list[float] = fresh_scores(
        workshop, course, course.champions[:, -1], opening, scale.fresh
    ).tolist()
    return scores


def _of_1000(values: list[float] | NDArray[np.float64]) -> str:
    return share_over_runs([GAMES * float(one) for one in values], 0, GAMES)
