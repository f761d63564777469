"""The survey's experiments: points are counted, verdicts judged, and every cell has its run."""

from pathlib import Path

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena
from ponnuki.learners import LEARNERS, METHODS, SelfPlaySettings, TdSettings, learner
from ponnuki.optimisers import Pso
from ponnuki.papers.cai2007.measures import Points, beside_printed, verdict
from ponnuki.papers.cai2007.methods import (
    BY_GAMES,
    OPPONENTS,
    POPULATIONS,
    STABLE,
    Cell,
    usable,
)
from ponnuki.papers.cai2007.numbers import SANE_WINS, WALLY, WEAK
from ponnuki.papers.cai2007.reader import GAME as READER_GAME
from ponnuki.papers.cai2007.reader import Readings
from ponnuki.papers.cai2007.scale import SCALES
from ponnuki.papers.cai2007.systems import FATE, HDP, SANE, TD, System
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Reader, Search


@pytest.mark.parametrize(
    ("values", "figure", "word"),
    [
        ([0.8, 0.82, 0.79, 0.81, 0.8], 0.75, "above it"),
        ([0.6, 0.62, 0.59, 0.61, 0.6], 0.75, "below it"),
        ([0.5, 0.9, 0.7, 0.8, 0.9], 0.75, "not told apart"),
        ([0.8, 0.82, 0.79, 0.81], 0.75, "cannot be judged"),
    ],
)
def test_verdicts(values: list[float], figure: float, word: str) -> None:
    """A figure outside the interval is told apart; below five runs nothing is said."""
    assert verdict(values, figure) == word


def test_a_figure_against_somebody_else_is_not_comparable() -> None:
    """However far it is from ours; against the same player it is judged."""
    ours = [0.9, 0.92, 0.89, 0.91, 0.9]
    assert beside_printed(ours, WEAK, SANE_WINS, WALLY) == "not comparable"
    assert beside_printed(ours, WALLY, SANE_WINS, WALLY) == "above it"


def test_swarms_of_the_table_have_constants_that_settle() -> None:
    """They are not those of Cai et al. 2009, and the report says so."""
    for method in "pso", "hybrid":
        run = Cell(method, "go:5").by_games(1000, 1)
        assert isinstance(run, SelfPlaySettings)
        swarm = {name: run.settings.get(name) for name in ("inertia", "c1", "c2")}
        assert swarm == STABLE
        assert not set(swarm.values()) & {getattr(Pso(), name) for name in swarm}


def test_points_are_the_nets_own(tmp_path: object) -> None:
    """A net that wins tic-tac-toe against random has more than half, and equal seeds repeat."""
    game = ponnuki.game("tic-tac-toe")
    player = ponnuki.player("champion:tic-tac-toe", game)
    assert isinstance(player, ponnuki.Engine)
    rows = np.asarray(player.weights)[None]
    workshop = Workshop(str(tmp_path), Arena(1), say=len)
    asked = Points(player.evaluator, rows, player.search, ("random", "random"), 40, 3)
    (points,) = asked.answer(workshop)
    assert min(points) > 0.6
    assert asked.answer(workshop) == [points]
    against = Points(player.evaluator, rows, Search(depth=9), ("untrained,net=mlp,depth=9",), 2, 3)
    assert against.answer(workshop) == [[0.5]] or against.answer(workshop)[0][0] in {0.25, 0.75}


def test_every_learner_of_the_project_is_in_the_table() -> None:
    """All methods, and temporal differences; the others are for one paper each, or any game."""
    assert set(POPULATIONS) == set(METHODS)
    kinds = {row["learner"] for row in BY_GAMES.values()}
    assert kinds == {"temporal-differences"}
    others = {"self-play", "two-level-pso", "tic-tac-toe", "zero"}
    assert set(LEARNERS) - kinds == others


@pytest.mark.parametrize("game", OPPONENTS)
def test_every_cell_has_a_run(game: str) -> None:
    """Settings are allowed, nets of a game are the same for all, and nobody trains with a judge."""
    prints = set()
    for method in usable():
        run = Cell(method, game).by_games(1000, 1)
        prints.add(learner(run).evaluator.fingerprint)
        trained_with = {getattr(run, "opponent", "")} | set(
            getattr(getattr(run, "games", None), "fixed_players", ())
        )
        assert not trained_with & set(OPPONENTS[game])
    assert len(prints) == 1


def test_budgets() -> None:
    """So many games, or a little less; so many seconds by what a generation took."""
    cell = Cell("ea", "go:5")
    assert cell.by_games(1600, 1).generations == 10
    assert cell.by_games(10, 1).generations == 1
    assert cell.by_seconds(5, 0.5, 0, 1).generations == 10
    td = Cell("TD(0)", "go:5")
    run = td.by_games(4000, 2)
    assert isinstance(run, TdSettings)
    assert (run.generations, run.games) == (4, 1000)
    assert td.by_seconds(3, 0.5, 1000, 2).generations == 6


@pytest.mark.parametrize("system", [TD, FATE, HDP, SANE], ids=lambda one: one.name)
def test_systems_have_runs_at_every_scale(system: System) -> None:
    """Each variant is a run of its own, and its settings are allowed."""
    for scale in SCALES.values():
        runs = [system.settings(name, scale, 3) for name in system.variants]
        assert len({run.digest for run in runs}) == len(runs)
        assert all(run.seed == 3 for run in runs)


def test_readers_are_judged_by_a_wider_one(tmp_path: Path) -> None:
    """Every string has an answer of each reader and of the judge; unknown is counted by itself."""
    question = Readings(ponnuki.game(READER_GAME), 6, (1, 80), Reader(limit=500, attacks=8), seed=3)
    answers = question.answer(Workshop(str(tmp_path), Arena(1), say=len))
    assert len(answers) == 6
    for one in answers:
        assert len(one["said"]) == len(one["tried"]) == 3
        assert one["tried"][0] <= 1
        assert one["tried"][1] <= 80
    assert {"yes", "no"} <= {word for one in answers for word in one["said"]}
