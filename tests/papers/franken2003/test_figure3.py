"""Figure 3 of Franken & Engelbrecht 2003: average weights and what they hide."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.papers import reproduce
from ponnuki.papers.franken2003.figure3 import BAND, longest_stretch
from ponnuki.papers.franken2003.scale import SCALES


@pytest.mark.parametrize(
    ("values", "width", "expected"),
    [
        ([1.0], 0.0, 1),
        ([1.0, 2.0, 3.0], 0.5, 1),
        ([0.0, 5.0, 5.5, 5.2, 9.0], 0.5, 3),
        ([3.0, 3.0, 3.0, 8.0, 8.0], 1.0, 3),
        ([0.0, 1.0, 0.0, -1.0, 0.0], 1.0, 3),
    ],
)
def test_longest_stretch(values: list[float], width: float, expected: int) -> None:
    """The longest row of neighbours whose highest and lowest are no further apart."""
    assert longest_stretch(values, width) == expected


def test_a_growing_curve_looks_level() -> None:
    """By a factor every epoch a curve is level on a plain scale, and never steady."""
    curve = 0.2 * 1.06 ** np.arange(500)
    assert longest_stretch(curve, BAND * float(np.ptp(curve))) > 400
    assert longest_stretch(np.log(curve), float(np.log1p(BAND))) == 1


@pytest.mark.usefixtures("drawn")
def test_figure3(tmp_path: Path) -> None:
    """All runs are judged, the first is drawn; the printed swarms do not settle."""
    found = reproduce("franken2003", ["figure3"], "smoke", tmp_path, Arena(2), len)["figure3"]
    scale = SCALES["smoke"]
    for kinds in found["runs"].values():
        assert len(kinds) == 5
        for lines in kinds.values():
            assert len(lines["first"]["mean_weight"]) == scale.epochs
            for name in "growth", "level", "steady", "replaced":
                assert len(lines[name]) == scale.runs
    lbest = found["runs"]["first"]["lbest"]
    sizes = lbest["first"]["weight_size"]
    assert lbest["growth"][0] == pytest.approx((sizes[-1] / sizes[0]) ** (1 / 29))
    assert min(lbest["growth"]) > 1
    for name in "figure3", "figure3-size":
        assert (tmp_path / f"{name}.svg").stat().st_size < 120_000
    (line,) = (
        one
        for one in (tmp_path / "report.md").read_text().splitlines()
        if one.startswith("| lbest, ties: first")
    )
    assert line.endswith("do not settle |")
