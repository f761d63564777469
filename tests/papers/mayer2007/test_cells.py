"""Configurations of Mayer 2007: settings are the printed ones, and nets are measured."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.papers.mayer2007.cells import PASSES, REPRESENTATIONS, SELECTIONS, cell, courses
from ponnuki.papers.mayer2007.numbers import GAMES
from ponnuki.papers.mayer2007.scale import SCALES
from ponnuki.papers.workshop import Workshop


@pytest.mark.parametrize("name", REPRESENTATIONS)
@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("passes", PASSES)
def test_settings_are_the_printed_ones(name: str, selection: str, passes: str) -> None:
    """Nets with as many links as printed learn by TD(0) over two plies with both rewards."""
    found = cell(name, selection, passes).settings(SCALES["paper"], 3)  # type: ignore[arg-type]
    net = found.evaluator()
    assert net.weight_count == (620 if name == "roban" else 650)
    assert net.settings()["hidden_activation"] == "sigmoid"
    assert net.settings()["output_activation"] == "linear"
    assert net.scales()[0][1] == 1
    assert found.games * found.generations == GAMES
    assert (found.rate, found.discount, found.trace) == (0.01, 1, 0)
    assert (found.difference, found.rewards.both) == ("two-plies", True)
    assert (found.selection.kind, found.passes, found.seed) == (selection, passes, 3)
    assert (found.selection.epsilon, found.selection.creativity) == (0.05, 0.05)


def test_courses_begin_with_the_untrained_nets(tmp_path: Path) -> None:
    """Every run is measured untrained and after each generation, against each opponent."""
    scale = SCALES["smoke"]
    one = cell("koten", "creative", "eyes")
    (course,) = courses(Workshop(tmp_path, Arena(1), len), [one], scale, "test")
    assert course.games == [0, scale.games, 2 * scale.games]
    assert course.rows.shape == (scale.runs, 3, 650)
    assert np.abs(course.rows[:, 0]).max() <= 1
    assert len({row.tobytes() for row in course.rows.reshape(-1, 650)}) == 3 * scale.runs
    for run in course.facts:
        for facts in run:
            shares = [facts[name] for name in one.players]
            assert facts["strength"] == pytest.approx(np.mean(shares))
            assert set(facts) == {
                name + end for name in (*one.players, "strength") for end in ("", "_opening")
            }
