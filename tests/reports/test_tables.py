"""Cross tables and paired tests as tables."""

from ponnuki.reports import Page, paired_test
from ponnuki.reports.tables import PAIRED_HEADER, cross_table, paired_cells, paired_verdicts


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
    """Better, worse, not shown, or not tested; the smallest of three p counts three times."""
    high, low = [5.0, 6.0, 7.0, 8.0], [1.0, 2.0, 3.5, 4.0]
    first = paired_test(high, low)
    better, untested, worse, same = paired_verdicts(
        [first, None, paired_test(low, high), paired_test(low, low[::-1])]
    )
    assert better == f"better (+3.88, p = {3 * first.t_p:.2g})"
    assert untested == "not tested at this scale"
    assert worse.startswith("worse (")
    assert same.startswith("no difference shown (+0.00")


def test_verdicts_are_corrected() -> None:
    """What one test shows, twenty such tests together do not."""
    test = paired_test([5.0, 6.0, 7.0, 8.0], [1.0, 4.0, 3.5, 5.0])
    assert test.t_p < 0.05
    assert paired_verdicts([test])[0].startswith("better")
    assert all(one.startswith("no difference shown") for one in paired_verdicts([test] * 20))
