"""Intervals over engines that meet."""

import re
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, stats

import ponnuki
from benchmarks.coverage import NULLS, Null, bootstrap_interval
from ponnuki.reports import crossed_interval, grouped_interval, mean_interval, share_interval

TRIES = 1500


def misses(null: Null, engines: int, level: float) -> tuple[float, float]:
    """How often our interval misses the true mean, and how often the bootstrap's does."""
    cells, mean = null.draw(engines, TRIES, np.random.default_rng(1))
    ours = old = 0
    for one in cells:
        found = crossed_interval(one, level)
        ours += not found.low <= mean <= found.high
        low, high = bootstrap_interval(one, level)
        old += not low <= mean <= high
    return ours / TRIES, old / TRIES


def test_95_percent_hold_the_mean() -> None:
    """With five engines a side 5 % or fewer miss, to three standard errors; a bootstrap's more."""
    ours, old = misses(NULLS["engines differ three times as much"], 5, 0.95)
    most = 0.05 + 3 * (0.05 * 0.95 / TRIES) ** 0.5
    assert ours < most < old


def test_corrected_intervals_hold_the_mean() -> None:
    """One of twenty claims may miss in a quarter of a per cent, which a bootstrap does not hold."""
    ours, old = misses(NULLS["engines differ three times as much"], 5, 0.9975)
    most = 0.0025 + 3 * (0.0025 * 0.9975 / TRIES) ** 0.5
    assert ours < most < old


@pytest.mark.parametrize("level", [0.95, 0.9975])
def test_bounds_are_where_the_score_test_turns(level: float) -> None:
    """SciPy finds the same bounds: Welch's degrees of freedom, a variance as shares have it."""
    values = np.random.default_rng(3).uniform(40, 100, (6, 9)) / 100
    rows, columns = values.mean(axis=1), values.mean(axis=0)
    freedom = stats.ttest_ind(rows, columns, equal_var=False).df
    variance = stats.sem(rows) ** 2 + stats.sem(columns) ** 2
    reach = stats.t.ppf((1 + level) / 2, freedom)
    mean = values.mean()

    def excess(share: float) -> float:
        spread = variance * share * (1 - share) / (mean * (1 - mean))
        return float((mean - share) ** 2 - reach**2 * spread)

    found = crossed_interval(100 * values, level)
    assert found.low == pytest.approx(100 * optimize.brentq(excess, 0, mean))
    assert found.high == pytest.approx(100 * optimize.brentq(excess, mean, 1))


def test_more_games_make_no_interval_narrower() -> None:
    """Where engines of one side differ, it is the t-interval over these engines, but for Wilson."""
    strengths = np.random.default_rng(1).normal(50, 1, 10)
    over_engines = mean_interval(strengths.tolist())
    found = crossed_interval(strengths[:, None] + np.zeros((1, 1000)))
    assert found.low == pytest.approx(over_engines.low, abs=0.01)
    assert found.high == pytest.approx(over_engines.high, abs=0.01)
    alone = share_interval(strengths)
    assert (alone.low, alone.high) == pytest.approx((found.low, found.high))


def test_both_sides_count() -> None:
    """Variances of the means of both sides are added."""
    rng = np.random.default_rng(2)
    rows, columns = rng.normal(0, 1, (10, 1)), rng.normal(0, 1, (1, 10))
    one, other = (crossed_interval(50 + side) for side in (rows + 0 * columns, columns + 0 * rows))
    both = crossed_interval(50 + rows + columns)
    width = (one.high - one.low) ** 2 + (other.high - other.low) ** 2
    assert (both.high - both.low) ** 2 == pytest.approx(width, rel=0.2)
    assert both.high - both.low > max(one.high - one.low, other.high - other.low)


@pytest.mark.parametrize("score", [0.0, 100.0])
def test_results_at_the_border_have_an_interval(score: float) -> None:
    """All won or all lost: an engine is one game then, and bounds stay within 0 and 100."""
    found = crossed_interval(np.full((5, 8), score), 0.95)
    assert found.mean == score
    assert (found.low, found.high) == pytest.approx((0, 43.4) if score == 0 else (56.6, 100), abs=1)
    almost = np.full((5, 5), score)
    almost[0, 0] = 50
    near = crossed_interval(almost, 0.9975)
    assert 0 <= near.low < near.mean < near.high <= 100


def test_few_engines_have_no_interval() -> None:
    """On either side, and in any group."""
    values = np.random.default_rng(1).normal(50, 10, (10, 10))
    assert crossed_interval(values).known
    assert not crossed_interval(values[:4]).known
    assert not crossed_interval(values[:, :4]).known
    assert not grouped_interval({("a", "b"): values[:, :4]}).known
    assert not share_interval([50.0]).known


def test_an_engine_counts_once_for_all_its_pairs() -> None:
    """A strong engine wins everywhere, so pairs of one group do not average its luck out."""
    strong = np.random.default_rng(1).normal(50, 10, (10, 1)) + np.zeros((1, 10))
    one = grouped_interval({("a", "b"): strong})
    two = grouped_interval({("a", "b"): strong, ("a", "c"): strong})
    assert (two.low, two.high) == pytest.approx((one.low, one.high))
    assert one.text() == crossed_interval(strong).text()


def test_groups_of_two_sizes_are_refused() -> None:
    """A group has one number of engines."""
    values = np.ones((5, 5))
    with pytest.raises(ValueError, match=r"a against c has shape \(6, 5\)"):
        grouped_interval({("a", "b"): values, ("a", "c"): np.ones((6, 5))})


def test_reports_draw_no_interval_by_chance() -> None:
    """No report and no paper resamples: an interval comes from `reports` or `arena.intervals`."""
    source = Path(ponnuki.__file__).parent
    resampling = re.compile(
        r"bootstrap|resampl|np\.(?:nan)?(?:quantile|percentile)\(", re.IGNORECASE
    )
    found = [
        path.relative_to(source).as_posix()
        for folder in ("reports", "papers", "arena")
        for path in sorted((source / folder).rglob("*.py"))
        if resampling.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
