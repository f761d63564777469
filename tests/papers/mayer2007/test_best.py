"""The best nets of Mayer 2007: chosen by strength, met in pairs, opened and commented on."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.evaluators import evaluator
from ponnuki.formats import sgf
from ponnuki.papers.mayer2007 import game, opening, tournament
from ponnuki.papers.mayer2007.cells import Course, cell
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine, Search
from ponnuki.reports import Page

NET = evaluator("mlp", "go:5")
ROWS = NET.initial(4, 3)


def course(strengths: list[float]) -> Course:
    """Untrained nets that pass for trained ones of these strengths."""
    facts = [[{"strength": 0.0}, {"strength": one}] for one in strengths]
    return Course(cell("koten", "creative", "eyes"), NET, [0, 10], ROWS.reshape(2, 2, -1), facts)


def test_the_best_run_is_the_one_of_greatest_strength_at_the_end() -> None:
    """The last measure counts."""
    assert course([0.2, 0.7]).best() == (1, 0.7)
    assert course([0.8, 0.7]).best() == (0, 0.8)


def test_pairs_count_repeats(tmp_path: Path) -> None:
    """Two nets without equal values play one game a colour again and again, however many."""
    workshop = Workshop(tmp_path, Arena(1), len)
    found = tournament.Pair(NET, ROWS[0], NET, ROWS[1], "free", 20, 0, 1).answer(workshop)
    assert found["games"] == 20
    assert found["wins"] + found["losses"] + found["draws"] == 20
    assert found["different"] == 2
    apart = tournament.Pair(NET, ROWS[0], NET, ROWS[1], "free", 20, 2, 1).answer(workshop)
    assert apart["different"] > 10
    turned = tournament.Pair(NET, ROWS[1], NET, ROWS[0], "free", 20, 0, 1).answer(workshop)
    assert (turned["wins"], turned["losses"]) == (found["losses"], found["wins"])


def test_scores_count_wins_of_both_sides() -> None:
    """A net's score is the share of its games that it won, whichever side of a pair it was."""
    pair = {"games": 10, "wins": 6, "losses": 3, "draws": 1}
    games = {(0, "a", "b"): pair, (0, "c", "a"): pair, (2, "a", "b"): {**pair, "wins": 0}}
    assert tournament._score(games, 0, "a") == pytest.approx(9 / 20)
    assert tournament._score(games, 2, "a") == 0


def test_first_moves_are_those_of_the_nets() -> None:
    """A net that likes a stone in the centre opens there; one that does not opens elsewhere."""
    likes = np.zeros(NET.weight_count, np.float32)
    likes[12], likes[-25] = 1, 1  # the first hidden unit sees the centre
    own = course([0.0, 0.0])
    dislikes = likes.copy()
    dislikes[-25] = -1
    rows = np.stack([[likes, likes], [likes, dislikes]])
    made = Course(own.cell, NET, own.games, rows, own.facts)
    centre, elsewhere = opening.first_moves(made)
    assert centre == "C3"
    assert elsewhere != "C3"


def test_thoughts_are_in_the_net_s_own_view() -> None:
    """An estimate is what the net as white says of the board after its move."""
    engine = Engine(NET, ROWS[2], Search(depth=1))
    start = NET.game.start().play("C3")
    move = engine.choose(start, seed=1)
    (nothing, said) = game.thoughts(engine, [NET.game.move("C3"), move])
    assert nothing is None
    assert said is not None
    value = NET.value(ROWS[2], start.play(move), viewer="white")[0]
    assert said[0] == pytest.approx(value, abs=1e-3)
    assert said[2] <= said[0]


def test_the_game_is_written_with_its_estimates(tmp_path: Path) -> None:
    """The SGF reads back as the same game, with a comment at each of the net's moves."""
    question = game.Commented(NET, ROWS[0], "eyes", "random", 5, 1)
    found = question.answer(Workshop(tmp_path, Arena(1), len))
    text = game._sgf(NET.game, found, "random", "net")
    line = sgf.main_line(text)
    assert sgf.last_position(text, NET.game) == NET.game.start().play_all(found["moves"])
    assert [("C" in node) for node in line[1:]] == [
        ply % 2 == 1 for ply in range(len(found["moves"]))
    ]
    page = Page("test")
    page.figure("game", "a game", game._diagram, NET.game, found["moves"])
