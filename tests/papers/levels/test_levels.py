"""Levels: what is told of them was measured, and what players miss is counted as it happened."""

import json
from pathlib import Path

import pytest

import ponnuki
from ponnuki.arena import GameRecord
from ponnuki.papers.levels.errors import KINDS, count_errors
from ponnuki.papers.levels.experiments import SCALES
from ponnuki.players.levels import FIGURES, STRENGTHS

KEPT = Path(__file__).resolve().parents[3] / "docs/papers/levels.json"


def test_figures_are_those_of_the_kept_results() -> None:
    """Of every size and level: the score against the one below, and a child's against it."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))["steps"]
    assert set(FIGURES) == {
        (game, size, number + 1)
        for game, sizes in STRENGTHS.items()
        for size, many in sizes.items()
        for number in range(len(many))
    }
    assert {size for _, size, _ in FIGURES} == set(SCALES["full"].sizes)
    for (_, size, number), figures in FIGURES.items():
        for name, figure in zip(("below", "child"), figures, strict=True):
            tally = kept.get(f"{name}, level {number}, size {size}")
            if tally is None:
                assert (name, number, figure) == ("below", 1, None)
                continue
            share = (tally["wins"] + tally["draws"] / 2) / tally["games"]
            assert figure == pytest.approx(100 * share, abs=0.5)


def test_errors_are_counted_turn_by_turn() -> None:
    """A game in which black ignores a capture, puts a stone in atari, and plays on the edge."""
    game = ponnuki.game("capture-go:5")
    texts = ["C3", "A1", "A2", "C4", "B4", "B3", "D5", "B1"]
    position = game.start()
    for text in texts:
        position = position.play(text)
    moves = tuple(map(game.move, texts))
    record = GameRecord(game, ("a", "b"), 1, moves, ponnuki.play_random(game, 1, 1)[0].outcome)
    found = count_errors([record])
    assert set(found) == set(KINDS)
    assert found["ignored capture"] == (2, 2)  # B1 takes A1 at black's third and fourth move
    assert found["ignored save"] == (2, 3)  # white saves A1 by B1, at the third chance
    assert found["self-atari"][0] == 0
    assert found["early first line"] == (2, 6)  # A1, and A2, which is on the edge as well
