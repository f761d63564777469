"""The comparison of planes: scores by pair, for one side."""

from pathlib import Path

import numpy as np

from ponnuki.arena import Arena
from ponnuki.evaluators import evaluator
from ponnuki.papers.workshop import Workshop
from ponnuki.papers.zero.experiments import SCALES, preset_runs
from ponnuki.papers.zero.planes import Encounter
from ponnuki.players import Search

NET = evaluator("window", "capture-go:5")


def test_scores_are_those_of_one_side(tmp_path: Path) -> None:
    """Who swaps the sides of single pairs gets the other side's share of the same games."""
    workshop = Workshop(tmp_path, Arena(1), len)
    ours, theirs = NET.initial(2, 1), NET.initial(3, 2)
    one = np.array(Encounter(NET, ours, NET, theirs, Search(depth=1), 20).answer(workshop))
    assert one.shape == (2, 3)
    assert one.min() >= 0
    assert one.max() <= 1
    strong = Encounter(NET, ours[:1], NET, theirs[:1], Search(depth=1), 20).answer(workshop)
    weak = Encounter(NET, theirs[:1], NET, ours[:1], Search(depth=1), 20).answer(workshop)
    assert strong[0][0] + weak[0][0] == 1
    assert strong[0][0] != weak[0][0], "nothing is said by nets that are level"


def test_a_gpu_gets_settings_of_its_own() -> None:
    """The scale for GPUs changes convolutional nets, and nobody else."""
    gpu, small = SCALES["gpu"], SCALES["small"]
    assert {one.table()["device"] for one in preset_runs("zero", {}, 2, gpu)} == {"cuda"}
    assert preset_runs("default", {}, 1, gpu) == preset_runs("default", {}, 1, small)
