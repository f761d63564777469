"""Sessions: the tree of positions that somebody walks through."""

import random
from urllib.parse import parse_qsl

import pytest

import ponnuki
from ponnuki.apps.web.session import HUMAN, MAX_QUERY, Node, Session, SessionError
from ponnuki.formats.sgf import SgfError, main_line
from ponnuki.games import MoveError


def session(spec: str = "capture-go:5", moves: str = "", **players: str) -> Session:
    """A session after some moves."""
    game = ponnuki.game(spec)
    played = [game.move(text) for text in moves.split()]
    return Session(game.start(), players.get("black", HUMAN), players.get("white", HUMAN), played)


def test_a_move_leads_to_the_next_position() -> None:
    """Whose turn it is alternates, and illegal moves change nothing."""
    one = session(moves="C3")
    assert one.position.to_move == "white"
    with pytest.raises(MoveError, match="occupied"):
        one.play(one.game.move("C3"))
    assert one.moves() == [one.game.move("C3")]


def test_a_game_that_is_over_takes_no_move() -> None:
    """After a capture there is a result in words, and nothing can be played."""
    one = session("capture-go:3", "A2 A3 B3")
    assert one.result == "Black wins by capturing 1 stone."
    assert one.to_play is None
    with pytest.raises(SessionError, match="over"):
        one.play(5)


def test_undo_goes_back_to_a_persons_turn() -> None:
    """Against a player both moves are taken back, between people one, and they are forgotten."""
    one = session(moves="C3 C2 B2", white="random")
    one.undo()
    assert len(one.moves()) == 2
    one.undo()
    assert one.moves() == []
    two = session(moves="C3 C2 B2")
    two.undo()
    assert len(two.moves()) == 2
    assert two.here.children == []
    three = session(moves="C3 C2", black="random", white="random")
    three.undo()
    assert len(three.moves()) == 1


def test_undo_at_the_start_says_so() -> None:
    """There is nothing to take back."""
    with pytest.raises(SessionError, match="nothing to take back"):
        session().undo()


def test_undo_where_the_other_side_began() -> None:
    """If a player has black and moved once, undo goes to the first position."""
    one = session(moves="C3", black="random")
    one.undo()
    assert one.here is one.root


def test_stepping_keeps_the_game() -> None:
    """Back and forth, to the ends and beyond."""
    one = session(moves="C3 C2 B2 D4")
    one.step(-2)
    assert one.here.ply == 2
    one.step(-10)
    assert one.here is one.root
    one.step(1)
    assert one.here.ply == 1
    one.go_to(99)
    assert [node.ply for node in one.line()] == [0, 1, 2, 3, 4]
    assert one.here.ply == 4


def test_another_move_makes_a_branch() -> None:
    """Both branches stay; the last one played is followed; the same move makes no new one."""
    one = session(moves="C3 C2 B2")
    one.go_to(1)
    one.play(one.game.move("D4"))
    assert one.moves() == [one.game.move("C3"), one.game.move("D4")]
    one.step(-1)
    assert one.branches() == ["C2", "D4"]
    one.choose_branch(0)
    assert len(one.line()) == 4
    one.step(-1)
    one.play(one.game.move("D4"))
    one.step(-1)
    assert one.branches() == ["C2", "D4"]
    with pytest.raises(SessionError, match="no such branch"):
        one.choose_branch(2)


def test_resigning_belongs_to_its_position() -> None:
    """The result is there and nowhere else, and undo takes the resignation back first."""
    one = session(moves="C3 C2")
    one.resign("black")
    assert one.result == "White wins: Black resigned."
    with pytest.raises(SessionError, match="over already"):
        one.resign("white")
    one.step(-1)
    assert one.result is None
    one.step(1)
    one.undo()
    assert one.result is None
    assert one.here.ply == 2


def test_captured_stones_are_known() -> None:
    """A capture names the points that it emptied and the colour that was there."""
    one = session("capture-go:3", "A2 A3 B3")
    assert one.here.captured() == [(0, -1)]
    assert session(moves="C3").here.captured() == []


@pytest.mark.parametrize("spec", ["capture-go:5", "go:5,komi=2.5", "othello:6", "tic-tac-toe"])
def test_addresses_lead_back(spec: str) -> None:
    """A game's address gives the same position, players and rules."""
    record = ponnuki.play_random(spec, 1, seed=3)[0]
    one = Session(record.game.start(), white="untrained,seed=1", moves=record.moves)
    other = Session.from_query(dict(parse_qsl(one.query())))
    assert other.position == one.position
    assert other.players == {"black": HUMAN, "white": "untrained,seed=1"}
    assert other.moves() == list(record.moves)


def test_a_resignation_is_in_the_address() -> None:
    """It is not forgotten when a page is loaded again."""
    one = session(moves="C3")
    one.resign("white")
    assert Session.from_query(dict(parse_qsl(one.query()))).result == one.result


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"game": "chess"}, "game='chess' is not allowed"),
        ({"game": "go:99"}, "not allowed"),
        ({"moves": "E5.E5"}, "move 2 of the address"),
        ({"moves": "<script>"}, "move 1 of the address"),
        ({"moves": "E5." * MAX_QUERY}, "at most"),
    ],
)
def test_addresses_from_strangers(query: dict[str, str], message: str) -> None:
    """What is wrong with an address is said in one line."""
    with pytest.raises(ValueError, match=message):
        Session.from_query(query)


def test_sgf_holds_the_whole_branch() -> None:
    """Saved from an earlier position, the moves behind it are there too; and it is read back."""
    one = session(moves="C3 C2 B2 D4", white="random")
    one.go_to(1)
    text = one.to_sgf()
    assert main_line(text)[0]["PW"] == ["random"]
    other = Session.from_sgf(text, ponnuki.game("go:9"))
    assert other.here is other.root
    assert other.game == one.game
    other.go_to(99)
    one.go_to(99)
    assert other.position == one.position


def paths(one: Session) -> set[tuple[int, ...]]:
    """All lines of a session, from the root to each position."""
    found: set[tuple[int, ...]] = set()
    todo: list[tuple[Node, tuple[int, ...]]] = [(one.root, ())]
    while todo:
        node, moves = todo.pop()
        found.add(moves)
        todo += [(child, (*moves, child.move or 0)) for child in node.children]
    return found


def test_sgf_holds_all_variations() -> None:
    """The branch that is looked at is the main line; everything comes back."""
    rng = random.Random(5)
    one = session("capture-go:5")
    for _ in range(60):
        one.go_to(rng.randrange(8))
        if not one.over:
            one.play(rng.choice(one.position.legal_numbers()))
    one.go_to(99)
    seen = [node.move for node in one.line()]
    again = Session.from_sgf(one.to_sgf(), one.game)
    assert [node.move for node in again.line()] == seen
    assert paths(again) == paths(one)
    assert len(paths(one)) > 40


def test_variations_that_cannot_be_played_end_there() -> None:
    """Occupied points, the wrong side, stones set up; what stands before and beside them stays."""
    text = (
        "(;SZ[5];B[aa](;W[bb](;B[cc])(;B[bb];W[ee])(;B[dd];B[ee])(;AB[ee];W[dd]))"
        "(;C[a comment];W[ab];B[zz])(;B[ba]))"
    )
    one = Session.from_sgf(text, ponnuki.game("capture-go:9"))
    texts = {tuple(map(one.game.text, moves)) for moves in paths(one)}
    assert texts == {
        (),
        ("A5",),
        ("A5", "B4"),
        ("A5", "B4", "C3"),
        ("A5", "B4", "D2"),
        ("A5", "A4"),
    }
    one.go_to(99)
    assert one.moves() == [one.game.move(text) for text in ("A5", "B4", "C3")]


def test_variations_before_stones_are_set_up_are_left_out() -> None:
    """The session begins where the main line was last set up."""
    text = "(;SZ[5](;B[aa];AW[bb]PL[B](;B[cc])(;B[dd]))(;B[ee]))"
    one = Session.from_sgf(text, ponnuki.game("capture-go:9"))
    assert {tuple(map(one.game.text, moves)) for moves in paths(one)} == {(), ("C3",), ("D2",)}


def test_sgf_says_who_resigned() -> None:
    """As other programs write it."""
    one = session(moves="C3")
    one.resign("white")
    assert main_line(one.to_sgf())[0]["RE"] == ["B+R"]


def test_sgf_with_stones_set_up() -> None:
    """A problem is read, played and saved with its first position."""
    text = "(;SZ[5]AB[bb][bc]AW[cb]PL[W];W[cc];B[])"
    one = Session.from_sgf(text, ponnuki.game("capture-go:9"))
    assert one.game.spec == "capture-go:5"
    assert one.position.stones.count(1) == 2
    assert one.position.to_move == "white"
    again = Session.from_sgf(one.to_sgf(), one.game)
    assert again.root.position.stones == one.root.position.stones
    again.go_to(2)
    one.go_to(2)
    assert again.position.stones == one.position.stones
    with pytest.raises(SessionError, match="set-up"):
        one.query()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "offset 0"),
        ("(;SZ[19];B[aa])", "19"),
        ("(;SZ[5];B[aa];W[aa])", "occupied"),
        ("(;SZ[<b>];B[aa])", "cannot be played here"),
    ],
)
def test_sgf_from_strangers(text: str, message: str) -> None:
    """What is wrong with a file is said in one line."""
    with pytest.raises(SgfError, match=message):
        Session.from_sgf(text, ponnuki.game("capture-go:9"))


def test_othello_is_not_saved_as_sgf() -> None:
    """SGF holds Go games here, and says so."""
    with pytest.raises(SgfError, match="only capture-go and go"):
        session("othello:6").to_sgf()


@pytest.mark.parametrize(
    ("spec", "moves", "words"),
    [
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "X wins with three in a row."),
        ("tic-tac-toe", "a1 b1 c1 b2 a2 c2 b3 a3 c3", "A draw: the board is full."),
        ("go:3", "B2 pass pass", "Black wins by 8 points of territory after two passes."),
        ("go:3,scoring=area", "B2 pass pass", "Black wins by 9 points of area after two passes."),
        ("go:3", "pass pass", "A draw: both sides have the same."),
        ("go:3,cap=1", "B2", "Black wins by 8 points: the game reached its last move."),
    ],
)
def test_results_in_words(spec: str, moves: str, words: str) -> None:
    """Each way to end a game has a sentence."""
    assert session(spec, moves).result == words


def test_othello_counts_discs() -> None:
    """The margin is in discs."""
    record = ponnuki.play_random("othello:6", 1, seed=1)[0]
    result = Session(record.game.start(), moves=record.moves).result
    assert result is not None
    assert f"{record.outcome.margin} disc" in result
