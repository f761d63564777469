"""Checks of whole folders of experiments: answers, nets, reports, results."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ponnuki.papers import reproduce
from ponnuki.papers.check import check_experiments, is_experiments
from ponnuki.papers.migration import migrate_experiments
from ponnuki.papers.workshop import Workshop
from ponnuki.store import StoreError
from tests.papers.test_kept import Numbers
from tests.papers.test_workshop import Double

FEW: dict[str, Any] = {"engines": 1, "games": 2}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One table of a paper, with the runs that it needs and its answers."""
    folder = tmp_path_factory.mktemp("papers") / "one"
    reproduce("cai2009", ["table1"], "smoke", folder, say=len, numbers=FEW)
    return folder


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return shutil.copytree(finished, tmp_path / "copy")


def statuses(folder: Path) -> dict[str, str]:
    """What is found of each file."""
    return {one.file: one.status for one in check_experiments(folder).files}


def own_files(folder: Path) -> list[str]:
    """All files but those of runs."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    names = sorted(str(path.relative_to(folder)) for path in found)
    return [name for name in names if not name.startswith("runs/")]


def test_sound_experiments(folder: Path) -> None:
    """All that was written is listed, runs by what makes them runs."""
    found = statuses(folder)
    assert set(found.values()) == {"sound"}
    assert {name for name in found if not name.startswith("runs/")} == {*own_files(folder)}
    assert sum(name.startswith("runs/") for name in found) == 4
    assert any(name.startswith("parts/") for name in found)


def test_any_flipped_digit_of_an_answer_is_found(folder: Path) -> None:
    """In every answer; and it is not used again, with a manifest or without."""
    for path in sorted((folder / "parts").iterdir()):
        text = path.read_text()
        digits = [index for index, letter in enumerate(text) if letter.isdigit()]
        for index in digits[:: max(1, len(digits) // 20)]:
            path.write_text(f"{text[:index]}{(int(text[index]) + 1) % 10}{text[index + 1 :]}")
            assert statuses(folder)[f"parts/{path.name}"] == "damaged"
        path.write_text(text)


def test_a_spoilt_answer_is_worked_out_again(tmp_path: Path) -> None:
    """Nobody prints the number that somebody's disk has made of it."""
    workshop = Workshop(tmp_path, say=len)
    assert workshop.ask("double", Double(21)) == {"n": 42}
    (path,) = (tmp_path / "parts").iterdir()
    path.write_text(path.read_text().replace("42", "43"))
    assert workshop.ask("double", Double(21)) == {"n": 42}
    assert '"n": 42' in path.read_text()


def test_any_file_that_is_changed_or_gone_is_found(folder: Path) -> None:
    """Reports, pictures, results, nets, answers, the manifest: each is named."""
    for name in own_files(folder):
        path = folder / name
        data = path.read_bytes()
        middle = len(data) // 2
        path.write_bytes(bytes([*data[:middle], data[middle] ^ 1, *data[middle + 1 :]]))
        assert statuses(folder)[name] == "damaged"
        path.unlink()
        assert statuses(folder)[name] == "missing"
        path.write_bytes(data)
    assert check_experiments(folder).sound
    gone = next((folder / "runs").iterdir())
    shutil.rmtree(gone)
    assert statuses(folder)[f"runs/{gone.name}/provenance.json"] == "missing"


def test_the_same_command_writes_them_again(folder: Path) -> None:
    """Other experiments join those that are listed, and a report takes the place of the last."""
    before = statuses(folder)
    reproduce("cai2009", ["table2"], "smoke", folder, say=len, numbers=FEW)
    found = statuses(folder)
    assert before.keys() < found.keys()
    assert set(found.values()) == {"sound"}


def test_nets_are_checked_by_themselves(tmp_path: Path) -> None:
    """Before anything lists them: a zip file has checksums, an answer its digest."""
    workshop = Workshop(tmp_path, say=len)
    workshop.nets("row", Numbers())
    workshop.ask("double", Double(1))
    assert is_experiments(tmp_path)
    assert set(statuses(tmp_path).values()) == {"sound"}
    (path,) = (tmp_path / "nets").iterdir()
    data = bytearray(path.read_bytes())
    data[-150] ^= 1
    path.write_bytes(data[: len(data) // 2])
    assert statuses(tmp_path)[f"nets/{path.name}"] == "damaged"
    with pytest.raises(StoreError, match="there is no such folder"):
        check_experiments(tmp_path / "none")


def older(folder: Path) -> Path:
    """The folder as an earlier version has written it, without any digest."""
    (folder / "manifest.json").unlink()
    for path in [folder / "results.json", *(folder / "parts").iterdir()]:
        data = json.loads(path.read_text())
        data.pop("listed", data.pop("sha256", None))
        path.write_text(json.dumps(data))
    return folder


def test_folders_of_earlier_versions(folder: Path) -> None:
    """Their answers are used as before, and are unchecked until they are listed."""
    older(folder)
    assert check_experiments(folder).sound
    assert statuses(folder)["results.json"] == "unchecked"
    before = {path: path.read_bytes() for path in (folder / "parts").iterdir()}
    said: list[str] = []
    reproduce("cai2009", ["table1"], "smoke", folder, say=said.append, numbers=FEW)
    assert said == []
    assert {path: path.read_bytes() for path in (folder / "parts").iterdir()} == before
    assert set(statuses(folder).values()) == {"sound"}


def test_they_are_written_anew_when_asked(folder: Path) -> None:
    """The dry run says the same and writes nothing; what is damaged stays as it is."""
    older(folder)
    before = {name: (folder / name).read_bytes() for name in own_files(folder)}
    assert migrate_experiments(folder, write=False) == ["manifest.json", "results.json"]
    assert {name: (folder / name).read_bytes() for name in own_files(folder)} == before
    assert migrate_experiments(folder, write=True) == ["manifest.json", "results.json"]
    assert set(statuses(folder).values()) == {"sound"}
    assert migrate_experiments(folder, write=True) == []
    (folder / "manifest.json").unlink()
    assert not check_experiments(folder).sound
    part = next((folder / "parts").iterdir())
    data = part.read_bytes()
    part.write_bytes(data[:-5])
    with pytest.raises(StoreError, match=part.name):
        migrate_experiments(folder, write=True)
    part.write_bytes(data)
    migrate_experiments(folder, write=True)
    assert check_experiments(folder).sound
