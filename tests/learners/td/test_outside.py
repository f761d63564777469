"""Learning against a program: the games are those of the same player inside of the core."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.learners import LearningError, learner, settings_of
from ponnuki.players import NoProgramError, external, gnu_go
from ponnuki.runs.training import train
from tests.players.test_external import command

NET = "untrained,seed=3,net=mlp,depth=1"
SMALL: dict[str, Any] = {
    "learner": "hdp",
    "game": "go:5",
    "passes": "eyes",
    "games": 3,
    "generations": 2,
    "seed": 5,
    "measure": {"opponents": []},
}


def weights_after(opponent: str, generations: int = 2) -> np.ndarray[Any, Any]:
    """What a critic has learned against somebody."""
    one = learner(settings_of(SMALL | {"opponent": opponent}))
    state = one.start()
    for _ in range(generations):
        state, _ = one.step(state)
    return np.asarray(one.arrays(state)["weights"])


def test_a_program_teaches_what_the_same_player_teaches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A net across GTP and the net in the core lead to the same weights, bit for bit."""
    program = str(Path(sys.executable).with_name("ponnuki"))
    ours = shlex.join([program, "gtp", "--player", NET, "--game", "go:5"])
    monkeypatch.setattr(gnu_go, "command", lambda *_: ours)
    assert (weights_after("gnugo,level=1") == weights_after(NET)).all()


def test_a_program_that_dies_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says who could not play on; the state before the generation is still good."""
    monkeypatch.setattr(gnu_go, "command", lambda *_: command("--do", "die"))
    one = learner(settings_of(SMALL | {"opponent": "gnugo"}))
    state = one.start()
    with pytest.raises(LearningError, match="gnugo"):
        one.step(state)


def test_a_run_is_read_where_its_program_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its settings are fine; only going on needs the program."""
    monkeypatch.setattr(external, "find_program", lambda *_: None)
    one = learner(settings_of(SMALL | {"opponent": "gnugo,level=1"}))
    with pytest.raises(NoProgramError, match="gnugo"):
        one.step(one.start())


@pytest.mark.parametrize(
    "changes",
    [
        lambda spec: {"learner": "hdp", "opponent": spec},
        lambda spec: {"learner": "temporal-differences", "measure": {"opponents": [spec]}},
        lambda spec: {"learner": "zero", "measure": {"opponents": [spec]}},
        lambda spec: {
            "method": "ea",
            "net": {"kind": "mlp"},
            "games": {"population": 0.0, "fixed": 1.0, "fixed_players": [spec]},
        },
    ],
    ids=["opponent", "measure", "zero", "fixed-players"],
)
def test_settings_start_no_program(
    changes: Callable[[str], dict[str, Any]], tmp_path: Path
) -> None:
    """A folder of settings may come from anybody, so it cannot name a command."""
    mark = tmp_path / "started"
    table = changes(f"gtp,seconds=1:touch {mark}") | {"game": "go:5"}
    with pytest.raises(ValueError, match="settings start no program"):
        train(settings_of(table), tmp_path / "run")
    assert not mark.exists()


@pytest.mark.parametrize("level", [-1, 11])
def test_there_are_eleven_levels(level: int) -> None:
    """Another one is refused before work begins."""
    one = learner(settings_of(SMALL | {"opponent": f"gnugo,level={level}"}))
    with pytest.raises(ValueError, match=f"level={level} is not allowed: use 0 to 10"):
        one.start()
