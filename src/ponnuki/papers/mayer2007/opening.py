"""Where nets open on the empty board (sections III and V of Mayer 2007)."""

from typing import Any

from ponnuki.arena.intervals import enough, wilson
from ponnuki.papers.mayer2007.cells import (
    PASS_WORDS,
    PASSES,
    REPRESENTATIONS,
    SELECTIONS,
    Course,
    search_of,
)
from ponnuki.papers.mayer2007.figures import grid
from ponnuki.papers.mayer2007.numbers import BESIDE, CENTRE
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine
from ponnuki.reports import Page


def opening(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How many nets open at the centre, beside it, or elsewhere."""
    page.heading("Opening moves")
    page.text(
        f"The first move of every net on the empty board at depth 1, {scale.runs} runs of "
        f"{scale.generations * scale.games:,} games. 5×5 Go is solved: black wins by 25 from "
        f"{CENTRE}, and by 3 from {', '.join(BESIDE)}. The claim: trained nets mostly open at "
        f"{CENTRE}. It holds if the 95 % interval of the share of nets is above a half."
    )
    results: dict[str, Any] = {}
    rows: list[list[object]] = []
    for passes in PASSES:
        for selection, word in SELECTIONS.items():
            courses = grid(workshop, scale, selection)
            for name in REPRESENTATIONS:
                course = courses[passes, name]
                for at, kind in ((0, "untrained"), (-1, "trained")):
                    moves = first_moves(course, at)
                    centre = moves.count(CENTRE)
                    beside = sum(move in BESIDE for move in moves)
                    others = len(moves) - centre - beside
                    verdict = _verdict(centre, len(moves)) if kind == "trained" else "–"
                    rows.append(
                        [
                            f"{name}, {word}, {kind}",
                            PASS_WORDS[passes],
                            centre,
                            beside,
                            others,
                            verdict,
                        ]
                    )
                    results[f"{course.cell.name}-{kind}"] = moves
    page.table(["nets", "passes", CENTRE, ", ".join(BESIDE), "elsewhere", f"mostly {CENTRE}"], rows)
    return results


def first_moves(course: Course, at: int = -1) -> list[str]:
    """The first move of every run's net at one of the measures."""
    search = search_of(course.cell.passes)
    start = course.net.game.start()
    return [
        course.net.game.text(Engine(course.net, run[at], search).choose(start, seed=1))
        for run in course.rows
    ]


def _verdict(centre: int, nets: int) -> str:
    if not enough(nets):
        return "cannot be judged"
    low, high = wilson(centre, nets)
    return "holds" if low > 0.5 else "is reversed" if high < 0.5 else "is not shown"
