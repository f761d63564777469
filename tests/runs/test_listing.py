"""The table of runs."""

from pathlib import Path

import pytest

from ponnuki.runs import RunError, RunRecord, RunSummary, find_runs
from tests.runs.samples import CONFIG, line, make, write


def test_all_kinds_of_runs(tmp_path: Path) -> None:
    """Finished, stopped, running, fresh and damaged runs in one table, by name."""
    make(tmp_path / "a-finished", 5)
    make(tmp_path / "b-stopped", 2)
    make(tmp_path / "study" / "seed-1" / "damaged", 2)
    (tmp_path / "study" / "seed-1" / "damaged" / "state.safetensors").write_bytes(b"x")
    (tmp_path / "study" / "other").mkdir()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "z-link").symlink_to(tmp_path / "a-finished")
    (tmp_path / ".hidden").mkdir()
    with RunRecord.create(tmp_path / "c-running", CONFIG) as record:
        write(record, 1)
        RunRecord.create(tmp_path / "d-fresh", {"a": 1}).close()
        found = find_runs(tmp_path)
    shown = {run.folder.name: (run.status, run.generation, run.planned) for run in found}
    assert list(shown.items()) == [
        ("a-finished", ("finished", 5, 5)),
        ("b-stopped", ("stopped", 2, 5)),
        ("c-running", ("running", 1, 5)),
        ("d-fresh", ("stopped", None, None)),
        ("damaged", ("damaged", None, None)),
    ]
    assert found[1] == RunSummary(
        folder=tmp_path / "b-stopped",
        status="stopped",
        game="capture-go:3",
        method="pso",
        generation=2,
        planned=5,
        last={"generation": 2, **line(2)},
    )
    assert found[3] == RunSummary(tmp_path / "d-fresh", "stopped")
    assert "state.safetensors: damaged" in found[4].reason
    assert [run.status for run in find_runs(tmp_path)][2] == "stopped"


def test_one_run_and_none(tmp_path: Path) -> None:
    """The folder may be a run itself, or hold none; a folder that is not there is an error."""
    assert find_runs(tmp_path) == []
    folder = make(tmp_path / "run", 1)
    assert [run.folder for run in find_runs(folder)] == [folder]
    with pytest.raises(RunError, match="missing: there is no such folder"):
        find_runs(tmp_path / "missing")


def test_runs_without_their_state_are_listed(tmp_path: Path) -> None:
    """What was taken away to save space does not make a run a damaged one."""
    folder = make(tmp_path / "run", 5)
    (folder / "state.safetensors").unlink()
    (run,) = find_runs(tmp_path)
    assert (run.status, run.generation) == ("finished", 5)


def test_odd_settings(tmp_path: Path) -> None:
    """Settings of other kinds than expected are left out."""
    config = {"game": 5, "t": {"method": ["pso"], "generations": True}, "u": {"generations": 9}}
    RunRecord.create(tmp_path / "run", config).close()
    (run,) = find_runs(tmp_path)
    assert (run.game, run.method, run.planned, run.status) == ("", "", None, "stopped")


def test_a_lock_that_is_a_link_is_damage(tmp_path: Path) -> None:
    """It says nothing about a process that writes."""
    folder = make(tmp_path / "run", 1)
    (folder / ".lock").unlink()
    (folder / ".lock").symlink_to(tmp_path / "outside")
    (run,) = find_runs(tmp_path)
    assert run.status == "damaged"
    assert ".lock: a link" in run.reason
    assert not (tmp_path / "outside").exists()


def test_looking_does_not_write(tmp_path: Path) -> None:
    """A table of runs leaves no file behind, not even a lock."""
    folder = make(tmp_path / "run", 1)
    (folder / ".lock").unlink()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    find_runs(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
