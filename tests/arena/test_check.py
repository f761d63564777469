"""Checks of whole tournaments: games are replayed, results are counted again."""

import json
from pathlib import Path

import pytest

from ponnuki.arena import Arena, Tournament, TournamentError, play_tournament
from ponnuki.arena.check import check_tournament
from ponnuki.arena.kept import KeptGames
from ponnuki.store import Store

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
    assert len(found) == 5
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
    assert statuses(folder)[f"games/{path.name}"] == "missing"
    assert not check_tournament(folder).sound
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


@pytest.mark.parametrize("name", ["tournament.json", "results.json", "manifest.json"])
def test_any_change_is_found(folder: Path, name: str) -> None:
    """Settings and results are covered wholly: no other bit anywhere gets through."""
    data = (folder / name).read_bytes()
    for index in range(0, len(data), 7):
        spoilt = bytes([*data[:index], data[index] ^ 1, *data[index + 1 :]])
        (folder / name).write_bytes(spoilt)
        assert statuses(folder)[name] == "damaged", f"byte {index}"
        read = KeptGames(folder).results if name == "results.json" else KeptGames(folder).identity
        with pytest.raises(TournamentError, match=name):
            read()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("tournament.json", '"games": 4', '"games": 2'),
        ("results.json", '"depth": 1', '"depth": 2'),
        ("results.json", '"visits": null', '"visits": 9'),
        ("results.json", '"net": "', '"net": "0'),
    ],
)
def test_what_games_do_not_tell(folder: Path, name: str, old: str, new: str) -> None:
    """A number of games, a depth, visits and a net's name, all still of the right kind."""
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    assert statuses(folder)[name] == "damaged"


def test_what_is_gone_is_missing(folder: Path) -> None:
    """Whatever file of a finished tournament was deleted, its check is not sound."""
    for path in sorted(path for path in folder.rglob("*.*") if path.is_file()):
        if path.name == ".lock":
            continue
        data = path.read_bytes()
        path.unlink()
        found = {name: one for name, one in statuses(folder).items() if one == "missing"}
        assert found == {str(path.relative_to(folder)): "missing"}
        path.write_bytes(data)
    assert check_tournament(folder).sound


def test_killed_before_its_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games are there: that is no damage, and the same command finishes the tournament."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(KeptGames, "write_results", killed)
    with pytest.raises(KeyboardInterrupt):
        play_tournament(PLAN, tmp_path / "one", chunk=2)
    monkeypatch.undo()
    assert check_tournament(tmp_path / "one").sound
    assert "nobody counted" in str(check_tournament(tmp_path / "one").files)
    monkeypatch.setattr(Arena, "play", None)
    play_tournament(PLAN, tmp_path / "one")
    assert set(statuses(tmp_path / "one").values()) == {"sound"}


def test_folders_of_earlier_versions(folder: Path) -> None:
    """Without a manifest they are read as before; who goes on with one lists its files."""
    (folder / "manifest.json").unlink()
    data = json.loads((folder / "tournament.json").read_text())
    del data["listed"]
    (folder / "tournament.json").write_text(json.dumps(data, indent=2) + "\n")
    assert check_tournament(folder).sound
    assert statuses(folder)["tournament.json"] == "unchecked"
    play_tournament(PLAN, folder)
    assert set(statuses(folder).values()) == {"sound"}
    assert len(statuses(folder)) == 5


def test_bad_settings_and_other_files(folder: Path, tmp_path: Path) -> None:
    """Nothing can be said of games without settings; a stranger's file is named."""
    (folder / "games" / "letter.txt").touch()
    whole = {"manifest.json": "sound", "tournament.json": "sound"}
    assert statuses(folder) == {**whole, "games": "damaged"}
    (folder / "tournament.json").write_text("{}")
    assert statuses(folder) == {**whole, "tournament.json": "damaged"}
    with pytest.raises(TournamentError, match="there is no such folder"):
        check_tournament(tmp_path / "missing")


def test_files_that_are_not_known_are_covered(folder: Path) -> None:
    """Whatever a later version lists: it is kept in the list, and its damage is found."""
    store = Store(folder, "tournament")
    store.load()
    store.put("layout.toml", b"a = 1")
    store.save()
    play_tournament(PLAN, folder)
    assert statuses(folder)["layout.toml"] == "sound"
    (folder / "layout.toml").write_bytes(b"a = 2")
    assert statuses(folder)["layout.toml"] == "damaged"
    (folder / "layout.toml").unlink()
    assert statuses(folder)["layout.toml"] == "missing"
