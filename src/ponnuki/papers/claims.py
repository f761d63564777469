"""Verdicts: is one group of nets stronger than another? Judged over runs, a table at a time."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.reports import (
    Page,
    holm,
    mean_difference,
    mean_interval,
    paired_test,
    welch_p,
)

LEVEL = 0.05
NOT_COMPARABLE = "not comparable"
"""The verdict where a figure is printed against other opponents than ours.

A share of games says how strong somebody is beside the opponent alone. If no opponent is common to
both sides, nothing follows from two such figures, however far apart they are.
"""


@dataclass(frozen=True)
class Claim:
    """That some runs are stronger than others.

    Attributes:
        text: what is claimed.
        how: what was measured, and under which rule.
        ones: a value a run.
        others: a value a run of those that are said to be weaker.
        paired: whether they are the same nets, measured otherwise.
    """

    text: str
    how: str
    ones: Sequence[float]
    others: Sequence[float]
    paired: bool = False


@dataclass(frozen=True)
class Judged:
    """A claim with its verdict.

    Attributes:
        claim: what is claimed.
        how: what was measured.
        ones: the mean of those that are said to be stronger.
        others: the mean of the others.
        low: of the 95 % interval of their difference; None with too few runs.
        high: likewise.
        p: as Holm corrects it for all claims of the table; None with too few runs.
        verdict: in words.
    """

    claim: str
    how: str
    ones: float
    others: float
    low: float | None
    high: float | None
    p: float | None
    verdict: str


def judge(claims: Sequence[Claim]) -> list[Judged]:
    """Judges the claims of one table together."""
    known = [enough(min(len(one.ones), len(one.others))) for one in claims]
    tested = [_test(one) for one, told in zip(claims, known, strict=True) if told]
    chances = iter(holm([p for _, _, p in tested]))
    bounds = iter(tested)
    found = []
    for one, told in zip(claims, known, strict=True):
        means = (mean_interval(one.ones).mean, mean_interval(one.others).mean)
        if not told:
            found.append(Judged(one.text, one.how, *means, None, None, None, "cannot be judged"))
            continue
        (low, high, _), p = next(bounds), next(chances)
        verdict = "is not shown"
        if p < LEVEL:
            verdict = "holds" if means[0] > means[1] else "is reversed"
        found.append(Judged(one.text, one.how, *means, low, high, p, verdict))
    return found


def _test(claim: Claim) -> tuple[float, float, float]:
    """The interval of the difference, and its p-value."""
    if claim.paired:
        pairs = paired_test(claim.ones, claim.others)
        return pairs.low, pairs.high, pairs.t_p
    apart = mean_difference(claim.ones, claim.others)
    return apart.low, apart.high, welch_p(claim.ones, claim.others)


def print_claims(
    page: Page,
    claims: Sequence[Claim],
    scale: object,
    pairs: str = "the same nets measured twice are compared pair by pair",
) -> list[dict[str, Any]]:
    """The claims as a table with verdicts, and as plain data.

    Args:
        page: where they are printed.
        claims: judged together.
        scale: of what was done, in words.
        pairs: which claims are paired, in words.
    """
    judged = judge(claims)
    page.heading("Claims", 3)
    page.text(
        f"At this scale ({scale}). Differences of means with 95 % intervals over runs (Welch; "
        f"{pairs}); p is corrected by Holm for all rows of the table. With fewer than {FEWEST} "
        "runs nothing is judged."
    )
    page.table(
        ["claim", "measured", "first", "second", "difference (95 %)", "p", "the claim"],
        [
            [
                one.claim,
                one.how,
                f"{one.ones:.3f}",
                f"{one.others:.3f}",
                _difference(one),
                "–" if one.p is None else f"{one.p:.2g}",
                one.verdict,
            ]
            for one in judged
        ],
    )
    return [asdict(one) for one in judged]


def _difference(one: Judged) -> str:
    size = f"{one.ones - one.others:+.3f}"
    return size if one.low is None else f"{size} ({one.low:+.3f} to {one.high:+.3f})"


def over_runs(values: Sequence[float], digits: int = 3) -> str:
    """A mean over runs, with its interval if there are enough."""
    return mean_interval(values).text(digits=digits)


def share_over_runs(values: Sequence[float], digits: int = 3, most: float = 1.0) -> str:
    """The same for shares, which are from 0 to the most that they can be."""
    return mean_interval(values).within(most).text(digits=digits)
