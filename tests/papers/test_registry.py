"""Every registered experiment of every paper, at the smallest scale."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from ponnuki.arena import Arena
from ponnuki.papers import PAPERS, reproduce
from ponnuki.papers.cai2009 import ladder, outside
from ponnuki.papers.mayer2007 import gnu_go
from tests.papers import bounds
from tests.papers.conftest import draw_nothing

FAKE = shlex.join(
    [sys.executable, "-I", "-S", str(Path(__file__).parents[1] / "players" / "fake_gtp.py")]
)
EXPERIMENTS = [(paper, name) for paper, one in PAPERS.items() for name in one.experiments]


@pytest.fixture(scope="session")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """One folder a paper, so that experiments share runs and answers."""
    folders = {paper: tmp_path_factory.mktemp(paper) for paper in PAPERS}
    return folders.__getitem__


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(("paper", "experiment"), EXPERIMENTS)
def test_smoke(
    paper: str,
    experiment: str,
    folder_of: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It writes a report and results within bounds; done again, it asks nothing new and agrees."""
    for module in ladder, outside:
        monkeypatch.setattr(module, "find_program", lambda _: None)
    monkeypatch.setattr(gnu_go, "find_program", lambda _: sys.executable)
    monkeypatch.setattr(gnu_go, "COMMAND", FAKE)  # the program itself takes long
    folder = folder_of(paper)
    found = reproduce(paper, [experiment], "smoke", folder, Arena(1), say=len)[experiment]
    report = (folder / "report.md").read_text()
    saved = json.loads((folder / "results.json").read_text())[experiment]
    assert saved == json.loads(json.dumps(found))
    assert saved
    bounds.check(paper, experiment, saved)
    assert report.startswith(f"# {PAPERS[paper].title}\n")
    assert "\n## " in report
    said: list[str] = []
    monkeypatch.setattr(Figure, "savefig", draw_nothing)
    again = reproduce(paper, [experiment], "smoke", folder, Arena(1), say=said.append)[experiment]
    assert json.loads(json.dumps(again)) == saved
    assert not [one for one in said if not one.startswith("ladder:")]


def test_bounds_are_those_of_experiments() -> None:
    """None is left of an experiment that has another name now."""
    assert set(bounds.KNOWN) <= set(EXPERIMENTS)


def test_scales_differ_in_numbers_alone() -> None:
    """Every scale of a paper is the same class, and smoke is among them."""
    for paper in PAPERS.values():
        assert len({type(scale) for scale in paper.scales.values()}) == 1
        assert "smoke" in paper.scales


@pytest.mark.parametrize("paper", [name for name, one in PAPERS.items() if one.differences])
def test_differences_stand_in_the_docs(paper: str) -> None:
    """The page of a paper has the numbered list as reports have it, each with its section."""
    text = PAPERS[paper].differences_text()
    page = Path(__file__).parents[2] / "docs" / "papers" / f"{paper}.md"
    assert f"\n## Differences from the paper\n\n{text}\n" in page.read_text(encoding="utf-8")
    for one in PAPERS[paper].differences:
        assert one.where.startswith("Section ")
        assert one.paper.endswith(".")
        assert one.here.endswith(".")
