"""How far scores can be trusted: by hand, and against nets whose true strength is known."""

import os
import sys
from fractions import Fraction
from math import isnan, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.fitness import mean_reliability, reliability
from tests.programs import run


def of_rows(rows: NDArray[np.float64] | list[list[float]]) -> float:
    """The reliability for nets that earned these points in their games, a row a net."""
    points = np.asarray(rows, np.float64)
    players = np.repeat(np.arange(len(points), dtype=np.int32), points.shape[1])
    return reliability(players, points.ravel(), len(points))


def test_halves_that_agree_or_do_not() -> None:
    """Games go to the halves in turn: first, third, ... and second, fourth, ..."""
    assert of_rows([[1, 1], [2, 2], [5, 5]]) == pytest.approx(1)
    assert of_rows([[1, 10, 2, 11], [2, 11, 3, 12], [4, 13, 5, 14]]) == pytest.approx(1)
    assert of_rows([[0, 1], [1, 1], [0, -1], [1, -1]]) == pytest.approx(0, abs=1e-12)
    # The means (1, 2, 3) and (1, 3, 2) correlate by 1/2: 2 · ½ / (1 + ½).
    assert of_rows([[1, 1], [2, 3], [3, 2]]) == pytest.approx(2 / 3)
    # The means (1, 2, 3) and (3, 4, 2) correlate by -1/2.
    assert of_rows([[1, 3], [2, 4], [3, 2]]) == pytest.approx(-2)


def test_means_of_halves_of_different_length() -> None:
    """With three games a half has two of them or one, and it is their mean that counts."""
    assert of_rows([[0, 1, 2], [1, 2, 3], [4, 5, 6]]) == pytest.approx(1)


def test_nothing_to_compare() -> None:
    """Without differences, without games, or with fewer than three nets nothing can be said."""
    assert isnan(of_rows([[1, -2], [1, -2], [1, -2]]))
    assert isnan(of_rows([[1, 1], [1, 2], [1, 3]]))
    assert isnan(of_rows([[1, 1], [2, 2]]))
    assert isnan(of_rows([[1], [2], [3]]))
    assert isnan(of_rows([[1, 3], [2, 2], [3, 1]])), "a correlation of -1 has no correction"
    assert isnan(reliability(np.zeros(0, np.int32), np.zeros(0), 5))
    assert isnan(mean_reliability([]))


def test_others_are_left_out() -> None:
    """Points of strangers, before and behind the nets' numbers, do not count."""
    players = np.array([0, -1, 0, 1, 3, 1, 2, 7, 2, 3], np.int32)
    points = np.array([1, 9, 1, 2, -50, 3, 3, 100, 2, 8], np.float64)
    assert reliability(players, points, 3) == pytest.approx(2 / 3)


def test_nets_with_too_few_games_are_left_out() -> None:
    """A net with one game has no second half; the others count without it."""
    players = np.array([0, 0, 1, 1, 2, 2, 3], np.int32)
    points = np.array([1, 1, 2, 3, 3, 2, 99], np.float64)
    assert reliability(players, points, 5) == pytest.approx(2 / 3)


def test_the_order_of_nets_does_not_matter() -> None:
    """Only the order of each net's own games does."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(30, 6)) + rng.normal(size=(30, 1))
    by_round = reliability(np.tile(np.arange(30, dtype=np.int32), 6), rows.T.ravel(), 30)
    assert by_round == pytest.approx(of_rows(rows))


@pytest.mark.parametrize("games", [2, 8, 15])
@pytest.mark.parametrize("spread", [0.2, 0.5, 1.0])
def test_theory(games: int, spread: float) -> None:
    """With true strengths of a known spread it is their share of the variance of mean scores."""
    rng = np.random.default_rng(games)
    nets = 20_000
    rows = spread * rng.normal(size=(nets, 1)) + rng.normal(size=(nets, games))
    theory = spread**2 / (spread**2 + 1 / games)
    assert of_rows(rows) == pytest.approx(theory, abs=0.03)


@pytest.mark.parametrize("nets", [12, 200])
def test_mere_luck(nets: int) -> None:
    """Equal nets have a reliability of 0 in the long run, however few they are."""
    rng = np.random.default_rng(9)
    found = [of_rows(rng.choice([-2.0, 1.0], (nets, 16))) for _ in range(10_000 // nets)]
    assert abs(mean_reliability(found)) < 0.05


def test_the_mean_is_corrected_once() -> None:
    """Halves that correlate by 1/2 and by -1/2 say nothing: 2/3 and -2 have the mean 0."""
    assert mean_reliability([2 / 3, -2]) == pytest.approx(0)
    assert mean_reliability([2 / 3, 2 / 3]) == pytest.approx(2 / 3)


def exactly(rows: NDArray[np.float64]) -> float:
    """The same by exact fractions: only the root and the correction round."""
    points = [[Fraction(value) for value in row] for row in rows.tolist()]
    first, second = ([sum(row[k::2]) / len(row[k::2]) for row in points] for k in (0, 1))
    one, other = ([value - sum(row) / len(row) for value in row] for row in (first, second))
    pairs = (one, other), (one, one), (other, other)
    both, own, its = (sum(a * b for a, b in zip(*pair, strict=True)) for pair in pairs)
    agreement = float(both / Fraction(sqrt(own * its)))
    return 2 * agreement / (1 + agreement)


@pytest.mark.parametrize("games", [2, 3, 16])
def test_equals_exact_fractions(games: int) -> None:
    """Sums round once, so nothing but the last digits differs from exact arithmetic."""
    rng = np.random.default_rng(games)
    for strength in rng.uniform(0.5, 1.5, 20):
        rows = rng.normal(size=(20, games)) + strength * rng.normal(size=(20, 1))
        assert of_rows(rows) == pytest.approx(exactly(rows), rel=1e-13, abs=1e-14)
        wins = np.where(rows > 0, 1.0, -2.0)
        assert of_rows(wins) == pytest.approx(exactly(wins), rel=1e-13, abs=1e-14)


def test_no_digit_depends_on_the_order_of_nets() -> None:
    """Nets in any order, and generations in any order, give the same bits."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        rows = rng.normal(size=(30, 7)) + rng.normal(size=(30, 1))
        assert of_rows(rows) == of_rows(rng.permutation(rows))
        assert mean_reliability(rows[:, 0]) == mean_reliability(rng.permutation(rows[:, 0]))


_PRINT = """
import numpy as np
from ponnuki.fitness import mean_reliability, reliability
rows = np.random.default_rng(5).integers(-2, 2, size=(50, 40, 15)) / 3
players = np.repeat(np.arange(40, dtype=np.int32), 15)
found = [reliability(players, one.ravel(), 40) for one in rows]
print([one.hex() for one in [*found, mean_reliability(found)]])
"""


def test_no_digit_depends_on_the_vectors_of_numpy() -> None:
    """The bits stay when NumPy and its BLAS are told to use an old processor's instructions."""
    old = {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX2 FMA3"}
    said = [
        run([sys.executable, "-W", "ignore", "-c", _PRINT], env={**os.environ, **more}).stdout
        for more in ({}, old)
    ]
    assert said[0] == said[1]
