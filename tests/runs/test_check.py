"""Checks of whole runs: what is sound, damaged, missing or unchecked, and what can be recovered."""

import json
import os
import shutil
from pathlib import Path

import pytest
from safetensors import safe_open
from safetensors.numpy import load, save

from ponnuki.arena.findings import Finding
from ponnuki.runs import RunError, RunRecord
from ponnuki.runs.check import check_run
from ponnuki.runs.state import StateHead, _checksum
from tests.runs.samples import CONFIG, check, make, write

FILES = [
    "provenance.json",
    "config.toml",
    "state.safetensors",
    "generations.jsonl",
    "champions/generation-0001.safetensors",
    "champions/generation-0002.safetensors",
    "champions/generation-0003.safetensors",
    "games/generation-0001-1.sgf",
    "games/generation-0002-1.sgf",
    "games/generation-0003-1.sgf",
]


def found(folder: Path) -> dict[str, Finding]:
    """What is found of each file."""
    return {one.file: one for one in check_run(folder).files}


def test_a_sound_run(tmp_path: Path) -> None:
    """All files of a run that nobody touched are sound, in progress, resumed or at its end."""
    folder = make(tmp_path / "run", 3)
    assert {name: one.status for name, one in found(folder).items()} == dict.fromkeys(
        FILES, "sound"
    )
    assert check_run(folder).sound
    with RunRecord.resume(folder) as record:
        write(record, 4)
        assert all(one.status == "sound" for one in found(folder).values())
    RunRecord.create(tmp_path / "new", CONFIG).close()
    assert check_run(tmp_path / "new").sound


@pytest.mark.parametrize("name", FILES)
def test_any_flipped_bit_is_found(tmp_path: Path, name: str) -> None:
    """Whatever bit of whatever file has changed, the check names the file and no other."""
    folder = make(tmp_path / "run", 3)
    data = (folder / name).read_bytes()
    for index in {*range(0, len(data), max(1, len(data) // 40)), len(data) - 1}:
        for bit in 1, 16:
            spoilt = bytes([*data[:index], data[index] ^ bit, *data[index + 1 :]])
            (folder / name).write_bytes(spoilt)
            bad = [file for file, one in found(folder).items() if one.status == "damaged"]
            if name == "generations.jsonl" and index > data.rstrip().rindex(b"\n"):
                assert bad == [], "the state has the last line whole"
            elif name == "state.safetensors":
                assert bad[0] == name
            else:
                assert bad == [name], f"byte {index}, bit {bit}"


def test_what_can_be_recovered(tmp_path: Path) -> None:
    """Damage comes with words about what is left."""
    folder = make(tmp_path / "run", 3)
    (folder / "champions" / "generation-0002.safetensors").unlink()
    (folder / "games" / "generation-0001-1.sgf").write_text("(;)")
    (folder / "state.safetensors").write_bytes(b"x")
    seen = found(folder)
    assert seen["champions/generation-0002.safetensors"].status == "missing"
    assert seen["games/generation-0001-1.sgf"].note.startswith("its SHA-256 is not that of what")
    assert "make the same file" in seen["games/generation-0001-1.sgf"].recovery
    assert "cannot be resumed" in seen["state.safetensors"].recovery
    assert str(tmp_path) not in str(seen), "names are those in the folder"
    assert not check_run(folder).sound


def test_a_changed_line_is_found_by_readers_too(tmp_path: Path) -> None:
    """A line that still is a line, but another one, is an error of reading and of resuming."""
    folder = make(tmp_path / "run", 3)
    log = folder / "generations.jsonl"
    text = log.read_text().replace('"wins": [1]', '"wins": [7]')
    log.write_text(text)
    for reader in RunRecord.open(folder).generations, lambda: RunRecord.resume(folder):
        with pytest.raises(RunError, match=r"generations\.jsonl: damaged: its SHA-256"):
            reader()
    assert log.read_text() == text


def older(folder: Path) -> Path:
    """The run as an earlier version has written it, without any digest."""
    (folder / "SHA256SUMS").unlink()
    origin = json.loads((folder / "provenance.json").read_text())
    del origin["sha256"]
    (folder / "provenance.json").write_text(json.dumps(origin))
    path = folder / "state.safetensors"
    arrays = load(path.read_bytes())
    with safe_open(path, "numpy") as state:
        said = state.metadata()
    head = StateHead(int(said["generation"]), 1, said["line"], json.loads(said["metadata"]))
    texts = head.texts()
    path.write_bytes(save(arrays, metadata={**texts, "checksum": _checksum(texts, arrays)}))
    return folder


def test_runs_of_earlier_versions_are_unchecked_not_damaged(tmp_path: Path) -> None:
    """What no digest was kept of is said to be unchecked, and the run goes on, checked from now."""
    folder = older(make(tmp_path / "run", 2))
    statuses = {name: one.status for name, one in found(folder).items()}
    assert statuses["config.toml"] == statuses["generations.jsonl"] == "unchecked"
    assert statuses["games/generation-0001-1.sgf"] == statuses["provenance.json"] == "unchecked"
    assert statuses["champions/generation-0001.safetensors"] == "sound", "it has its own digest"
    assert check_run(folder).sound
    with RunRecord.resume(folder) as record:
        write(record, 3)
        assert check(record) == 3
    assert found(folder)["generations.jsonl"].status == "sound"
    assert found(folder)["games/generation-0003-1.sgf"].status == "sound"


def test_a_state_that_was_taken_away_is_no_damage(tmp_path: Path) -> None:
    """It is said that the run can be read, but not resumed."""
    folder = make(tmp_path / "run", 3)
    (folder / "state.safetensors").unlink()
    assert "3 generations can be read" in found(folder)["state.safetensors"].note
    assert check_run(folder).sound


def test_odd_folders(tmp_path: Path) -> None:
    """Links, pipes and folders in the place of files are damage, and a broken creation is said."""
    folder = make(tmp_path / "run", 1)
    (folder / "config.toml").unlink()
    (folder / "config.toml").symlink_to("provenance.json")
    (folder / "SHA256SUMS").unlink()
    os.mkfifo(folder / "SHA256SUMS")
    shutil.rmtree(folder / "games")
    (folder / "games").symlink_to(folder / "champions")
    seen = found(folder)
    for name in "config.toml", "SHA256SUMS", "champions, games":
        assert seen[name].status == "damaged"
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "generations.jsonl").touch()
    assert "train into the folder again" in found(tmp_path / "broken")["provenance.json"].recovery
    with pytest.raises(RunError, match="there is no such folder"):
        check_run(tmp_path / "missing")


def test_the_sums_are_those_of_other_programs(tmp_path: Path) -> None:
    """`sha256sum --check` reads the file: 64 digits, two blanks, a name."""
    folder = make(tmp_path / "run", 1)
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    assert [line[66:] for line in lines] == [
        "champions/generation-0001.safetensors",
        "config.toml",
        "games/generation-0001-1.sgf",
    ]
    assert {line[64:66] for line in lines} == {"  "}
