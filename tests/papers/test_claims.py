"""Verdicts over runs."""

import pytest

from ponnuki.papers.claims import Claim, judge, over_runs

HIGH, LOW = [0.8, 0.81, 0.79, 0.82, 0.8], [0.5, 0.52, 0.49, 0.5, 0.51]


def test_verdicts() -> None:
    """A claim holds, is reversed, is not shown, or cannot be judged with few runs."""
    claims = [
        Claim("a", "x", HIGH, LOW),
        Claim("b", "x", LOW, HIGH),
        Claim("c", "x", HIGH, [*HIGH[1:], 0.8]),
        Claim("d", "x", HIGH[:4], LOW[:4]),
        Claim("e", "x", HIGH, LOW, paired=True),
    ]
    judged = judge(claims)
    assert [one.verdict for one in judged] == [
        "holds",
        "is reversed",
        "is not shown",
        "cannot be judged",
        "holds",
    ]
    assert judged[3].p is None
    assert judged[3].low is None
    assert judged[0].low is not None
    assert judged[0].low > 0


def test_many_claims_need_more() -> None:
    """What holds alone is not shown among many."""
    weak = Claim("a", "x", [0.5, 0.56, 0.52, 0.55, 0.58], [0.5, 0.48, 0.51, 0.47, 0.5])
    assert judge([weak])[0].verdict == "holds"
    nothing = Claim("b", "x", HIGH, HIGH)
    assert judge([weak, *[nothing] * 20])[0].verdict == "is not shown"


def test_intervals_need_five_runs() -> None:
    """With fewer runs there is a mean alone."""
    assert over_runs(HIGH[:4]) == "0.805"
    assert over_runs(HIGH).startswith("0.804 (")
    with pytest.raises(ValueError, match="at least one"):
        over_runs([])
