"""Checks of whole runs: what is sound, damaged, missing or unchecked, and what can be recovered."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open
from safetensors.numpy import load, save

from ponnuki.runs import RunError, RunRecord
from ponnuki.runs.check import check_run
from ponnuki.runs.state import StateHead, _checksum
from ponnuki.store import Finding, Store, seal, unseal
from tests.runs.samples import CONFIG, check, make, write

FILES = [
    "manifest.json",
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
            if name in {"state.safetensors", "manifest.json"}:
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
    (folder / "manifest.json").unlink()
    origin = json.loads((folder / "provenance.json").read_text())
    origin["format"] = "ponnuki-run-1"
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
    assert "manifest.json" not in statuses
    assert statuses["games/generation-0001-1.sgf"] == statuses["provenance.json"] == "unchecked"
    assert statuses["champions/generation-0001.safetensors"] == "sound", "it has its own digest"
    assert check_run(folder).sound
    with RunRecord.resume(folder) as record:
        write(record, 3)
        assert check(record) == 3
    assert found(folder)["generations.jsonl"].status == "sound"
    assert found(folder)["games/generation-0003-1.sgf"].status == "sound"


@pytest.mark.parametrize("generations", [1, 3, 5])
@pytest.mark.parametrize("name", [*FILES, "state.safetensors"])
def test_what_is_gone_is_missing(tmp_path: Path, name: str, generations: int) -> None:
    """Be the run at its end or not: any file that was deleted, and nothing else, is named."""
    folder = make(tmp_path / "run", generations)
    if not (folder / name).exists():
        return
    (folder / name).unlink()
    bad = {one.file: one.status for one in check_run(folder).files}
    assert bad[name] == "missing"
    assert not check_run(folder).sound
    if name != "generations.jsonl" or generations > 1:  # one line is in the state
        with pytest.raises(RunError, match=name.replace("/", ".")):
            RunRecord.resume(folder)


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"\xff", b"[" * 100_000])
def test_an_emptied_manifest(tmp_path: Path, text: bytes) -> None:
    """It is damage, and nothing is taken for sound without it."""
    folder = make(tmp_path / "run", 3)
    (folder / "manifest.json").write_bytes(text)
    assert found(folder)["manifest.json"].status == "damaged"
    for reader in RunRecord.open, RunRecord.resume:
        with pytest.raises(RunError, match=r"manifest\.json: damaged"):
            reader(folder)


def test_the_state_lists_what_came_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between a state and its manifest, a run misses the files of that generation too."""
    folder = make(tmp_path / "run", 2)
    with RunRecord.resume(folder) as record:
        monkeypatch.setattr(Store, "save", lambda _: None)
        write(record, 3)
    monkeypatch.undo()
    assert "generation-0003" not in (folder / "manifest.json").read_text()
    assert check_run(folder).sound
    (folder / "champions" / "generation-0003.safetensors").unlink()
    assert found(folder)["champions/generation-0003.safetensors"].status == "missing"
    for reader in RunRecord.open(folder).champion, lambda: RunRecord.resume(folder):
        with pytest.raises(RunError, match="generation-0003"):
            reader()


def test_a_generation_writes_the_manifest_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And does not read it: with a champion and a game, without any file, and at the end."""
    folder = make(tmp_path / "run", 2)
    with RunRecord.resume(folder) as record:
        write(record, 3)
        calls: list[str] = []

        def told(name: str, own: Callable[..., Any]) -> Callable[..., Any]:
            def call(store: Store, file: str, *more: Any) -> Any:
                calls.extend([name] if file == "manifest.json" else [])
                return own(store, file, *more)

            return call

        for name in "write", "open":
            monkeypatch.setattr(Store, name, told(name, getattr(Store, name)))
        write(record, 4)
        assert calls == ["write"]
        write(record, 5)
        record.finish()
        assert calls == ["write", "write"]
        record.finish()
        record.commit(6, {}, {})
        assert calls == ["write", "write"]


def test_odd_folders(tmp_path: Path) -> None:
    """Links, pipes and folders in the place of files are damage, and a broken creation is said."""
    folder = make(tmp_path / "run", 1)
    (folder / "config.toml").unlink()
    (folder / "config.toml").symlink_to("provenance.json")
    (folder / "manifest.json").unlink()
    os.mkfifo(folder / "manifest.json")
    shutil.rmtree(folder / "games")
    (folder / "games").symlink_to(folder / "champions")
    seen = found(folder)
    for name in "config.toml", "manifest.json", "champions, games":
        assert seen[name].status == "damaged"
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "generations.jsonl").touch()
    assert "train into the folder again" in found(tmp_path / "broken")["provenance.json"].recovery
    with pytest.raises(RunError, match="there is no such folder"):
        check_run(tmp_path / "missing")


def test_files_that_are_not_known_are_covered(tmp_path: Path) -> None:
    """Whatever a later version lists: it is kept in the list, and its damage stops a resume."""
    folder = make(tmp_path / "run", 2)
    store = Store(folder, "run")
    store.load()
    store.put("start/weights.bin", b"1234")
    store.save()
    with RunRecord.resume(folder) as record:
        write(record, 3)
    assert found(folder)["start/weights.bin"].status == "sound"
    (folder / "start" / "weights.bin").write_bytes(b"1235")
    assert found(folder)["start/weights.bin"].status == "damaged"
    with pytest.raises(RunError, match=r"weights\.bin: damaged"):
        RunRecord.resume(folder)


def test_a_manifest_of_a_later_version(tmp_path: Path) -> None:
    """It is refused, and the error says which version is read."""
    folder = make(tmp_path / "run", 2)
    path = folder / "manifest.json"
    path.write_bytes(seal({**unseal(path.read_bytes(), 1), "version": 2}, 1))
    with pytest.raises(RunError, match=r"version 2: this program reads .*, version 1"):
        RunRecord.open(folder)
