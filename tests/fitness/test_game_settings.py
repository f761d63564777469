"""The settings of games: mixtures of opponents in whole numbers, and clear errors."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponnuki.fitness import GameSettings
from ponnuki.settings import SettingsError

SOURCES = ("population", "hall", "untrained", "fixed")


def mixture(opponents: int, *shares: float) -> GameSettings:
    """Opponents from the population, the hall, untrained nets and fixed players."""
    given_shares: dict[str, Any] = dict(zip(SOURCES, shares, strict=True))
    return GameSettings(opponents=opponents, fixed_players=("random",), **given_shares)


@pytest.mark.parametrize(
    ("opponents", "shares", "counts"),
    [
        (8, (1, 0, 0, 0), [8, 0, 0, 0]),
        (8, (0, 0, 1, 0), [0, 0, 8, 0]),
        (8, (0.5, 0.25, 0.125, 0.125), [4, 2, 1, 1]),
        (8, (0.5, 0.2, 0.2, 0.1), [4, 2, 1, 1]),  # 4, 1.6, 1.6, 0.8: the largest rests go up
        (8, (0.7, 0.1, 0.1, 0.1), [5, 1, 1, 1]),  # 5.6, 0.8, 0.8, 0.8
        (1, (0.4, 0.6, 0, 0), [0, 1, 0, 0]),
        (1, (0.6, 0.4, 0, 0), [1, 0, 0, 0]),
        (3, (0.25, 0.25, 0.25, 0.25), [1, 1, 1, 0]),  # of equals the earlier
        (10, (0.1, 0.2, 0.3, 0.4), [1, 2, 3, 4]),  # 0.3 · 10 is not quite 3 for a computer
        (100, (0.29, 0.71, 0, 0), [29, 71, 0, 0]),
        (7, (1 / 3, 1 / 3, 1 / 3, 0), [3, 2, 2, 0]),
    ],
)
def test_counts(opponents: int, shares: tuple[float, ...], counts: list[int]) -> None:
    """Whole numbers nearest to the shares, which add up to all opponents."""
    found = mixture(opponents, *shares).counts()
    assert list(found) == list(SOURCES)
    assert list(found.values()) == counts


@settings(derandomize=True, database=None, deadline=None, max_examples=100)
@given(
    opponents=st.integers(1, 60),
    parts=st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(any),
)
def test_any_mixture(opponents: int, parts: list[int]) -> None:
    """Counts add up, miss their share by less than 1, and nobody comes from a share of 0."""
    shares = [part / sum(parts) for part in parts]
    found = mixture(opponents, *shares).counts()
    assert sum(found.values()) == opponents
    for share, count in zip(shares, found.values(), strict=True):
        assert abs(count - share * opponents) < 1 + 1e-9
        assert share > 0 or count == 0


def test_defaults_are_the_papers() -> None:
    """Eight opponents from the population, as black, +1/0/-2, nothing at random, two in a duel."""
    assert GameSettings().table() == {
        "opponents": 8,
        "population": 1.0,
        "hall": 0.0,
        "untrained": 0.0,
        "fixed": 0.0,
        "fixed_players": [],
        "schedule": "as-black",
        "colours": "black",
        "payoff": "win-loss",
        "opening": 0,
        "noise": 0.0,
        "duel_games": 2,
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"population": 0.5}, r"add up to 0\.5: the shares of opponents must add up to 1"),
        ({"hall": 0.5}, r"add up to 1\.5"),
        ({"population": 0.0, "fixed": 1.0}, "fixed is above 0, but fixed_players names nobody"),
        ({"population": 1.5, "hall": -0.5}, "population=1.5 is not .*: use 0 to 1; hall=-0.5 is"),
        ({"opponents": 0}, "opponents=0 is not allowed: use 1 to 1000000"),
        ({"opponents": 10**400}, "opponents=1000.* is not allowed: use 1 to 1000000"),
        ({"noise": 1.1}, "noise=1.1 is not allowed: use 0 to 1"),
        ({"noise": float("nan")}, "noise=nan is not allowed: use 0 to 1"),
        ({"opening": -1}, "opening=-1 is not allowed: use 0 to 1000 random plies, or 'book'"),
        ({"duel_games": 3}, "duel_games=3 is not allowed: use 2 to 1000000, even"),
        ({"duel_games": 0}, "duel_games=0 is not allowed: use 2 to 1000000, even"),
        ({"payoff": "points"}, "payoff='points' is not allowed: use win-loss, quick-win or share"),
        ({"colours": "white"}, "colours='white' is not allowed: use black, both or random"),
        ({"schedule": "all"}, "schedule='all' is not allowed: use as-black or player-one"),
        ({"oponents": 8}, "oponents is no setting: did you mean 'opponents'"),
    ],
)
def test_errors(changes: dict[str, Any], message: str) -> None:
    """A bad value is refused by its name, with what is allowed."""
    with pytest.raises(SettingsError, match=message):
        GameSettings.of(changes)


def test_settings_do_not_change() -> None:
    """They are values."""
    with pytest.raises(FrozenInstanceError):
        GameSettings().opponents = 3  # type: ignore[misc]
