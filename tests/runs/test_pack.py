"""Finished runs in one file: what is in it, what can be done with it, what is refused."""

import json
import zipfile
from pathlib import Path

import pytest

from ponnuki.evaluators import load_weights
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.check import check_run
from ponnuki.runs.pack import pack_runs
from ponnuki.runs.record import provenance_text
from tests.runs.samples import listed, make


def unpack(file: Path, folder: Path) -> Path:
    """Unpacked as any program does it."""
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    return folder


def test_what_is_handed_on_reads_like_the_run(tmp_path: Path) -> None:
    """Settings, all lines and the last champion are the run's, and every file is sound."""
    for name in "one", "two":
        make(tmp_path / "runs" / name, 5)
    assert pack_runs([tmp_path / "runs"], tmp_path / "some.zip") == ["one", "two"]
    there = unpack(tmp_path / "some.zip", tmp_path / "there")
    for name in "one", "two":
        old, new = (RunRecord.open(root / name) for root in (tmp_path / "runs", there))
        assert summary(new.folder).status == "finished"
        assert new.config == old.config
        assert new.generations() == old.generations()
        assert new.champions() == [5]
        ours, theirs = (load_weights(one.champion()).weights for one in (new, old))
        assert (ours == theirs).all()
        assert {one.status for one in check_run(new.folder).files} == {"sound"}
        assert sorted(path.name for path in new.folder.iterdir()) == [
            "champions",
            "config.toml",
            "generations.jsonl",
            "manifest.json",
            "provenance.json",
        ]


def test_the_same_runs_are_the_same_bytes(tmp_path: Path) -> None:
    """Nothing depends on when it is packed, nor on the order; and what was unpacked packs again."""
    one, two = (make(tmp_path / name, 5) for name in ("one", "two"))
    pack_runs([one, two], tmp_path / "a.zip")
    pack_runs([two, one], tmp_path / "b.zip")
    pack_runs([unpack(tmp_path / "a.zip", tmp_path / "there")], tmp_path / "c.zip")
    first = (tmp_path / "a.zip").read_bytes()
    assert first == (tmp_path / "b.zip").read_bytes() == (tmp_path / "c.zip").read_bytes()


def test_a_line_that_only_the_state_has(tmp_path: Path) -> None:
    """The last line of a log may be torn; the state has it whole."""
    folder = make(tmp_path / "run", 5)
    log = folder / "generations.jsonl"
    expected = RunRecord.open(folder).generations()
    log.write_bytes(log.read_bytes()[:-20])
    pack_runs([folder], tmp_path / "run.zip")
    new = RunRecord.open(unpack(tmp_path / "run.zip", tmp_path / "there") / "run")
    assert new.generations() == expected


def test_folders_of_the_machine_stay_behind(tmp_path: Path) -> None:
    """Of paths in the command only the last part is handed on; all other facts are."""
    folder = make(tmp_path / "run", 5)
    facts = json.loads((folder / "provenance.json").read_text())
    facts["command"] = ["/home/me/ponnuki", "train", "C:\\lab\\here", "/data/runs/", "a/b", "--x=1"]
    (folder / "provenance.json").write_bytes(provenance_text(facts))
    listed(folder)
    pack_runs([folder], tmp_path / "run.zip")
    new = RunRecord.open(unpack(tmp_path / "run.zip", tmp_path / "there") / "run").provenance
    assert new.pop("command") == ["ponnuki", "train", "here", "runs", "a/b", "--x=1"]
    assert new.items() <= facts.items()


def test_what_is_refused(tmp_path: Path) -> None:
    """Runs that are not finished or damaged, equal names, nothing at all; no file is left."""
    target = tmp_path / "some.zip"
    one, same = make(tmp_path / "one", 5), make(tmp_path / "more" / "one", 5)
    with pytest.raises(RunError, match="have the same name"):
        pack_runs([one, same], target)
    with pytest.raises(RunError, match="stopped: use finished runs"):
        pack_runs([make(tmp_path / "short", 3)], target)
    (same / "config.toml").write_text("seed = ")
    with pytest.raises(RunError, match="use finished runs"):
        pack_runs([same], target)
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunError, match="empty: there is no run"):
        pack_runs([tmp_path / "empty"], target)
    with pytest.raises(RunError, match="there is no such folder"):
        pack_runs([tmp_path / "none"], target)
    assert not target.exists()
