"""The command tournament, run as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SMALL = ("--game", "capture-go:5", "--games", "10", "--depth", "1", "--noise", "0.2")
PLAYERS = ("random", "untrained,seed=1", "untrained,seed=2")


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs ponnuki tournament with these arguments."""
    program = "from ponnuki.apps.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, "tournament", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
    )


def test_json(tmp_path: Path) -> None:
    """The names that scripts rely on; threads and a second call change nothing."""
    out = ("--out", str(tmp_path / "new"))
    one = run(*PLAYERS, *SMALL, *out, "--json", "--threads", "1", "--anchor", "random")
    assert one.stderr == ""
    data = json.loads(one.stdout)
    assert data["games"] == 30
    assert data["games_per_pair"] == 10
    assert data["players"] == list(PLAYERS)
    assert data["folder"] == str(tmp_path / "new")
    assert (data["game"], data["seed"], data["noise"], data["depth"]) == ("capture-go:5", 1, 0.2, 1)
    assert [one["player"] for one in data["standings"]][-1] == "random"
    for row in data["standings"]:
        assert row["games"] == row["wins"] + row["draws"] + row["losses"] == 20
        assert row["as_black"]["games"] == row["as_white"]["games"] == 10
        assert row["interval"][0] <= (row["wins"] + row["draws"] / 2) / 20 <= row["interval"][1]
        assert row["elo_interval"][0] <= row["elo"] <= row["elo_interval"][1]
        assert row["plies_mean"] > 4
    assert data["standings"][-1]["elo"] == pytest.approx(0, abs=1e-6)
    assert [tuple(pair["players"]) for pair in data["pairs"]] == [
        (PLAYERS[0], PLAYERS[1]),
        (PLAYERS[0], PLAYERS[2]),
        (PLAYERS[1], PLAYERS[2]),
    ]
    assert all(pair["as_black"]["games"] == 5 for pair in data["pairs"])
    assert set(data["black_advantage"]) == {"elo", "interval"}
    again = run(*PLAYERS, *SMALL, *out, "--json", "--threads", "2", "--anchor", "random")
    assert again.stdout == one.stdout
    other = run(*PLAYERS, *SMALL, *out, "--seed", "2")
    assert other.returncode == 2
    assert "its seed is 1, here it is 2" in other.stderr


def test_text(tmp_path: Path) -> None:
    """Both tables, and the games in a folder that the same command finds again."""
    shown = run(*PLAYERS, *SMALL, "--gauntlet", cwd=tmp_path)
    assert shown.stderr == ""
    for text in "gauntlet, capture-go:5, 20 games, seed 1", "Elo", "with black", "first move", "±":
        assert text in shown.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    assert f"games: runs/{folder.name}" in shown.stdout
    assert run(*PLAYERS, *SMALL, "--gauntlet", cwd=tmp_path).stdout == shown.stdout
    assert list((tmp_path / "runs").iterdir()) == [folder]


def test_repeats_are_told(tmp_path: Path) -> None:
    """Engines without random moves play the same games again and again."""
    shown = run(*PLAYERS[1:], *SMALL[:-1], "0", "--out", str(tmp_path / "new"))
    assert "in 1 of 1 pairs most games are repeats" in shown.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "1 players are not allowed: use 2 to 200"),
        (["random", "random"], "player 'random' is named twice"),
        (["random", "nobody"], "unknown player 'nobody'"),
        (["random", "untrained", "--games", "3"], "games=3 is not allowed: use an even number"),
        (["random", "untrained", "--noise", "2"], "noise=2.0 is not allowed"),
        (["random", "untrained", "--anchor", "me"], "--anchor 'me' is none of the players"),
    ],
)
def test_errors(arguments: list[str], message: str, tmp_path: Path) -> None:
    """One line on standard error, exit code 2."""
    failed = run(*arguments, cwd=tmp_path)
    assert failed.returncode == 2
    assert message in failed.stderr
    assert failed.stderr.count("\n") == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(("count", "said"), [(9, "100%"), (13, "the cross table of 13 players")])
def test_many_players(tmp_path: Path, count: int, said: str) -> None:
    """Nine fit a narrow terminal with the numbers of their rows; thirteen fit none."""
    players = [f"untrained,seed={seed}" for seed in range(count - 1)]
    options = (
        "--game",
        "capture-go:4",
        "--games",
        "2",
        "--depth",
        "1",
        "--out",
        str(tmp_path / "t"),
    )
    found = run("random", *players, *options)
    assert found.returncode == 0, found.stderr
    assert said in found.stdout
    rows = [line for line in found.stdout.splitlines() if line.startswith(f"│{count}│")]
    assert len(rows) == (count <= 12)
