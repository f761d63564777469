"""S by epoch, the two readings of the printed tables, and negative learning."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners.tic_tac_toe import OnePly, exact_standings
from ponnuki.papers import reproduce
from ponnuki.papers.franken2003.epochs import Course
from ponnuki.papers.franken2003.numbers import LBEST
from ponnuki.papers.franken2003.readings import fit
from ponnuki.papers.franken2003.saturation import DRAWN_S
from ponnuki.papers.franken2003.scale import SCALES

WANTED = ["table1", "epochs", "readings", "negative"]


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """The results and the report of all that this file tests."""
    folder = tmp_path_factory.mktemp("epochs")
    found = reproduce("franken2003", WANTED, "smoke", folder, Arena(2), len)
    assert (folder / "epochs.svg").exists()
    return found, Path(folder / "report.md").read_text()


def course(values: list[float]) -> Course:
    """A cell that was measured once."""
    return {"epochs": [1], "s": [values], "indifferent": [0.0]}


def test_the_last_epoch_is_that_of_the_tables(smoke: tuple[dict[str, Any], str]) -> None:
    """A cell's course ends with the exact S of the cell, and begins with other nets."""
    found, _ = smoke
    marks = list(SCALES["smoke"].marks)
    assert marks == [1, 2, 5, 10, 20, 30]
    cells = found["table1"]["cells"]
    assert len(cells) == 8
    for cell in cells:
        name = f"lbest-p{cell['particles']}-h{cell['hidden']}-{cell['ties']}"
        one = found["epochs"][name]
        assert one["epochs"] == marks
        assert one["s"][-1] == cell["s_exact"]
        assert one["s"][0] != cell["s_exact"]
        assert one["indifferent"][-1] == pytest.approx(np.mean(cell["indifferent"]))


def test_readings_compare_every_epoch(smoke: tuple[dict[str, Any], str]) -> None:
    """Each rule and epoch is compared with each printed table, over the cells that are printed."""
    found, report = smoke
    for ties in "first", "random":
        line = found["readings"][ties]
        assert list(line) == [str(mark) for mark in SCALES["smoke"].marks]
        for fits in line.values():
            assert [fits[name]["cells"] for name in ("lbest", "gbest", "von-neumann")] == [4, 4, 2]
    assert "lbest - gbest, random, 30" in found["readings"]["neighbourhoods"]
    assert "Printed cells inside our intervals, ties: random" in report


def test_fit_counts_printed_cells_inside() -> None:
    """Our interval holds the printed figure or not; the difference is ours minus printed."""
    near, far = LBEST[5][0], LBEST[5][1]
    runs = np.tile([-1.0, 1.0], 15)
    found = fit(
        "lbest",
        {(5, 3): course((near + runs).tolist()), (5, 5): course((far + 4 + runs).tolist())},
        0,
    )
    assert found is not None
    assert (found.cells, found.inside) == (2, 1)
    assert found.difference.mean == pytest.approx(2)
    assert found.distance == pytest.approx(np.sqrt(8))
    assert found.chance == pytest.approx(np.sqrt(2 * 30 / 29 / 30))
    assert fit("von-neumann", {(5, 3): course([1.0, 2.0])}, 0) is None


def test_expected_share_is_that_of_fresh_runs() -> None:
    """Means of 30 fresh runs lie in a 90 % interval of 30 runs as often as is said: 76 %."""
    rng = np.random.default_rng(1)
    ours, theirs = rng.normal(size=(2, 4000, 30))
    found = fit("lbest", {(5, 3): course(ours[0].tolist())}, 0)
    assert found is not None
    half = 1.699 * ours.std(axis=1, ddof=1) / np.sqrt(30)
    inside = np.abs(ours.mean(axis=1) - theirs.mean(axis=1)) <= half
    assert found.expected == pytest.approx(0.76, abs=0.005)
    assert inside.mean() == pytest.approx(found.expected, abs=0.02)


def test_a_reading_fits_only_if_both_agree() -> None:
    """Cells that are right on average but never inside do not fit, and neither does a shift."""
    runs = np.tile([-1.0, 1.0], 15)
    cells = {(5, 3 + 2 * i): LBEST[5][i] for i in range(6)}

    def of(shifts: list[float]) -> bool:
        courses = {
            key: course((value + shift + runs).tolist())
            for (key, value), shift in zip(cells.items(), shifts, strict=True)
        }
        found = fit("lbest", courses, 0)
        assert found is not None
        return found.fits

    assert of([0.1, -0.1, 0.1, -0.1, 0.1, -0.1])
    assert not of([3.0, -3.0, 3.0, -3.0, 3.0, -3.0])
    assert not of([0.2] * 5 + [0.21])


def test_drawing_has_the_s_that_is_said() -> None:
    """A net without any view whose ties are drawn is a player that draws its moves."""
    found = exact_standings(OnePly.of(7, ties="random"), np.zeros((1, 78), np.float32))
    assert found.s[0] == pytest.approx(DRAWN_S)
    assert round(DRAWN_S, 2) == -0.30


def test_negative_runs_are_counted(smoke: tuple[dict[str, Any], str]) -> None:
    """Runs, cells and the lowest S are those of the last epoch."""
    found, report = smoke
    for name, one in found["negative"].items():
        algorithm, ties = name.split(", ")
        cells = [
            course["s"][-1]
            for label, course in found["epochs"].items()
            if label.startswith(f"{algorithm}-p") and label.endswith(ties)
        ]
        values = np.concatenate(cells)
        assert (one["cells"], one["runs"]) == (4, 8)
        assert one["lowest"] == values.min()
        assert one["runs_negative"] == (values < 0).sum()
        assert one["cells_negative"] == sum(np.mean(cell) < 0 for cell in cells)
    assert "Negative learning did not occur" in report
