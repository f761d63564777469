"""The table of claims by depth: made from what is kept of each report."""

import json
import re
from pathlib import Path

from ponnuki.papers import reproduce
from ponnuki.papers.cai2009.depths import NUMBERS, depths, keep
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.reports import Page

PAPERS = Path(__file__).parents[3] / "docs" / "papers"
KEPT = [PAPERS / f"cai2009-depth{name}.json" for name in ("1", "2")]
NAMES = "hybrid", "PSO", "EA", "HC", "untrained"


def kept(engines: int, **numbers: object) -> dict[str, object]:
    """Somebody's games, of which black won half, but for the hybrid, which won all as black.

    Without random moves black lost all.
    """
    cells = {
        f"{black}-{white}-{kind}": {
            "wins": [[0 if kind == "quiet" else 10 if black == "hybrid" else 5] * engines]
            * engines,
            "draws": [[0] * engines] * engines,
            "games": 10,
        }
        for black in NAMES
        for white in NAMES
        for kind in ("noisy", "quiet")
        if black != white
    }
    own = {name: vars(SCALES["small"])[name] for name in NUMBERS}
    return {"numbers": {**own, "engines": engines, **numbers}, "cells": cells}


def rows_of(page: Page) -> list[list[str]]:
    """The cells of all rows of its tables."""
    lines = page.markdown().splitlines()
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]


def test_a_row_a_depth_and_the_shallowest_first() -> None:
    """Each with its scale, its verdicts and their scores; the paper's scores stand above."""
    page = Page("")
    depths(page, [kept(6, depth=3), kept(5), kept(5, at_rest=True)])
    found = rows_of(page)
    assert found[2][:4] == ["the paper, depth 6", "58.0", "61.5", "65.5"]
    assert [row[0].partition(":")[0] for row in found[3:6]] == [
        "depth 2",
        "depth 2, particles at rest",
        "depth 3",
    ]
    assert found[3][0].endswith("5 engines a method, 100 generations, 100 games a pair")
    assert re.fullmatch(r"(holds|not shown): 75\.0 \([\d.]+ to [\d.]+\)", found[3][1])
    assert found[3][4].startswith("not shown: 50.0 (")


def test_one_engine_a_method_has_no_interval() -> None:
    """Its score stands there, and no verdict; nor is there any of a method that is not there."""
    one = kept(1, depth=6, methods=("hybrid", "EA", "HC"))
    page = Page("")
    depths(page, [one])
    row = rows_of(page)[3]
    assert row[0].startswith("depth 6: one engine a method, no interval over engines, 100 gen")
    assert row[1:4] == ["–", "75.0", "75.0"]


def test_what_is_kept_of_a_report(tmp_path: Path) -> None:
    """Its numbers and all games of Table 2, from which the same claims come."""
    tiny = {"generations": 1, "games": 2, "engines": 1}
    found = reproduce("cai2009", ["table2"], "smoke", tmp_path, say=len, numbers=tiny)
    again = json.loads(keep(found))
    assert {name: again["numbers"][name] for name in tiny} == tiny
    assert again["numbers"]["methods"] == ["hybrid", "PSO", "EA", "HC"]
    cells = found["table2"]["cells"]
    for name, cell in again["cells"].items():
        assert cell == {key: cells[name][key] for key in ("wins", "draws", "games")}
    assert len(again["cells"]) == len(cells)


def test_the_page_has_the_tables_of_today() -> None:
    """They are printed by the command that the page names, with the intervals of today."""
    page = Page("")
    depths(page, [json.loads(path.read_text()) for path in KEPT])
    text = page.markdown().removeprefix("# \n\n")
    assert text in (PAPERS / "cai2009.md").read_text()
