"""Figures 2 and 3 of Mayer 2007: strength by games, for both selections of moves."""

from typing import Any

import numpy as np

from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.papers.claims import NOT_COMPARABLE, Claim, print_claims, share_over_runs
from ponnuki.papers.mayer2007.cells import (
    PASS_WORDS,
    PASSES,
    REPRESENTATIONS,
    SELECTIONS,
    Course,
    Passes,
    cell,
    courses,
)
from ponnuki.papers.mayer2007.numbers import FIGURES, OPPONENTS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure

Grid = dict[tuple[Passes, str], Course]
"""By the rule for passes and the representation."""

MEASURES = {"": "from the empty board", "_opening": "after two random plies"}
"""The ends of facts' names, and what they mean."""


def grid(workshop: Workshop, scale: Scale, selection: str) -> Grid:
    """The courses of all representations with one selection, under both rules for passes."""
    keys = [(passes, name) for passes in PASSES for name in REPRESENTATIONS]
    cells = [cell(name, selection, passes) for passes, name in keys]
    found = courses(workshop, cells, scale, SELECTIONS[selection])
    return dict(zip(keys, found, strict=True))


def figure2(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Strength by games with ε-greedy learning."""
    found = grid(workshop, scale, "epsilon")
    page.heading("Figure 2: ε-greedy learning")
    _print(page, found, "epsilon", scale, "figure2")
    claims = [
        Claim(f"{one} beats roban", _how(passes, ending), *_pair(found, passes, one, ending))
        for passes in PASSES
        for one in ("koten", "katatsugi")
        for ending in MEASURES
    ]
    judged = print_claims(page, claims, scale)
    return {"courses": _plain(found), "claims": judged}


def figure3(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Strength by games with creative learning, and what it has over ε-greedy learning."""
    found = grid(workshop, scale, "creative")
    greedy = grid(workshop, scale, "epsilon")
    page.heading("Figure 3: creative learning")
    _print(page, found, "creative", scale, "figure3")
    claims = []
    for passes in PASSES:
        for ending in MEASURES:
            how, fact = _how(passes, ending), "strength" + ending
            for one, other in ("katatsugi", "koten"), ("koten", "roban"):
                ones, others = (found[passes, name].of(fact) for name in (one, other))
                claims.append(Claim(f"{one} beats {other}", how, ones, others))
            for name in REPRESENTATIONS:
                ones, others = (where[passes, name].of(fact) for where in (found, greedy))
                claims.append(Claim(f"creative beats ε-greedy, {name}", how, ones, others))
    judged = print_claims(page, claims, scale)
    return {"courses": _plain(found), "claims": judged}


def _how(passes: str, ending: str) -> str:
    return f"{PASS_WORDS[passes]}, {MEASURES[ending]}"


def _pair(found: Grid, passes: Passes, one: str, ending: str) -> tuple[list[float], list[float]]:
    fact = "strength" + ending
    return found[passes, one].of(fact), found[passes, "roban"].of(fact)


def _print(page: Page, found: Grid, selection: str, scale: Scale, name: str) -> None:
    page.text(
        f"{scale}. Shares of games won, mean over runs with 95 % intervals over runs if there are "
        f"{FEWEST}; strength is the mean over the opponents. The second measure begins with two "
        "random plies, because deterministic players else play few different games. The untrained "
        "nets are those that the runs began with, under the same rules. The paper's strengths are "
        f"after a million games, against other players than ours: {NOT_COMPARABLE}."
    )
    for passes in PASSES:
        page.heading(f"A net that {PASS_WORDS[passes]}", 3)
        rows = [
            [
                f"{representation}, {trained}",
                words,
                *course_cells(found[passes, representation], ending, at),
                "–" if ending or not at else _printed(selection, representation),
            ]
            for ending, words in MEASURES.items()
            for at, trained in ((0, "untrained"), (-1, "trained"))
            for representation in REPRESENTATIONS
        ]
        page.table(["net", "games", *OPPONENTS, "strength", "paper"], rows)
    words = f"Strength by games, {SELECTIONS[selection]}"
    page.figure(name, words, _picture, found, selection)


def _printed(selection: str, representation: str) -> str:
    return f"{FIGURES[selection][representation]:.2f}, {NOT_COMPARABLE}"


def course_cells(course: Course, ending: str, at: int = -1) -> list[str]:
    """The shares of wins against each opponent and their mean, as cells of a table."""
    return [
        share_over_runs(course.of(one + ending, at)) for one in (*course.cell.players, "strength")
    ]


def _picture(found: Grid, selection: str) -> Any:
    figure = new_figure(11, 4.5)
    axes = figure.subplots(1, len(PASSES), sharey=True)
    for axis, passes in zip(axes, PASSES, strict=True):
        for number, name in enumerate(REPRESENTATIONS):
            course, colour = found[passes, name], f"C{number}"
            places = [games / 1000 for games in course.games]
            for ending, style in ("", "-"), ("_opening", ":"):
                values = [course.of("strength" + ending, at) for at in range(len(places))]
                label = None if ending else name
                axis.plot(places, np.mean(values, axis=1), style, color=colour, label=label)
                if not ending:
                    low, high = _band(values)
                    axis.fill_between(places, low, high, color=colour, alpha=0.15, lw=0)
            printed = FIGURES[selection][name]
            axis.plot(places[-1], printed, marker="_", ms=14, mew=2, color=colour)
        axis.set_title(f"a net that {PASS_WORDS[passes]}")
        axis.set_xlabel("thousand games of self-play")
        axis.set_ylim(0, 1)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("strength")
    axes[0].plot([], [], "k:", label="after two random plies")
    axes[0].plot([], [], "k_", ms=14, mew=2, label="paper, after a million games")
    axes[0].legend(fontsize=8, loc="lower right")
    return figure


def _band(values: list[list[float]]) -> tuple[list[float], list[float]]:
    """The t-intervals of the means over runs; with too few runs, the runs from end to end."""
    if not enough(len(values[0])):
        return [min(one) for one in values], [max(one) for one in values]
    found = [mean_interval(one).within(1.0) for one in values]
    return [one.low for one in found], [one.high for one in found]


def _plain(found: Grid) -> dict[str, Any]:
    return {f"{name}-{passes}": course.plain() for (passes, name), course in found.items()}
