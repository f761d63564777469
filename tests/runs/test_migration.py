"""Runs of earlier versions: read as they are, and written anew by resuming or when asked."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.check import check_run
from ponnuki.runs.migration import migrate_run
from ponnuki.runs.provenance import digest_of
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
