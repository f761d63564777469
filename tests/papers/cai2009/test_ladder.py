"""The ladder, and what the net that comes with the package is worth."""

from dataclasses import replace
from pathlib import Path

import pytest

from ponnuki.papers.cai2009 import champion, ladder
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval

SMOKE = SCALES["smoke"]


def test_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is rated by a name that a person reads; a second call plays nothing."""
    monkeypatch.setattr(ladder, "find_program", lambda _: None)
    pages = [Page("one"), Page("two")]
    said: list[str] = []
    workshop = Workshop(tmp_path, say=said.append)
    first, second = (ladder.ladder(workshop, SMOKE, page) for page in pages)
    assert first == second
    runs = {one["name"]: len(one["elo"]) for one in first["rows"]}
    assert runs["random"] == runs["naive"] == runs["defensive"] == 1
    assert runs["untrained, depth 1"] == runs["HC, depth 1"] == 2
    assert runs["halving preset, depth 1"] == 2
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


def test_methods_are_judged_over_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five untrained nets by another name are a method that is not shown to differ."""
    names = ["untrained", "hybrid", "PSO", "EA", "HC", ladder.DEFAULT]
    field = [
        ladder.Entrant(
            f"{name}, depth 1",
            tuple(f"untrained,seed={5 * place + run},depth=1" for run in range(5)),
            1,
        )
        for place, name in enumerate(names)
    ]
    field.append(ladder.Entrant("random", ("random",)))
    monkeypatch.setattr(ladder, "entrants", lambda *_: list(field))
    monkeypatch.setattr(ladder, "find_program", lambda _: None)
    page = Page("ladder")
    scale = replace(SMOKE, ladder_runs=5)
    found = ladder.ladder(Workshop(tmp_path, say=len), scale, page)
    text = page.markdown()
    assert found["rows"][-1]["name"] == "random"
    for row in found["rows"][:-1]:
        own = mean_interval(row["elo"])
        assert f"| {row['name']} | {own.mean:+.0f} | {own.low:+.0f} to {own.high:+.0f} |" in text
    assert "| 5 runs |" in text
    assert "corrected for 5 comparisons" in text
    assert text.count("): not shown |") == 5
