"""Eligibility traces, temperatures and utilities worked out by hand."""

from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena
from ponnuki.learners import settings_of
from ponnuki.learners.td.games import learn
from ponnuki.learners.td.settings import TdSettings
from tests.reference import td

LINEAR: dict[str, Any] = {
    "kind": "mlp",
    "encoding": "koten",
    "hidden": [],
    "output_activation": "linear",
    "biases": False,
}
"""A value is a sum of inputs, so that its gradient is the inputs."""


def settings(**changes: Any) -> TdSettings:
    """Tic-tac-toe with a linear net; only who moved last is rewarded."""
    table: dict[str, Any] = {
        "learner": "temporal-differences",
        "game": "tic-tac-toe",
        "net": LINEAR,
        "games": 1,
        "generations": 1,
        "rate": 0.5,
        "rewards": {"both": False},
    }
    made = settings_of({**table, **changes})
    assert isinstance(made, TdSettings)
    return made


def played(own: TdSettings, weights: Any, number: int = 0) -> tuple[Any, list[int]]:
    """The weights after one game, and its moves."""
    (found,) = learn([(own, np.asarray(weights, np.float32))], number, 1, Arena(1))
    return found.weights, found.last_game.moves.tolist()


@pytest.mark.parametrize("trace", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("number", range(4))
def test_the_reward_reaches_back_by_powers_of_lambda(trace: float, number: int) -> None:
    """From weights of 0 every prediction is 0, and all that is learned is the outcome.

    The boards of the side that moved last get α z λ^(T-k) each: 1 for the last, λ for the one
    before it, λ² for the one before that.
    """
    own = settings(trace=trace)
    net = own.evaluator()
    after, moves = played(own, np.zeros(net.weight_count), number)
    game = ponnuki.game("tic-tac-toe")
    position = game.start().play_all(moves)
    assert position.outcome is not None
    last = "black" if len(moves) % 2 else "white"
    z = {None: 0.5, last: 1.0}.get(position.outcome.winner, 0.0)
    boards = [game.start().play_all(moves[: ply + 1]) for ply in range(len(moves))]
    own_boards = boards[(len(moves) - 1) % 2 :: 2]
    expected = np.zeros(net.weight_count)
    for steps_back, board in enumerate(reversed(own_boards)):
        expected += 0.5 * z * trace**steps_back * td.inputs(net, board, last)
    assert after == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("number", range(3))
def test_every_step_is_the_sum_of_the_survey(number: int) -> None:
    """Δw = α (P(t+1) - P(t)) Σ λ^(t-k) ∇P(k), the sum written out, the outcome as the last P."""
    own = settings(trace=0.7, rate=0.1)
    net = own.evaluator()
    start = net.initial(1, 4)[0]
    after, moves = played(own, start, number)
    game = ponnuki.game("tic-tac-toe")
    weights = start.astype(np.float64)
    seen: dict[str, list[Any]] = {"black": [], "white": []}
    predicted = {"black": 0.0, "white": 0.0}
    position = game.start()

    def step(side: str, target: float) -> Any:
        gradients = seen[side]
        total = sum(0.7 ** (len(gradients) - 1 - k) * one for k, one in enumerate(gradients))
        return 0.1 * (target - predicted[side]) * total

    for move in moves:
        mover = position.to_move
        position = position.play(move)
        x = td.inputs(net, position, mover)
        value = float(weights @ x)
        if seen[mover]:
            weights = weights + step(mover, value)
        seen[mover].append(x)
        predicted[mover] = value
    assert position.outcome is not None
    z = {None: 0.5, mover: 1.0}.get(position.outcome.winner, 0.0)
    weights = weights + step(mover, z)
    assert after == pytest.approx(weights, abs=1e-5)


def test_a_temperature_that_falls_makes_later_games_greedy() -> None:
    """At the start moves are drawn almost evenly; after many games the best one is played."""
    weights = np.zeros(9, np.float32)
    weights[4] = 1.0  # the centre is worth most
    hot = {"kind": "gibbs", "temperature": 1000.0}
    cold = {**hot, "temperature_halving": 0.001}

    def centres(selection: dict[str, Any], first: int) -> int:
        own = settings(selection=selection, rate=1e-9)
        return sum(played(own, weights, first + number)[1][0] == 4 for number in range(60))

    assert centres(hot, 0) < 20
    assert centres(hot, 100_000) < 20
    assert centres(cold, 100_000_000) == 60


def test_the_utility_of_a_board_by_hand() -> None:
    """Shares of stones, areas and prisoners; where nobody has anything, a half."""
    own = settings_of({"learner": "hdp", "game": "go:3", "generations": 1})
    assert isinstance(own, TdSettings)
    game = ponnuki.game("go:3")
    assert td.utility(own, game.start(), "black") == pytest.approx(0.5)
    one = game.start().play(4)
    assert td.utility(own, one, "black") == pytest.approx(0.3 * 1 + 0.5 * 1 + 0.2 * 0.5)
    assert td.utility(own, one, "white") == pytest.approx(0.2 * 0.5)
    board = game.parse("X X .\nO O .\n. . .\nblack to move, captured 1-3")
    # Stones 2 to 2. Black's region does not close, so areas are the stones: 2 to 2.
    assert td.utility(own, board, "black") == pytest.approx(0.3 / 2 + 0.5 / 2 + 0.2 / 4)


def test_a_critic_learns_what_it_gains() -> None:
    """From weights of 0, the first step of a game draws the first board towards its gain alone.

    On 3×3 black's first stone has all stones and all of the board: a gain of (η + ν) / 2.
    """
    own = settings_of(
        {
            "learner": "hdp",
            "game": "go:3",
            "net": LINEAR,
            "opponent": "random",
            "rate": 0.5,
            "discount": 0.0,
            "games": 1,
            "generations": 1,
        }
    )
    assert isinstance(own, TdSettings)
    net = own.evaluator()
    after, moves = played(own, np.zeros(net.weight_count))
    twin = td.learn(own, np.zeros(net.weight_count), moves, 0, td.by_hand(net))
    assert after == pytest.approx(twin, abs=1e-6)
    game = ponnuki.game("go:3")
    gain = td.utility(own, game.start().play(moves[0]), "black") - 0.5
    assert gain == pytest.approx(0.4 if moves[0] < 9 else 0.0)


def test_lambda_is_a_setting_by_either_name() -> None:
    """Files and identities keep the older name; who changes such a file may write `lambda`."""
    old, new = settings(trace=0.8), settings(**{"lambda": 0.8})
    assert old == new
    assert new.trace == 0.8
    assert new.identity() == old.identity()
    table = old.table()
    assert table["trace"] == 0.8
    assert "lambda" not in table
    assert TdSettings.of(table) == old
    assert TdSettings.of({**table, "lambda": 0.5}).trace == 0.5
