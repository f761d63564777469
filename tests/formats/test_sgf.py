"""SGF: the main line of a game, and clear errors for everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponnuki
from ponnuki.formats import sgf

GAME = ponnuki.game("capture-go:9")


def test_main_line_with_variations_and_escapes() -> None:
    """The first branch counts; values keep escaped brackets; passes are empty or tt."""
    text = r"(;SZ[9]C[a \] b];B[ee];W[](;B[cc];W[tt])(;B[dd](;W[aa])))"
    nodes = sgf.main_line(text)
    assert nodes[0] == {"SZ": ["9"], "C": ["a ] b"]}
    assert [*nodes[1:]] == [{"B": ["ee"]}, {"W": [""]}, {"B": ["cc"]}, {"W": ["tt"]}]
    position = sgf.last_position(text, GAME)
    assert position.plies == 4
    assert position.cells[4, 4] == position.cells[2, 2] == 1


def test_stones_that_are_set_up() -> None:
    """AB, AW and PL make the first position."""
    position = sgf.last_position("(;SZ[9]AB[ee][ef]AW[dd]PL[W];W[cc])", GAME)
    assert position.to_move == "black"
    assert int(abs(position.cells).sum()) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "offset 0: the game does not end"),
        ("hello", "offset 0: this is no SGF"),
        (";B[ee]", "offset 0: a game begins with"),
        ("(;B[ee]", "the game does not end"),
        ("(;B[ee", "offset 3: a value is not closed"),
        ("(;[ee])", "offset 2: a value belongs to no property"),
        ("(;SZ[19];B[ee])", "size 19, not 9"),
        ("(;SZ[9];B[zz])", "'zz' is no point"),
        ("(;SZ[9];B[ss])", "'ss' is not on a board of size 9"),
        ("(;SZ[9];W[ee])", "it is not white's turn"),
        ("(;SZ[9];B[ee];W[ee])", "E5 is not legal"),
        ("(" * 300_000, "at most 200000 are read"),
        ("(" + ";" * 6000 + ")", "more than 5000 nodes"),
    ],
)
def test_bad_texts_say_what_is_wrong(text: str, message: str) -> None:
    """Each error says where and why."""
    with pytest.raises(sgf.SgfError) as caught:
        sgf.last_position(text, GAME)
    assert message in str(caught.value)


@given(st.text(alphabet="();BWSZ[]9aet\\ \n", max_size=200))
def test_any_text_is_a_game_or_a_clear_error(text: str) -> None:
    """Nothing but SgfError comes out of a bad text."""
    try:
        position = sgf.last_position(text, GAME)
    except sgf.SgfError as error:
        assert str(error)
    else:
        assert position.game == GAME
