"""The command tournament: what it prints, keeps and refuses."""

import json
from pathlib import Path

import pytest

from tests.apps.conftest import Command, Said

SMALL = ("--game", "capture-go:5", "--games", "10", "--depth", "1", "--noise", "0.2")
PLAYERS = ("random", "untrained,seed=1", "untrained,seed=2")


@pytest.fixture
def tournament(run: Command) -> Command:
    """Runs ponnuki tournament with these arguments."""

    def called(*arguments: str) -> Said:
        return run("tournament", *arguments)

    return called


def test_json(tmp_path: Path, tournament: Command) -> None:
    """The names that scripts rely on; threads and a second call change nothing."""
    out = ("--out", str(tmp_path / "new"))
    one = tournament(*PLAYERS, *SMALL, *out, "--json", "--threads", "1", "--anchor", "random")
    assert one.err == ""
    data = json.loads(one.out)
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
    again = tournament(*PLAYERS, *SMALL, *out, "--json", "--threads", "2", "--anchor", "random")
    assert again.out == one.out
    other = tournament(*PLAYERS, *SMALL, *out, "--seed", "2")
    assert other.code == 2
    assert "its seed is 1, here it is 2" in other.err


def test_text(tmp_path: Path, tournament: Command) -> None:
    """Both tables, and the games in a folder that the same command finds again."""
    shown = tournament(*PLAYERS, *SMALL, "--gauntlet")
    assert shown.err == ""
    for text in "gauntlet, capture-go:5, 20 games, seed 1", "Elo", "with black", "first move", "±":
        assert text in shown.out
    (folder,) = (tmp_path / "runs").iterdir()
    assert f"games: runs/{folder.name}" in shown.out
    assert tournament(*PLAYERS, *SMALL, "--gauntlet").out == shown.out
    assert list((tmp_path / "runs").iterdir()) == [folder]


def test_repeats_are_told(tmp_path: Path, tournament: Command) -> None:
    """Engines without random moves play the same games again and again."""
    shown = tournament(*PLAYERS[1:], *SMALL[:-1], "0", "--out", str(tmp_path / "new"))
    assert "in 1 of 1 pairs most games are repeats" in shown.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "1 players are not allowed: use 2 to 200"),
        (["random", "random"], "player 'random' is named twice"),
        (["random", "nobody"], "player='nobody' is not allowed"),
        (
            ["random", "untrained", "--games", "3"],
            "games=3 is not allowed: use 2 to 10",
        ),
        (["random", "untrained", "--noise", "2"], "noise=2.0 is not allowed"),
        (["random", "untrained", "--anchor", "me"], "--anchor 'me' is none of the players"),
    ],
)
def test_errors(arguments: list[str], message: str, tmp_path: Path, tournament: Command) -> None:
    """One line on standard error, exit code 2."""
    failed = tournament(*arguments)
    assert failed.code == 2
    assert message in failed.err
    assert failed.err.count("\n") == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(("count", "said"), [(9, "100%"), (13, "the cross table of 13 players")])
def test_many_players(tmp_path: Path, count: int, said: str, tournament: Command) -> None:
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
    found = tournament("random", *players, *options)
    assert found.code == 0, found.err
    assert said in found.out
    rows = [line for line in found.out.splitlines() if line.startswith(f"│{count}│")]
    assert len(rows) == (count <= 12)
