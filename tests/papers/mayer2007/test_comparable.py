"""Figures that the paper has against other players than ours are not comparable, and so marked."""

import re
from pathlib import Path

import pytest

from ponnuki.papers.mayer2007.numbers import COMMON, FIGURES, OPPONENTS, TABLE2

DOCS = Path(__file__).parents[3] / "docs" / "papers"


def test_the_random_player_alone_is_common() -> None:
    """Naive is described in words alone, and GOjen is not to be had."""
    assert COMMON == ("random",)
    assert set(OPPONENTS) - set(COMMON) == {"naive", "pattern"}


@pytest.mark.parametrize("name", ["mayer2007-report.md", "mayer2007-million.md"])
def test_reports_mark_what_is_not_comparable(name: str) -> None:
    """Table II by opponent, and the strengths of Figures 2 and 3."""
    text = (DOCS / name).read_text()
    for fact in {*TABLE2["katatsugi"]} - {*COMMON}:
        cells = re.findall(rf"\| {fact} \| from the empty board \|.*", text)
        printed = [cell for line in cells for cell in line.split("|") if "paper" in cell]
        assert printed
        assert all("not comparable" in cell for cell in printed)
    for strengths in FIGURES.values():
        for representation, figure in strengths.items():
            row = (
                rf"\| {representation}, trained \| from the empty board \|.*\| {figure:.2f}(.*) \|"
            )
            marks = re.findall(row, text)
            assert marks
            assert set(marks) == {", not comparable"}
