"""The two complete games that Cai, Venayagamoorthy & Wunsch (2009) print in Tables 3 and 4."""

from pathlib import Path

import pytest

import ponnuki
from ponnuki import Game, Position

DATA = Path(__file__).parents[1] / "data"


def replay(game: Game, name: str) -> tuple[Position, int]:
    """Plays a printed game to its end; gives the last position and how many moves were left."""
    position = game.start()
    lines = [line.split() for line in (DATA / name).read_text().splitlines() if line[0] != "#"]
    for index, (colour, *where) in enumerate(lines):
        if position.outcome is not None:
            return position, len(lines) - index
        assert position.to_move[0].upper() == colour
        if where == ["pass"]:
            position = position.play(game.move("pass"))
        else:
            row, column = map(int, where)
            position = position.play(row * 9 + column)
    return position, 0


@pytest.mark.parametrize(
    ("name", "options", "margin", "plies", "unplayed"),
    [
        ("paper_game1.txt", "", 21, 55, 1),  # strict territory
        ("paper_game2.txt", "", 11, 63, 0),
        ("paper_game1.txt", ",neutral=majority", 19, 55, 1),  # as the paper says
        ("paper_game2.txt", ",neutral=majority", 11, 63, 0),
    ],
)
def test_printed_games(name: str, options: str, margin: int, plies: int, unplayed: int) -> None:
    """Both are legal to the end and won by black; game one prints a pass after two passes."""
    position, left = replay(ponnuki.game(f"capture-go:9{options}"), name)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("black", "territory")
    assert (outcome.margin, outcome.plies, left) == (margin, plies, unplayed)
