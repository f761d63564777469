"""What was begun by the program of an earlier day, and killed half-way, goes on to the same end."""

import json
from pathlib import Path

import pytest

from tests.golden.pins import stopped
from tests.golden.pins.kept import differences, read
from tests.learners.samples import needs_cma

every_folder = pytest.mark.parametrize(
    "name", [pytest.param(one, marks=needs_cma if one == "cma" else ()) for one in stopped.names()]
)


def _all_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@every_folder
def test_stopped_folders_go_on(name: str, tmp_path: Path) -> None:
    """The end is that of what nobody stopped: arrays, champions, games and facts, times apart."""
    folder = stopped.unpack(tmp_path, name)
    found = {name: stopped.gone_on(folder, name)}
    uninterrupted = {name: stopped.whole(tmp_path / "whole" / name.replace(" ", "-"), name)}
    said = differences(found, uninterrupted) + differences(found, {name: read("stopped")[name]})
    assert not said, "\n".join(said[:50])


@pytest.mark.parametrize("name", stopped.RUNS)
def test_runs_were_stopped_between_two_writes(name: str, tmp_path: Path) -> None:
    """Each has a line whose generation does not count: its state was never put in place."""
    folder = stopped.unpack(tmp_path, name)
    lines = (folder / "generations.jsonl").read_text().splitlines()
    assert len(lines) == stopped.AFTER + 1
    assert list(folder.glob(".state.safetensors.*.tmp"))


@pytest.mark.parametrize("name", stopped.CUPS)
def test_tournaments_keep_the_games_that_they_had(name: str, tmp_path: Path) -> None:
    """They were killed between games, and none of those that were kept is played again."""
    folder = stopped.unpack(tmp_path, name)
    kept = {file: data for file, data in _all_files(folder / "games").items() if file[0] != "."}
    assert len(kept) == stopped.CHUNKS
    stopped.gone_on(folder, name)
    after = _all_files(folder / "games")
    assert len(after) > len(kept)
    assert {file: after[file] for file in kept} == kept


@pytest.mark.parametrize("name", stopped.papers())
def test_papers_keep_the_answers_that_they_had(name: str, tmp_path: Path) -> None:
    """Answers, nets and the generations of runs that were done stay as they were."""
    folder = stopped.unpack(tmp_path, name)
    before = _all_files(folder)
    kept = {
        file: data
        for file, data in before.items()
        if file.startswith(("parts/", "nets/")) or "/champions/" in file
        if not Path(file).name.startswith(".")
    }
    assert kept
    stopped.gone_on(folder, name)
    after = _all_files(folder)
    assert len(after) > len(before)
    assert {file: after[file] for file in kept} == kept


def test_no_folder_of_a_machine_is_in_the_pack(tmp_path: Path) -> None:
    """Nor was it made by a program that nobody has."""
    for name in stopped.names():
        for path, data in _all_files(stopped.unpack(tmp_path, name)).items():
            assert b"/home/" not in data, path
            assert b"/work" not in data, path
            assert b"/tmp" not in data, path
            if path.endswith("provenance.json"):
                origin = json.loads(data)
                assert origin["commit"], path
                assert origin["dirty"] is False, path
