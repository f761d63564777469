"""An optimiser and a preset of somebody else: each is one file, and nothing else is edited."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import ponnuki
from ponnuki.learners import preset_text, presets, settings_of
from ponnuki.optimisers import METHODS, Optimiser
from ponnuki.optimisers.judge import Judge, ask_scores, best_first
from ponnuki.optimisers.state import Rows, State, no_scores
from ponnuki.optimisers.weights import Weights, check_weights, one_net, rounded
from ponnuki.runs import RunRecord
from ponnuki.settings import SettingsError, setting
from tests.apps.conftest import Command, run  # noqa: F401 - a fixture
from tests.learners.samples import bits

SMALL: dict[str, Any] = {"game": "capture-go:4", "population": 4, "measure": {"every": 0}}
WORDS = [
    "game=capture-go:4",
    "population=4",
    "measure.every=0",
    "search.depth=1",
    "games.opponents=2",
]


@dataclass(frozen=True, eq=False, kw_only=True)
class ShakenState(State):
    """Nets, best first."""

    nets: Rows


@dataclass(frozen=True)
class Shake(Optimiser[ShakenState]):
    """The better half stays, the other half becomes the same nets shaken."""

    strength: float = setting(0.5, "how far weights are shaken", above=0)
    state_type: ClassVar[type[ShakenState]] = ShakenState
    even: ClassVar[bool] = True

    def start(self, weights: Weights, _rng: np.random.Generator, /) -> ShakenState:
        """A population."""
        return ShakenState(nets=check_weights(weights), scores=no_scores())

    def step(self, state: ShakenState, judge: Judge, rng: np.random.Generator, /) -> ShakenState:
        """Judges all, then shakes."""
        scores = ask_scores(judge, state.nets)
        kept = state.nets[best_first(scores)[: len(scores) // 2]]
        shaken = rounded(kept + self.strength * rng.standard_normal(kept.shape))
        return ShakenState(nets=np.concatenate([kept, shaken]), scores=scores)

    def champion(self, state: ShakenState, /) -> Weights:
        """The first."""
        return one_net(state.nets)

    def weights(self, state: ShakenState, /) -> Weights:
        """All."""
        return state.nets


@pytest.fixture
def shake() -> Iterator[None]:
    """The optimiser is known for the time of a test."""
    METHODS.add("shake", Shake, "shakes nets")
    yield
    del METHODS._classes["shake"], METHODS._about["shake"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of presets with one file more."""
    own = tmp_path / "presets"
    own.mkdir()
    for name in presets():
        (own / f"{name}.toml").write_text(preset_text(name), encoding="utf-8")
    text = 'about = "a preset of mine"\nbase = "halving"\ngenerations = 2\n[games]\nopponents = 2\n'
    (own / "mine.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(import_module("ponnuki.learners.presets"), "_FOLDER", own)
    return own


def content(record: RunRecord) -> object:
    """What a run came to; its last generation is measured, whichever that was."""
    state = record.state()
    assert state is not None
    facts = [
        {name: value for name, value in line.items() if "second" not in name and name != "measure"}
        for line in record.generations()
    ]
    return facts, bits(state.arrays)


@pytest.mark.usefixtures("shake")
def test_an_optimiser_trains_and_goes_on(tmp_path: Path) -> None:
    """In Python, by its word; a run that was made longer equals one that was long."""

    def train(name: str, generations: int) -> RunRecord:
        return ponnuki.train(
            "cai2009",
            method="shake",
            settings={"strength": 0.25},
            generations=generations,
            out=tmp_path / name,
            search={"depth": 1},
            games={"opponents": 2},
            **SMALL,
        )

    whole, short = train("whole", 3), train("short", 1)
    assert whole.config["settings"] == {"strength": 0.25}
    assert content(ponnuki.resume(short, generations=3)) == content(whole)


@pytest.mark.usefixtures("shake")
def test_an_optimiser_on_the_command_line(run: Command) -> None:  # noqa: F811 - the fixture
    """Trained, resumed, in errors' lists and in the reference."""
    words = [*WORDS, "method=shake", "settings.strength=0.25", "generations=1"]
    said = run("train", "cai2009", *words, "--out", "run", "--threads", "1")
    assert said.code == 0, said.err
    said = run("resume", "run", "--generations", "2")
    assert said.code == 0, said.err
    assert len(RunRecord.open("run").generations()) == 2
    wrong = run("train", "cai2009", "method=shaek")
    assert wrong.code != 0
    assert "did you mean 'shake'? use pso, ea," in " ".join(wrong.err.split())
    page = run("presets", "--reference").out
    assert "### shake\n\nShakes nets.\n" in page
    assert "| `strength` | `0.5` | a number above 0 | how far weights are shaken |" in page


@pytest.mark.usefixtures("shake")
def test_mistakes_in_an_optimisers_settings() -> None:
    """Its word, its bounds and its traits are in the errors of runs."""
    for table, said in (
        ({"settings": {"strength": 0}}, r"settings.strength=0 is not allowed: use a number above"),
        ({"settings": {"sigma": 1}}, r"settings.sigma is no setting of shake: use strength"),
        ({"population": 5}, "population=5 is not allowed with shake: use an even number"),
    ):
        with pytest.raises(SettingsError, match=said):
            settings_of({"method": "shake", **table})


@pytest.mark.usefixtures("folder")
def test_a_preset_is_one_file(run: Command) -> None:  # noqa: F811 - the fixture
    """Listed, printed, trained, resumed, in errors' lists, in Python too."""
    assert "mine          a preset of mine\n" in run("presets").out
    assert 'base = "halving"' in run("presets", "mine").out
    said = run("train", "mine", *WORDS[:4], "--out", "run", "--threads", "1")
    assert said.code == 0, said.err
    assert RunRecord.open("run").config["preset"] == "mine"
    assert run("resume", "run", "--generations", "3").code == 0
    wrong = " ".join(run("train", "mien").err.split())
    assert "preset='mien' is not allowed: did you mean 'mine'?" in wrong
    own = ponnuki.train("mine", generations=1, search={"depth": 1}, out="python", **SMALL)
    assert own.config["games"]["opponents"] == 2
