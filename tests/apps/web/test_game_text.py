"""Games as texts to save and load: SGF for Go, GGF and transcripts for Othello."""

import pytest

import ponnuki
from ponnuki.apps.web.game_text import read_session, write_session
from ponnuki.apps.web.session import HUMAN, Session
from ponnuki.formats import ggf
from ponnuki.formats.sgf import SgfError

GO = ponnuki.game("go:5")


def session(spec: str, moves: str, black: str = HUMAN) -> Session:
    """A session after some moves."""
    game = ponnuki.game(spec)
    return Session(game.start(), black, HUMAN, [game.move(text) for text in moves.split()])


@pytest.mark.parametrize("spec", ["othello:8", "othello:6"])
def test_othello_is_saved_as_ggf(spec: str) -> None:
    """Players, moves and result; it is read back from its first position on its own board."""
    record = ponnuki.play_random(spec, games=1, seed=3)[0]
    one = Session(record.game.start(), "random", HUMAN, record.moves)
    text, name, _ = write_session(one)
    assert name == "othello.ggf"
    assert "PB[random]PW[human]RE[" in text
    again = read_session(text, GO)
    assert again.position == record.game.start()
    again.go_to(1000)
    assert again.moves() == list(record.moves)
    assert again.result == one.result


def test_a_branch_and_a_resignation() -> None:
    """GGF holds the branch that is on the board; who resigns has lost all discs."""
    one = session("othello:8", "f5 d6 c3")
    one.step(-2)
    one.play(one.game.move("f6"))
    one.resign("black")
    text = write_session(one).text
    assert "B[f5]W[f6];)" in text
    assert "RE[-64.000]" in text


def test_a_game_from_another_position_comes_back() -> None:
    """What was set up is kept."""
    start = ponnuki.game("othello:8").start().play("f5")
    one = Session(start, moves=start.legal_numbers()[:1])
    again = read_session(write_session(one).text, GO)
    assert again.root.position.stones == start.stones
    assert again.root.position.to_move == "white"


@pytest.mark.parametrize(
    ("text", "otherwise", "spec", "plies"),
    [
        ("F5D6", "go:5", "othello:8", 2),
        ("e4", "othello:6", "othello:6", 1),
        ("(;GM[Othello]TY[6];)", "othello:8", "othello:6", 0),
        ("(;GM[Othello]B[f5];)", "othello:6", "othello:8", 1),
        ("1 (;GM[Othello]TY[8];)", "capture-go:9", "othello:8", 0),
        ("(;GM[1]SZ[5];B[cc])", "othello:8", "capture-go:5", 1),
    ],
)
def test_texts_say_which_game_they_are(text: str, otherwise: str, spec: str, plies: int) -> None:
    """The board before matters only where a text says nothing."""
    one = read_session(text, ponnuki.game(otherwise))
    assert one.game.spec == spec
    one.go_to(1000)
    assert one.position.plies == plies


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[Othello]TY[10];)", "a board of size 10 cannot be played here"),
        ("(;GM[Othello]TY[x];)", "offset 0: TY\\[x\\] is no type of game"),
        ("(;GM[Othello]B[a1];)", "offset 13: a1 is not legal"),
        ("f5f5", "line 1, offset 2: f5 is not legal"),
        ("hello", "offset 0: this is no SGF"),
        ("(;GM[2]SZ[8])", "is not Go"),
    ],
)
def test_bad_texts_are_said_to_be_bad(text: str, message: str) -> None:
    """In one line that says where."""
    with pytest.raises(ValueError, match=message):
        read_session(text, ponnuki.game("go:7"))


def test_other_games_stay_with_sgf() -> None:
    """Go is saved as SGF with its branches; tic-tac-toe has no format."""
    text, name, media_type = write_session(session("go:5", "C3 C2"))
    assert (name, media_type) == ("go.sgf", "application/x-go-sgf")
    assert read_session(text, GO).game == GO
    with pytest.raises(SgfError, match="only capture-go and go"):
        write_session(session("tic-tac-toe", ""))


def test_the_size_of_a_record() -> None:
    """BO counts before TY, and 8 stands for nothing said."""
    for said, size in ("", 8), ("TY[0]", 8), ("TY[s6r18]", 6), ("TY[8]BO[10 -]", 10), ("BO[]", 8):
        (record,) = ggf.read_records(f"(;GM[Othello]{said};)")
        assert ggf.board_size(record) == size
