"""Tables and figures of Franken & Engelbrecht 2003, at the smallest scale."""

import json
from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.evaluators import load_weights, net_name
from ponnuki.optimisers.neighbourhoods import Gbest, Ring
from ponnuki.papers import reproduce
from ponnuki.papers.franken2003.champion import measure_champion
from ponnuki.papers.franken2003.numbers import (
    AVERAGES,
    GBEST,
    LBEST,
    TABLES,
    VON_NEUMANN,
    printed,
)
from ponnuki.papers.franken2003.scale import SCALES
from ponnuki.players.champions import champion_file


def test_printed_averages() -> None:
    """The copied cells give the averages that the paper prints."""
    assert np.mean(LBEST[20]) == pytest.approx(31.660814, abs=1e-3)
    assert np.mean(GBEST[50]) == pytest.approx(25.996529, abs=1e-3)
    assert np.mean(VON_NEUMANN[15]) == pytest.approx(30.434729, abs=1e-3)
    assert np.mean([row[2] for row in VON_NEUMANN.values()]) == pytest.approx(31.1292, 1e-4)
    for name, averages in AVERAGES.items():
        assert np.mean(list(TABLES[name].values()), axis=0) == pytest.approx(averages, abs=1e-3)
    assert sum(len(rows) for rows in (LBEST, GBEST, VON_NEUMANN)) == 28
    assert printed("von-neumann", 20, 7) == 34.8490
    assert printed("von-neumann", 10, 7) is None


def test_lbest_of_five_is_gbest() -> None:
    """With 5 particles both have the same groups: what the paper prints there differs by chance."""
    assert {tuple(group) for group in Ring(5).groups(5)} == {tuple(Gbest().groups(5)[0])}


def test_table(tmp_path: Path) -> None:
    """A table has all its cells, resumes from finished ones, and repeats exactly."""
    said: list[str] = []
    found = reproduce("franken2003", ["table3"], "smoke", tmp_path, Arena(2), said.append)
    cells = found["table3"]["cells"]
    assert len(cells) == 8
    assert len(said) == 16
    scale = SCALES["smoke"]
    for cell in cells:
        assert cell["algorithm"] == "von-neumann"
        assert len(cell["s"]) == len(cell["s_exact"]) == scale.runs
        assert cell["interval90"][0] <= cell["mean"] <= cell["interval90"][1]
        assert cell["interval95"][0] <= cell["interval90"][0]
        assert cell["games"] == scale.runs * scale.epochs * 10 * cell["particles"]
        error = 100 * np.sqrt(0.5 / scale.games)
        assert np.abs(np.subtract(cell["s"], cell["s_exact"])).max() < 5 * error
    saved = json.loads((tmp_path / "results.json").read_text())
    assert saved["table3"] == found["table3"]
    assert "Table 3" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "table3.svg").exists()
    for folder in "parts", "nets":
        (path,) = (tmp_path / folder).glob("von-neumann-p5-h3-first-*")
        path.unlink()
    said.clear()
    again = reproduce("franken2003", ["table3"], "smoke", tmp_path, Arena(1), said.append)
    assert said == ["von-neumann-p5-h3-first", "train von-neumann-p5-h3-first"]
    assert again["table3"] == saved["table3"]


def test_figures_and_claims(tmp_path: Path) -> None:
    """Figures and the comparison of neighbourhoods share the cells of tables."""
    wanted = ["table1", "neighbourhoods", "sizes", "figure1", "figure2"]
    found = reproduce("franken2003", wanted, "smoke", tmp_path, Arena(2), len)
    tests = found["neighbourhoods"]["lbest - gbest"]
    assert tests["paper"]["pairs"] == 70
    assert tests["paper"]["mean"] > 0
    assert tests["ours, ties: first"]["pairs"] == 2
    assert len(found["figure1"]["cells"]) == 2 * 8 * 2
    assert len(found["figure2"]["cells"]) == 2 * 2 * 2
    assert [len(found["figure2"]["trends"][ties]) for ties in ("first", "random")] == [2, 2]
    ours = found["sizes"]["lbest, ties: first"]["by_hidden"]["7"]
    cells = [cell for cell in found["table1"]["cells"] if cell["ties"] == "first"]
    assert ours == np.mean([cell["mean_exact"] for cell in cells if cell["hidden"] == 7])
    assert found["sizes"]["gbest, paper"]["test"]["rows_p"] < 0.05
    report = (tmp_path / "report.md").read_text()
    for text in ("Figure 1", "Claims", "von Neumann is at least as good as lbest"):
        assert text in report


def test_champion(tmp_path: Path) -> None:
    """Its measures are written down as exact figures."""
    found = reproduce("franken2003", ["champion"], "smoke", tmp_path, Arena(1), len)["champion"]
    assert found == measure_champion()
    assert found[0]["net"]["s"] > 95
    report = (tmp_path / "report.md").read_text()
    assert "champion:tic-tac-toe" in report
    file = load_weights(champion_file("tic-tac-toe"))
    for number, weights in enumerate(file.weights):
        assert f"Row {number}, net {net_name(weights)}: in " in report
