"""WTHOR files: what is written is read back, and damaged files name the offset."""

import dataclasses
import datetime
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponnuki
from ponnuki.formats import transcripts, wthor
from ponnuki.formats.othello import OthelloGame
from ponnuki.formats.wthor import WthorError
from tests.formats.othello_games import GAME, WIPE_OUT, random_games

DAY = datetime.date(2026, 11, 16)


def by_hand(
    squares: list[int] | None = None,
    *,
    size: int = 8,
    kind: int = 0,
    score: int = 33,
    players: tuple[int, int] = (1, 2),
) -> bytes:
    """A file with one game, after the published layout."""
    header = struct.pack("<BBBBIHHBBBB", 20, 24, 12, 31, 1, 0, 2024, size, kind, 22, 0)
    moves = bytes(squares or [56, 64]).ljust(60, b"\0")
    return header + struct.pack("<HHHBB", 3, *players, score, 34) + moves


def test_the_layout_is_the_published_one() -> None:
    """16 bytes of header, 68 a game; 56 is f5, row before column."""
    data = by_hand()
    assert len(data) == 84
    header, (record,) = wthor.read_records(data)
    assert header == wthor.Header(datetime.date(2024, 12, 31), 1, 0, 2024, 8, 0, 22)
    assert (record.tournament, record.black, record.white) == (3, 1, 2)
    assert (record.score, record.theoretical, record.offset) == (33, 34, 16)
    (game,) = wthor.read_games(data, GAME)
    assert [GAME.text(move) for move in game.moves] == ["f5", "d6"]
    assert (game.black, game.white, game.event, game.date) == ("#1", "#2", "#3", "2024")
    assert game.margin == 2
    named = wthor.read_games(data, GAME, ["", "Ann", "Bob"], ["", "", "", "Cup"])
    assert (named[0].black, named[0].white, named[0].event) == ("Ann", "Bob", "Cup")


def test_games_and_names_come_back() -> None:
    """Moves with their passes, players, tournament, year and score."""
    games = random_games(40, seed=7)
    files = wthor.write_games(games, DAY)
    assert len(files.games) == 16 + 68 * 40
    assert len(files.players) == 16 + 20 * 7  # five names, white, and nobody
    assert len(files.tournaments) == 16 + 26 * 2
    players = wthor.read_names(files.players, "players")
    tournaments = wthor.read_names(files.tournaments, "tournaments")
    read = wthor.read_games(files.games, GAME, players, tournaments)
    assert read == [dataclasses.replace(game, margin=game.result()) for game in games]
    assert wthor.write_games(read, DAY) == files
    for data in files.games, files.players, files.tournaments:
        assert wthor.read_header(data).created == DAY


def test_scores() -> None:
    """The winner has the empty squares; else what is said counts, else the discs as they lie."""
    over = transcripts.read_transcript(WIPE_OUT, GAME)
    begun = transcripts.read_transcript("f5", GAME)
    given_up = dataclasses.replace(begun, margin=-64)
    files = wthor.write_games([over, begun, given_up], DAY)
    _, records = wthor.read_records(files.games)
    assert [record.score for record in records] == [64, 63, 0]
    assert [record.theoretical for record in records] == [64, 63, 0]


def test_names_are_cut_and_unknown_ones_kept() -> None:
    """The last byte is zero; a name that nobody knows is three question marks."""
    names = ["", "x" * 30, "é\n", "日"]
    data = wthor.write_names(names, "players", DAY)
    assert data[16:36] == b"???".ljust(20, b"\0")
    assert wthor.read_names(data, "players") == ["", "x" * 19, "é", "?"]
    assert wthor.read_header(data).names == 4
    assert wthor.read_names(data.replace(b"x" * 19, b"a\x01" + b"b" * 17), "players")[1] == (
        "a " + "b" * 17
    )


def test_the_last_byte_of_a_name_is_no_letter() -> None:
    """A file that has one there is read as it would be written."""
    data = wthor.write_names(["x" * 19], "players", DAY)[:-1] + b"y"
    assert wthor.read_names(data, "players") == ["x" * 19]


def test_years() -> None:
    """Of all games together, and none if there are several."""
    game = transcripts.read_transcript("f5", GAME)
    for dates, year in (["2019.1.1", "2019"], 2019), (["2019", "2020"], 0), (["", "May"], 0):
        games = [dataclasses.replace(game, date=date) for date in dates]
        assert wthor.read_header(wthor.write_games(games, DAY).games).year == year


@pytest.mark.parametrize("length", range(84))
def test_a_file_that_is_cut_off_names_the_offset(length: int) -> None:
    """Wherever it ends, the error says where, and in which game."""
    with pytest.raises(WthorError) as caught:
        wthor.read_games(by_hand()[:length], GAME)
    what = "its header of 16 bytes" if length < 16 else "game 1 of 1, which begins at offset 16"
    assert str(caught.value) == f"offset {length}: the file ends within {what}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (by_hand() + b"\0", "offset 84: 1 bytes stand behind the last of 1 games"),
        (by_hand(size=10), "offset 12: the games are on a board of size 10, not 8"),
        (by_hand(kind=1), "offset 13: these are no games"),
        (by_hand([56, 99]), "offset 25: 99 is no square"),
        (by_hand([56, 0, 64]), "offset 25: 0 is no square"),
        (by_hand([56, 10]), "offset 25: 10 is no square"),
        (by_hand([56, 56]), "offset 25: f5 is not legal for white"),
        (by_hand(score=65), "offset 22: black cannot have 65 discs"),
        (by_hand()[:4] + b"\xff" * 4 + by_hand()[8:], "offset 4: 4294967295 games are too many"),
    ],
)
def test_damaged_files_say_where_and_why(data: bytes, message: str) -> None:
    """Each error names the offset."""
    with pytest.raises(WthorError) as caught:
        wthor.read_games(data, GAME)
    assert message in str(caught.value)


def test_names_that_are_missing_or_cut_off() -> None:
    """A number beyond the names, and files of names that end too early or too late."""
    with pytest.raises(WthorError, match="offset 20: there is no player 2: the file has 2"):
        wthor.read_games(by_hand(), GAME, ["", "Ann"])
    with pytest.raises(WthorError, match="offset 16: there is no tournament 3"):
        wthor.read_games(by_hand(), GAME, (), [""])
    data = wthor.write_names(["Ann", "Bob"], "players", DAY)
    with pytest.raises(WthorError, match="offset 40: the file ends within name 2 of 2"):
        wthor.read_names(data[:40], "players")
    with pytest.raises(WthorError, match="offset 56: 3 bytes stand behind"):
        wthor.read_names(data + b"abc", "players")


def test_what_a_file_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another board, another first position, too many games or names."""
    (six,) = random_games(1, spec="othello:6")
    other = OthelloGame(GAME.start().play("f5"), ())
    for game in six, other:
        with pytest.raises(WthorError, match=r"game 2: .*usual 8×8 position"):
            wthor.write_games([*random_games(1), game], DAY)
    with pytest.raises(WthorError, match="of size 8, not 6"):
        wthor.read_games(by_hand(), ponnuki.game("othello:6"))
    monkeypatch.setattr(wthor, "MAX_NAMES", 3)
    with pytest.raises(WthorError, match="more than 3 players"):
        wthor.write_games(random_games(3), DAY)
    with pytest.raises(WthorError, match="4 players, a file holds at most 3"):
        wthor.write_names(["a", "b", "c", "d"], "players", DAY)
    monkeypatch.setattr(wthor, "MAX_GAMES", 2)
    with pytest.raises(WthorError, match="3 games, a file holds at most 2"):
        wthor.write_games(random_games(3), DAY)


@given(st.binary(max_size=200), st.integers(0, 84))
def test_any_bytes_are_read_or_a_clear_error(noise: bytes, at: int) -> None:
    """Nothing but WthorError comes out of a damaged file."""
    good = by_hand()
    for data in noise, good[:at] + noise + good[at + len(noise) :]:
        try:
            games = wthor.read_games(data, GAME)
        except WthorError:
            continue
        assert all(game.last.plies == len(game.moves) for game in games)
