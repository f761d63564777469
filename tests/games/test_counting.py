"""Counting games of Go: as the rules do, and without stones that are dead."""

import pytest

import ponnuki
from ponnuki.games.counting import count, outcome_without


@pytest.mark.parametrize(
    "spec", ["go:5", "go:5,scoring=area", "go:7,komi=5.5", "go:7,scoring=area,komi=0.5,ko=simple"]
)
def test_without_dead_stones_the_count_is_that_of_the_rules(spec: str) -> None:
    """Winner, margin and reason of random games that ended by passes are counted again."""
    ended = 0
    for record in ponnuki.play_random(spec, 60, seed=3):
        last = record.replay()
        assert last.outcome is not None
        if last.outcome.reason in {"territory", "area"}:
            ended += 1
            assert outcome_without(last, ()) == last.outcome
            points = count(last)
            assert abs(points.black - points.white) == last.outcome.margin
    assert ended > 20


@pytest.mark.parametrize("scoring", ["territory", "area"])
def test_dead_stones_are_taken_off(scoring: str) -> None:
    """A stone that nobody bothered to capture is a prisoner, and its point is territory."""
    game = ponnuki.game(f"go:5,scoring={scoring}")
    moves = "C1 B3 C2 pass C3 pass C4 pass C5 pass B2 pass A4 pass"  # white's stone has no hope
    position = game.start().play_all([*moves.split(), "B4", "pass", "pass"])
    assert position.outcome is not None
    before = position.outcome
    after = outcome_without(position, [game.move("B3")])
    assert (after.winner, after.reason) == ("black", scoring)
    assert after.margin > before.margin
    points = count(position, [game.move("B3")])
    stones = position.stones.count(1)
    assert points.white == 0
    assert points.black == (25 if scoring == "area" else 25 - stones + 1)


def test_nothing_else_is_taken_off() -> None:
    """Empty points are not dead stones, other games are not Go, and open games are not over."""
    game = ponnuki.game("go:5")
    position = game.start().play_all(["C3", "pass", "pass"])
    with pytest.raises(ValueError, match="no stone"):
        count(position, [0])
    with pytest.raises(ValueError, match="no stone"):
        count(position, [25])
    with pytest.raises(ValueError, match="did not end by passes"):
        outcome_without(game.start(), ())
    with pytest.raises(ValueError, match="not counted here"):
        count(ponnuki.game("capture-go:5").start())
