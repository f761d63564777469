"""What the parts of the method of Mayer 2007 are worth (section II-A), and what it leaves open."""

from typing import Any

from ponnuki.papers.claims import Claim, print_claims
from ponnuki.papers.mayer2007.cells import PASS_WORDS, PASSES, Cell, Passes, cell, courses
from ponnuki.papers.mayer2007.figures import MEASURES, course_cells
from ponnuki.papers.mayer2007.numbers import OPPONENTS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

VARIANTS: dict[str, dict[str, Any]] = {
    "as printed": {},
    "one ply, other side's view turned": {"difference": "next-view"},
    "one ply, own move": {"difference": "own-move"},
    "one ply, next value as it is": {"difference": "naive"},
    "reward for the last mover alone": {"rewards": {"both": False}},
    "sigmoid output": {"net": {"output_activation": "sigmoid"}},
    "biases": {"net": {"biases": True}},
    "initial weights ±0.1": {"net": {"bound": 0.1}},
    "exact ends": {"exact_end": True},
}
"""Changes of one thing each, in creative learning with katatsugi."""

CLAIMED = list(VARIANTS)[1:5]
"""What the paper says is worse than its own way."""


def variant(label: str, passes: Passes) -> Cell:
    """A configuration that differs from the printed one in one thing."""
    changes = VARIANTS[label]
    short = "" if not changes else "".join(c if c.isalnum() else "-" for c in label.lower())
    return cell("katatsugi", "creative", passes, short.replace("±", ""), **changes)


def ablation(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """One thing changed at a time: what it does to strength."""
    keys = [(passes, label) for passes in PASSES for label in VARIANTS]
    cells = [variant(label, passes) for passes, label in keys]
    found = dict(zip(keys, courses(workshop, cells, scale, "ablation"), strict=True))
    page.heading("Ablation: one thing changed at a time")
    page.text(
        f"Creative learning with katatsugi. {scale}. Shares of games won after the last "
        "generation, mean over runs with 95 % intervals; the untrained nets are those that the "
        "printed way began with."
    )
    for passes in PASSES:
        printed = found[passes, "as printed"]
        rows = [
            [label, words, *course_cells(found[passes, label], ending)]
            for ending, words in MEASURES.items()
            for label in VARIANTS
        ]
        rows += [
            ["untrained", words, *course_cells(printed, ending, 0)]
            for ending, words in MEASURES.items()
        ]
        page.heading(f"A net that {PASS_WORDS[passes]}", 3)
        page.table(["learning", "games", *OPPONENTS, "strength"], rows)
    claims = []
    for passes in PASSES:
        for ending, words in MEASURES.items():
            fact, how = "strength" + ending, f"{PASS_WORDS[passes]}, {words}"
            printed = found[passes, "as printed"]
            for label in list(VARIANTS)[1:]:
                other = found[passes, label]
                said = "beats" if label in CLAIMED else "against"
                text = f"the printed way {said}: {label}"
                claims.append(Claim(text, how, printed.of(fact), other.of(fact)))
    page.text(
        "The paper claims that two plies and both rewards are better. It does not speak of the "
        "last four rows of each kind; there *holds* means that the printed way is stronger, *is "
        "reversed* that the change is."
    )
    judged = print_claims(page, claims, scale)
    return {
        "courses": {one.cell.name: one.plain() for one in found.values()},
        "claims": judged,
    }
