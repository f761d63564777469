"""The claims of Cai et al. 2009 (sections 6.2 and 7), judged by intervals over engines."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena.intervals import FEWEST
from ponnuki.papers.cai2009.engines import UNTRAINED, share
from ponnuki.reports import MeanInterval, Page, crossed_interval, grouped_interval


def claims(results: dict[str, Any], methods: Sequence[str]) -> list[dict[str, Any]]:
    """Every claim about these methods, with and without random moves, from Table 2's cells.

    Intervals are as wide as so many claims need: all of them hold together in 95 % (Bonferroni).
    """
    pairs = [("hybrid", "PSO"), ("hybrid", "EA"), ("hybrid", "HC"), ("PSO", "HC"), ("EA", "HC")]
    pairs = [(one, other) for one, other in pairs if one in methods and other in methods]
    pairs += [(method, UNTRAINED) for method in methods]
    kinds = ("noisy", "quiet")
    level = 1 - 0.05 / (len(kinds) * (len(pairs) + 1))
    found = []
    for one, other in pairs:
        for kind in kinds:
            values = both_colours(results, one, other, kind)
            found.append(_claim(f"{one} beats {other}", kind, crossed_interval(values, level)))
    return found + [
        _claim("black has the advantage", kind, black_advantage(results, methods, kind, level))
        for kind in kinds
    ]


def both_colours(results: dict[str, Any], one: str, other: str, kind: str) -> NDArray[np.float64]:
    """The score of each pair of engines over both colours, a draw counting half."""
    as_black = share(results[f"{one}-{other}-{kind}"], draws=0.5)
    as_white = 100 - share(results[f"{other}-{one}-{kind}"], draws=0.5).T
    return (as_black + as_white) / 2


def _claim(text: str, kind: str, score: MeanInterval) -> dict[str, Any]:
    verdict = "holds" if score.low > 50 else "is reversed" if score.high < 50 else "is not shown"
    if not score.known:
        verdict = "cannot be judged"
    return {
        "claim": text,
        "kind": kind,
        "score": score.mean,
        "interval": (score.low, score.high) if score.known else None,
        "verdict": verdict,
    }


def black_advantage(
    results: dict[str, Any], methods: Sequence[str], kind: str, level: float = 0.95
) -> MeanInterval:
    """Black's score over all pairs of trained engines, each with both colours.

    Its interval of that level is over the engines of every method.
    """
    pairs = {
        (one, other): (
            share(results[f"{one}-{other}-{kind}"], draws=0.5)
            + share(results[f"{other}-{one}-{kind}"], draws=0.5).T
        )
        / 2
        for one, other in itertools.combinations(methods, 2)
    }
    return grouped_interval(pairs, level)


def print_claims(page: Page, judged: list[dict[str, Any]]) -> None:
    """The claims as a table."""
    page.heading("Claims", 3)
    page.text(
        "Scores over both colours in per cent, a draw counting half. Intervals are over engines "
        f"and corrected for {len(judged)} claims: all of them hold together in 95 % (Bonferroni)."
    )
    if any(one["interval"] is None for one in judged):
        page.text(
            f"With fewer than {FEWEST} engines a method there are no intervals over "
            "engines, and no claim can be judged."
        )
    page.table(
        ["claim", "random moves", "score (corrected interval)", "at this scale the claim"],
        [
            [
                one["claim"],
                "10 %" if one["kind"] == "noisy" else "none",
                _score_text(one["score"], one["interval"]),
                one["verdict"],
            ]
            for one in judged
        ],
    )


def _score_text(score: float, bounds: tuple[float, float] | None) -> str:
    return f"{score:.1f}" + ("" if bounds is None else f" ({bounds[0]:.1f} to {bounds[1]:.1f})")
