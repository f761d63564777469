"""Student's t and paired tests, against published tables and by counting."""

from itertools import product

import numpy as np
import pytest

from ponnuki.arena.student import incomplete_beta, t_quantile, t_two_sided
from ponnuki.reports import holm, mean_difference, mean_interval, paired_test, welch_p
from ponnuki.reports.distributions import f_above, layout_test, sign_test


@pytest.mark.parametrize(
    ("freedom", "t90", "t95"),
    [(1, 6.314, 12.706), (4, 2.132, 2.776), (29, 1.699, 2.045), (120, 1.658, 1.980)],
)
def test_quantiles(freedom: int, t90: float, t95: float) -> None:
    """They are those of printed tables, and give their level back."""
    assert t_quantile(0.90, freedom) == pytest.approx(t90, abs=5e-4)
    assert t_quantile(0.95, freedom) == pytest.approx(t95, abs=5e-4)
    assert t_two_sided(t_quantile(0.9, freedom), freedom) == pytest.approx(0.1)


def test_incomplete_beta() -> None:
    """Known values: a straight line, a power, both tails together."""
    assert incomplete_beta(0.3, 1, 1) == pytest.approx(0.3)
    assert incomplete_beta(0.3, 4, 1) == pytest.approx(0.3**4)
    assert incomplete_beta(0.2, 2.5, 7) + incomplete_beta(0.8, 7, 2.5) == pytest.approx(1)
    with pytest.raises(ValueError, match="x=2"):
        incomplete_beta(2, 1, 1)


def test_intervals() -> None:
    """A 90 % interval is narrower than a 95 % one around the same mean."""
    values = [1.0, 2.0, 4.0, 8.0]
    narrow, wide = mean_interval(values, 0.90), mean_interval(values)
    assert wide.low < narrow.low < narrow.mean == wide.mean < narrow.high < wide.high


def test_wilcoxon_counts_all_signs() -> None:
    """The p-value is the share of all choices of signs that are as uneven, with tied sizes too."""
    differences = np.array([1.5, -0.5, 2.0, 2.0, 0.5, 3.0, -1.0])
    _, place, counts = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    seen = ranks[differences > 0].sum()
    middle = ranks.sum() / 2
    sums = [
        sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product([0, 1], repeat=len(ranks))
    ]
    share = np.mean([abs(one - middle) >= abs(seen - middle) - 1e-9 for one in sums])
    assert paired_test(differences, np.zeros(7)).wilcoxon_p == pytest.approx(share)


def test_paired_test() -> None:
    """A clear difference is found by all three tests; none is found where there is none."""
    rng = np.random.default_rng(1)
    base = rng.normal(size=40)
    clear = paired_test(base + 1 + 0.1 * rng.normal(size=40), base)
    assert max(clear.t_p, clear.wilcoxon_p, clear.sign_p) < 1e-6
    assert clear.low < 1 < clear.high
    assert (clear.better, clear.worse) == (40, 0)
    same = paired_test(base, base)
    assert same.t_p == same.wilcoxon_p == same.sign_p == 1.0
    with pytest.raises(ValueError, match="pairs"):
        paired_test([1.0], [2.0])


def test_p_values_are_uniform_without_a_difference() -> None:
    """About one in ten of many tests of nothing is below 0.1."""
    rng = np.random.default_rng(2)
    tests = [paired_test(rng.normal(size=12), rng.normal(size=12)) for _ in range(400)]
    for name in ("t_p", "wilcoxon_p"):
        share = np.mean([getattr(one, name) < 0.1 for one in tests])
        assert 0.05 < share < 0.15


def test_sign_test() -> None:
    """Five of five is two in 32."""
    assert sign_test(5, 0) == 2 / 32
    assert sign_test(3, 3) == 1.0


def test_differences_of_means_by_welch() -> None:
    """The interval that SciPy 1.16 gives for unequal variances; without spread it is a point."""
    found = mean_difference([4.0, 5.0, 6.0, 9.0], [1.0, 2.0, 3.0, 3.0, 7.0])
    assert found.mean == pytest.approx(2.8)
    assert found.low == pytest.approx(-0.741977503646067)
    assert found.high == pytest.approx(6.341977503646067)
    assert mean_difference([2.0] * 5, [1.0] * 5).text() == "1.0 (1.0 to 1.0)"
    with pytest.raises(ValueError, match="two values on each side"):
        mean_difference([1.0], [1.0, 2.0])


def test_layout_of_two_columns_is_the_paired_test() -> None:
    """With two columns the analysis of variance asks what the paired t-test asks."""
    table = np.random.default_rng(3).normal(size=(9, 2))
    test = paired_test(table[:, 0], table[:, 1])
    assert layout_test(table).columns_p == pytest.approx(test.t_p)
    assert layout_test(table.T).rows_p == pytest.approx(test.t_p)


def test_layout_needs_rows_and_columns() -> None:
    """A single row cannot be tested."""
    with pytest.raises(ValueError, match="2 × 2"):
        layout_test([[1.0, 2.0, 3.0]])


def test_f_is_uniform_without_a_dependence() -> None:
    """Its quantiles are those of printed tables, and a table of chance is below 5 % in 5 %."""
    assert f_above(3.86, 3, 9) == pytest.approx(0.05, abs=2e-4)
    assert f_above(0.0, 3, 9) == 1
    tables = np.random.default_rng(4).normal(size=(2000, 5, 4))
    below = np.mean([layout_test(table).rows_p < 0.05 for table in tables])
    assert 0.035 < below < 0.065


def test_welch_agrees_with_its_interval() -> None:
    """A difference whose 95 % interval just reaches zero has p = 0.05."""
    ones, others = [4.0, 5.0, 6.0, 9.0], [1.0, 2.0, 3.0, 3.0, 7.0]
    low = mean_difference(ones, others).low
    moved = [one - low for one in ones]
    assert welch_p(moved, others) == pytest.approx(0.05)
    assert welch_p([1.0, 1.0], [1.0, 1.0]) == 1
    assert welch_p([2.0, 2.0], [1.0, 1.0]) == 0
    with pytest.raises(ValueError, match="two values"):
        welch_p([1.0], [1.0, 2.0])


def test_holm_corrects_for_many_tests() -> None:
    """The smallest counts as often as there are tests; order stays, and none is above 1."""
    assert holm([0.01, 0.02, 0.03, 0.5]) == pytest.approx([0.04, 0.06, 0.06, 0.5])
    assert holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []
