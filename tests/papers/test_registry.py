"""Every registered experiment of every paper, at the smallest scale."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from ponnuki.arena import Arena
from ponnuki.papers import PAPERS, reproduce
from tests.golden.pins import house
from tests.golden.pins.kept import differences, read
from tests.golden.pins.papers import BY_PROGRAM, BY_SECONDS, case_name, facts
from tests.papers import bounds
from tests.papers.smoke import EXPERIMENTS, draw_nothing, without_programs


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
    """It writes a report and results as they are kept; done again, it asks nothing new and agrees.

    Its runs have the names that are pinned, so that kept ones are used again.
    """
    folder = folder_of(paper)
    before = _names(folder)
    with without_programs():
        found = reproduce(paper, [experiment], "smoke", folder, Arena(1), say=len)[experiment]
    report = (folder / "report.md").read_text()
    saved = json.loads((folder / "results.json").read_text())[experiment]
    assert saved == json.loads(json.dumps(found))
    assert saved
    bounds.check(paper, experiment, saved)
    if (paper, experiment) != BY_PROGRAM:
        _check_pin(paper, experiment, saved)
    if (paper, experiment) != BY_SECONDS:
        known = {name for names in house.runs_of(paper, "smoke").values() for name in names}
        assert _names(folder) - before <= known
    assert report.startswith(f"# {PAPERS[paper].title}\n")
    assert "\n## " in report
    said: list[str] = []
    monkeypatch.setattr(Figure, "savefig", draw_nothing)
    with without_programs():
        again = reproduce(paper, [experiment], "smoke", folder, Arena(1), say=said.append)
    assert json.loads(json.dumps(again[experiment])) == saved
    assert not [one for one in said if not one.startswith("ladder:")]


def _names(folder: Path) -> set[str]:
    """What runs and nets a folder has."""
    return {path.stem for kind in ("runs", "nets") for path in (folder / kind).glob("*")}


def _check_pin(paper: str, experiment: str, saved: Mapping[str, Any]) -> None:
    """Checks results against those that `python -m tests.golden.pins smoke` has kept."""
    name = case_name(paper, experiment)
    kept = read("smoke")
    wanted = {name: kept[name]} if name in kept else {}
    different = differences({name: facts(paper, experiment, saved)}, wanted)
    assert not different, "\n".join(different[:50])


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
