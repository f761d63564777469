"""Co-evolution as a learner: what it begins with when it starts from a net."""

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.evaluators.files import digest_of
from ponnuki.learners.tic_tac_toe import TicTacToeLearner, TicTacToeSettings
from ponnuki.optimisers import Ea


@pytest.mark.parametrize(("method", "moving"), [("pso", 5), ("ea", 10)])
def test_players_around_a_net(method: str, moving: int) -> None:
    """The first player is the net; the others differ from it by initial draws, as drawn by it."""
    table = {"hidden": 3, "population": 5, "method": method, "epochs": 2}
    plain = TicTacToeLearner(TicTacToeSettings.of(table))
    net = 9 * plain.evaluator.initial(1, 4)[0]
    settings = plain.settings.but(start_from=digest_of(net))
    one = TicTacToeLearner(settings, Arena(1), net)
    state = one.start()
    assert state.positions is not None
    assert state.velocities is not None
    assert state.positions.shape == (moving, len(net))
    assert np.array_equal(state.positions[0], net)
    apart = np.abs(state.positions[1:] - net)
    assert apart.min() > 0
    assert apart.max() <= 0.51
    assert (state.velocities == (np.float32(Ea().sigma) if method == "ea" else 0)).all()
    again = one.restore(one.arrays(state))
    (after, first), (other, second) = one.step(state), one.step(again)
    assert np.array_equal(first.champion, second.champion)
    assert after.positions is not None
    assert other.positions is not None
    assert np.array_equal(after.positions, other.positions)
    near = [row for row in one.arrays(after)["bests"] if np.abs(row - net).max() < 2]
    assert near, "the core went on with these players, and drew no others"
    assert plain.start().positions is None
