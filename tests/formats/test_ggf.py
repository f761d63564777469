"""GGF: whole games with their players and results, and clear errors for everything else."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponnuki
from ponnuki.formats import ggf, transcripts
from ponnuki.formats.ggf import GgfError, GgfRecord, Property
from ponnuki.formats.othello import OthelloGame
from tests.formats.othello_games import GAME, WIPE_OUT, random_games

START = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
SERVER = (
    "2 (;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[one]PW[two]RB[2691.38]RW[2693.68]"
    "TI[05:00//02:00]TY[s8r18]RE[-10.000:r]"
    "BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]"
    "B[f1/-6.00/26.00]W[C5/8.00/25.36]B[d6//9.5];)"
    f"(;GM[Othello]TY[8]{START}B[F5//1];)\n"
)
"""Two games on a line, as a server's archive has them."""


def othello(body: str) -> str:
    """A game with that in it."""
    return f"(;GM[Othello]{body};)"


@pytest.mark.parametrize("spec", ["othello:8", "othello:6"])
def test_games_come_back(spec: str) -> None:
    """Moves, passes, players, event, date and result are read as they were written."""
    games = random_games(40, seed=5, spec=spec)
    text = ggf.write_games(games)
    assert text.count("\n") == 40
    read = ggf.read_games(text, ponnuki.game(spec))
    assert read == [dataclasses.replace(game, margin=game.result()) for game in games]
    assert ggf.write_games(read) == text


def test_a_game_is_written_as_servers_write_it() -> None:
    """To the letter."""
    game = transcripts.read_transcript("f5d6", GAME)
    named = dataclasses.replace(game, black="a [b]", white="c\nd", event="here", date="2024")
    assert ggf.write_games([named]) == (
        f"(;GM[Othello]PC[here]DT[2024]PB[a (b)]PW[c d]RE[?]TY[8]{START}B[f5]W[d6];)\n"
    )
    over = transcripts.read_transcript(WIPE_OUT, GAME)
    assert "RE[+64.000]" in ggf.write_games([over])


def test_an_archive_of_a_server() -> None:
    """Numbers before games, several games, set-up positions, times and flags of results."""
    one, two = ggf.read_games(SERVER, GAME)
    assert (one.black, one.white, one.event) == ("one", "two", "GGS/os")
    assert one.date == "2009.07.01_02:52:45.MDT"
    assert one.margin == -10
    assert not one.usual_start
    assert [GAME.text(move) for move in one.moves] == ["f1", "c5", "d6"]
    assert two.last == GAME.start().play("f5")
    assert two.margin is None
    assert ggf.read_games(SERVER.encode(), GAME) == [one, two]


def test_white_may_begin() -> None:
    """The last letter of BO says whose turn it is."""
    white = START.replace(" *]", " O]")
    (game,) = ggf.read_games(othello(f"{white}W[e3]B[f5]"), GAME)
    assert game.start.to_move == "white"
    assert game.last.to_move == "white"
    assert " O]" in ggf.write_games([game])


def test_passes_left_out_written_and_at_the_end() -> None:
    """They are put back, read in every spelling, and skipped when nobody can move any more."""
    game = next(game for game in random_games(60) if GAME.points in game.moves)
    record = ggf.record_of(game)
    whole = ggf.write_record(record)
    without = GgfRecord(tuple(one for one in record.properties if one.value != "pass"))
    assert ggf.game_of(without, GAME).moves == game.moves
    for word in "PA", "pa/0.00/0.1", " PASS ", "--":
        (read,) = ggf.read_games(whole.replace("[pass]", f"[{word}]"), GAME)
        assert read.moves == game.moves
    side = "BW"[len(game.moves) % 2]
    (read,) = ggf.read_games(whole.replace(";)", f"{side}[pass];)"), GAME)
    assert read.moves == game.moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "offset 0: this is no GGF"),
        ("  hello", "offset 2: this is no GGF"),
        ("(;GM[Othello]", "offset 13: the game does not end"),
        ("(;GM[Othello]B[f5;)", "offset 13: a value is not closed"),
        ("(;GM[Othello]5[f5];)", "offset 13: '5[f5];)' is no property"),
        ("(;)", "offset 0: it does not say its game"),
        (" (;GM[Amazons];)", "offset 1: GM[Amazons] is not Othello"),
        (othello("TY[10]"), "offset 0: the game is on a board of size 10, not 8"),
        (othello("TY[6]"), "offset 0: the game is on a board of size 6, not 8"),
        (othello("BO[10 - *]"), "offset 0: the game is on a board of size 10, not 8"),
        (othello("TY[big]"), "offset 0: TY[big] is no type of game"),
        (othello("TY[8a]"), "fewer discs win"),
        (othello("BO[]"), "offset 13: BO[] does not begin with the board's size"),
        (othello("BO[8 --- *]"), "offset 13: BO needs 64 cells and the side to move"),
        (othello("BO[8 " + "-" * 65 + "]"), "offset 13: BO needs 64 cells"),
        (othello("BO[8 ?]"), "offset 13: '?' is no cell of BO"),
        (othello("B[f5]B[d6]"), "offset 18: it is not black's turn"),
        (othello("W[f5]"), "offset 13: it is not white's turn"),
        (othello("B[f5]B[pass]"), "offset 18: it is not black's turn"),
        (othello("B[pass]"), "offset 13: pass is not legal for black"),
        (othello("B[a1]"), "offset 13: a1 is not legal for black"),
        (othello("B[z9]"), "offset 13: 'z9' is no move"),
        (othello("B[]"), "offset 13: '' is no move"),
        (othello("RE[black]"), "RE[black] is no result"),
        (othello("RE[65]"), "RE[65] is no result"),
        (othello("B[f5]" * 1001), "a game has more than 1000 properties"),
        (othello(f"C[{'x' * 10_001}]"), "offset 15: a value has more than 10000 characters"),
    ],
)
def test_bad_texts_say_where_and_why(text: str, message: str) -> None:
    """Each error names the offset; another size of board is said."""
    with pytest.raises(GgfError) as caught:
        ggf.read_games(text, GAME)
    assert message in str(caught.value)


def test_limits_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a long text nor many games are read."""
    monkeypatch.setattr(ggf, "MAX_GAMES", 1)
    with pytest.raises(GgfError, match="there are more than 1 games"):
        ggf.read_records(SERVER)
    monkeypatch.setattr(ggf, "MAX_LENGTH", 10)
    with pytest.raises(GgfError, match="at most 10 is read"):
        ggf.read_records(SERVER)


@pytest.mark.parametrize(
    "record",
    [
        GgfRecord((Property("C", "a]b"),)),
        GgfRecord((Property("c", "a"),)),
        GgfRecord((Property("C", "a" * 10_001),)),
        GgfRecord((Property("C", "a"),) * 1_001),
    ],
)
def test_what_cannot_be_read_back_is_not_written(record: GgfRecord) -> None:
    """There are no escapes, and the limits hold for both ways."""
    with pytest.raises(GgfError):
        ggf.write_record(record)


@pytest.mark.parametrize(
    ("said", "black", "white"),
    [
        ("TI[15:00]B[f5//10.5]W[d6/1/20]B[c3//2]", 887.5, 880.0),
        ("TI[05:00//02:00]", 300.0, 300.0),
        ("TI[1:00:05]", 3605.0, 3605.0),
        ("TI[00:05]B[f5//99]", 0.0, 5.0),
        ("TB[1:00]TW[2:00]", 60.0, 120.0),
        ("TI[0//2:00]", None, None),
        ("TI[soon]", None, None),
        ("TI[10:00]B[f5//soon]W[d6]", 600.0, 600.0),
        ("", None, None),
    ],
)
def test_the_time_that_is_left(said: str, black: float | None, white: float | None) -> None:
    """Main time less what the moves of a side took; no clock runs without one."""
    (record,) = ggf.read_records(othello(said))
    assert record.seconds_left("black") == black
    assert record.seconds_left("white") == white


@pytest.mark.parametrize(
    ("text", "found"),
    [(SERVER, True), ("(;PB[x]GM[Reversi];)", True), ("(;GM[1]FF[4];B[ee])", False), ("", False),
     ("f5d6", False), ("(;FF[4];GM[Othello])", False)],
)  # fmt: skip
def test_ggf_is_told_from_sgf(text: str, found: bool) -> None:
    """The one names its game, the other has a number for it."""
    assert ggf.looks_like_ggf(text) is found


@given(st.text(alphabet="(;)GMBWOTYERothell[]8*-f5d6/ \n", max_size=120))
def test_any_text_is_read_or_a_clear_error(text: str) -> None:
    """Nothing but GgfError comes out of a bad text."""
    try:
        games = ggf.read_games(text, GAME)
    except GgfError:
        return
    assert all(isinstance(game, OthelloGame) for game in games)
