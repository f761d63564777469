"""Specs, move texts and diagrams: whatever is typed, the answer is a value or a clear error."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponnuki
from ponnuki import Game, MoveError, SpecError
from ponnuki.games import DiagramError
from tests.specs import SPECS

specs = st.sampled_from(SPECS)


@st.composite
def positions(draw: st.DrawFn) -> ponnuki.Position:
    """A position of any game, reached by any legal moves."""
    position = ponnuki.game(draw(specs)).start()
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        legal = position.legal_numbers()
        if not legal:
            break
        position = position.play(legal[choice % len(legal)])
    return position


@given(positions())
def test_any_position_survives_its_diagram(position: ponnuki.Position) -> None:
    """What is printed parses back equal, with or without labels, blank lines and margins."""
    text = str(position)
    assert position.game.parse(text) == position
    size = position.game.size
    lines = text.splitlines()
    bare = [line.strip("0123456789 ").replace(" ", "") for line in lines[1 : size + 1]]
    assert position.game.parse("\n\n".join([*bare, *lines[size + 2 :]])) == position


@given(specs, st.text(max_size=300))
def test_any_text_is_a_diagram_or_a_clear_error(spec: str, text: str) -> None:
    """Nothing but DiagramError comes out of a bad diagram."""
    game = ponnuki.game(spec)
    try:
        position = game.parse(text)
    except DiagramError as error:
        assert str(error)
    else:
        assert game.parse(str(position)) == position


@given(positions(), st.data())
def test_a_damaged_diagram_is_another_position_or_a_clear_error(
    position: ponnuki.Position, data: st.DataObject
) -> None:
    """One changed character never crashes and never gives a position that does not print back."""
    text = str(position)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("XO. \n0159abk-,"))
    damaged = text[:at] + letter + text[at + 1 :]
    try:
        found = position.game.parse(damaged)
    except DiagramError:
        return
    assert position.game.parse(str(found)) == found


@given(st.text(max_size=60))
def test_any_text_is_a_spec_or_a_clear_error(text: str) -> None:
    """Nothing but SpecError comes out of a bad spec."""
    for spec in text, f"capture-go:{text}", f"go:5,{text}":
        try:
            game = ponnuki.game(spec)
        except SpecError as error:
            assert str(error)
        else:
            assert ponnuki.game(game.spec) == game


@given(specs, st.text(max_size=8))
def test_any_text_is_a_move_or_a_clear_error(spec: str, text: str) -> None:
    """Nothing but MoveError comes out of a bad move."""
    game = ponnuki.game(spec)
    try:
        move = game.move(text)
    except MoveError as error:
        assert str(error)
    else:
        assert game.text(move).lower() == text.lower()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("chess", "game='chess' is not allowed: use capture-go, go, othello, tic-tac-toe"),
        ("capture-go:2", "capture-go: size=2 is not allowed: use 3 to 13"),
        ("capture-go:9,9", "option '9' has no value: write name=value"),
        ("capture-go:9,pasing=no", "pasing is no setting: did you mean 'passing'? use "),
        ("capture-go:9,passing=maybe", "passing='maybe' is not allowed: use yes or no"),
        ("capture-go:9,size=9", "option 'size' is given twice"),
        ("capture-go:9,captures=0", "captures=0 is not allowed: use 1 to 169"),
        ("capture-go:3,captures=10", "a board of size 3 has 9 points"),
        ("capture-go:9,no_move=draws", "needs passing=no"),
        ("go:5,komi=0.3", "komi=0.3 is not allowed: use -500 to 500, in steps of 0.5"),
        ("go:5,komi=nan", "komi=nan is not allowed"),
        ("go:five", "size='five' is not allowed: use 3 to 13"),
        ("othello:7", "size=7 is not allowed: use 6 or 8"),
        ("tic-tac-toe:3", "option '3' has no value"),
        ("go:٥", "size='٥' is not allowed"),
        ("go:" + "5" * 300, "at most 200 characters"),
    ],
)
def test_bad_specs_say_what_is_allowed(spec: str, message: str) -> None:
    """Each error names the option, the value and what is allowed."""
    with pytest.raises(SpecError) as caught:
        ponnuki.game(spec)
    assert message in str(caught.value)


def test_bad_keywords_say_what_is_allowed() -> None:
    """Keywords are checked as a spec is."""
    with pytest.raises(SpecError, match="size='9' is not allowed: use 3 to 13"):
        ponnuki.game("capture-go", size="9")
    with pytest.raises(SpecError, match="othello: komi is no setting: use size"):
        ponnuki.game("othello", komi=1)
    with pytest.raises(SpecError, match="captures=True is not allowed"):
        ponnuki.game("capture-go", captures=True)


@pytest.mark.parametrize("spec", [5, None, True, ["go:5"], b"go:5"])
def test_what_is_no_text_names_no_game(spec: Any) -> None:
    """The error says what was given, and what names a game."""
    with pytest.raises(SpecError, match="is not allowed: use a text such as 'capture-go:9'"):
        ponnuki.game(spec)


def test_a_near_name_is_said() -> None:
    """A game that is written nearly right is guessed."""
    with pytest.raises(SpecError, match="did you mean 'capture-go'"):
        ponnuki.game("capturego:9")


def test_a_game_is_itself() -> None:
    """And options change it."""
    found = ponnuki.game("capture-go:7,passing=no")
    assert ponnuki.game(found) is found
    assert ponnuki.game(found, size=5).spec == "capture-go:5,passing=no"


@pytest.fixture
def game() -> Game:
    """Capture Go on the smallest board."""
    return ponnuki.game("capture-go:3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the diagram has 0 rows, 3 are needed"),
        ("X..\n...", "the diagram has 2 rows"),
        ("X.\n...\n...", "line 1: the row has 2 cells, 3 are needed"),
        ("X#.\n...\n...", "line 1: '#' is no cell"),
        ("3 X..\n3 ...\n1 ...", "line 2: the row is labelled 3, not 2"),
        ("...\n...\n...\n...", "line 4: '...' has no meaning"),
        ("...\n...\n...\nply 3, black to move", "after 3 plies it is not black's turn"),
        ("...\n...\n...\nply 3, ply 3", "line 4: 'ply' is said twice"),
        ("...\n...\n...\nply 99999", "these stones take 0 to 1 moves, not 99999"),
        ("...\n...\n...\nko A1", "Capture Go has no ko"),
        ("...\n...\n...\nko A9", "ko 'A9' is no point"),
        ("...\n...\n...\nply 2, passes 3", "passes must be 0, 1 or 2"),
        ("XXX\nXXX\nXXX", "a string has no liberty"),
        ("...\n...\n...\nply 0\nblack won by capture, margin 1", "the diagram says"),
        ("...\n...\n...\nply 2, captured 1-0", "the side that captured moved last"),
        (" " * 3000 + "1x1x", "is no row of a board"),
        ("." * 5000, "a diagram has at most 4000 characters"),
    ],
)
def test_bad_diagrams_say_what_is_wrong(game: Game, text: str, message: str) -> None:
    """Each error says where and why."""
    with pytest.raises(DiagramError) as caught:
        game.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("capture-go:3,passing=no", "...\n...\n...\nply 1, passes 1", "passing is not allowed"),
        ("go:3,ko=simple", "...\n...\n...\nply 0, ko B2", "captured by a ko just now"),
        ("go:3", "XXX\n...\n...\nply 0", "these stones take 3 to 7 moves, not 0"),
        ("othello:6", "......\n" * 6, "a game begins with 4 stones, and here are fewer"),
        ("othello:6", "XOOX..\n" + "......\n" * 5 + "ply 72", "these stones take 0 to 2 moves"),
    ],
)
def test_positions_that_no_game_has_are_refused(spec: str, text: str, message: str) -> None:
    """What the rules cannot lead to is not a position."""
    with pytest.raises(DiagramError) as caught:
        ponnuki.game(spec).parse(text)
    assert message in str(caught.value)


def test_ply_is_guessed_from_the_stones(game: Game) -> None:
    """A diagram without a ply has as many moves as stones, and one more if the turn asks for it."""
    assert game.parse("X..\n...\n...").plies == 1
    assert game.parse("X..\n...\n...\nblack to move").plies == 2
    assert ponnuki.game("othello:8").parse(str(ponnuki.game("othello:8").start())).plies == 0


def test_tic_tac_toe_turns_must_fit() -> None:
    """X and O take turns, and nobody moves after a win."""
    game = ponnuki.game("tic-tac-toe")
    with pytest.raises(DiagramError, match="take turns"):
        game.parse("XX.\n...\n...")
    with pytest.raises(DiagramError, match="three in a row"):
        game.parse("XXX\nOOO\n...")


def test_repr_is_short() -> None:
    """What a person sees in a Python shell."""
    game = ponnuki.game("capture-go:9")
    assert repr(game) == "<Game capture-go:9>"
    assert repr(game.start()) == "<Position of capture-go:9 after 0 plies: black to move>"
