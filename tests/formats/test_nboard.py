"""The NBoard protocol as text: commands, moves, answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponnuki
from ponnuki.formats import nboard
from ponnuki.formats.nboard import Command, NBoardError

GAME = ponnuki.game("othello:8")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("nboard 2\n", Command("nboard", "2")),
        ("  go \r\n", Command("go", "")),
        ("set  depth\t6", Command("set depth", "6")),
        ("set game (;GM[Othello]PB[a b];)", Command("set game", "(;GM[Othello]PB[a b];)")),
        ("set", Command("set ", "")),
        ("move F5/1.5/2", Command("move", "F5/1.5/2")),
        ("F5", Command("move", "F5")),
        ("pa", Command("move", "pa")),
        ("F5 d6", Command("F5", "d6")),
        ("pi\x00ng 3", Command("ping", "3")),
        ("ping 1\nping 2", Command("ping", "1")),
        ("", None),
        (" \t\r\n", None),
    ],
)
def test_lines_become_commands(line: str, command: Command | None) -> None:
    """Two words if the first is set; a move alone is version 1's way to say it."""
    assert nboard.parse_command(line) == command


@pytest.mark.parametrize(
    ("text", "move", "seconds"),
    [("F5", 37, 0.0), ("f5/1.5/2.25", 37, 2.25), ("PA", 64, 0.0), ("pass//3", 64, 3.0),
     ("a1//soon", 0, 0.0), ("h8/x", 63, 0.0), ("h8/1/-2", 63, 0.0)],
)  # fmt: skip
def test_moves_are_read(text: str, move: int, seconds: float) -> None:
    """With the time that they took, if that is a number."""
    assert nboard.read_move(text, GAME) == (move, seconds)


@pytest.mark.parametrize("text", ["", "F", "I1", "A9", "A0", "pas", "F55", "/1/2", "Ｆ5"])
def test_what_is_no_move(text: str) -> None:
    """It is said to be none."""
    with pytest.raises(NBoardError, match="is no move"):
        nboard.read_move(text, GAME)


def test_answers_are_written() -> None:
    """As the protocol has them: the line of moves has no blanks, and no name spoils a GGF."""
    assert nboard.search_line([37, 43, 64], -1.25, "3", GAME) == "search F5-D6-PA -1.250 0 3"
    assert nboard.move_line(64, None, 0.0, GAME) == "=== PA//0.00"
    assert nboard.move_line(37, 64.0, 1.5, GAME) == "=== F5/+64.000/1.50"
    assert nboard.name_line(" a\n[b]  c ") == "set myname a (b) c"
    assert nboard.status_line("x" * 400) == "status " + "x" * 300


@given(st.text(max_size=50))
def test_any_line_is_a_command_or_none(line: str) -> None:
    """Nothing is raised, and answers stay on one line."""
    nboard.parse_command(line)
    assert "\n" not in nboard.status_line(line)
