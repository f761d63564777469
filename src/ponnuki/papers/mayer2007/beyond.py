"""Beyond Mayer 2007: better settings, larger boards, and GNU Go."""

from typing import Any

from ponnuki.papers.claims import Claim, print_claims
from ponnuki.papers.mayer2007.boards import boards
from ponnuki.papers.mayer2007.cells import PASS_WORDS, PASSES, Cell, cell, courses
from ponnuki.papers.mayer2007.figures import MEASURES, course_cells
from ponnuki.papers.mayer2007.gnu_go import gnu_go
from ponnuki.papers.mayer2007.numbers import OPPONENTS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

PRINTED = "as printed"
TUPLES = "n-tuples"
SIGMOID = {"output_activation": "sigmoid"}


def settings(scale: Scale) -> dict[str, dict[str, Any]]:
    """What is changed in creative learning with katatsugi, by what people call it."""
    halving = falling(scale)
    wide = {"hidden": [100]}
    better = {
        **halving,
        "net": SIGMOID,
        "selection": {"kind": "gibbs", "temperature": 0.05},
        "exact_end": True,
        "opening": 2,
        "rate": 0.05,
    }
    return {
        PRINTED: {},
        "learning rate falls": halving,
        "λ = 0.7": {"lambda": 0.7},
        "100 hidden units": {"net": wide, "rate": 0.0025},
        "sigmoid and more": better,
        "the same, 100 hidden units": {**better, "net": {**SIGMOID, **wide}, "rate": 0.1},
    }


def falling(scale: Scale) -> dict[str, float]:
    """A learning rate that is a half after a tenth of the games."""
    return {"rate_halving": float(max(1, scale.generations * scale.games // 10))}


def beyond(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Better settings on 5×5, GNU Go, larger boards and Capture Go."""
    changes = settings(scale)
    names = ["", *(f"beyond{number}" for number in range(1, len(changes)))]
    labels = dict(zip(changes, names, strict=True))
    keys = [(passes, label) for passes in PASSES for label in (*changes, TUPLES)]
    cells = [
        cell("katatsugi", "creative", passes, labels[label], **changes[label])
        if label != TUPLES
        else Cell(f"tuples-{passes}", passes, falling(scale), preset="tuples")
        for passes, label in keys
    ]
    found = dict(zip(keys, courses(workshop, cells, scale, "better settings"), strict=True))
    page.heading("Beyond the paper: better settings")
    page.text(
        f"Creative learning with katatsugi on 5×5, depth 1. {scale}. The learning rate falls to a "
        "half after a tenth of the games, to a third after two tenths, and so on. A hundred "
        "hidden units learn at a quarter of the printed rate. *Sigmoid and more* is the paper's "
        "net with a sigmoid output, Gibbs sampling at temperature 0.05, exact ends, two random "
        "plies at the start of its games, and a rate that falls from 0.05 (0.1 with 100 units). "
        "The n-tuple "
        "network is that of the preset `tuples`: Gibbs sampling at temperature 0.05, exact ends, "
        "two random plies at the start of its games, a falling learning rate."
    )
    page.table(
        ["learning", "passes", "games", *OPPONENTS, "strength"],
        [
            [label, PASS_WORDS[passes], words, *course_cells(found[passes, label], ending)]
            for passes in PASSES
            for ending, words in MEASURES.items()
            for label in (*changes, TUPLES)
        ],
    )
    claims = [
        Claim(
            f"{label} beats the printed way",
            f"{PASS_WORDS[passes]}, {words}",
            found[passes, label].of("strength" + ending),
            found[passes, PRINTED].of("strength" + ending),
        )
        for passes in PASSES
        for ending, words in MEASURES.items()
        for label in (*list(changes)[1:], TUPLES)
    ]
    judged = print_claims(page, claims, scale)
    return {
        "courses": {one.cell.name: one.plain() for one in found.values()},
        "claims": judged,
        "gnu_go": gnu_go(workshop, scale, page, found),
        "boards": boards(workshop, scale, page),
    }
