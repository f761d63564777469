"""Learning the fate of every point: TD(0) at all points at once, held to a twin."""

from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners import LearningError, Measuring, learner, preset, settings_of
from ponnuki.learners.td.games import Learned, learn
from ponnuki.learners.td.settings import TdSettings
from ponnuki.machine import instruction_sets, use_instruction_set
from ponnuki.settings import SettingsError
from tests.reference import fates


def settings(**changes: Any) -> TdSettings:
    """A short run of the preset on a small board."""
    table = preset("fate") | {
        "game": "go:5",
        "games": 20,
        "generations": 2,
        "rate": 0.05,
        "rate_halving": 0.0,
        "measure": {"opponents": []},
    }
    made = settings_of({**table, **changes})
    assert isinstance(made, TdSettings)
    return made


def learned(own: TdSettings, weights: Any, first: int, games: int) -> Learned:
    """Some games in the core."""
    return learn([(own, weights)], first, games, Arena(1))[0]


RULES: list[dict[str, Any]] = [
    {},
    {"opening": 0},
    {"difference": "two-plies"},
    {"difference": "two-plies", "opponent": "naive,noise=0.1"},
    {"net": {"kind": "fate", "features": 3, "reach": 1}, "rate_halving": 2.0},
    {"game": "capture-go:4", "passes": "free"},
]


@pytest.mark.parametrize("changes", RULES, ids=str)
def test_weights_follow_the_formulas(changes: dict[str, Any]) -> None:
    """After some games the core's weights are those of a twin in double precision."""
    own = settings(**changes)
    start = own.evaluator().initial(1, 5)[0]
    weights, twin = start, start.astype(np.float64)
    for number in range(4):
        after = learned(own, weights, number, 1)
        weights = after.weights
        twin = fates.learn(own, twin, after.last_game.moves.tolist(), number)
    assert np.abs(weights - start).max() > 1e-3
    assert np.abs(weights - twin).max() < 5e-5


def test_every_instruction_set_learns_the_same() -> None:
    """Weights and games are the same to the last bit."""
    own = settings()
    weights = own.evaluator().initial(1, 6)[0]
    found = set()
    try:
        for name in instruction_sets():
            use_instruction_set(name)
            after = learned(own, weights, 0, 10)
            found.add((after.weights.tobytes(), after.plies, after.error))
    finally:
        use_instruction_set(instruction_sets()[-1])
    assert len(found) == 1


def test_it_learns_to_play() -> None:
    """After some hundred games it beats the naive player, as untrained nets do not."""
    own = settings(games=300, measure={"opponents": ["random", "naive"], "games": 40, "opening": 0})
    one = learner(own, Arena(1))
    start = one.start()
    measuring = Measuring(one.evaluator, one.search, own.measure, Arena(1))
    _, after = one.step(start)
    before, learned = (
        measuring.measure(net, own.measure.opponents) for net in (start.weights, after.champion)
    )
    assert before["naive_start"].share() < 0.5
    assert learned["naive_start"].share() > 0.7
    assert learned["random_start"].share() > 0.9


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lambda": 0.5}, "lambda=0.5 is not allowed with net fate: use 0.0"),
        ({"discount": 0.9}, "discount=0.9 is not allowed with net fate"),
        ({"rewards": {"win": 1, "draw": 0, "loss": 0}}, r"rewards.loss=0.0 is not allowed"),
        ({"rewards": {"win": 1, "draw": 0.5, "loss": -1}}, r"rewards.draw=0.5 is not allowed"),
        ({"coherence": True}, "coherence=True is not allowed with net fate"),
        ({"difference": "naive"}, "difference='naive' is not allowed with net fate"),
    ],
)
def test_settings_that_are_not_allowed(changes: dict[str, Any], said: str) -> None:
    """What does not go with predictions of points is an error that names it."""
    with pytest.raises(SettingsError, match=said):
        settings_of({**preset("fate"), **changes})


def test_weights_that_overflow_stop_the_run() -> None:
    """A learning rate that is far too high is an error that names it."""
    one = learner(settings(rate=1e30), Arena(1))
    with pytest.raises(LearningError, match=r"overflowed in game \d+: rate=1e\+30"):
        one.step(one.start())
