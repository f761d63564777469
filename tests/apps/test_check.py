"""The command that checks folders: what it prints and its exit code."""

import json
import os
from pathlib import Path

from ponnuki.arena import Tournament, play_tournament
from ponnuki.evaluators import save_weights
from ponnuki.papers.workshop import Workshop
from ponnuki.runs.pack import pack_runs
from tests.apps.conftest import Command
from tests.apps.test_cli import start
from tests.papers.test_workshop import Double
from tests.runs.samples import NET, make
from tests.runs.test_migration import older


def test_check_reads_runs_and_tournaments(tmp_path: Path, run: Command) -> None:
    """Sound folders give exit code 0, damage gives 1 and is named, nothing at all is an error."""
    folder = make(tmp_path / "runs" / "one", 2)
    plan = Tournament(("random", "untrained"), "tic-tac-toe", 2, 1, 1)
    play_tournament(plan, tmp_path / "runs" / "cup")
    done = run("check", str(tmp_path / "runs"))
    assert done.code == 0, done.err
    assert f"sound run {folder}: 9 of 9 files are sound" in done.out
    assert f"sound tournament {tmp_path / 'runs' / 'cup'}: 4 of 4" in done.out
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
    assert "empty: no run, no tournament, no experiments" in done.err


def test_check_reads_all_that_is_written(tmp_path: Path, run: Command) -> None:
    """Files of weights, packs of runs and experiments too, by themselves or in a folder."""
    make(tmp_path / "one", 5)
    pack_runs([tmp_path / "one"], tmp_path / "some.zip")
    net = tmp_path / "net.safetensors"
    save_weights(net, NET, NET.initial(1, 1))
    Workshop(tmp_path / "papers", say=len).ask("double", Double(1))
    for path in [tmp_path, net, tmp_path / "some.zip", tmp_path / "papers"]:
        assert run("check", str(path)).code == 0
    done = run("check", str(tmp_path), "--json")
    kinds = sorted(one["kind"] for one in json.loads(done.out)["folders"])
    assert kinds == ["experiments", "run", "run", "weights"]
    net.write_bytes(net.read_bytes()[:-1])
    data = (tmp_path / "some.zip").read_bytes()
    (tmp_path / "some.zip").write_bytes(data[:300] + bytes([data[300] ^ 1]) + data[301:])
    for path in [net, tmp_path / "some.zip", tmp_path]:
        assert run("check", str(path)).code == 1


def test_a_damaged_pack_is_reported_beside_others(tmp_path: Path, run: Command) -> None:
    """Wherever it is damaged; what else is named is read all the same."""
    folder = make(tmp_path / "one", 5)
    pack = tmp_path / "some.zip"
    pack_runs([folder], pack)
    data = pack.read_bytes()
    places = [0, 40, 300, len(data) - 20]
    spoilt = [data[:place] + bytes([data[place] ^ 64]) + data[place + 1 :] for place in places]
    for one in [*spoilt, data[: len(data) // 2], b""]:
        pack.write_bytes(one)
        done = run("check", str(pack), str(folder), "--json")
        assert (done.code, done.err) == (1, "")
        found = {entry["folder"]: entry["sound"] for entry in json.loads(done.out)["folders"]}
        assert found.pop(str(folder))
        assert not all(found.values())
    assert "damaged pack" in run("check", str(tmp_path)).out


def test_a_folder_with_a_manifest_of_nothing(tmp_path: Path, run: Command) -> None:
    """Nobody knows what lay there, but something did."""
    (tmp_path / "manifest.json").write_bytes(b"")
    done = run("check", str(tmp_path))
    assert done.code == 1
    assert "damaged manifest.json" in done.out


def test_migrate_says_and_does(tmp_path: Path, run: Command) -> None:
    """A line a folder, of runs, tournaments and experiments alike; the dry run writes nothing."""
    folder = older(make(tmp_path / "runs" / "one", 3))
    plan = Tournament(("random", "untrained"), "tic-tac-toe", 2, 1, 1)
    cup = tmp_path / "runs" / "cup"
    play_tournament(plan, cup)
    (cup / "manifest.json").unlink()
    assert run("check", str(cup)).code == 1
    done = run("migrate", str(tmp_path), "--dry-run")
    assert done.code == 0, done.err
    assert (
        f"{folder}: would be written anew: manifest.json, provenance.json, SHA256SUMS" in done.out
    )
    assert f"{cup}: would be written anew: manifest.json, tournament.json" in done.out
    assert not (folder / "manifest.json").exists()
    assert run("migrate", str(tmp_path)).code == 0
    done = run("migrate", str(tmp_path), "--json")
    assert json.loads(done.out) == {str(cup): [], str(folder): []}
    done = run("check", str(tmp_path))
    assert done.code == 0
    assert "unchecked" not in done.out
    done = run("migrate", str(tmp_path / "runs" / "one" / "games"))
    assert done.code == 2
    assert "no run, no tournament and no experiments lie here" in done.err


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
