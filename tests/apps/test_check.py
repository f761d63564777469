"""The command that checks folders, run as a person runs it."""

import json
import os
from pathlib import Path

from ponnuki.arena import Tournament, play_tournament
from tests.apps.test_cli import run
from tests.runs.samples import make


def test_check_reads_runs_and_tournaments(tmp_path: Path) -> None:
    """Sound folders give exit code 0, damage gives 1 and is named, nothing at all is an error."""
    folder = make(tmp_path / "runs" / "one", 2)
    plan = Tournament(("random", "untrained"), "tic-tac-toe", 2, 1, 1)
    play_tournament(plan, tmp_path / "runs" / "cup")
    done = run("check", str(tmp_path / "runs"))
    assert done.returncode == 0, done.stderr
    assert f"sound run {folder}: 8 of 8 files are sound" in done.stdout
    assert f"sound tournament {tmp_path / 'runs' / 'cup'}: 3 of 3" in done.stdout
    (folder / "games" / "generation-0001-1.sgf").write_text("(;)")
    done = run("check", str(folder), str(tmp_path / "runs" / "cup"))
    assert done.returncode == 1
    assert "damaged games/generation-0001-1.sgf: its SHA-256" in done.stdout
    done = run("check", str(tmp_path / "runs"), "--json")
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert data["sound"] is False
    assert {one["kind"]: one["sound"] for one in data["folders"]} == {
        "run": False,
        "tournament": True,
    }
    (tmp_path / "empty").mkdir()
    done = run("check", str(tmp_path / "empty"))
    assert done.returncode == 2
    assert "empty: no run and no tournament lies here" in done.stderr


def test_check_of_a_folder_that_is_not_utf_8(tmp_path: Path) -> None:
    """Its name is printed as far as it can be."""
    os.rename(make(tmp_path / "one", 1), os.fsencode(tmp_path) + b"/run-\xff")
    for more in [], ["--json"]:
        done = run("check", str(tmp_path), *more)
        assert done.returncode == 0, done.stderr
        assert "run-\\udcff" in done.stdout.replace("\\\\", "\\")
