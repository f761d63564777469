"""The standard heuristic of Othello."""

import numpy as np
import pytest

import ponnuki
from ponnuki import SpecError
from ponnuki.players import Engine, depth_of
from ponnuki.players.standard import STANDARD_WPC


def test_its_weights() -> None:
    """Corners are worth 1, the board is the same from all eight sides."""
    board = STANDARD_WPC.reshape(8, 8)
    assert board[0, 0] == 1
    assert board[0, 1] == board[1, 1] == -0.25
    for turned in board.T, board[::-1], board[:, ::-1]:
        assert np.array_equal(board, turned)
    assert board.sum() == pytest.approx(2.76)


def test_it_looks_one_ply_ahead() -> None:
    """Whatever depth is asked of all players; its own spec may say another."""
    game = ponnuki.game("othello:8")
    player = ponnuki.player("standard-wpc", game, depth=4, noise=0.1)
    assert isinstance(player, Engine)
    assert depth_of(player) == 1
    assert player.choice.noise == 0.1
    assert depth_of(ponnuki.player("standard-wpc,depth=3", game)) == 3


def test_it_plays_the_move_with_the_highest_count() -> None:
    """In positions of random games no other move leaves it a higher sum of weights."""
    game = ponnuki.game("othello:8")
    player = ponnuki.player("standard-wpc", game)
    for seed, record in enumerate(ponnuki.play_random(game, 20, seed=3)):
        position = game.start().play_all(record.moves[: 3 + 2 * seed])
        sign = 1 if position.to_move == "black" else -1
        counts = {
            move: sign * float(position.play(move).cells.ravel() @ STANDARD_WPC)
            for move in position.legal_numbers()
        }
        chosen = player.choose(position, seed=seed)
        assert counts[chosen] == pytest.approx(max(counts.values()))


def test_it_plays_othello_alone() -> None:
    """Other games and sizes are refused."""
    for spec in "othello:6", "capture-go:9":
        with pytest.raises(SpecError, match=f"plays othello:8, not {spec}"):
            ponnuki.player("standard-wpc", ponnuki.game(spec))
