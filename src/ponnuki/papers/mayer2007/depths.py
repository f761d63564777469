"""Table II of Mayer 2007: strength by depth of search."""

from itertools import pairwise
from typing import Any

from ponnuki.papers.claims import NOT_COMPARABLE, Claim, print_claims, share_over_runs
from ponnuki.papers.mayer2007.best import best_nets
from ponnuki.papers.mayer2007.cells import PASS_WORDS, PASSES, SEED, Strengths, StrengthSettings
from ponnuki.papers.mayer2007.figures import MEASURES, grid
from ponnuki.papers.mayer2007.numbers import COMMON, DEPTHS, OPPONENTS, TABLE2
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

FRESH = SEED + 1
"""Of games that had no part in choosing the best nets."""

Facts = list[dict[str, float]]


def table2(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The best creative nets at depths 1, 2 and 4; then all of them, for the claim."""
    page.heading("Table II: deeper search")
    page.text(
        f"Shares of games won by the best creative nets ({scale.runs} runs of "
        f"{scale.generations * scale.games:,} games), {scale.measured:,} games against each "
        "opponent. The games are others than those by which the nets were chosen. The untrained "
        "net is the one that the best run began with, at the same depth."
    )
    results: dict[str, Any] = {}
    for name in TABLE2:
        results[name] = {passes: _best(workshop, scale, page, name, passes) for passes in PASSES}
    results["all"], claims = _all(workshop, scale, page)
    results["claims"] = print_claims(page, claims, scale)
    return results


def _best(workshop: Workshop, scale: Scale, page: Page, name: str, passes: Any) -> Any:
    best = best_nets(workshop, scale, passes)[f"{name}(c)"]
    course = grid(workshop, scale, "creative")[passes, name]
    rows = course.rows[best.seed - 1][[0, -1]]
    met = StrengthSettings(players=OPPONENTS, games=scale.measured)
    questions: list[tuple[str, Question[Facts]]] = [
        (f"depth{depth}-{best.name}-{passes}", Strengths(best.net, rows, depth, passes, met, FRESH))
        for depth in DEPTHS
    ]
    found = workshop.ask_all(f"table2, {name}, {PASS_WORDS[passes]}", questions)
    page.heading(f"{name}, a net that {PASS_WORDS[passes]}", 3)
    printed = TABLE2[name]
    table = []
    for fact in (*OPPONENTS, "strength"):
        for ending, words in MEASURES.items():
            row: list[object] = [fact, words]
            for place in range(len(DEPTHS)):
                untrained, trained = found[place]
                said = f"{trained[fact + ending]:.3f} ({untrained[fact + ending]:.3f})"
                if not ending and fact in printed:
                    said += f"; paper {printed[fact][place]:.3f}"
                    said += "" if fact in COMMON else f", {NOT_COMPARABLE}"
                row.append(said)
            table.append(row)
    page.table(["against", "games", *(f"depth {depth} (untrained)" for depth in DEPTHS)], table)
    return {
        str(depth): {"untrained": facts[0], "trained": facts[1]}
        for depth, facts in zip(DEPTHS, found, strict=True)
    }


def _all(workshop: Workshop, scale: Scale, page: Page) -> tuple[dict[str, Any], list[Claim]]:
    """Every creative net at every depth: strength grows with depth?"""
    met = StrengthSettings(players=OPPONENTS, games=scale.searched)
    courses = {
        (name, passes): grid(workshop, scale, "creative")[passes, name]
        for name in TABLE2
        for passes in PASSES
    }
    keys = [(name, passes, depth) for name, passes in courses for depth in DEPTHS]
    questions: list[tuple[str, Question[Facts]]] = []
    for name, passes, depth in keys:
        course = courses[name, passes]
        asked = Strengths(course.net, course.rows[:, -1], depth, passes, met, FRESH)
        questions.append((f"depth{depth}-{course.cell.name}", asked))
    answers = workshop.ask_all("table2, all nets", questions)
    found = dict(zip(keys, answers, strict=True))
    page.heading("All creative nets by depth", 3)
    page.text(f"Mean strength over {scale.runs} runs, {scale.searched:,} games an opponent.")
    page.table(
        ["nets", "games", *(f"depth {depth}" for depth in DEPTHS)],
        [
            [
                f"{name}, {PASS_WORDS[passes]}",
                words,
                *(
                    share_over_runs(
                        [one["strength" + ending] for one in found[name, passes, depth]]
                    )
                    for depth in DEPTHS
                ),
            ]
            for name, passes in courses
            for ending, words in MEASURES.items()
        ],
    )
    claims = [
        Claim(
            f"{name}: depth {deep} beats depth {shallow}",
            f"{PASS_WORDS[passes]}, {MEASURES['_opening']}",
            [one["strength_opening"] for one in found[name, passes, deep]],
            [one["strength_opening"] for one in found[name, passes, shallow]],
            paired=True,
        )
        for name, passes in courses
        for shallow, deep in pairwise(DEPTHS)
    ]
    plain = {f"{name}-{passes}-{depth}": facts for (name, passes, depth), facts in found.items()}
    return plain, claims
