"""Single cases of the rules that a reader can check by hand, as diagrams."""

import pytest

import ponnuki
from ponnuki import MoveError

SUICIDE = """
. X .
X . X
. X .
white to move
"""

KO = """
. X O .
X O . O
. X O .
. . . .
black to move
"""


def test_first_capture_wins() -> None:
    """White loses its only stone and the game."""
    game = ponnuki.game("capture-go:3")
    position = game.start().play_all([game.move(text) for text in ("A2", "A3", "B3")])
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.margin, outcome.plies) == (
        "black", "capture", 1, 3,
    )  # fmt: skip
    assert position.cells[0, 0] == 0


def test_suicide_is_refused_by_name() -> None:
    """A stone without a liberty that captures nothing may not be played."""
    game = ponnuki.game("capture-go:3")
    with pytest.raises(MoveError, match=r"B2 is not legal for white in capture-go:3: suicide"):
        game.parse(SUICIDE).play(game.move("B2"))


def test_a_capture_is_never_suicide() -> None:
    """A stone that captures lives."""
    game = ponnuki.game("capture-go:3")
    board = ". O X\nO X X\nX X .\n"
    outcome = game.parse(board + "black to move").play(game.move("A3")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == ("black", 2)
    with pytest.raises(MoveError, match="suicide"):
        game.parse(board + "white to move").play(game.move("A3"))


def test_occupied_off_board_and_over_are_refused_by_name() -> None:
    """Every refusal names the move and the reason."""
    game = ponnuki.game("capture-go:3")
    one = game.start().play(4)
    with pytest.raises(MoveError, match=r"B2 is not legal for white.*occupied"):
        one.play(4)
    with pytest.raises(MoveError, match=r"move 10 is not legal.*no such move"):
        one.play(10)
    over = one.play_all([game.move("pass"), game.move("pass")])
    with pytest.raises(MoveError, match="the game is over"):
        over.play(0)
    with pytest.raises(MoveError, match="no such move"):
        one.play(10**30)
    with pytest.raises(TypeError):
        one.play(1.5)  # type: ignore[arg-type]


def test_moves_can_be_played_by_their_text() -> None:
    """A text does what its number does, with the errors of `Game.move` and of `play`."""
    game = ponnuki.game("capture-go:3")
    start = game.start()
    assert start.play("b2") == start.play("B2") == start.play(4)
    assert start.play_all(["B2", "pass", 0]) == start.play_all([4, game.points, 0])
    with pytest.raises(MoveError, match="'Z9' is no move of capture-go:3: points are written"):
        start.play("Z9")
    with pytest.raises(MoveError, match=r"B2 is not legal for white.*occupied"):
        start.play("B2").play("B2")
    with pytest.raises(MoveError, match="'pass' is no move of tic-tac-toe"):
        ponnuki.game("tic-tac-toe").start().play("pass")


def test_what_a_board_does_not_show() -> None:
    """Captured stones by side, passes in a row, and the point of a ko."""
    game = ponnuki.game("go:4,ko=simple")
    before = game.parse(KO)
    assert (before.captured, before.passes, before.ko) == ((0, 0), 0, None)
    taken = before.play("C3")
    assert (taken.captured.black, taken.captured.white) == (1, 0)
    assert taken.ko == game.move("B3")
    passed = taken.play("pass")
    assert (passed.captured, passed.passes, passed.ko) == ((1, 0), 1, None)
    othello = ponnuki.game("othello:8").start()
    assert (othello.captured, othello.passes, othello.ko) == ((0, 0), 0, None)


def test_last_moves_are_known_as_far_as_they_were_made() -> None:
    """The latest first, at most two, a pass too; a diagram has none, and other rules keep them."""
    game = ponnuki.game("go:5")
    position = game.start()
    assert position.last_moves == ()
    position = position.play("A1")
    assert position.last_moves == (game.move("A1"),)
    position = position.play_all(["pass", "C3"])
    assert position.last_moves == (game.move("C3"), game.pass_move)
    assert position.under(ponnuki.game("go:5,komi=3.5")).last_moves == position.last_moves
    shown = game.parse(str(position))
    assert shown == position
    assert shown.last_moves == ()
    assert shown.play("D4").last_moves == (game.move("D4"),)


def test_a_board_under_other_rules() -> None:
    """It is the same board with its past; rules that have no such board refuse it."""
    position = ponnuki.game("go:5").start().play_all(["C3", "B2", "pass"])
    other = ponnuki.game("go:5,komi=3.5")
    moved = position.under(other)
    assert (moved.game, moved.stones, moved.passes) == (other, position.stones, 1)
    assert moved.under(position.game) == position
    with pytest.raises(ValueError, match="go:7 has no such position"):
        position.under(ponnuki.game("go:7"))


def test_simple_ko() -> None:
    """A ko may not be retaken at once; after a pass of both it may."""
    game = ponnuki.game("go:4,ko=simple")
    taken = game.parse(KO).play(game.move("C3"))
    assert str(taken).splitlines()[-1].endswith("captured 1-0, ko B3")
    with pytest.raises(MoveError, match="ko: it would take back at once"):
        taken.play(game.move("B3"))
    assert game.move("B3") in taken.play_all([game.move("A1"), game.move("D1")]).legal_numbers()


def test_superko() -> None:
    """No earlier board may come back."""
    game = ponnuki.game("go:4")
    taken = game.parse(KO).play(game.move("C3"))
    with pytest.raises(MoveError, match="superko"):
        taken.play(game.move("B3"))
    assert game.move("B3") in taken.play_all([game.move("A1"), game.move("D1")]).legal_numbers()


def test_passing_forbidden() -> None:
    """Where passing is forbidden a pass is refused, and a side without a move loses or draws."""
    diagram = ". X .\nX X X\n. X .\nwhite to move"
    for no_move, winner in ("loses", "black"), ("draws", None):
        game = ponnuki.game("capture-go:3", passing=False, no_move=no_move)
        with pytest.raises(MoveError, match="passing is not allowed"):
            game.start().play(9)
        outcome = game.parse(diagram).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason, outcome.margin) == (winner, "no move", 0)
    game = ponnuki.game("capture-go:3", passing=False, no_move="passes")
    assert game.parse(diagram).legal_numbers() == [9]


def test_win_by_several_captures() -> None:
    """The game goes on, without the captured stones, until the number is reached."""
    game = ponnuki.game("capture-go:3,captures=2")
    position = game.start().play_all([game.move(text) for text in ("A2", "A3", "B3")])
    assert position.outcome is None
    assert position.cells[0, 0] == 0
    position = position.play_all([game.move(text) for text in ("C3", "C2")])
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == ("black", 2)


def test_othello_forced_pass_and_wipe_out() -> None:
    """A side that cannot turn a disc has the pass alone; without discs the game is over."""
    game = ponnuki.game("othello:6")
    rows = ["......"] * 5
    position = game.parse("\n".join([*rows, "XXXXO.", "black to move"]))
    assert position.legal_numbers() == [game.move("f6")]
    passing = game.parse("\n".join([*rows, "XXXXO.", "white to move"]))
    assert passing.legal_numbers() == [36]
    assert game.text(36) == "pass"
    outcome = position.play(game.move("f6")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.margin) == ("black", "discs", 6)


def test_komi_and_prisoners() -> None:
    """White's komi and the prisoners count."""
    game = ponnuki.game("go:3,komi=2.5")
    position = game.start().play_all(
        [game.move(text) for text in ("A2", "A3", "B3", "pass", "pass")]
    )
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.margin) == ("black", "territory", 5.5)


def test_random_tic_tac_toe_has_the_exact_frequencies() -> None:
    """Random play wins 58.49 % first, 28.81 % second, draws 12.70 % (five standard deviations)."""
    games = 200_000
    winners = ponnuki.play_random("tic-tac-toe", games, seed=1).winners
    for sign, share in (1, 0.584921), (-1, 0.288095), (0, 0.126984):
        expected = games * share
        assert abs((winners == sign).sum() - expected) < 5 * (expected * (1 - share)) ** 0.5
