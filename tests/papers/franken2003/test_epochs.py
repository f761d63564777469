"""S by epoch, the two readings of the printed tables, and negative learning."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.learners.tic_tac_toe import OnePly, exact_standings
from ponnuki.papers import reproduce
from ponnuki.papers.franken2003.epochs import Course
from ponnuki.papers.franken2003.errors import error_of_games, implied_wins, printed_wins
from ponnuki.papers.franken2003.numbers import ERRORS, LBEST, TABLES
from ponnuki.papers.franken2003.readings import fit
from ponnuki.papers.franken2003.saturation import DRAWN_S
from ponnuki.papers.franken2003.scale import SCALES

WANTED = ["table1", "epochs", "readings", "errors", "negative"]


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """The results and the report of all that this file tests."""
    folder = tmp_path_factory.mktemp("epochs")
    found = reproduce("franken2003", WANTED, "smoke", folder, Arena(2), len)
    assert (folder / "epochs.svg").exists()
    return found, Path(folder / "report.md").read_text()


def course(values: list[float]) -> Course:
    """A cell that was measured once."""
    return {"epochs": [1], "s": [values], "wins": [[0.0, 0.0]], "indifferent": [0.0]}


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
    assert "### Table 3, von-neumann, ties: random" in report


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


def test_a_reading_fits_only_if_cells_scatter_alike() -> None:
    """Cells that all lie near the printed mean are too much alike, however wide their intervals."""
    runs = np.tile([-9.0, 9.0], 15)
    rows = {(particles, 3 + 2 * i): LBEST[particles][i] for particles in LBEST for i in range(7)}
    middle = float(np.mean(list(rows.values())))
    far = {
        key: course((middle + (value - middle) / 9 + runs).tolist()) for key, value in rows.items()
    }
    near = {
        key: course((middle + (value - middle) / 1.1 + runs).tolist())
        for key, value in rows.items()
    }
    found, other = fit("lbest", far, 0), fit("lbest", near, 0)
    assert found is not None
    assert other is not None
    assert found.printed_scatter == pytest.approx(9 * found.scatter)
    assert found.scatter_p < 1e-6
    assert other.scatter_p > 0.05


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


@pytest.mark.parametrize(("first", "second"), [(0.78125, 0.44021), (0.585, 0.288), (0.9, 0.85)])
def test_wins_follow_from_s_and_its_error(first: float, second: float) -> None:
    """S and an interval over games give back the shares that they were made of."""
    s = 100 * (first + second) - 87.6
    assert implied_wins(s, error_of_games(first, second)) == pytest.approx((first, second))


def test_no_wins_have_an_error_that_is_too_large() -> None:
    """Equal shares have the largest error; nothing has more."""
    assert implied_wins(24.4, 1.001 * error_of_games(0.56, 0.56)) is None


def test_printed_errors_are_whole() -> None:
    """Each printed cell has its ±, and all of them imply wins above those of a random player."""
    for name, rows in TABLES.items():
        assert list(ERRORS[name]) == list(rows)
        assert {len(row) for row in ERRORS[name].values()} == {7}
        wins = np.array(printed_wins(name))
        assert len(wins) == 7 * len(rows)
        assert (wins > [0.585, 0.288]).all()
    assert ERRORS["von-neumann"][20][2] == 19529


def test_wins_by_epoch_add_up_to_s(smoke: tuple[dict[str, Any], str]) -> None:
    """The mean wins of a cell have the mean S of the cell."""
    found, report = smoke
    for one in found["epochs"].values():
        for wins, values in zip(one["wins"], one["s"], strict=True):
            assert 100 * sum(wins) - 87.6 == pytest.approx(np.mean(values))
    assert "wins with each colour" in report
