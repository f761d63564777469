"""The workshop: runs by their whole settings, answers by their whole questions, kept nets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners import SelfPlaySettings, TwoLevelSettings, preset
from ponnuki.learners.td.settings import TdSettings
from ponnuki.papers import crew
from ponnuki.papers.kept import Arrays
from ponnuki.papers.questions import ArrayQuestion, Question
from ponnuki.papers.workshop import Workshop
from ponnuki.runs import RunRecord, summary
from ponnuki.runs.check import check_run
from ponnuki.runs.shelf import run_name
from tests.learners.samples import bits
from tests.runs.test_training import timeless

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


def test_a_run_is_named_by_what_it_is() -> None:
    """Game, net, method, settings and seed change the digest; measures and length do not."""
    base = SelfPlaySettings.of(TINY)
    changes: list[dict[str, Any]] = [
        {"game": "capture-go:5"},
        {"net": {"kind": "wpc"}},
        {"settings": {"sigma": 0.07}},
        {"games": {"opponents": 2}},
        {"search": {"depth": 1, "candidates": "local"}},
        {"population": 6},
        {"seed": 2},
    ]
    digests = {base.but(**change).digest for change in changes}
    assert len(digests | {base.digest}) == len(changes) + 1
    shown: list[dict[str, Any]] = [{"measure": {"nets": 3}}, {"keep_every": 3}, {"generations": 9}]
    assert {base.but(**change).digest for change in shown} == {base.digest}
    assert run_name(base) == f"ea-1-seed1-{base.digest}"
    printed = SelfPlaySettings.of(preset("cai2009", "pso"))
    assert run_name(printed) == f"cai2009-pso-100-seed1-{printed.digest}"
    tuning = TwoLevelSettings.of({"generations": 2})
    assert run_name(tuning) == f"two-level-pso-2-seed1-{tuning.digest}"


def test_runs_with_other_settings_do_not_meet(tmp_path: Path) -> None:
    """Each has its folder, whatever the folder is called, and a second call trains nothing."""
    said: list[str] = []
    workshop = Workshop(tmp_path, Arena(1), said.append)
    base = SelfPlaySettings.of(TINY)
    first = workshop.train(base)
    other = workshop.train(base.but(games={"opponents": 2}))
    kept = workshop.train(base.but(keep_every=3))
    assert len({first.folder, other.folder, kept.folder}) == 3
    assert len(said) == 3
    first.folder.rename(tmp_path / "runs" / "an old name")
    again = Workshop(tmp_path, Arena(1), said.append).train(base)
    assert again.folder.name == "an old name"
    assert len(said) == 3


def test_a_run_without_the_measures_that_are_asked_for_is_measured(tmp_path: Path) -> None:
    """Nothing is learned again; its lines are those of a run that was measured as it learned."""
    said: list[str] = []
    asked = {"opponents": ["random", "untrained", "earlier"], "every": 2, "games": 4, "nets": 3}
    base = SelfPlaySettings.of({**TINY, "generations": 4, "keep_every": 1})
    bare = base.but(measure={"opponents": []})
    first = Workshop(tmp_path, Arena(1), said.append).train(bare)
    assert not any("measure" in line for line in first.generations())
    before = first.state()
    workshop = Workshop(tmp_path, Arena(1), said.append)
    found = workshop.train(base.but(measure=asked))
    assert found.folder == first.folder
    assert [one.split()[0] for one in said] == ["train", "measure"]
    whole = Workshop(tmp_path / "other", Arena(1), len).train(base.but(measure=asked))
    assert timeless(found.generations()) == timeless(whole.generations())
    assert found.config == whole.config
    after = RunRecord.open(found.folder).state()
    assert before is not None
    assert after is not None
    assert bits(after.arrays) == bits(before.arrays)
    assert {one.status for one in check_run(found.folder).files} == {"sound"}
    assert len(said) == 2
    assert workshop.train(base.but(measure=asked)).folder == first.folder
    assert Workshop(tmp_path, Arena(1), said.append).train(bare).folder == first.folder
    assert len(said) == 2, "a run that was measured serves who asks for no measure"


def test_champions_that_were_not_kept_are_not_measured_later(tmp_path: Path) -> None:
    """The others are, the last one among them; a run that is gone on with has the rest."""
    said: list[str] = []
    base = SelfPlaySettings.of({**TINY, "keep_every": 2, "measure": {"opponents": []}})
    Workshop(tmp_path, Arena(1), said.append).train(base.but(generations=3))
    asked = base.but(generations=5, measure={"opponents": ["random"], "every": 1, "games": 2})
    found = Workshop(tmp_path, Arena(1), said.append).train(asked)
    assert [one.split()[0] for one in said] == ["train", "go", "measure"]
    lines = found.generations()
    assert [line["generation"] for line in lines if "measure" in line] == [2, 3, 4, 5]


def test_a_longer_run_answers_for_a_shorter_one_whose_champion_it_has(tmp_path: Path) -> None:
    """A shorter run is gone on with; what it had come to is still there."""
    said: list[str] = []
    base = SelfPlaySettings.of({**TINY, "keep_every": 2})
    long = Workshop(tmp_path, Arena(1), said.append).train(base.but(generations=4))
    workshop = Workshop(tmp_path, Arena(1), said.append)
    short = workshop.train(base.but(generations=2))
    assert short.folder == long.folder
    assert [one["generation"] for one in short.generations()] == [1, 2]
    assert short.champion() == long.champion(2)
    assert short.spec == f"run:{long.folder}@2"
    assert len(said) == 1
    assert workshop.train(base.but(generations=3)).folder != long.folder, "it has no champion 3"
    assert [one.split()[0] for one in said] == ["train", "train"]
    whole = workshop.train(base.but(generations=5))
    alone = Workshop(tmp_path / "alone", Arena(1), len).train(base.but(generations=5))
    assert whole.folder == long.folder
    assert said[-1] == f"go on with {long.folder.name}"
    assert whole.champion().read_bytes() == alone.champion().read_bytes()


def test_runs_of_two_lengths_at_once(tmp_path: Path) -> None:
    """They are one run, which the longer request goes on with."""
    runs = [one.but(keep_every=1) for one in (*td_runs(1, 3), *td_runs(1, 2))]
    long, short = Workshop(tmp_path, Arena(2), len).train_all("some", runs)
    assert long.folder == short.folder
    assert [one.generations()[-1]["generation"] for one in (long, short)] == [3, 2]


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


def td_runs(count: int, generations: int = 2) -> list[TdSettings]:
    """Short runs of learning by temporal differences."""
    table = {"game": "go:3", "games": 5, "generations": generations}
    net = {"kind": "mlp", "encoding": "koten", "hidden": [3]}
    return [TdSettings.of({**table, "net": net, "seed": seed}) for seed in range(1, count + 1)]


def test_runs_at_once_are_runs_one_by_one(tmp_path: Path) -> None:
    """Many runs at once end with the nets that they have alone; equal settings are one run."""
    runs = td_runs(3)
    alone, together = Workshop(tmp_path / "1", Arena(1), len), Workshop(tmp_path / "2", Arena(2))
    nets = [alone.train(one).champion().read_bytes() for one in runs]
    found = together.train_all("some", [*runs, runs[0]])
    assert [one.champion().read_bytes() for one in found] == [*nets, nets[0]]
    said: list[str] = []
    Workshop(tmp_path / "2", say=said.append).train_all("some", runs)
    assert not said


def test_runs_at_once_can_be_stopped_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C leaves whole generations, from which the same call goes on to the same nets."""
    runs = td_runs(2, generations=50)
    whole = Workshop(tmp_path / "1", Arena(1), len).train_all("some", runs)

    @contextmanager
    def bar(name: str, size: int) -> Iterator[Callable[[int], object]]:
        assert (name, size) == ("some", 100)

        def told(steps: int) -> None:
            if steps:
                raise KeyboardInterrupt

        yield told

    monkeypatch.setattr(crew, "_POLL", 0.001)
    with pytest.raises(KeyboardInterrupt):
        Workshop(tmp_path / "2", Arena(2), len, bar).train_all("some", runs)
    left = [summary(one).status for one in (tmp_path / "2" / "runs").iterdir()]
    assert "stopped" in left
    found = Workshop(tmp_path / "2", Arena(2), len).train_all("some", runs)
    for one, other in zip(found, whole, strict=True):
        assert one.champion().read_bytes() == other.champion().read_bytes()


def test_answers_at_once_are_answers_one_by_one(tmp_path: Path) -> None:
    """Many questions at once have their answers in order, and are kept."""
    workshop = Workshop(tmp_path, Arena(2), len)
    asked = [("double", Double(n)) for n in (3, 1, 3)]
    assert workshop.ask_all("all", asked) == [{"n": 6}, {"n": 2}, {"n": 6}]
    said: list[str] = []
    assert Workshop(tmp_path, say=said.append).ask("double", Double(1)) == {"n": 2}
    assert not said
