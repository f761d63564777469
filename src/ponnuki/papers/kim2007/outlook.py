"""What Kim & Cho 2007 propose for later: other lines, mutation, nets and opponents."""

from collections.abc import Sequence
from typing import Any

from ponnuki.papers.claims import Claim, print_claims, share_over_runs
from ponnuki.papers.kim2007.cells import CELLS, PER_GENE, by_reading, courses
from ponnuki.papers.kim2007.figures import PAIRED
from ponnuki.papers.kim2007.numbers import GAMES
from ponnuki.papers.kim2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page


def likeliest(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The likeliest line of the book instead of one by chance."""
    names = ["likeliest", "book", "wpc"]
    page.heading("The likeliest line of the book")
    page.text(
        "The paper proposes to choose the line without chance, the one of the highest value. Here "
        "that is the move with most lines through it, and among equals that of the first line."
    )

    def judged(per: str) -> dict[str, Any]:
        last = _last(workshop, names, scale, per)
        _print(page, last)
        claims = [
            Claim("the likeliest line helps", f"against {how}", last["likeliest"], last[name], True)
            for how, name in (("a line by chance", "book"), ("no openings", "wpc"))
        ]
        return {"last": last, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def outlook(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Self-adaptive mutation, a spatial net, and co-evolution, in shorter runs."""
    names = [name for name in PER_GENE if CELLS[name].outlook]
    page.heading("Outlook: mutation, nets, opponents")
    page.text(
        f"Shorter runs than the paper's, all without openings: {scale.outlook} generations of "
        f"{scale.population} nets, {scale.outlook_games} games a net. Self-adaptive mutation is "
        "that of evolutionary programming: the better half survives, every weight has a step size "
        "of its own, and nothing of it depends on the reading. The spatial net has a hidden unit "
        "for every square of 3×3 points or more. In co-evolution nets meet each other instead of "
        "the standard WPC."
    )

    def judged(per: str) -> dict[str, Any]:
        last = _last(workshop, names, scale, per)
        _print(page, last)
        claims = [
            Claim(text, how, last[f"outlook-{ones}"], last[f"outlook-{others}"], paired)
            for text, how, ones, others, paired in (
                ("self-adaptive mutation helps", "MLP", "mlp-adaptive", "mlp", True),
                ("self-adaptive mutation helps", "WPC", "wpc-adaptive", "wpc", True),
                ("self-adaptive mutation helps", "spatial net", "window-adaptive", "window", True),
                ("the spatial net is better than the MLP", "roulette", "window", "mlp", False),
                (
                    "the spatial net is better than the MLP",
                    "self-adaptive",
                    "window-adaptive",
                    "mlp-adaptive",
                    False,
                ),
                ("co-evolution is better", "WPC", "coevolution", "wpc", True),
            )
        ]
        return {"last": last, "claims": print_claims(page, claims, scale, PAIRED)}

    return by_reading(page, judged)


def _last(
    workshop: Workshop, names: Sequence[str], scale: Scale, per: str
) -> dict[str, list[float]]:
    """What the last champions of some kinds of runs score afresh."""
    return {name: one.last for name, one in courses(workshop, names, scale, per).items()}


def _print(page: Page, last: dict[str, list[float]]) -> None:
    page.table(
        ["runs", "champions afresh, of 1,000"],
        [
            [CELLS[name].words, share_over_runs([GAMES * one for one in scores], 0, GAMES)]
            for name, scores in last.items()
        ],
    )
