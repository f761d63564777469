"""SciPy says the same as the statistics that are written here: intervals, tests, ratings, ranks."""

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize, special, stats

from ponnuki.arena import elo_ratings, wilson
from ponnuki.arena.intervals import Z95, interval_over
from ponnuki.arena.ratings import ELO
from ponnuki.arena.student import incomplete_beta, t_quantile, t_two_sided
from ponnuki.fitness.reliability import reliability_of_rows
from ponnuki.optimisers.es import centred_ranks
from ponnuki.reports import mean_difference, mean_interval, paired_test, welch_p
from ponnuki.reports.distributions import f_above, layout_test, sign_test

FREEDOMS = 1, 2, 3.7, 9, 29, 118.5, 4000


@pytest.fixture
def rng() -> np.random.Generator:
    """The same numbers for each test, whichever others are run."""
    return np.random.default_rng(36)


@pytest.mark.parametrize("a", [0.5, 1, 2.5, 40, 900])
@pytest.mark.parametrize("b", [0.5, 1, 7, 300])
def test_the_incomplete_beta_function(a: float, b: float) -> None:
    """From one end to the other, to ten digits."""
    for x in (0.0, 1e-6, 0.01, 0.3, 0.5, 0.77, 0.999, 1.0):
        assert incomplete_beta(x, a, b) == pytest.approx(special.betainc(a, b, x), rel=1e-10)


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_student_s_t(freedom: float) -> None:
    """Quantiles, from loose levels to those of many comparisons, and tails."""
    for level in 0.5, 0.9, 0.95, 0.99, 0.9975, 0.99999:
        expected = stats.t.ppf((1 + level) / 2, freedom)
        assert t_quantile(level, freedom) == pytest.approx(expected, rel=1e-8)
    for t in 0.0, 0.1, -2.0, 5.0, 40.0:
        assert t_two_sided(t, freedom) == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-9)


def test_fisher_s_f() -> None:
    """Tails with few and many degrees of freedom."""
    for upper, lower in (1, 1), (3, 9), (6, 24), (40, 7):
        for f in 0.1, 1.0, 3.86, 50.0:
            assert f_above(f, upper, lower) == pytest.approx(stats.f.sf(f, upper, lower), rel=1e-9)


@pytest.mark.parametrize("count", [5, 10, 30])
def test_a_mean_and_its_interval(count: int, rng: np.random.Generator) -> None:
    """Of one group, at the usual level and at that of many comparisons."""
    values = rng.normal(50, 9, count)
    for level in 0.95, 0.9975:
        found = mean_interval(values.tolist(), level)
        expected = stats.ttest_1samp(values, 0).confidence_interval(level)
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    shares = values / 100
    low, high = stats.ttest_1samp(shares, 0).confidence_interval(0.95)
    assert interval_over(shares) == pytest.approx((low, high))


@pytest.mark.parametrize("counts", [(5, 5), (10, 4), (7, 30)])
def test_two_groups_by_welch(counts: tuple[int, int], rng: np.random.Generator) -> None:
    """Groups of different size and spread: the interval of the difference and its p-value."""
    ones, others = rng.normal(1, 1, counts[0]), rng.normal(0, 4, counts[1])
    expected = stats.ttest_ind(ones, others, equal_var=False)
    assert welch_p(ones.tolist(), others.tolist()) == pytest.approx(expected.pvalue)
    for level in 0.95, 0.99:
        found = mean_difference(ones.tolist(), others.tolist(), level)
        bounds = expected.confidence_interval(level)
        assert (found.low, found.high) == pytest.approx((bounds.low, bounds.high))


@pytest.mark.parametrize("count", [4, 9, 20])
def test_pairs(count: int, rng: np.random.Generator) -> None:
    """Student's, Wilcoxon's and the sign test, where no two differences are equal."""
    first, second = rng.normal(0.4, 1, count), rng.normal(0, 1, count)
    found = paired_test(first, second)
    t = stats.ttest_rel(first, second)
    bounds = t.confidence_interval(0.95)
    assert found.t_p == pytest.approx(t.pvalue)
    assert (found.low, found.high) == pytest.approx((bounds.low, bounds.high))
    exact = stats.wilcoxon(first, second, method="exact").pvalue
    assert found.wilcoxon_p == pytest.approx(exact)
    assert found.sign_p == pytest.approx(stats.binomtest(found.better, count).pvalue)


def test_pairs_with_equal_differences() -> None:
    """All choices of signs are counted, where differences are equal or nothing too."""
    differences = np.array([2.0, 2.0, -1.0, 3.0, 1.0, -1.0, 4.0, 0.0, 0.0])
    every = stats.PermutationMethod(n_resamples=2**10)
    expected = stats.wilcoxon(differences[differences != 0], method=every).pvalue
    assert paired_test(differences, np.zeros(9)).wilcoxon_p == pytest.approx(expected)


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (7, 3), (3, 7), (40, 41), (12, 0)])
def test_signs(better: int, worse: int) -> None:
    """As many heads and tails of a fair coin."""
    expected = stats.binomtest(better, better + worse).pvalue if better + worse else 1
    assert sign_test(better, worse) == pytest.approx(expected)


def test_a_table_of_two_ways(rng: np.random.Generator) -> None:
    """Rows and columns against what is left over, by least squares with and without them."""
    table = rng.normal(size=(6, 4)) + np.arange(4) / 3
    found = layout_test(table)
    rows, columns = (one.ravel() for one in np.indices(table.shape))
    dummies = {
        "rows": (rows[:, None] == np.arange(1, 6)).astype(float),
        "columns": (columns[:, None] == np.arange(1, 4)).astype(float),
    }

    def left(*names: str) -> float:
        design = np.hstack([np.ones((24, 1)), *(dummies[name] for name in names)])
        fitted = design @ np.linalg.lstsq(design, table.ravel(), rcond=None)[0]
        return float(np.square(table.ravel() - fitted).sum())

    whole = left("rows", "columns")
    for own, without, freedom in (
        ((found.rows_f, found.rows_p), "columns", 5),
        ((found.columns_f, found.columns_p), "rows", 3),
    ):
        f = (left(without) - whole) / freedom / (whole / 15)
        assert own == pytest.approx((f, stats.f.sf(f, freedom, 15)))


@pytest.mark.parametrize(("score", "games"), [(0, 10), (10, 10), (37, 100), (1, 3)])
def test_wilson_s_interval(score: int, games: int) -> None:
    """For shares at the edge and within."""
    expected = stats.binomtest(score, games).proportion_ci(0.95, method="wilson")
    assert wilson(score, games) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_ratings() -> None:
    """They are where an optimiser that knows no slopes finds the highest penalised likelihood.

    Their intervals are those of the curvature that the games have there.
    """
    wins = np.array([[0, 9, 14, 5], [6, 0, 8, 11], [1, 5, 0, 7], [8, 2, 9, 0]])
    losses = 15 - wins - 15 * np.eye(4, dtype=int)
    names = ("A", "B", "C", "D")
    found = elo_ratings(names, wins, np.zeros_like(wins), losses)
    black, white = np.nonzero(wins + losses)
    design = np.eye(4)[black] - np.eye(4)[white]
    design = np.hstack([design[:, 1:], np.ones((len(black), 1))])
    won, games = wins[black, white], (wins + losses)[black, white]

    def information(theta: NDArray[np.float64]) -> NDArray[np.float64]:
        chance = special.expit(design @ theta)
        return np.asarray(design.T @ (design * (games * chance * (1 - chance))[:, None]))

    def unlikely(theta: NDArray[np.float64]) -> float:
        chance = special.expit(design @ theta)
        likely = stats.binom.logpmf(won, games, chance).sum()
        return -float(likely + np.linalg.slogdet(information(theta))[1] / 2)

    best = optimize.minimize(
        unlikely, np.zeros(4), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-13}
    ).x
    strengths = ELO * np.append(0, best[:3])
    assert found.elo == pytest.approx(strengths - strengths.mean(), abs=1e-3)
    assert found.black_advantage is not None
    assert found.black_advantage.elo == pytest.approx(ELO * best[3], abs=1e-3)
    covariance = ELO**2 * np.linalg.inv(information(best))
    distance = found.difference("B", "A")
    half = stats.norm.ppf(0.975) * sqrt(covariance[0, 0])
    assert (distance.low, distance.high) == pytest.approx(
        (ELO * best[0] - half, ELO * best[0] + half), abs=1e-2
    )
    assert stats.norm.ppf(0.975) == pytest.approx(Z95)


def test_reliability(rng: np.random.Generator) -> None:
    """Pearson's correlation of two halves, corrected by Spearman's and Brown's formula."""
    points = rng.integers(-2, 2, size=(12, 8)) + rng.integers(0, 3, size=(12, 1))
    halves = points[:, ::2].mean(axis=1), points[:, 1::2].mean(axis=1)
    own = stats.pearsonr(*halves).statistic
    assert reliability_of_rows(points.astype(np.float64)) == pytest.approx(2 * own / (1 + own))


def test_centred_ranks(rng: np.random.Generator) -> None:
    """Equal scores share their mean rank."""
    scores = rng.integers(0, 6, 40).astype(np.float64)
    assert centred_ranks(scores) == pytest.approx((stats.rankdata(scores) - 1) / 39 - 0.5)
