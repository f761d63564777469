"""Runs of nets that see last moves and ko: exact resume, files, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena
from ponnuki.learners import learner, settings_of
from ponnuki.learners.zero.learner import Zero
from ponnuki.players import Engine
from ponnuki.runs.training import resume, train
from tests.learners.samples import bits

TABLE: dict[str, Any] = {
    "learner": "zero",
    "game": "go:4",
    "net": {"blocks": 1, "history": 2, "ko": True},
    "visits": 4,
    "champion_visits": 4,
    "games": 6,
    "batch": 32,
    "window": 200,
    "generations": 3,
    "measure": {"opponents": []},
}


def test_a_run_is_resumed_bit_for_bit(tmp_path: Path) -> None:
    """Marks lie in the window that is saved, and the champion's file says what the net sees."""
    whole = train(settings_of(TABLE), tmp_path / "whole", Arena(1))

    def stop(line: dict[str, Any]) -> None:
        if line["generation"] == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(settings_of(TABLE), tmp_path / "part", Arena(1), stop)
    part = resume(tmp_path / "part", Arena(2))
    states = [one.state() for one in (whole, part)]
    assert states[0] is not None
    assert states[1] is not None
    assert bits(states[0].arrays) == bits(states[1].arrays)
    assert np.bitwise_or.reduce(states[0].arrays["cells"], axis=None) & 12 == 12
    engine = ponnuki.player(f"run:{tmp_path / 'whole'}", "go:5")
    assert isinstance(engine, Engine)
    assert engine.evaluator == ponnuki.evaluator("conv", "go:5", **TABLE["net"])
    assert engine.choose(engine.game.start(), seed=1) in engine.game.start().legal_numbers()


def test_a_state_with_marks_that_the_net_does_not_know_is_refused() -> None:
    """It is of other settings."""
    one = learner(settings_of(TABLE), Arena(1))
    assert isinstance(one, Zero)
    state, _ = one.step(one.start())
    arrays = one.arrays(state)
    assert bits(one.arrays(one.restore(arrays))) == bits(arrays)
    changed = arrays["cells"].copy()
    changed[0, 0] |= 32
    with pytest.raises(ValueError, match="its positions do not"):
        one.restore({**arrays, "cells": changed})


def test_settings_refuse_what_no_net_sees() -> None:
    """The message names the net's options, the value and what is allowed."""
    for game, net, message in (
        ("capture-go:4", {"history": 3}, r"net.history=3 is not allowed: use 0 to 2"),
        (
            "capture-go:4",
            {"ko": True},
            r"ko=True is not allowed with capture-go:4, which has no ko",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            settings_of({**TABLE, "game": game, "net": net})
