"""The exact end of games of Othello: against a slow twin, a published position, and in play."""

from math import inf
from typing import Any

import pytest

import ponnuki
from ponnuki import Engine, Limit, Position, Search
from ponnuki.arena import Arena
from ponnuki.players import Choice, Stop, player
from tests.reference import endgame
from tests.reference.othello import Othello, State

FFO_40 = """
O--OOOOX
-OOOOOOX
OOXXOOOX
OOXOOOXX
OOOOOOXX
---OOOOX
----O--X
--------
"""
"""A position with 20 empty points that programs are tested with; black wins by 38 with a2."""


def late(size: int, empty: int, seed: int) -> Position:
    """A position of a random game with so many empty points, or the last one before its end."""
    rules = ponnuki.game(f"othello:{size}")
    position = rules.start()
    for move in ponnuki.play_random(rules, 1, seed, 1)[0].moves:
        if position.stones.count(0) <= empty:
            break
        before, position = position, position.play(move)
        if position.outcome is not None:
            return before
    return position


def solver(size: int = 8, **settings: Any) -> Engine:
    """A piece counter with initial weights that solves the end."""
    net = ponnuki.evaluator("wpc", f"othello:{size}")
    search = Search(**{"depth": 2, "endgame": 14, **settings})
    return Engine(net, net.initial(1, 3)[0], search)


def twin(position: Position) -> int:
    """What plain minimax says."""
    to_move = 1 if position.to_move == "black" else -1
    state = State(tuple(position.stones), to_move, position.plies)
    return endgame.margin(Othello(position.game.size), state)


@pytest.mark.parametrize("size", [6, 8])
def test_margins_are_those_of_plain_minimax(size: int) -> None:
    """The best move, every other move and the line have the margins of a slow twin."""
    for seed in range(12):
        position = late(size, 6, seed)
        found = solver(size).think(position, all_moves=True)
        assert found.margin == twin(position)
        moves = position.legal_numbers()
        assert found.root_margins == {move: twin(position.play(move)) for move in moves}
        end = position.play_all(found.line)
        assert end.outcome is not None
        assert sum(end.stones) == found.margin
        winner = None if not found.margin else "black" if found.margin > 0 else "white"
        assert end.outcome.winner == winner
        assert found.decided == (None if winner is None else (winner, len(found.line)))
        if winner:
            assert found.value == (inf if winner == "black" else -inf)
        assert solver(size).think(position).margin == found.margin
        assert found.complete
        assert found.leaves == 0


def test_a_published_position_is_solved() -> None:
    """The margin and the move of a position that every solver is tested with."""
    rules = ponnuki.game("othello:8")
    letters = "   a b c d e f g h"
    rows = [
        f"{number:2} {' '.join(row.replace('-', '.'))} {number}"
        for number, row in enumerate(FFO_40.split(), 1)
    ]
    position = rules.parse("\n".join([letters, *rows, letters, "ply 40, black to move"]))
    found = solver(endgame=20).think(position)
    assert (found.margin, rules.text(found.move)) == (38, "a2")


def test_a_draw_is_worth_what_the_search_says() -> None:
    """A drawn end has the margin 0 and the value of a draw."""
    drawn = next(one for seed in range(500) if twin_is_drawn(one := late(6, 5, seed)))
    found = solver(6, draw=0.5).think(drawn)
    assert found.margin == 0
    assert found.decided is None
    assert abs(found.value) == pytest.approx(0.5)


def twin_is_drawn(position: Position) -> bool:
    """Whether a position that is not over ends in a draw."""
    return position.outcome is None and twin(position) == 0


def test_only_the_end_is_solved_and_only_by_searches_deeper_than_one_ply() -> None:
    """With more empty points, at depth 1, or without the setting a search is as it was."""
    position = late(8, 12, 1)
    for one in solver(endgame=11), solver(endgame=0), solver(depth=1):
        found = one.think(position, all_moves=True)
        assert (found.margin, found.root_margins) == (None, {})
        plain = Search(depth=one.search.depth).run(
            position, one.evaluator, one.weights, all_moves=True
        )
        assert found == plain


def test_a_limit_that_is_too_tight_leaves_an_ordinary_search() -> None:
    """Nodes, seconds and stops end a solver; there is always a legal move."""
    position = late(8, 18, 2)
    stop = Stop()
    stop.set()
    for limit in Limit(nodes=2000), Limit(seconds=1e-9), Limit(stop=stop):
        found = solver(endgame=20).think(position, limit)
        assert found.margin is None
        assert found.move in position.legal_numbers()
        assert found.nodes <= 2000
    assert solver(endgame=20).think(late(8, 8, 2), Limit(nodes=10**6)).margin is not None


def best_moves(position: Position) -> set[int]:
    """The moves with the best margin."""
    found = solver().think(position, all_moves=True)
    return {move for move, margin in found.root_margins.items() if margin == found.margin}


def test_equal_moves_are_chosen_by_the_seed_or_by_the_board() -> None:
    """All best moves are played by some seed, and the first on the board where that is asked."""
    position = next(one for seed in range(100) if len(best_moves(one := late(8, 6, seed))) > 1)
    best = best_moves(position)
    assert {solver().think(position, seed=seed).move for seed in range(40)} == best
    assert solver(ties="first").think(position).move == min(best)


def test_games_end_as_they_were_solved() -> None:
    """From the first solved position on, two solvers end a game with its margin."""
    one = solver(endgame=12)
    batch = Arena(1).play(one.game, [one], [[0, 0]] * 3, [1, 2, 3])
    for record in batch:
        position = one.game.start()
        for move in record.moves:
            if position.stones.count(0) <= 12:
                break
            position = position.play(move)
        margin = one.think(position).margin
        end = position.play_all(record.moves[position.plies :])
        assert sum(end.stones) == margin


def test_a_creative_player_plays_the_solved_move() -> None:
    """What is solved is not varied."""
    position = late(8, 8, 4)
    own = solver()
    creative = Engine(own.evaluator, own.weights, own.search, Choice(creative=1.0))
    moves = {creative.choose(position, seed=seed) for seed in range(10)}
    margins = own.think(position, all_moves=True).root_margins
    sign = 1 if position.to_move == "black" else -1
    assert {sign * margins[move] for move in moves} == {max(sign * m for m in margins.values())}


def test_specs_and_bad_numbers() -> None:
    """A spec may say it; numbers out of range are named."""
    rules = ponnuki.game("othello:8")
    found = player("standard-wpc,depth=4,endgame=12", rules)
    assert isinstance(found, Engine)
    assert found.search.endgame == 12
    with pytest.raises(ValueError, match="endgame=31 is not allowed: use 0 to 30"):
        Search(endgame=31)
