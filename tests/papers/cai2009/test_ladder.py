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
    runs = {one["name"]: len(one["elo"]) for one in first["rows"]}
    assert runs["random"] == runs["naive"] == runs["defensive"] == 1
    assert runs["untrained, depth 1"] == runs["HC, depth 1"] == 2
    assert runs["default preset, depth 1"] == 2
    players = sum(runs.values())
    assert first["games"] == players * (players - 1)
    assert first["rows"][-1]["name"] == "random"
    assert "With fewer than 5 runs a method nothing is said of methods" in pages[0].markdown()
    assert "GNU Go was not installed" in pages[0].markdown()
    assert "![Ratings of all players](ladder.svg)" in pages[0].markdown()
    assert sum(one.startswith("train ") for one in said) == 10


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
