"""The learner of Mayer 2007 on larger boards and on Capture Go, and nets carried over."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.papers.claims import Claim, print_claims, share_over_runs
from ponnuki.papers.mayer2007.cells import (
    PASS_WORDS,
    PASSES,
    SEED,
    Cell,
    Course,
    Passes,
    Strengths,
    StrengthSettings,
    cell,
    courses,
)
from ponnuki.papers.mayer2007.figures import MEASURES, grid
from ponnuki.papers.mayer2007.numbers import OPPONENTS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

Weights = NDArray[np.float32]

SMALL = 5
LARGER = (7, 9)
PLAIN = {
    "hidden_activation": "sigmoid",
    "output_activation": "linear",
    "biases": False,
    "bound": 1.0,
}
"""The paper's net, said in full: in Capture Go a net has other defaults."""


def boards(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Strength on 7×7 and 9×9, in Go and in Capture Go, and what 5×5 nets are worth there."""
    page.heading("Larger boards and Capture Go")
    own = replace(scale, measured=scale.searched)
    cells = [_go(size, passes, scale) for size in LARGER for passes in PASSES]
    cells += [_capture_go(size, scale) for size in (SMALL, *LARGER)]
    found = courses(workshop, cells, own, "larger boards")
    page.text(
        f"Creative learning with katatsugi and 25 hidden units, everything else as on 5×5. "
        f"{scale.runs} runs; shares of {scale.searched} games won against each opponent, mean over "
        "runs with 95 % intervals. The naive player plays both games; the pattern player plays Go."
    )
    rows = [
        [
            _name(course),
            f"{course.games[at]:,}",
            words,
            *(
                share_over_runs(course.of(fact + ending, at)) if fact in course.facts[0][0] else "–"
                for fact in (*OPPONENTS, "strength")
            ),
        ]
        for course in found
        for at in (0, len(course.games) // 2, -1)
        for ending, words in MEASURES.items()
    ]
    page.table(["game", "learned from", "games", *OPPONENTS, "strength"], rows)
    carried = _carry(workshop, scale, page, {_key(course.cell): course for course in found})
    return {"courses": {one.cell.name: one.plain() for one in found}, "carried": carried}


def _go(size: int, passes: Passes, scale: Scale) -> Cell:
    games = scale.larger if size == LARGER[0] else max(1, scale.larger // 10)
    return cell("katatsugi", "creative", passes, f"go{size}", game=f"go:{size}", games=games)


def _capture_go(size: int, scale: Scale) -> Cell:
    games = scale.larger if size <= LARGER[0] else max(1, scale.larger // 10)
    game = f"capture-go:{size}"
    made = cell(
        "katatsugi", "creative", "free", f"capture-go{size}", net=PLAIN, game=game, games=games
    )
    return replace(made, players=("random", "naive"))


def _key(one: Cell) -> tuple[str, Passes]:
    return str(one.changes["game"]), one.passes


def _name(course: Course) -> str:
    game, passes = _key(course.cell)
    return f"{game}, {PASS_WORDS[passes]}" if game.startswith("go:") else game


def carry(net: Evaluator, row: Weights, larger: Evaluator) -> Weights:
    """The weights of a net that sees points, on a larger board, by position.

    A point of the larger board is looked at as the nearest point of the smaller one, edges falling
    on edges. What a hidden unit has for a point is shared among all points that stand for it, so
    that boards which look alike at a distance are worth about the same.

    Raises:
        ValueError: the net sees something else than points, or has biases.
    """
    own = net.settings()
    if own.get("encoding") not in {"koten", "katatsugi"} or own["biases"]:
        raise ValueError(f"{own} cannot be carried over: use koten or katatsugi without biases")
    small, large = net.game.size, larger.game.size
    near = np.rint(np.arange(large) * (small - 1) / (large - 1)).astype(int)
    place = (near[:, None] * small + near[None]).ravel()
    share = np.bincount(place, minlength=small * small)
    units = own["hidden"][0]
    first = row[: units * small * small].reshape(units, small * small)
    spread = (first / share)[:, place].astype(np.float32)
    return np.concatenate([spread.ravel(), row[units * small * small :]])


def _carry(
    workshop: Workshop, scale: Scale, page: Page, trained: dict[tuple[str, Passes], Course]
) -> dict[str, Any]:
    """5×5 nets on larger boards, beside nets that learned there and untrained ones."""
    small = grid(workshop, scale, "creative")
    met = StrengthSettings(players=OPPONENTS, games=scale.searched)
    keys = [(size, passes) for size in LARGER for passes in PASSES]
    questions: list[tuple[str, Question[list[dict[str, float]]]]] = []
    for size, passes in keys:
        course = small[passes, "katatsugi"]
        net = trained[f"go:{size}", passes].net
        rows = np.stack([carry(course.net, row, net) for row in course.rows[:, -1]])
        questions.append((f"carried-go{size}-{passes}", Strengths(net, rows, 1, passes, met, SEED)))
    found = dict(zip(keys, workshop.ask_all("carried nets", questions), strict=True))
    page.heading("Nets carried over from 5×5", 3)
    page.text(
        "The creative katatsugi nets of Figure 3 on larger boards, by position and without any "
        "further learning: every point is looked at as the nearest point of the 5×5 board."
    )
    rows_out, claims = [], []
    for size, passes in keys:
        there = trained[f"go:{size}", passes]
        for ending, words in MEASURES.items():
            fact = "strength" + ending
            carried = [one[fact] for one in found[size, passes]]
            row = [f"go:{size}, {PASS_WORDS[passes]}", words, share_over_runs(carried)]
            rows_out.append(
                [*row, share_over_runs(there.of(fact, 0)), share_over_runs(there.of(fact))]
            )
            claims.append(
                Claim(
                    f"carried to {size}×{size}: better than untrained",
                    f"{PASS_WORDS[passes]}, {words}",
                    carried,
                    there.of(fact, 0),
                )
            )
    page.table(["board", "games", "carried over", "untrained", "learned there"], rows_out)
    judged = print_claims(page, claims, scale)
    return {
        "facts": {f"{size}-{passes}": facts for (size, passes), facts in found.items()},
        "claims": judged,
    }
