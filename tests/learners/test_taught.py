"""Evolution that starts from a net which has learned by temporal differences."""

from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners import SelfPlay, SelfPlaySettings, settings_of
from ponnuki.learners.td.learner import TemporalDifferences
from ponnuki.settings import SettingsError

TAUGHT: dict[str, Any] = {
    "games": 30,
    "generations": 3,
    "rate": 0.01,
    "opponent": "standard-wpc,noise=0.1",
    "exact_end": True,
}


def table(method: str = "es", taught: dict[str, Any] = TAUGHT) -> dict[str, Any]:
    """Settings of a small run."""
    return {
        "game": "othello:8",
        "net": {"kind": "ntuple", "shapes": ["straight-2"], "bound": 0.0},
        "method": method,
        "population": 4,
        "generations": 2,
        "search": {"depth": 1},
        "games": {
            "opponents": 4,
            "population": 0.0,
            "fixed": 1.0,
            "fixed_players": ["standard-wpc"],
            "colours": "random",
            "noise": 0.1,
        },
        "taught": taught,
        "seed": 7,
    }


def test_the_search_starts_from_the_net_that_was_taught() -> None:
    """It is the last net of the learner with these settings and the run's game, net and seed."""
    settings = SelfPlaySettings.of(table())
    own = settings.teaching()
    assert own is not None
    assert (own.game, own.net, own.seed) == (settings.game, settings.net, 7)
    learner = TemporalDifferences(own, Arena(1))
    state = learner.start()
    for _ in range(3):
        state, _ = learner.step(state)
    assert state.weights.any()
    trainer = SelfPlay(settings, Arena(1))
    start = trainer.start().state
    assert np.array_equal(trainer.optimiser.weights(start), state.weights[None])


def test_a_file_of_settings_keeps_it() -> None:
    """A table comes back as it was, and one without it has no word of it."""
    settings = SelfPlaySettings.of(table())
    assert settings_of(settings.table()) == settings
    assert settings.table()["taught"] == TAUGHT
    assert "taught" not in SelfPlaySettings.of(table(taught={})).table()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"method": "pso"}, "taught is not allowed with pso: use it with a method that starts"),
        ({"taught": {**TAUGHT, "rate": -1.0}}, r"taught.rate=-1.0 is not allowed"),
        ({"taught": {**TAUGHT, "seed": 3}}, r"taught\.seed is no setting"),
        ({"taught": {**TAUGHT, "speed": 3}}, r"taught.speed is no setting of temporal-differences"),
    ],
)
def test_what_is_not_allowed_is_named(changes: dict[str, Any], message: str) -> None:
    """A method that starts from many nets, and settings that no such learner has."""
    with pytest.raises(SettingsError, match=message):
        SelfPlaySettings.of({**table(), **changes})
