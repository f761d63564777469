"""Runs of earlier versions: read as they are, and written anew by resuming or when asked."""

import contextlib
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.learners import settings_of
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.check import check_run
from ponnuki.runs.earlier import config_now
from ponnuki.runs.migration import migrate_run
from ponnuki.runs.provenance import digest_of
from tests.golden.pins import stopped
from tests.golden.pins.kept import differences
from tests.golden.pins.kept import read as read_pin
from tests.runs.samples import check, make, write


def older(folder: Path) -> Path:
    """The run as version 0.1 has written it: SHA256SUMS, and a digest in the provenance."""
    (folder / "manifest.json").unlink()
    names = ["config.toml", *(str(path.relative_to(folder)) for path in folder.glob("*/*"))]
    lines = [
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(names)
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))
    origin = json.loads((folder / "provenance.json").read_text()) | {"format": "ponnuki-run-1"}
    said = {**origin, "sha256": digest_of(origin)}
    (folder / "provenance.json").write_text(json.dumps(said, indent=2) + "\n")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the lock."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def statuses(folder: Path) -> set[str]:
    """What is found of its files."""
    return {one.status for one in check_run(folder).files}


@pytest.mark.parametrize("generations", [0, 1, 3, 5])
def test_an_older_run_is_read_and_resumed(tmp_path: Path, generations: int) -> None:
    """Its digests are honoured; a resume lists all of its files."""
    folder = older(make(tmp_path / "run", generations))
    before = contents(folder)
    assert statuses(folder) == {"sound"}
    assert check(RunRecord.open(folder)) == generations
    assert contents(folder) == before, "a reader writes nothing"
    with RunRecord.resume(folder) as record:
        assert check(record) == generations
        write(record, generations + 1)
    assert statuses(folder) == {"sound"}
    assert "manifest.json" in contents(folder)
    assert "SHA256SUMS" not in contents(folder)


@pytest.mark.parametrize("name", ["config.toml", "champions/generation-0003.safetensors"])
def test_damage_of_an_older_run_stops_it(tmp_path: Path, name: str) -> None:
    """As the check finds it, by the digests that there were."""
    folder = older(make(tmp_path / "run", 3))
    (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
    before = contents(folder)
    for act in RunRecord.resume, lambda one: migrate_run(one, write=True):
        with pytest.raises(RunError, match=name.rpartition("/")[2]):
            act(folder)
    assert contents(folder) == before


@pytest.mark.parametrize("text", [None, b""])
def test_sums_that_are_gone_or_empty(tmp_path: Path, text: bytes | None) -> None:
    """A run whose provenance has a digest had them; one without any is only unchecked."""
    folder = older(make(tmp_path / "run", 3))
    (folder / "SHA256SUMS").unlink()
    if text is not None:
        (folder / "SHA256SUMS").write_bytes(text)
    assert not check_run(folder).sound
    for reader in RunRecord.open, RunRecord.resume:
        with pytest.raises(RunError, match="SHA256SUMS: gone or empty"):
            reader(folder)


@pytest.mark.parametrize("generations", [0, 1, 3, 5])
def test_an_older_run_is_written_anew(tmp_path: Path, generations: int) -> None:
    """The dry run says the same and writes nothing; afterwards there is nothing to do."""
    folder = older(make(tmp_path / "run", generations))
    before = contents(folder)
    names = ["manifest.json", "provenance.json", "SHA256SUMS"]
    assert migrate_run(folder, write=False) == names
    assert contents(folder) == before
    assert migrate_run(folder, write=True) == names
    assert statuses(folder) == {"sound"}
    after = contents(folder)
    assert before.keys() - after.keys() == {"SHA256SUMS"}
    for name in before.keys() & after.keys() - {"provenance.json"}:
        assert after[name] == before[name]
    assert RunRecord.open(folder).provenance["resumes"] == []
    assert migrate_run(folder, write=True) == []
    with RunRecord.resume(folder) as record:
        write(record, generations + 1)
    assert statuses(folder) == {"sound"}


def test_a_run_without_its_state(tmp_path: Path) -> None:
    """A packed one stays what it is: all of it is listed, and nobody misses the state."""
    folder = older(make(tmp_path / "run", 5))
    (folder / "state.safetensors").unlink()
    shutil.rmtree(folder / "games")
    sums = (folder / "SHA256SUMS").read_text().splitlines(keepends=True)
    (folder / "SHA256SUMS").write_text("".join(one for one in sums if "games/" not in one))
    assert statuses(folder) == {"sound", "unchecked"}
    migrate_run(folder, write=True)
    assert statuses(folder) == {"sound"}
    assert summary(folder).status == "finished"
    assert RunRecord.open(folder).champions() == [1, 2, 3, 4, 5]
    log = folder / "generations.jsonl"
    log.write_bytes(log.read_bytes().replace(b"wins", b"lost"))
    assert "damaged" in statuses(folder)
    with pytest.raises(RunError, match=r"generations\.jsonl: damaged"):
        RunRecord.open(folder).generations()


def test_a_manifest_that_was_lost(tmp_path: Path) -> None:
    """It is made again from the files as they are, only when somebody asks for it."""
    folder = make(tmp_path / "run", 5)
    whole = contents(folder)
    (folder / "manifest.json").unlink()
    for reader in RunRecord.open, RunRecord.resume:
        with pytest.raises(RunError, match=r"manifest\.json: gone or empty.*ponnuki migrate"):
            reader(folder)
    assert migrate_run(folder, write=True) == ["manifest.json", "provenance.json"]
    assert contents(folder) == whole


# Measures by the names that they had once


NETS = {"games": 4, "wins": 3, "draws": 1, "losses": 0, "interval": None}
OLD_CONFIG = {
    "learner": "temporal-differences",
    "game": "go:5",
    "generations": 3,
    "probe": {"every": 2, "nets": 2, "noise": 0.1, "rounds": 1, "earlier": 0},
    "strength": {"players": ["naive", "random"], "games": 10, "every": 1, "opening": 2},
}


def old_line(number: int) -> dict[str, Any]:
    """A line of version 0.1 with both of its measures."""
    won = {"naive": 0.4, "random": 1.0, "strength": 0.7}
    opened = {f"{name}_opening": share / 2 for name, share in won.items()}
    probe = {"probe": {"random": {**NETS, "score": 0.875}}, "probe_seconds": 0.5}
    return {"games": 7, **won, **opened, **(probe if number == 2 else {})}


def new_line(number: int) -> dict[str, Any]:
    """The same by today's names."""
    found = {
        f"{name}_{way}": {
            "games": 10,
            "wins": wins,
            "share": wins / 10,
            "interval": None,
            "opponents": 1,
        }
        for way, both in (("start", (4, 10)), ("opening", (2, 5)))
        for name, wins in zip(("naive", "random"), both, strict=True)
    }
    nets = {"random": {**NETS, "share": 0.875}} if number == 2 else {}
    seconds = {"measure_seconds": 0.5} if nets else {}
    return {"generation": number, "games": 7, **seconds, "measure": {**found, **nets}}


def measured_before(folder: Path, generations: int = 3) -> Path:
    """A run that was measured in two ways."""
    with RunRecord.create(folder, OLD_CONFIG) as record:
        for number in range(1, generations + 1):
            record.commit(number, old_line(number), {"x": np.arange(number)})
    return folder


def test_measures_of_before_are_read_by_new_names(tmp_path: Path) -> None:
    """Settings and lines are one measure; what was not counted is not said."""
    record = RunRecord.open(measured_before(tmp_path / "run"))
    assert record.generations() == [new_line(number) for number in (1, 2, 3)]
    assert record.last_line() == new_line(3)
    assert record.config["measure"] == {
        "opponents": ["naive", "random", "untrained"],
        "every": [1, 1, 2],
        "games": 10,
        "opening": 2,
        "start": True,
        "nets": 2,
        "noise": 0.1,
        "rounds": 1,
        "earlier": 5,
    }
    assert not {"probe", "strength"} & record.config.keys()
    assert (
        settings_of(record.config).measure.due(2, last=False)
        == record.config["measure"]["opponents"]
    )


def test_every_table_of_before_is_a_measure_now() -> None:
    """What it was silent on is what it meant, by learner; odd ones of strangers stay."""
    zero = config_now({"learner": "zero", "strength": {"every": 5}, "probe": {"every": 0}})
    assert zero["measure"]["opponents"] == ["auto", "untrained", "earlier"]
    assert zero["measure"]["every"] == [5, 0, 0]
    assert (zero["measure"]["games"], zero["measure"]["start"]) == (100, False)
    evolved = config_now({"method": "ea", "probe": {"every": 10}})
    assert evolved["measure"]["opponents"] == ["untrained", "earlier"]
    assert evolved["measure"]["every"] == [10]
    assert config_now({"taught": {"probe": {"every": 0}, "games": 5}}) == {"taught": {"games": 5}}
    odd_ones: list[dict[str, Any]] = [{"probe": 5}, {"strength": {"players": 5}}]
    for odd in odd_ones:
        assert config_now(odd) == odd
    assert config_now({"measure": {"every": 3}}) == {"measure": {"every": 3}}


@pytest.mark.parametrize("generations", [1, 2, 3])
def test_measures_of_before_are_written_anew(tmp_path: Path, generations: int) -> None:
    """Once, when somebody asks; the run goes on as before, and its lines are what was read."""
    folder = measured_before(tmp_path / "run", generations)
    before, read = contents(folder), RunRecord.open(folder).generations()
    names = ["generations.jsonl", "state.safetensors", "config.toml"]
    assert migrate_run(folder, write=False) == names
    assert contents(folder) == before
    assert migrate_run(folder, write=True) == names
    assert statuses(folder) == {"sound"}
    lines = (folder / "generations.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == read == RunRecord.open(folder).generations()
    assert "probe" not in (folder / "config.toml").read_text()
    assert migrate_run(folder, write=True) == []
    state = RunRecord.open(folder).state()
    assert state is not None
    assert state.arrays["x"].tolist() == list(range(generations))
    with RunRecord.resume(folder) as record:
        record.commit(generations + 1, {"games": 1}, {"x": np.arange(1)})
    assert statuses(folder) == {"sound"}


def test_measures_of_a_packed_run_are_written_anew(tmp_path: Path) -> None:
    """It has no state, and its lines are listed."""
    folder = older(measured_before(tmp_path / "run"))
    (folder / "state.safetensors").unlink()
    names = ["manifest.json", "provenance.json", "SHA256SUMS", "generations.jsonl", "config.toml"]
    assert migrate_run(folder, write=True) == names
    assert statuses(folder) == {"sound"}
    assert RunRecord.open(folder).generations() == [new_line(number) for number in (1, 2, 3)]
    assert migrate_run(folder, write=True) == []


def test_writing_anew_can_be_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any of its files is in place the run is whole, and asked again it is written."""
    replace = os.replace
    left = 0

    def deadly(beside: Any, target: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        replace(beside, target)

    for files in range(20):
        folder = measured_before(tmp_path / str(files))
        left = files
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", deadly)
            with contextlib.suppress(KeyboardInterrupt):
                migrate_run(folder, write=True)
        assert RunRecord.open(folder).generations() == [new_line(number) for number in (1, 2, 3)]
        migrate_run(folder, write=True)
        assert statuses(folder) == {"sound"}
        assert migrate_run(folder, write=True) == []
        if left >= 0:
            break
    assert 4 < files < 19, "it was broken off before each of its files, and then not"


def test_stopped_runs_are_written_anew(tmp_path: Path) -> None:
    """Every learner's, as an earlier version left it; it still goes on to the same end."""
    for name in "pso", "hdp", "zero", "two-level-pso":
        folder = stopped.unpack(tmp_path, name)
        read = RunRecord.open(folder).generations()
        assert migrate_run(folder, write=True)
        assert statuses(folder) <= {"sound", "unchecked"}
        assert RunRecord.open(folder).generations() == read
        assert migrate_run(folder, write=True) == []
        said = differences({name: stopped.gone_on(folder, name)}, {name: read_pin("stopped")[name]})
        assert not said, said
