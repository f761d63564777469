"""Zobrist's influence: boards worked out by hand, its two ways to spread, and what it refuses."""

import numpy as np
import pytest

import ponnuki
from ponnuki import SpecError, evaluator
from ponnuki.evaluators import InfluenceNet
from ponnuki.players import Engine
from tests.reference import influence as plain


def made(game: str, **options: object) -> InfluenceNet:
    """The evaluator for a game."""
    net = evaluator("influence", game, **options)
    assert isinstance(net, InfluenceNet)
    return net


def test_two_rounds_by_hand() -> None:
    """A stone in the corner of a 3×3 board, round after round."""
    net = made("go:3", reach=2)
    position = net.game.start().play(0)
    assert net.classical.tolist() == [50, 1, 1]
    # Round 1: both points beside the corner get 1. Round 2: each of the three adds 1 around it.
    assert net.influence(net.classical, position).tolist() == [
        [52, 2, 1],
        [2, 2, 0],
        [1, 0, 0],
    ]
    assert net.value(net.classical, position).tolist() == [pytest.approx(6 / 9)]
    assert net.value(net.classical, position, "white").tolist() == [pytest.approx(-6 / 9)]


def test_a_point_between_both_is_nobody_s() -> None:
    """Influence of both colours on the way to each other takes each other off."""
    net = made("go:3")
    position = net.game.parse("X . O\n. . .\n. . .\nblack to move")
    found = net.influence(net.classical, position)
    assert np.array_equal(found, -found[:, ::-1])
    assert not found[:, 1].any()
    assert float(net.value(net.classical, position)[0]) == 0


def test_distance_by_hand() -> None:
    """Every step away halves what a stone gives, and all stones are summed."""
    net = made("go:3", spread="distance", reach=3)
    assert net.classical.tolist() == [50, 25, 12.5, 6.25]
    position = net.game.parse("X . .\n. . .\n. . O\nblack to move")
    assert net.influence(net.classical, position).tolist() == [
        [50, 18.75, 0],
        [18.75, 0, -18.75],
        [0, -18.75, -50],
    ]


@pytest.mark.parametrize("spread", ["rounds", "distance"])
@pytest.mark.parametrize("reach", [1, 2, 5])
def test_every_reach_is_the_twin_s(spread: str, reach: int) -> None:
    """Values and maps, for weights of any size, on the largest board too."""
    rng = np.random.default_rng(reach)
    for size in 5, 13:
        net = made(f"capture-go:{size}", spread=spread, reach=reach)
        record = ponnuki.play_random(net.game, 1, seed=3, threads=1)[0]
        many = [one for one in record.positions() if one.outcome is None][::7]
        for scale in 1e-3, 1.0, 1e5:
            row = rng.uniform(-scale, scale, net.weight_count).astype(np.float32)
            expected = plain.value(row, np.stack([one.cells for one in many]), spread)
            assert np.array_equal(net.value(row, many), expected)
            leads = [np.sign(net.influence(row, one)).sum() / size**2 for one in many]
            assert leads == pytest.approx(expected)


def test_weights_of_one_size_on_a_full_board_stay_in_range() -> None:
    """The largest sum that there is: every point black, every weight the same."""
    net = made("go:13", spread="distance", reach=5)
    rows = "\n".join([" ".join("X" * 13)] * 6 + [" ".join("X" * 6 + "." + "X" * 6)])
    rows += "\n" + "\n".join([" ".join("X" * 13)] * 6)
    full = net.game.parse(f"{rows}\nwhite to move")
    assert float(net.value(np.ones(6, np.float32), full)[0]) == 1
    assert float(net.value(-np.ones(6, np.float32), full)[0]) == -1


def test_the_player_has_zobrist_s_numbers() -> None:
    """Its spec says the spread and the search."""
    game = ponnuki.game("go:9")
    player = ponnuki.player("influence,depth=2", game)
    assert isinstance(player, Engine)
    assert player.evaluator == evaluator("influence", game)
    assert np.asarray(player.weights).tolist() == [50, 1, 1, 1, 1]
    assert player.search.depth == 2
    other = ponnuki.player("influence,spread=distance,reach=2", game)
    assert isinstance(other, Engine)
    assert np.asarray(other.weights).tolist() == [50, 25, 12.5]


def test_it_beats_random_moves() -> None:
    """On 9×9 Go, one ply deep, more often than by luck: 20 games."""
    game = ponnuki.game("go:9")
    players = [ponnuki.player("influence,depth=1", game), ponnuki.player("random", game)]
    games = ponnuki.play_games(game, players, [[0, 1], [1, 0]] * 10, list(range(20)))
    wins = sum(
        record.outcome.winner == ("black" if number % 2 == 0 else "white")
        for number, record in enumerate(games)
    )
    assert wins >= 16


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("othello:8", {}, "influence is for capture-go and go, not for othello:8"),
        ("tic-tac-toe", {}, "influence is for capture-go and go"),
        ("go:9", {"spread": "far"}, "spread='far' is not allowed: use rounds or distance"),
        ("go:9", {"reach": 0}, "reach=0 is not allowed: use 1 to 5"),
        ("go:9", {"reach": 6}, "reach=6 is not allowed: use 1 to 5"),
        ("go:9", {"reach": 1.5}, "reach=1.5 is not allowed: use 1 to 5"),
    ],
)
def test_what_is_refused(game: str, options: dict[str, object], message: str) -> None:
    """The error names the option, its value and what is allowed."""
    with pytest.raises(SpecError, match=message):
        evaluator("influence", game, **options)
