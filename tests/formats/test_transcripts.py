"""Transcripts: squares in a row, with passes put back, and clear errors for everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponnuki
from ponnuki.formats import transcripts
from ponnuki.formats.othello import OthelloGame
from ponnuki.formats.transcripts import TranscriptError, read_transcript, read_transcripts
from tests.formats.othello_games import GAME, WIPE_OUT, random_games


@pytest.mark.parametrize("spec", ["othello:8", "othello:6"])
def test_games_come_back(spec: str) -> None:
    """What is written is read as the same moves, passes included, in both cases of letters."""
    games = random_games(40, seed=3, spec=spec)
    text = transcripts.write_transcripts(games)
    assert text.count("\n") == 40
    assert "pass" not in text
    for written in text, text.upper(), text.replace("\n", "\r\n\n"):
        read = read_transcripts(written, ponnuki.game(spec))
        assert [game.moves for game in read] == [game.moves for game in games]


def test_passes_may_be_written() -> None:
    """As pass, pa, ps or two dashes; blanks between squares mean nothing."""
    game = next(game for game in random_games(60) if GAME.points in game.moves)
    for word in "pass", "PA", "ps", "--":
        texts = [word if move == GAME.points else GAME.text(move) for move in game.moves]
        assert read_transcript("".join(texts), GAME).moves == game.moves
        assert read_transcript("  " + " \t".join(texts) + " ", GAME).moves == game.moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no game in the text"),
        ("\n \n", "there is no game in the text"),
        ("hello", "line 1, offset 0: 'hello' is no square"),
        ("f5\n\nf5 d6 x", "line 3, offset 6: 'x' is no square"),
        ("f5i9", "line 1, offset 2: 'i9' is no move"),
        ("f5f5", "line 1, offset 2: f5 is not legal for white in othello:8: the point is occupied"),
        ("f5d", "line 1, offset 2: 'd' is no square"),
        ("a1", "line 1, offset 0: a1 is not legal for black in othello:8: it turns no disc"),
        ("f5pass", "line 1, offset 2: pass is not legal"),
        (WIPE_OUT + "a1", "line 1, offset 18: a1 is not legal for white in othello:8: the game is"),
        ("f5" * 600, "line 1, a game has 1200 characters, at most 1000 are read"),
        ("f٥", "line 1, offset 0: 'f٥' is no square"),
    ],
)
def test_bad_texts_say_where_and_why(text: str, message: str) -> None:
    """Each error names the line and the offset."""
    with pytest.raises(TranscriptError) as caught:
        read_transcripts(text, GAME)
    assert message in str(caught.value)


def test_limits_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a long text nor many games are read."""
    monkeypatch.setattr(transcripts, "MAX_GAMES", 2)
    assert len(read_transcripts("f5\nf5\n", GAME)) == 2
    with pytest.raises(TranscriptError, match="line 3: there are more than 2 games"):
        read_transcripts("f5\nf5\nf5", GAME)
    monkeypatch.setattr(transcripts, "MAX_LENGTH", 5)
    with pytest.raises(TranscriptError, match="6 characters, at most 5"):
        read_transcripts("f5\nf5\n", GAME)


def test_what_a_transcript_cannot_hold() -> None:
    """A game from another position, one without moves, and one that is not legal."""
    other = GAME.start().play("f5")
    with pytest.raises(TranscriptError, match=r"game 1: .*another first position"):
        transcripts.write_transcripts([OthelloGame(other, tuple(other.legal_numbers()[:1]))])
    with pytest.raises(TranscriptError, match="without a move"):
        transcripts.write_transcript(OthelloGame(GAME.start(), ()))
    with pytest.raises(ponnuki.MoveError):
        transcripts.write_transcript(OthelloGame(GAME.start(), (0,)))


@pytest.mark.parametrize(
    ("text", "found"),
    [("\n F5d6", True), ("f5", True), ("f5 d6", True), ("(;GM[1])", False), ("X O", False),
     ("f5x", False), ("", False), ("a b c d e f g h\n1 . .", False), ("go home", False)],
)  # fmt: skip
def test_transcripts_are_told_from_other_texts(text: str, found: bool) -> None:
    """By their first squares; diagrams and trees begin otherwise."""
    assert transcripts.looks_like_transcript(text) is found


@given(st.text(alphabet="abcdefghpsx123456789- \n", max_size=60))
def test_any_text_is_read_or_a_clear_error(text: str) -> None:
    """Nothing but TranscriptError comes out of a bad text."""
    try:
        games = read_transcripts(text, GAME)
    except TranscriptError:
        return
    assert all(game.last.plies == len(game.moves) for game in games)
