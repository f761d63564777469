"""Checks of whole tournaments: games are replayed, results are counted again."""

import json
from pathlib import Path

import pytest

from ponnuki.arena import Tournament, TournamentError, play_tournament
from ponnuki.arena.check import check_tournament

PLAN = Tournament(("random", "untrained,seed=1"), "tic-tac-toe", 4, 1, 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament at its end, with two files of games."""
    play_tournament(PLAN, tmp_path / "one", chunk=2)
    return tmp_path / "one"


def statuses(folder: Path) -> dict[str, str]:
    """What is found of each file."""
    return {one.file: one.status for one in check_tournament(folder).files}


def test_a_sound_tournament(folder: Path) -> None:
    """Settings, games and results that nobody touched are sound."""
    found = statuses(folder)
    assert set(found.values()) == {"sound"}
    assert len(found) == 4
    assert check_tournament(folder).sound


def test_damaged_games_can_be_played_again(folder: Path) -> None:
    """The file is named, the results cannot be checked, and it is said what to do."""
    path = sorted((folder / "games").iterdir())[0]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    bad = [one for one in check_tournament(folder).files if one.status == "damaged"]
    assert [one.file for one in bad] == [f"games/{path.name}"]
    assert "its games are played again" in bad[0].recovery
    assert str(folder) not in bad[0].note
    assert statuses(folder)["results.json"] == "unchecked"
    path.unlink()
    assert check_tournament(folder).sound
    play_tournament(PLAN, folder)
    assert set(statuses(folder).values()) == {"sound"}


def test_results_are_counted_again(folder: Path) -> None:
    """Results that are not those of the games are damaged, those that are gone are missing."""
    path = folder / "results.json"
    data = json.loads(path.read_text())
    data["pairs"][0]["wins"] += 1
    path.write_text(json.dumps(data))
    assert statuses(folder)["results.json"] == "damaged"
    for text in "[]", "{", '{"standings": 5}':
        path.write_text(text)
        assert statuses(folder)["results.json"] == "damaged"
    path.unlink()
    assert statuses(folder)["results.json"] == "missing"
    assert not check_tournament(folder).sound


def test_bad_settings_and_other_files(folder: Path, tmp_path: Path) -> None:
    """Nothing can be said of games without settings; a stranger's file is named."""
    (folder / "games" / "letter.txt").touch()
    assert statuses(folder) == {"tournament.json": "sound", "games": "damaged"}
    (folder / "tournament.json").write_text("{}")
    assert statuses(folder) == {"tournament.json": "damaged"}
    with pytest.raises(TournamentError, match="there is no such folder"):
        check_tournament(tmp_path / "missing")
