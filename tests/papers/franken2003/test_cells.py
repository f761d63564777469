"""Cells keep their nets: a new measure needs no training."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners.presets import preset
from ponnuki.learners.tic_tac_toe import Ties, coevolve, exact_standings
from ponnuki.learners.tic_tac_toe.learner import TicTacToeSettings
from ponnuki.papers.franken2003 import cells
from ponnuki.papers.franken2003.cells import Cell, Measures, run_cell, training_of
from ponnuki.papers.franken2003.numbers import TABLES, printed
from ponnuki.papers.franken2003.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.seeds import streams

SMOKE = replace(SCALES["smoke"], epochs=5, games=100)
CELL = Cell("lbest", 5, 3, "random")


def test_other_numbers_of_games_need_no_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kept nets are measured again, and have the same exact S."""
    said: list[str] = []
    workshop = Workshop(tmp_path, Arena(1), said.append)
    first = run_cell(workshop, CELL, SMOKE)
    monkeypatch.setattr(cells, "coevolve", None)
    second = run_cell(workshop, CELL, replace(SMOKE, games=200))
    assert said == [CELL.name, f"train {CELL.name}", CELL.name]
    assert first["s"] != second["s"]
    assert first["s_exact"] == second["s_exact"]


def test_a_new_measure_needs_no_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raising the version measures anew; other epochs, runs or constants train anew."""
    workshop = Workshop(tmp_path, Arena(1), len)
    first = run_cell(workshop, CELL, SMOKE)
    with monkeypatch.context() as patch:
        patch.setattr(Measures, "version", 99)
        patch.setattr(cells, "coevolve", None)
        assert run_cell(workshop, CELL, SMOKE) == first
    said: list[str] = []
    workshop = Workshop(tmp_path, Arena(1), said.append)
    run_cell(workshop, CELL, replace(SMOKE, epochs=6))
    run_cell(workshop, CELL, replace(SMOKE, runs=1))
    run_cell(workshop, replace(CELL, vmax=1.0), SMOKE)
    assert sum(one.startswith("train") for one in said) == 3


def test_nets_are_those_that_were_measured(tmp_path: Path) -> None:
    """Their exact S from the file is the result's."""
    workshop = Workshop(tmp_path, Arena(1), len)
    found = run_cell(workshop, CELL, SMOKE)
    (path,) = (tmp_path / "nets").glob("*.npz")
    assert path.name.startswith(CELL.name)
    nets = workshop.nets(CELL.name, training_of(CELL, SMOKE))
    assert len(list((tmp_path / "nets").glob("*.npz"))) == 1
    assert nets["bests"].shape == (2, 5, 34)
    assert exact_standings(CELL.player, nets["champions"][-1]).s.tolist() == found["s_exact"]
    everyone = exact_standings(CELL.player, nets["bests"][0]).s
    assert everyone.max() == found["s_best"][0]


def test_champions_by_epoch_are_those_of_shorter_runs(tmp_path: Path) -> None:
    """A run that stops at each mark has the champions of runs that end there."""
    training = training_of(CELL, SMOKE)
    assert training.marks == (1, 2, 5)
    nets = Workshop(tmp_path, Arena(1), len).nets(CELL.name, training)
    seeds = streams(training.seed, "run", SMOKE.runs)
    for mark, champions in zip(training.marks, nets["champions"], strict=True):
        runs = coevolve([CELL.coevolution(mark)] * SMOKE.runs, seeds, Arena(1))
        assert np.array_equal(champions, [run.champion for run in runs])


@pytest.mark.parametrize("ties", ["random", "first"])
def test_the_preset_is_a_cell_of_table_3(ties: Ties) -> None:
    """`train franken2003` is the cell with the highest printed S, with either rule."""
    settings = TicTacToeSettings(**preset("franken2003"), ties=ties)
    epochs = settings.generations * settings.epochs
    assert epochs == SCALES["paper"].epochs
    cell = Cell("von-neumann", 20, 7, ties)
    assert settings.coevolution(epochs) == cell.coevolution(epochs)
    assert printed("von-neumann", 20, 7) == max(
        value for table in TABLES.values() for row in table.values() for value in row
    )
