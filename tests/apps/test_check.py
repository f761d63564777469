"""The command that checks folders: what it prints and its exit code."""

import json
import os
from pathlib import Path

from ponnuki.arena import Tournament, play_tournament
from tests.apps.conftest import Command
from tests.apps.test_cli import start
from tests.runs.samples import make


def test_check_reads_runs_and_tournaments(tmp_path: Path, run: Command) -> None:
    """Sound folders give exit code 0, damage gives 1 and is named, nothing at all is an error."""
    folder = make(tmp_path / "runs" / "one", 2)
    plan = Tournament(("random", "untrained"), "tic-tac-toe", 2, 1, 1)
    play_tournament(plan, tmp_path / "runs" / "cup")
    done = run("check", str(tmp_path / "runs"))
    assert done.code == 0, done.err
    assert f"sound run {folder}: 8 of 8 files are sound" in done.out
    assert f"sound tournament {tmp_path / 'runs' / 'cup'}: 3 of 3" in done.out
    (folder / "games" / "generation-0001-1.sgf").write_text("(;)")
    done = run("check", str(folder), str(tmp_path / "runs" / "cup"))
    assert done.code == 1
    assert "damaged games/generation-0001-1.sgf: its SHA-256" in done.out
    done = run("check", str(tmp_path / "runs"), "--json")
    assert done.code == 1
    data = json.loads(done.out)
    assert data["sound"] is False
    assert {one["kind"]: one["sound"] for one in data["folders"]} == {
        "run": False,
        "tournament": True,
    }
    (tmp_path / "empty").mkdir()
    done = run("check", str(tmp_path / "empty"))
    assert done.code == 2
    assert "empty: no run and no tournament lies here" in done.err


def test_check_of_a_folder_that_is_not_utf_8(tmp_path: Path) -> None:
    """Its name is printed as far as it can be."""
    os.rename(make(tmp_path / "one", 1), os.fsencode(tmp_path) + b"/run-\xff")
    for more in [], ["--json"]:
        done = start("check", str(tmp_path), *more)
        assert done.code == 0, done.err
        assert "run-\\udcff" in done.out.replace("\\\\", "\\")


def test_pack_hands_on_finished_runs(tmp_path: Path, run: Command) -> None:
    """The command says how many runs are in the file; one that is not finished is an error."""
    make(tmp_path / "runs" / "one", 5)
    target = tmp_path / "runs.zip"
    done = run("pack", str(tmp_path / "runs"), "--out", str(target))
    assert done.code == 0, done.err
    assert done.out == f"1 run in {target}\n"
    assert target.exists()
    make(tmp_path / "runs" / "two", 2)
    done = run("pack", str(tmp_path / "runs"), "--out", str(target))
    assert done.code == 2
    assert "two: stopped: use finished runs" in done.err
