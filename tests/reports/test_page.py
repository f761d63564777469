"""Pages: Markdown and one HTML file with everything in it; intervals over runs."""

import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure


def sample() -> Page:
    """A page with everything."""
    page = Page("Title <b>")
    page.heading("Part")
    page.text("Some *text* with <script>alert(1)</script>.")
    page.table(["name", "value"], [["a|b", 1], ["c\nd", "<i>"]])
    page.figure("curve", "A curve", _curve, [3, 4])
    return page


def _curve(values: list[int]) -> Figure:
    figure = new_figure(2, 2)
    figure.subplots().plot([1, 2], values)
    return figure


def test_markdown_has_a_table_that_text_cannot_break() -> None:
    """Bars and line ends in cells are harmless."""
    text = sample().markdown()
    assert text.startswith("# Title <b>\n\n## Part\n")
    assert "| a\\|b | 1 |\n| c d | <i> |" in text
    assert "![A curve](curve.svg)" in text


def test_html_needs_nothing_else_and_runs_nothing() -> None:
    """Pictures are inside; markup in texts is shown, not obeyed."""
    html = sample().html()
    assert "<script" not in html
    assert "data:image/svg+xml;base64," in html
    assert 'src="curve.svg"' not in html
    assert "<title>Title &lt;b&gt;</title>" in html
    assert "<td" in html


def test_without_matplotlib_a_page_has_no_pictures_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line in it; the rest is as it is with pictures."""
    whole = sample().markdown()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = sample()
    said = "This report has no pictures, which need the package matplotlib.\n\n"
    assert page.markdown().replace(said, "") == whole.replace("\n\n![A curve](curve.svg)", "")
    page.write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"report.md", "report.html"}


def test_files_are_written_and_the_same_every_time(tmp_path: Path) -> None:
    """The same page gives the same bytes, pictures included."""
    for name in "one", "two":
        sample().write(tmp_path / name)
    for file in "report.md", "report.html", "curve.svg":
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    assert len(list((tmp_path / "one").iterdir())) == 3


def test_interval_over_runs() -> None:
    """Student's t by hand: 1, 2, 3 has deviation 1, t of 2 degrees 4.303."""
    found = mean_interval([1.0, 2.0, 3.0])
    assert (found.mean, found.deviation, found.runs) == (2.0, 1.0, 3)
    assert found.low == pytest.approx(2 - 4.303 / 3**0.5, abs=1e-3)
    assert found.high == pytest.approx(2 + 4.303 / 3**0.5, abs=1e-3)
    assert mean_interval([5.0]).text() == "5.0"
    with pytest.raises(ValueError, match="at least one"):
        mean_interval([])
