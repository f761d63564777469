"""Hill climbing: averaging, and asking ahead without a trace."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.optimisers import FunctionJudge, HillClimbing, Weights, state_arrays
from tests.optimisers.judges import DuelCall, ScriptedJudge, column, duels, sphere, uniform

RNG = np.random.default_rng


class ByNumber:
    """A judge that draws by the number of a duel alone, as games with seeds do."""

    def __init__(self, chance: float) -> None:
        """Takes the chance of challengers."""
        self.chance = chance
        self.rows = 0

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """Nobody is to ask."""
        raise AssertionError(weights)

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Also looks at who plays, so that a stale champion would be noticed."""
        self.rows += len(challengers)
        lucky = [RNG(first + i).random() < self.chance for i in range(len(challengers))]
        return np.array(lucky) & (challengers[:, 0] > incumbents[:, 0])


@pytest.mark.parametrize("chance", [0.0, 0.1, 0.5, 1.0])
def test_lookahead_changes_nothing(chance: float) -> None:
    """The champion is the same to the last bit however many challenges are asked at once."""
    ends = []
    for lookahead in 1, 2, 3, 4, 7, 50, 100:
        climber = HillClimbing(challenges=50, lookahead=lookahead)
        state = climber.start(uniform(1, 6, 0.2), RNG(0))
        for step in range(3):
            judge = ByNumber(chance)
            state = climber.step(state, judge, RNG(step))
            assert state.duels_fought == 50
            assert judge.rows == 50 if lookahead == 1 else judge.rows >= 50
        ends.append({name: array.tobytes() for name, array in state_arrays(state).items()})
    assert all(end == ends[0] for end in ends)


def test_who_is_asked() -> None:
    """The first that wins is accepted; those behind it are asked again, of the new champion."""
    climber = HillClimbing(sigma=1.0, beta=0.5, challenges=5, lookahead=3)
    judge = ScriptedJudge(scores=[], duels=[[False, True, True], [False, False, True], [False]])
    start = climber.start(column(8), RNG(0))
    state = climber.step(start, judge, RNG(1))
    calls = [call for call in judge.asked() if isinstance(call, DuelCall)]
    assert [call.first for call in calls] == [0, 2]
    assert [len(call.challengers) for call in calls] == [3, 3]
    accepted = calls[0].challengers[1]
    champion = np.float32(0.5 * 8 + 0.5 * accepted)
    assert calls[0].incumbents == [8]
    assert calls[1].incumbents == [champion]
    # the third challenge has the noise that it had when it was first asked
    assert calls[1].challengers[0] - champion == pytest.approx(
        calls[0].challengers[2] - 8, abs=1e-5
    )
    last = np.float32(0.5 * champion + 0.5 * calls[1].challengers[2])
    assert state.champion[0, 0] == last
    assert duels(state) == (2, 5)
    assert judge.duels == [[False]]


def test_the_last_portion_is_short() -> None:
    """No challenge beyond the number of challenges is asked."""
    climber = HillClimbing(challenges=5, lookahead=4)
    judge = ScriptedJudge(scores=[], duels=[[False] * 4, [False]])
    state = climber.step(climber.start(column(8), RNG(0)), judge, RNG(1))
    assert [call.first for call in judge.asked() if isinstance(call, DuelCall)] == [0, 4]
    assert climber.champion(state).tolist() == [8]
    assert duels(state) == (0, 5)


def test_averaging() -> None:
    """A challenger that wins moves the champion by β of the way, here noise of σ."""
    climber = HillClimbing(sigma=0.05, beta=0.05, challenges=1)
    start = climber.start(np.zeros((1, 100_000), np.float32), RNG(0))
    judge = ScriptedJudge(scores=[], duels=[[True]])
    moved = climber.champion(climber.step(start, judge, RNG(0))).astype(np.float64)
    assert moved.mean() == pytest.approx(0, abs=3e-5)
    assert moved.std() == pytest.approx(0.05 * 0.05, rel=0.01)


def test_duels_of_a_function() -> None:
    """On a plain function a challenger has to be strictly better."""
    climber = HillClimbing(challenges=4)
    judge = FunctionJudge(lambda rows: np.zeros(len(rows)))
    state = climber.step(climber.start(uniform(1, 3, 1.0), RNG(0)), judge, RNG(0))
    assert state.duels_won == 0
    assert judge.evaluations == 5
    state = climber.step(state, FunctionJudge(sphere), RNG(0))
    assert state.duels_won > 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"sigma": 0.0}, "sigma=0.0 is not allowed: use a number above 0"),
        ({"beta": 0.0}, "beta=0.0 is not allowed: use a number above 0 and up to 1"),
        ({"beta": 1.1}, "beta=1.1 is not allowed"),
        ({"challenges": 0}, "challenges=0 is not allowed: use a whole number from 1 on"),
        ({"lookahead": 0}, "lookahead=0 is not allowed: use a whole number from 1 on"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    """Settings check themselves."""
    with pytest.raises(ValueError, match=message):
        HillClimbing(**settings)
