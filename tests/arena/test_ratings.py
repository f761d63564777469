"""Elo ratings: hand-checked cases, and known strengths found again."""

from math import log, sqrt

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from ponnuki.arena import Ratings, elo_ratings
from ponnuki.arena.ratings import ELO, connected, expected

NAMES = tuple("ABCDEFGHIJ")


Table = tuple[tuple[str, ...], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Names, and black's wins, draws and losses."""


def table(wins: ArrayLike, losses: ArrayLike, draws: ArrayLike | None = None) -> Table:
    """A table from black's wins and losses."""
    won = np.array(wins, np.int64)
    drawn = np.zeros_like(won) if draws is None else np.array(draws, np.int64)
    return NAMES[: len(won)], won, drawn, np.array(losses, np.int64)


def simulated(
    strengths: NDArray[np.float64], black: float, games: int, rng: np.random.Generator
) -> Table:
    """Games of players of known Elo, so many of each with black against each other."""
    count = len(strengths)
    played = np.full((count, count), games) - games * np.eye(count, dtype=int)
    chance = 1 / (1 + 10 ** (-(strengths[:, None] - strengths + black) / 400))
    wins = rng.binomial(played, chance)
    return table(wins, played - wins)


def test_two_players_by_hand() -> None:
    """The prior is one draw more: 60 of 80 are log-odds of 60.5 to 20.5."""
    found = elo_ratings(*table([[0, 30], [10, 0]], [[0, 10], [30, 0]]), black_advantage=False)
    distance = ELO * log(60.5 / 20.5)
    assert found.elo == pytest.approx([distance / 2, -distance / 2])
    assert found.black_advantage is None
    chance = 60.5 / 81
    deviation = ELO / sqrt(80 * chance * (1 - chance))
    seen = found.difference("A", "B")
    assert (seen.elo, seen.high - seen.elo) == pytest.approx((distance, 1.96 * deviation), rel=1e-4)
    assert found.of("A").high - found.of("A").elo == pytest.approx(1.96 * deviation / 2, rel=1e-4)


def test_black_advantage_by_hand() -> None:
    """With a parameter for each of two colours, each ordered pair has its own one draw more."""
    found = elo_ratings(*table([[0, 9], [6, 0]], [[0, 1], [4, 0]]))
    first, second = ELO * log(9.5 / 1.5), ELO * log(6.5 / 4.5)
    assert found.difference("A", "B").elo == pytest.approx((first - second) / 2)
    assert found.black_advantage is not None
    assert found.black_advantage.elo == pytest.approx((first + second) / 2)


def test_draws_count_half() -> None:
    """Two draws are a win and a loss."""
    drawn = elo_ratings(*table([[0, 5], [2, 0]], [[0, 1], [4, 0]], [[0, 2], [4, 0]]))
    decided = elo_ratings(*table([[0, 6], [4, 0]], [[0, 2], [6, 0]]))
    assert drawn.elo == pytest.approx(decided.elo)


def test_an_anchor_is_at_zero_and_sure() -> None:
    """All others are measured from it; differences do not depend on it."""
    games = table([[0, 9, 9], [5, 0, 7], [4, 5, 0]], [[0, 1, 1], [5, 0, 3], [6, 5, 0]])
    free, anchored = elo_ratings(*games), elo_ratings(*games, anchor="B")
    assert np.mean(free.elo) == pytest.approx(0)
    zero = anchored.of("B")
    assert (zero.elo, zero.low, zero.high) == pytest.approx((0, 0, 0), abs=1e-6)
    one, other = free.difference("A", "B"), anchored.of("A")
    assert (one.elo, one.low) == pytest.approx((other.elo, other.low))
    with pytest.raises(ValueError, match="anchor 'X' is no player; there are: A, B, C"):
        elo_ratings(*games, anchor="X")
    with pytest.raises(ValueError, match="player 'X' is not rated"):
        free.of("X")


def test_the_order_of_players_does_not_matter() -> None:
    """The same games in another order give the same ratings."""
    rng = np.random.default_rng(3)
    games = simulated(rng.normal(0, 200, 6), 50, 10, rng)
    order = rng.permutation(6)
    names = tuple(games[0][index] for index in order)
    mixed = [counts[np.ix_(order, order)] for counts in games[1:]]
    one, other = elo_ratings(*games), elo_ratings(names, *mixed)
    for name in names:
        assert one.of(name).elo == pytest.approx(other.of(name).elo, abs=1e-5)
        assert one.of(name).low == pytest.approx(other.of(name).low, abs=1e-5)
    assert one.order() == other.order()


@pytest.mark.parametrize("games", [1, 50, 100_000])
@pytest.mark.parametrize("black_advantage", [True, False])
def test_all_wins_are_finite(games: int, black_advantage: bool) -> None:
    """Ten players, each of whom wins every game against those behind it: finite and in order."""
    better = np.triu(np.full((10, 10), games), 1)
    found = elo_ratings(*table(better, better.T), black_advantage=black_advantage)
    assert np.all(np.diff(found.elo) < 0)
    assert np.all(np.isfinite(found.elo))
    assert np.all(np.isfinite(found.covariance))
    assert found.of("A").low < found.of("A").high


def test_known_strengths_are_within_the_intervals() -> None:
    """At about the nominal rate: 95 % of 2,400 intervals; the estimate has hardly a bias."""
    strengths = np.array([-300.0, -150.0, -50.0, 0.0, 200.0, 300.0])
    rng = np.random.default_rng(1)
    inside, distances, black_inside = [], [], []
    found: list[Ratings] = []
    for _ in range(400):
        seen = elo_ratings(*simulated(strengths, 60, 10, rng))
        found.append(seen)
        for name, true in zip(seen.players, strengths - strengths.mean(), strict=True):
            inside.append(seen.of(name).low <= true <= seen.of(name).high)
        distance = seen.difference("A", "F")
        distances.append(distance.low <= -600 <= distance.high)
        assert seen.black_advantage is not None
        black_inside.append(seen.black_advantage.low <= 60 <= seen.black_advantage.high)
    assert 0.94 <= np.mean(inside) <= 0.97
    assert 0.92 <= np.mean(distances) <= 0.99
    assert 0.92 <= np.mean(black_inside) <= 0.98
    assert np.mean([one.elo for one in found], axis=0) == pytest.approx(
        strengths - strengths.mean(), abs=8
    )


def test_black_advantage_is_found() -> None:
    """Many games tell it closely, and without it ratings are drawn together."""
    strengths = np.array([-200.0, 0.0, 200.0])
    games = simulated(strengths, 300, 4000, np.random.default_rng(2))
    seen, without = elo_ratings(*games), elo_ratings(*games, black_advantage=False)
    assert seen.black_advantage is not None
    assert seen.black_advantage.elo == pytest.approx(300, abs=15)
    assert seen.difference("C", "A").elo == pytest.approx(400, abs=20)
    assert without.difference("C", "A").elo < 350


def test_players_must_be_connected() -> None:
    """The message names both sides."""
    games = np.zeros((4, 4), int)
    games[0, 1] = games[2, 3] = 5
    apart = table(games, games)
    assert connected(NAMES[:4], 2.0 * games) == [["A", "B"], ["C", "D"]]
    with pytest.raises(ValueError, match="no game connects A, B with C, D"):
        elo_ratings(*apart)


def test_black_advantage_needs_both_colours() -> None:
    """If one always had black, its strength and the first move are one thing."""
    games = table([[0, 6], [0, 0]], [[0, 4], [0, 0]])
    with pytest.raises(ValueError, match="cannot be told from strength"):
        elo_ratings(*games)
    assert elo_ratings(*games, black_advantage=False).elo[0] > 0


@pytest.mark.parametrize(
    ("wins", "message"),
    [
        ([[0, 1]], "do not fit"),  # no square
        ([[0, -1], [0, 0]], "counts from 0"),  # less than nothing
        ([[1, 0], [0, 0]], "nobody against itself"),  # a game with oneself
    ],
)
def test_a_table_is_checked(wins: list[list[int]], message: str) -> None:
    """A bad table is refused with the reason."""
    empty = np.zeros((2, 2), np.int64)
    with pytest.raises(ValueError, match=message):
        elo_ratings("AB", wins, empty, empty)
    with pytest.raises(ValueError, match="given twice"):
        elo_ratings("AA", empty, empty, empty)
    with pytest.raises(ValueError, match="at least two"):
        elo_ratings("A", [[0]], [[0]], [[0]])


def test_evidence_weighs_games() -> None:
    """A hundred games that say as much as ten are ten games with the same shares."""
    many = table([[0, 30], [20, 0]], [[0, 20], [30, 0]])
    few = table([[0, 3], [2, 0]], [[0, 2], [3, 0]])
    evidence = np.array([[0, 5], [5, 0]])
    one, other = elo_ratings(*many, evidence), elo_ratings(*few)
    assert one.elo == pytest.approx(other.elo)
    assert one.covariance == pytest.approx(other.covariance)


def test_expected_score() -> None:
    """What a distance means."""
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
