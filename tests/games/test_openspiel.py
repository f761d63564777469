"""OpenSpiel as an outside witness for the rules of Go, Othello and tic-tac-toe."""

import numpy as np
import pyspiel
import pytest

import ponnuki

SIDES = {"black": 0, "white": 1}


def openspiel_move(game: ponnuki.Game, move: int) -> int:
    """OpenSpiel counts the rows of Go from the bottom."""
    if game.id != "go" or move == game.pass_move:
        return move
    row, column = divmod(move, game.size)
    return (game.size - 1 - row) * game.size + column


@pytest.mark.parametrize(
    ("spec", "name", "games"),
    [
        ("tic-tac-toe", "tic_tac_toe", 500),
        ("othello:8", "othello", 200),
        ("go:5,ko=simple,scoring=area,komi=0.5,cap=4096", "go(board_size=5,komi=0.5)", 200),
        ("go:9,ko=simple,scoring=area,komi=7,cap=4096", "go(board_size=9,komi=7.0)", 40),
        ("go:13,ko=simple,scoring=area,cap=4096", "go(board_size=13,komi=0.0)", 10),
    ],
)
def test_random_games_agree(spec: str, name: str, games: int) -> None:
    """Legal moves agree at every move, and so does the result.

    OpenSpiel ends a game of Go as soon as a board repeats, and after a number of moves; a game
    counts up to there.
    """
    game = ponnuki.game(spec)
    theirs = pyspiel.load_game(name)
    finished = 0
    for record in ponnuki.play_random(game, games, seed=9, threads=1):
        state = theirs.new_initial_state()
        position = game.start()
        for move in record.moves:
            if state.is_terminal():
                break
            assert state.current_player() == SIDES[position.to_move]
            ours = sorted(openspiel_move(game, legal) for legal in position.legal_numbers())
            assert ours == sorted(state.legal_actions())
            state.apply_action(openspiel_move(game, move))
            position = position.play(move)
        outcome = position.outcome
        if outcome is not None and state.is_terminal():
            finished += 1
            sign = {"black": 1, "white": -1, None: 0}[outcome.winner]
            assert np.sign(state.returns()).tolist() == [sign, -sign]
    assert finished >= games / 2
