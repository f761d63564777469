"""Cross tables and paired tests as tables."""

from ponnuki.reports import Page, paired_test
from ponnuki.reports.tables import PAIRED_HEADER, cross_table, paired_cells, paired_verdict


def test_cross_table() -> None:
    """Black by rows, white by columns, nobody against itself."""
    page = Page("p")
    cross_table(page, ["a", "b"], ["a", "b", "c"], lambda black, white: f"{black}-{white}")
    assert "| black \\ white | a | b | c |" in page.markdown()
    assert "| a | – | a-b | a-c |\n| b | b-a | – | b-c |" in page.markdown()


def test_paired_cells() -> None:
    """A cell for every column."""
    cells = paired_cells(paired_test([3, 4, 5, 6, 7], [1, 1, 1, 1, 1]))
    assert len(cells) == len(PAIRED_HEADER)
    assert cells[0] == "5"
    assert cells[1].startswith("+4.00 (")
    assert cells[2] == "5/0"
    assert cells[-1] == "0.062"


def test_verdicts() -> None:
    """Better, worse, not shown, or not tested."""
    high, low = [5.0, 6.0, 7.0, 8.0], [1.0, 2.0, 3.5, 4.0]
    assert paired_verdict(paired_test(high, low)).startswith("better (+3.88, p = ")
    assert paired_verdict(paired_test(low, high)).startswith("worse (")
    assert paired_verdict(paired_test(low, low[::-1])).startswith("no difference shown (+0.00")
    assert paired_verdict(None) == "not tested at this scale"
