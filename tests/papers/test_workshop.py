"""The workshop: runs by their whole settings, answers by their whole questions, kept nets."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners import SelfPlaySettings, TwoLevelSettings, preset
from ponnuki.papers.kept import Arrays
from ponnuki.papers.questions import ArrayQuestion, Question
from ponnuki.papers.workshop import Workshop, run_name
from ponnuki.runs import RunError

TINY: dict[str, Any] = {
    "game": "capture-go:4",
    "method": "ea",
    "population": 4,
    "generations": 1,
    "games": {"opponents": 1},
    "search": {"depth": 1},
}


@dataclass(frozen=True)
class Double(Question[dict[str, int]]):
    """Twice a number."""

    number: int

    def answer(self, workshop: Workshop) -> dict[str, int]:
        """Works it out."""
        del workshop
        return {"n": 2 * self.number}


@dataclass(frozen=True)
class Row(ArrayQuestion):
    """Some ones."""

    length: int
    shape: tuple[int, ...] = field(default=(3,))

    def shapes(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """One row."""
        return {"ones": ("<f4", self.shape)}

    def answer(self, workshop: Workshop) -> Arrays:
        """Works it out."""
        del workshop
        return {"ones": np.ones(self.length, np.float32)}


def test_a_run_is_named_by_all_of_its_settings() -> None:
    """Whatever setting changes, the folder is another; the same settings share one."""
    base = SelfPlaySettings.of(TINY)
    assert run_name(base) == run_name(SelfPlaySettings.of(dict(TINY)))
    changes: list[dict[str, Any]] = [
        {"game": "capture-go:5"},
        {"net": {"kind": "wpc"}},
        {"settings": {"sigma": 0.07}},
        {"games": {"opponents": 2}},
        {"probe": {"nets": 3}},
        {"search": {"depth": 1, "candidates": "local"}},
        {"keep_every": 3},
        {"population": 6},
        {"seed": 2},
    ]
    names = {run_name(SelfPlaySettings.of({**TINY, **change})) for change in changes}
    assert len(names | {run_name(base)}) == len(changes) + 1
    assert run_name(base).startswith("ea-depth1-1-seed1-")
    printed = SelfPlaySettings.of(preset("cai2009", "pso"))
    assert run_name(printed).startswith("cai2009-pso-depth6-100-seed1-")
    assert len(run_name(printed).rpartition("-")[2]) == 8
    tuning = TwoLevelSettings.of({"generations": 2})
    assert run_name(tuning).startswith("two-level-pso-depth2-2-seed1-")
    assert run_name(tuning) != run_name(TwoLevelSettings.of({"generations": 2, "nets": 5}))


def test_runs_with_other_settings_do_not_meet(tmp_path: Path) -> None:
    """Each has its folder, and a second call trains nothing; a changed folder is refused."""
    said: list[str] = []
    workshop = Workshop(tmp_path, Arena(1), said.append)
    first = workshop.train(SelfPlaySettings.of(TINY))
    other = workshop.train(SelfPlaySettings.of({**TINY, "games": {"opponents": 2}}))
    assert first.folder != other.folder
    assert len(said) == 2
    workshop.train(SelfPlaySettings.of(TINY))
    assert len(said) == 2
    config = first.folder / "config.toml"
    config.write_text(config.read_text().replace("opponents = 1", "opponents = 2"))
    with pytest.raises(RunError, match="other settings"):
        workshop.train(SelfPlaySettings.of(TINY))


def test_answers_are_kept_for_the_same_question_alone(tmp_path: Path) -> None:
    """Another question has another file, so that neither overwrites the other."""
    said: list[str] = []
    workshop = Workshop(tmp_path, say=said.append)
    assert workshop.ask("double", Double(1)) == {"n": 2}
    assert workshop.ask("double", Double(2)) == {"n": 4}
    assert said == ["double", "double"]
    assert workshop.ask("double", Double(1)) == {"n": 2}
    assert workshop.ask("double", Double(2)) == {"n": 4}
    assert len(said) == 2
    assert len(list((tmp_path / "parts").glob("double-????????.json"))) == 2


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"question": {}, "answer": 3}', "[" * 100_000])
def test_what_is_no_answer_is_asked_again(damage: str, tmp_path: Path) -> None:
    """A damaged file, or one with another question in it, is worked out anew."""
    workshop = Workshop(tmp_path, say=len)
    workshop.ask("double", Double(1))
    (path,) = (tmp_path / "parts").iterdir()
    path.write_text(damage)
    assert workshop.ask("double", Double(1)) == {"n": 2}
    assert '"n": 2' in path.read_text()


def test_nets_are_kept(tmp_path: Path) -> None:
    """They are read back bit for bit; a damaged file is made anew, with the same bytes."""
    said: list[str] = []
    workshop = Workshop(tmp_path, say=said.append)
    first = workshop.nets("row", Row(3))
    second = workshop.nets("row", Row(3))
    assert said == ["train row"]
    np.testing.assert_array_equal(first["ones"], second["ones"], strict=True)
    (path,) = (tmp_path / "nets").iterdir()
    whole = path.read_bytes()
    for damaged in (b"", b"PK", whole[: len(whole) // 2], whole.replace(b"ones", b"once")):
        path.write_bytes(damaged)
        np.testing.assert_array_equal(workshop.nets("row", Row(3))["ones"], first["ones"])
        assert path.read_bytes() == whole
    assert len(said) == 5


def test_nets_of_another_shape_are_refused(tmp_path: Path) -> None:
    """A question that breaks its promise is a mistake, and nothing is written."""
    with pytest.raises(ValueError, match="ones is"):
        Workshop(tmp_path, say=len).nets("row", Row(4))
    assert not (tmp_path / "nets").exists()
