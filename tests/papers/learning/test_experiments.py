"""The study of methods: which runs there are, and who is examined."""

from pathlib import Path

from ponnuki.papers.learning.experiments import METHODS, Scale, methods
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page


def test_rows(tmp_path: Path) -> None:
    """Every method has its runs, those in the default preset's games more of them."""
    scale = Scale(depth=1, seeds=1, more_seeds=2, share=0.01, nets=2, rounds=1)
    page = Page("study")
    found = methods(Workshop(tmp_path, say=len), scale, page)
    assert set(found["methods"]) == set(METHODS)
    for row, runs in found["methods"].items():
        more = METHODS[row][0] == "default"
        assert [run["seed"] for run in runs] == ([1, 2] if more else [1])
        assert all(run["untrained"]["games"] == 4 for run in runs)
    assert len(found["untrained"]) == 4
    assert "| default preset | 2 |" in page.markdown()
