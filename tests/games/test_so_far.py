"""A game that is being played: its moves, its positions, what it was before."""

import pytest

import ponnuki
from ponnuki.games import GameSoFar, MoveError

GO = ponnuki.game("go:5,komi=2.5")


def test_a_move_gives_another_game_and_leaves_the_old_one() -> None:
    """Moves are numbers or texts; a branch is played from where it begins."""
    first = GameSoFar(GO.start())
    one = first.play("C3")
    two, other = one.play(GO.move("B2")), one.play("pass")
    assert (first.moves, one.moves) == ((), (GO.move("C3"),))
    assert two.moves == (*one.moves, GO.move("B2"))
    assert other.moves == (*one.moves, GO.points)
    assert two.position == GO.start().play_all(["C3", "B2"])
    assert first.play_all(two.moves).moves == two.moves
    assert [len(game) for game in (first, one, two)] == [0, 1, 2]
    assert two.positions == [GO.start(), one.position, two.position]
    assert bool(first), "a game without moves is a game"


def test_moves_are_taken_back() -> None:
    """As many as there are, and no more."""
    first = GameSoFar(GO.start())
    later = first.play_all(["C3", "B2", "D4"])
    assert later.take_back() is later.before
    assert later.take_back(3) is first
    assert later.take_back(0) is later
    for moves in 4, -1:
        with pytest.raises(ValueError, match=f"moves={moves} is not allowed: use 0 to 3"):
            later.take_back(moves)


def test_what_goes_on_from_where() -> None:
    """The same start and the same first moves."""
    first = GameSoFar(GO.start())
    later = first.play_all(["C3", "B2", "D4"])
    assert later.goes_on(GO.start(), later.moves)
    assert later.goes_on(GO.start(), later.moves[:1])
    assert not later.goes_on(GO.start(), later.moves[1:])
    assert not later.take_back().goes_on(GO.start(), later.moves)
    assert not later.goes_on(GO.parse("X....\n.....\n.....\n.....\n.....\nblack to move"), ())


def test_a_board_that_was_set_up_is_no_usual_start() -> None:
    """What came before it nobody knows."""
    position = GO.start().play("C3")
    game = GameSoFar(position).play("B2")
    assert not game.usual
    assert GameSoFar(GO.start()).play("B2").usual
    assert (game.start, game.moves) == (position, (GO.move("B2"),))


def test_other_rules_keep_the_moves() -> None:
    """Komi counts at the end alone; on another board there is no such game."""
    game = GameSoFar(GO.start()).play_all(["C3", "pass", "pass"])
    assert game.position.outcome is not None
    other = game.under(ponnuki.game("go:5,komi=30.5"))
    assert (other.moves, other.rules.spec) == (game.moves, "go:5,komi=30.5")
    assert other.position.outcome is not None
    assert (game.position.outcome.winner, other.position.outcome.winner) == ("black", "white")
    with pytest.raises(ValueError, match="7"):
        game.under(ponnuki.game("go:7"))


def test_an_illegal_move_is_refused() -> None:
    """In the words of the position."""
    game = GameSoFar(GO.start()).play("C3")
    with pytest.raises(MoveError, match="C3 is not legal for white"):
        game.play("C3")
    with pytest.raises(MoveError):
        game.play(99)


def test_long_games_print_and_go() -> None:
    """However many moves stand behind it."""
    rules = ponnuki.game("go:5")
    game = GameSoFar(rules.start())
    rng = 0
    while game.position.outcome is None:
        legal = game.position.legal_numbers()
        rng = (rng * 5 + 3) % 1009
        game = game.play(legal[rng % max(1, len(legal) - 1)])
    assert len(repr(game)) < 1000
    assert game.positions[-1] == game.position
