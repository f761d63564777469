"""The ladder, and what the net that comes with the package is worth."""

from dataclasses import replace
from pathlib import Path

import pytest

from ponnuki.papers.cai2009 import champion, ladder
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

SMOKE = SCALES["smoke"]


def test_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is rated by a name that a person reads; a second call plays nothing."""
    monkeypatch.setattr(ladder, "find_program", lambda _: None)
    scale = replace(SMOKE, generations=1)
    pages = [Page("one"), Page("two")]
    said: list[str] = []
    workshop = Workshop(tmp_path, say=said.append)
    first, second = (ladder.ladder(workshop, scale, page) for page in pages)
    assert first == second
    names = {one["player"] for one in first["standings"]}
    assert {"random", "naive", "defensive", "untrained, depth 1", "HC, depth 1"} <= names
    assert first["games"] == len(names) * (len(names) - 1)
    assert first["standings"][-1]["player"] == "random"
    assert "GNU Go was not installed" in pages[0].markdown()
    assert "![Ratings of all players](ladder.svg)" in pages[0].markdown()
    assert sum(one.startswith("train ") for one in said) == 5


def test_champion(tmp_path: Path) -> None:
    """Its games against everybody, at every depth, with and without random moves."""
    page = Page("champion")
    found = champion.champion(Workshop(tmp_path, say=len), SMOKE, page)
    games = {name: one["games"] for name, one in found.items()}
    for opponent, count in ("random", 20), ("naive", 20), ("defensive", 20), ("untrained nets", 80):
        for noise in "10%", "0%":
            assert games.pop(f"depth 1, {opponent}, {noise} random") == count
    assert not games
    assert found["depth 1, random, 0% random"]["wins"] == 20
    assert "| depth 1, defensive |" in page.markdown()
