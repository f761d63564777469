"""What the formats of Othello share: passes, results, and the way round the board."""

import pytest

import ponnuki
from ponnuki.formats import ggf, othello, transcripts, wthor
from ponnuki.formats.othello import OthelloGame
from tests.formats.othello_games import GAME, WIPE_OUT, random_games


def test_the_board_lies_as_the_othello_world_draws_it() -> None:
    """Black has e4 and d5, a1 is at the top left, and black may begin on d3, c4, f5 and e6."""
    start = GAME.start()
    black = [GAME.text(point) for point, disc in enumerate(start.stones) if disc > 0]
    white = [GAME.text(point) for point, disc in enumerate(start.stones) if disc < 0]
    assert (black, white) == (["e4", "d5"], ["d4", "e5"])
    assert [GAME.text(move) for move in start.legal_numbers()] == ["d3", "c4", "f5", "e6"]
    (read,) = ggf.read_games(
        "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O---------------------------"
        " *]B[d3];)",
        GAME,
    )
    assert read.start == start
    assert read.last == start.play("d3")
    record = bytes([53] + [0] * 59)  # row 5, column 3
    with pytest.raises(wthor.WthorError, match="c5 is not legal"):
        wthor.game_of(wthor.WthorRecord(0, 0, 0, 32, 32, record, 16), GAME)


def test_passes_are_put_back_where_somebody_has_no_move() -> None:
    """A game without its passes is the same game again, and games with passes are among these."""
    games = random_games(60)
    assert sum(GAME.points in game.moves for game in games) > 5
    for game in games:
        position, moves = game.start, list[int]()
        for move in game.moves:
            if move != GAME.points:
                position, played = othello.play_with_passes(position, move)
                moves += played
        assert tuple(moves) == game.moves
        assert position.outcome is not None


def test_the_winner_has_the_empty_squares() -> None:
    """A wipe-out in nine moves is won by 64; a game that goes on has the result that is said."""
    game = transcripts.read_transcript(WIPE_OUT, GAME)
    outcome = game.last.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == ("black", 13)
    assert game.result() == 64
    white = GAME.parse("\n".join(["O" * 8] + ["." * 8] * 7 + ["black to move"]))
    assert othello.disc_margin(white) == -64
    assert othello.disc_margin(GAME.start()) == 0
    assert OthelloGame(GAME.start(), (19,)).result() is None
    assert OthelloGame(GAME.start(), (19,), margin=-8.0).result() == -8


def test_other_games_are_refused() -> None:
    """The formats are for Othello alone."""
    go = ponnuki.game("go:5")
    with pytest.raises(ponnuki.SpecError, match="not for go:5"):
        transcripts.read_transcript("f5", go)
    with pytest.raises(ponnuki.SpecError, match="not for go:5"):
        ggf.read_games("(;GM[Othello];)", go)
