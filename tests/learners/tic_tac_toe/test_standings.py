"""Exact and sampled measures of tic-tac-toe nets."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Search, _core, play_games
from ponnuki.arena import Arena
from ponnuki.learners.tic_tac_toe import (
    RANDOM_WINS,
    S_LIMIT,
    SAFE_S_LIMIT,
    OnePly,
    code,
    exact_standings,
    opponent_policy,
    sampled_standings,
)
from ponnuki.players import RandomPlayer
from tests.reference import franken

SHAPES: list[dict[str, Any]] = [
    {"hidden": 3},
    {"hidden": 15, "sees_wins": True},
    {"hidden": 8, "encoding": "messerschmidt"},
    {"hidden": 9, "encoding": "messerschmidt", "sees_wins": True, "ties": "last"},
    {"hidden": 7, "ties": "first"},
]


def nets(player: OnePly, count: int, seed: int = 1) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Nets with weights from small to huge, and one whose values are all alike."""
    rows = player.evaluator.initial(count, seed)
    rows *= np.float32(10) ** np.arange(-1, count - 1)[:, None]
    rows[0] = 0
    return rows


def chooser(shape: dict[str, Any]) -> franken.Chooser:
    """The slow twin of a way to play."""
    return franken.Chooser(**shape)


@pytest.mark.parametrize("shape", SHAPES)
def test_best_moves_equal_the_slow_twins(shape: dict[str, Any]) -> None:
    """In every position of some random games the net's best moves are those of the slow net."""
    player = OnePly.of(**shape)
    slow = chooser(shape)
    batch = ponnuki.play_random("tic-tac-toe", 12, 3)
    for row in nets(player, 4):
        policy = player.policy(row)
        for record in batch:
            state = franken.RULES.start()
            for move in record.moves:
                best = sum(1 << one for one in slow.best_moves(row, state))
                assert policy[code(state.cells)] == best
                state = franken.RULES.play(state, move)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_exact_chances_equal_the_slow_ones(shape: dict[str, Any], opponent: Any) -> None:
    """Chances by the core are those found by going through all games in fractions."""
    player = OnePly.of(**shape)
    rows = nets(player, 3)[1:]
    found = exact_standings(player, rows, opponent, arena=Arena(2))
    theirs = franken.anything if opponent == "random" else franken.perfect
    for i, row in enumerate(rows):
        policy = player.policy(row)

        def own(state: Any, policy: Any = policy) -> list[int]:
            moves = int(policy[code(state.cells)])
            return [move for move in range(9) if moves >> move & 1]

        win, loss = franken.chances(own, theirs)
        assert found.wins[i, 0] == pytest.approx(float(win), abs=1e-12)
        assert found.losses[i, 0] == pytest.approx(float(loss), abs=1e-12)
        loss, win = franken.chances(theirs, own)
        assert found.wins[i, 1] == pytest.approx(float(win), abs=1e-12)
        assert found.losses[i, 1] == pytest.approx(float(loss), abs=1e-12)


def test_a_net_without_a_view_is_the_random_player() -> None:
    """All values alike, ties at random: 58.49 % and 28.81 % wins."""
    player = OnePly.of(7)
    found = exact_standings(player, np.zeros((1, 78), np.float32))
    black, white = franken.chances(franken.anything, franken.anything)
    assert found.wins[0].tolist() == pytest.approx([float(black), float(white)])
    assert [round(100 * float(one), 2) for one in (black, white)] == [58.49, 28.81]
    assert np.allclose(found.wins + found.draws + found.losses, 1)


def test_first_square_player() -> None:
    """All values alike, ties to the first square: S is 34.55, the level of the paper's tables."""
    found = exact_standings(OnePly.of(7, ties="first"), np.zeros((1, 78), np.float32))
    assert found.wins[0].tolist() == pytest.approx([0.78125, 0.4402116402])
    last = exact_standings(OnePly.of(7, ties="last"), np.zeros((1, 78), np.float32))
    assert found.s[0] == pytest.approx(last.s[0]) == pytest.approx(34.54616402)


def test_limits() -> None:
    """The limit of S by expectimax, and that of players who cannot be beaten."""
    best = [franken.most_wins(side) for side in (1, -1)]
    assert [round(100 * float(one), 3) for one in best] == [99.479, 93.862]
    assert pytest.approx(100 * float(sum(best)) - sum(RANDOM_WINS)) == S_LIMIT
    safe = [franken.most_wins(side, franken.perfect) for side in (1, -1)]
    assert pytest.approx(100 * float(sum(safe)) - sum(RANDOM_WINS)) == SAFE_S_LIMIT


def test_sampled_agrees_with_exact() -> None:
    """S from 10,000 games with each colour lies within five standard errors of the exact S."""
    player = OnePly.of(9)
    rows = player.evaluator.initial(8, 5)
    exact = exact_standings(player, rows)
    sampled = sampled_standings(player, rows, 10_000, 7, arena=Arena(2))
    for i in range(len(rows)):
        error = 100 * sqrt((exact.wins[i] * (1 - exact.wins[i])).sum() / 10_000)
        assert abs(sampled.s[i] - exact.s[i]) < 5 * error + 1e-9
    many = sampled_standings(player, np.tile(rows[:1], (40, 1)), 10_000, 8)
    error = 100 * sqrt((exact.wins[0] * (1 - exact.wins[0])).sum() / 400_000)
    assert abs(many.s.mean() - exact.s[0]) < 5 * error
    assert len(set(many.s)) > 1  # every net has games of its own


def test_sampled_games_are_those_of_engines() -> None:
    """A net that sees wins plays the very games of an engine that looks one ply ahead."""
    games = 300
    player = OnePly.of(11, "messerschmidt", sees_wins=True)
    rows = player.evaluator.initial(2, 2)
    rows[1] *= 1000
    sampled = sampled_standings(player, rows, games, 5)
    for i, row in enumerate(rows):
        seeds = _core.streams(_core.stream(5, "net", i), "game", 2 * games)
        engine = Engine(player.evaluator, row, Search(depth=1))
        pairs = [(0, 1)] * games + [(1, 0)] * games
        batch = play_games("tic-tac-toe", [engine, RandomPlayer()], pairs, seeds)
        wins = [np.mean(batch.winners[:games] > 0), np.mean(batch.winners[games:] < 0)]
        assert sampled.wins[i].tolist() == pytest.approx(wins)


def test_results_depend_on_nothing_else() -> None:
    """Threads and instruction sets change no bit."""
    player = OnePly.of(13)
    rows = nets(player, 9)
    before = _core.instruction_set()
    found = []
    for name in _core.instruction_sets():
        _core.use_instruction_set(name)
        for threads in (1, 3):
            exact = exact_standings(player, rows, arena=Arena(threads))
            sampled = sampled_standings(player, rows, 100, 3, arena=Arena(threads))
            found.append((exact.wins.tobytes(), exact.losses.tobytes(), sampled.wins.tobytes()))
    _core.use_instruction_set(before)
    assert len(set(found)) == 1


def test_outputs_told_apart() -> None:
    """A saturated net has ties on the grid, fewer in doubles, and none before the sigmoid."""
    row = OnePly.of(3).evaluator.initial(1, 1)[0]
    row[-4:] *= 1000
    row[-1] = -200
    ties = [
        int((np.bitwise_count(OnePly.of(3, output=output).policy(row)) > 1).sum())
        for output in ("grid", "doubles", "sums")
    ]
    assert ties[0] > ties[1] >= ties[2]


def test_opponents() -> None:
    """The random player draws from all 4,520 positions that go on; the perfect one from some."""
    anything, perfect = opponent_policy("random"), opponent_policy("perfect")
    assert (anything > 0).sum() == (perfect > 0).sum() == 4520
    assert (perfect & ~anything == 0).all()
    assert anything[0] == perfect[0] == 0o777
    corner = code([1, 0, 0, 0, 0, 0, 0, 0, 0])
    assert perfect[corner] == 1 << 4  # only the centre answers a corner


def test_bad_arguments() -> None:
    """Nets of other kinds, and values that are not allowed, are refused by name."""
    with pytest.raises(ValueError, match="ties='never'"):
        OnePly.of(3, ties="never")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at most 16"):
        OnePly.of(17)
    with pytest.raises(ValueError, match="sigmoid"):
        OnePly(ponnuki.evaluator("mlp", "tic-tac-toe", hidden_activation="tanh"))
    with pytest.raises(ValueError, match="tic-tac-toe"):
        OnePly(ponnuki.evaluator("mlp", "go:3"))
    with pytest.raises(ValueError, match="opponent='nobody'"):
        exact_standings(OnePly.of(3), np.zeros((1, 34)), "nobody")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="do not fit"):
        exact_standings(OnePly.of(3), np.zeros((1, 33)))
