"""The two complete games that Cai, Venayagamoorthy & Wunsch (2009) print in Tables 3 and 4."""

import pytest

import ponnuki
from ponnuki.papers.cai2009.printed_games import PRINTED_GAMES


@pytest.mark.parametrize(
    ("number", "options", "margin", "plies"),
    [
        (0, "", 21, 55),  # strict territory
        (1, "", 11, 63),
        (0, ",neutral=majority", 19, 55),  # as the paper says
        (1, ",neutral=majority", 11, 63),
    ],
)
def test_printed_games(number: int, options: str, margin: int, plies: int) -> None:
    """Both are legal to the end and won by black."""
    moves, _ = PRINTED_GAMES[number]
    position = ponnuki.game(f"capture-go:9{options}").start()
    for move in moves:
        assert position.outcome is None
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("black", "territory")
    assert (outcome.margin, outcome.plies) == (margin, plies)
