"""Who meets whom: counts, and that chance favours nobody."""

import numpy as np
import pytest

from ponnuki.fitness import against_fixed, as_black, as_player_one, every

RNG = np.random.default_rng


@pytest.mark.parametrize(("nets", "opponents"), [(40, 8), (4, 3), (2, 1), (7, 6), (5, 1)])
def test_as_black(nets: int, opponents: int) -> None:
    """Each has black once against each of some others, and never meets itself."""
    for seed in range(20):
        pairs = as_black(nets, opponents, RNG(seed))
        assert pairs.shape == (nets * opponents, 2)
        assert pairs.dtype == np.int32
        assert pairs[:, 0].tolist() == [net for net in range(nets) for _ in range(opponents)]
        for net in range(nets):
            others = pairs[pairs[:, 0] == net, 1].tolist()
            assert len(set(others)) == opponents
            assert set(others) <= set(range(nets)) - {net}


def test_as_black_draws_everyone_alike() -> None:
    """Over many generations every net is drawn by every other equally often, in any place."""
    nets, opponents, draws = 6, 2, 3000
    seen = np.zeros((nets, nets))
    first = np.zeros((nets, nets))
    rng = RNG(1)
    for _ in range(draws):
        pairs = as_black(nets, opponents, rng)
        np.add.at(seen, tuple(pairs.T), 1)
        np.add.at(first, tuple(pairs[::opponents].T), 1)
    apart = ~np.eye(nets, dtype=bool)
    assert not seen[~apart].any()
    assert np.abs(seen[apart] / draws - opponents / (nets - 1)).max() < 0.04  # 4.5 deviations
    assert np.abs(first[apart] / draws - 1 / (nets - 1)).max() < 0.033


def test_as_player_one() -> None:
    """Each is player one in so many games; opponents come again, and all are equally likely."""
    players, games = 5, 4000
    pairs = as_player_one(players, games, RNG(3))
    assert pairs.shape == (players * games, 2)
    assert pairs.dtype == np.int32
    assert pairs[:, 0].tolist() == [one for one in range(players) for _ in range(games)]
    met = np.zeros((players, players))
    np.add.at(met, tuple(pairs.T), 1)
    apart = ~np.eye(players, dtype=bool)
    assert not met[~apart].any()
    assert np.abs(met[apart] / games - 1 / (players - 1)).max() < 0.031  # 4.5 deviations
    few = as_player_one(2, 5, RNG(0))
    assert few.tolist() == [[0, 1]] * 5 + [[1, 0]] * 5


def test_against_a_fixed_player() -> None:
    """Everybody meets the one fixed player, with black in about half of the games."""
    nets, games = 4, 2000
    pairs = against_fixed(nets, games, RNG(4))
    assert pairs.shape == (nets * games, 2)
    assert pairs.dtype == np.int32
    assert (pairs.max(axis=1) == nets).all()
    assert pairs.min(axis=1).tolist() == [net for net in range(nets) for _ in range(games)]
    for net in range(nets):
        black = (pairs[:, 0] == net).sum()
        assert abs(black / games - 0.5) < 0.05  # 4.5 deviations
    runs = (pairs[:-1, 0] == nets) != (pairs[1:, 0] == nets)
    assert 0.45 < runs.mean() < 0.55, "colours do not take turns"


def test_everybody() -> None:
    """Every black meets every white."""
    assert every([0, 1], [2, 3]).tolist() == [[0, 2], [0, 3], [1, 2], [1, 3]]
    assert every([], [1]).shape == (0, 2)


def test_the_seed_decides() -> None:
    """The same generator gives the same pairings, another one others."""
    for draw in as_black, as_player_one, against_fixed:
        assert np.array_equal(draw(9, 4, RNG(1)), draw(9, 4, RNG(1)))
        assert not np.array_equal(draw(9, 4, RNG(1)), draw(9, 4, RNG(2)))


def test_errors() -> None:
    """Numbers that make no schedule are named, with those that do."""
    for opponents in 0, -1, 4, 5:
        message = f"opponents={opponents} is not allowed: a population of 4 has 1 to 3 others"
        with pytest.raises(ValueError, match=message):
            as_black(4, opponents, RNG(0))
    with pytest.raises(ValueError, match="players=1 is not allowed: use 2 or more"):
        as_player_one(1, 5, RNG(0))
    for draw in as_player_one, against_fixed:
        with pytest.raises(ValueError, match="games=0 is not allowed: use 1 or more"):
            draw(4, 0, RNG(0))
