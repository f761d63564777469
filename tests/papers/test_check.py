"""Checks of whole folders of experiments: answers, nets, reports, results."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.apps.check import check_paths
from ponnuki.papers import reproduce
from ponnuki.papers.check import check_experiments, is_experiments
from ponnuki.papers.migration import migrate_experiments
from ponnuki.papers.workshop import Workshop
from ponnuki.store import Store, StoreError
from tests.papers.test_kept import Numbers, rewritten
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


def spoilt(part: Path) -> bytes:
    """Changes a digit of an answer's numbers; gives what it was."""
    before = part.read_bytes()
    place = before.index(b'"answer"')
    digit = next(i for i in range(place, len(before)) if before[i : i + 1].isdigit())
    other = b"%d" % ((int(before[digit : digit + 1]) + 1) % 10)
    part.write_bytes(before[:digit] + other + before[digit + 1 :])
    return before


@pytest.mark.parametrize("how", ["its digit", "its seal"])
def test_a_listed_answer_that_was_spoilt_is_worked_out_again(folder: Path, how: str) -> None:
    """Also one without a digest of its own, and one whose digest has lost its name."""
    part = next((folder / "parts").iterdir())
    if how == "its digit":
        migrate_experiments(older(folder), write=True)
        before = json.loads(spoilt(part))
    else:
        before = json.loads(part.read_bytes())
        part.write_bytes(part.read_bytes().replace(b'"sha256"', b'"sha257"'))
    assert not check_experiments(folder).sound
    said: list[str] = []
    reproduce("cai2009", ["table1"], "smoke", folder, say=said.append, numbers=FEW)
    assert said == [part.name.rpartition("-")[0]]
    assert json.loads(part.read_bytes())["answer"] == before["answer"]
    assert set(statuses(folder).values()) == {"sound"}


def test_a_listed_net_that_was_spoilt_is_trained_again(tmp_path: Path) -> None:
    """A file of arrays that could be read all the same."""
    workshop = Workshop(tmp_path, say=len)
    workshop.nets("row", Numbers())
    workshop.finish({})
    (path,) = (tmp_path / "nets").iterdir()
    before = path.read_bytes()
    rewritten(path, np.arange(3.0) + 1)
    again = Workshop(tmp_path, say=len)
    assert again.nets("row", Numbers())["numbers"].tolist() == [0, 1, 2]
    again.finish({})
    assert path.read_bytes() == before
    assert check_experiments(tmp_path).sound


def test_an_answer_that_lost_the_name_of_its_digest_is_no_older_one(tmp_path: Path) -> None:
    """Before anything lists it."""
    Workshop(tmp_path, say=len).ask("double", Double(21))
    (path,) = (tmp_path / "parts").iterdir()
    path.write_bytes(path.read_bytes().replace(b'"sha256"', b'"sha257"').replace(b"42", b"43"))
    assert statuses(tmp_path)[f"parts/{path.name}"] == "damaged"
    assert Workshop(tmp_path, say=len).ask("double", Double(21)) == {"n": 42}


def test_a_deleted_manifest_is_not_made_anew_without_a_word(folder: Path) -> None:
    """Nothing would say what the files should be; whoever looked at them migrates them."""
    (folder / "manifest.json").unlink()
    with pytest.raises(StoreError, match="gone or empty"):
        reproduce("cai2009", ["table1"], "smoke", folder, say=len, numbers=FEW)
    migrate_experiments(folder, write=True)
    reproduce("cai2009", ["table1"], "smoke", folder, say=len, numbers=FEW)


def test_a_stop_before_the_results_loses_no_manifest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results say that there is a manifest, so they come after it."""
    (folder / "manifest.json").unlink()
    (folder / "results.json").unlink()
    put = Store.put

    def stop(own: Store, name: str, data: bytes) -> None:
        if name == "results.json":
            raise KeyboardInterrupt
        put(own, name, data)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "put", stop)
        with pytest.raises(KeyboardInterrupt):
            reproduce("cai2009", ["table1"], "smoke", folder, say=len, numbers=FEW)
    assert check_experiments(folder).sound
    reproduce("cai2009", ["table1"], "smoke", folder, say=len, numbers=FEW)
    assert set(statuses(folder).values()) == {"sound"}


def test_experiments_without_answers_are_known_by_their_manifest(folder: Path) -> None:
    """Some keep runs and reports alone; results that are gone are missing all the same."""
    (folder / "manifest.json").unlink()
    (folder / "results.json").unlink()
    shutil.rmtree(folder / "parts")
    files = Store(folder, "experiments")
    for name in own_files(folder):
        files.put(name, (folder / name).read_bytes())
    files.put("results.json", b'{"listed": true}')
    files.save()
    (folder / "results.json").unlink()
    (found,) = (one for one in check_paths([folder]) if one.kind == "experiments")
    assert not found.sound


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
