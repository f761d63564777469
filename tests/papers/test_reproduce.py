"""Experiments: reports and results, parts that are kept, errors."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.papers import PAPERS, cai2009, ladder, learning, reproduce
from ponnuki.papers.workshop import Workshop, run_name
from ponnuki.reports import Page
from ponnuki.runs import RunError
from ponnuki.runs.provenance import facts
from ponnuki.trainers import TrainingSettings

TINY = cai2009.Scale(depth=1, engines=2, generations=1, games=2, tuning=1)


def quiet(_: str) -> None:
    """Says nothing."""


def test_scales_differ_in_numbers_alone() -> None:
    """Every scale of a paper is the same class, and smoke is among them."""
    for paper in PAPERS.values():
        assert len({type(scale) for scale in paper.scales.values()}) == 1
        assert "smoke" in paper.scales


def test_small_is_as_printed() -> None:
    """Ten engines a method, 100 generations, 120,000 games, depth 2 instead of 6."""
    small = cai2009.SCALES["small"]
    assert (small.engines, small.generations, small.games) == (10, 100, 100)
    assert 12 * small.engines**2 * small.games == 120_000
    for method, name in cai2009.METHODS.items():
        settings = cai2009.settings_of(method, small, 1)
        assert (settings.method, settings.population, settings.generations) == (name, 40, 100)
        assert (settings.games.opponents, settings.games.payoff) == (8, "win-loss")


def test_report_and_results(tmp_path: Path) -> None:
    """All files appear; a second call computes nothing anew and writes the same tables."""
    scales = {**cai2009.SCALES, "smoke": TINY}
    object.__setattr__(PAPERS["cai2009"], "scales", scales)
    said: list[str] = []
    wanted = ["table1", "table2", "optimal-pso", "games"]
    try:
        first = reproduce("cai2009", wanted, "smoke", tmp_path, say=said.append)
        assert said
        before = len(said)
        again = reproduce("cai2009", wanted, "smoke", tmp_path, say=said.append)
        assert len(said) == before
    finally:
        object.__setattr__(PAPERS["cai2009"], "scales", cai2009.SCALES)
    assert {name: first[name] for name in wanted} == {name: again[name] for name in wanted}
    text = (tmp_path / "report.md").read_text()
    assert "paper 77 ± 9" in text
    assert "hybrid beats PSO" in text
    assert "cannot be judged" in text
    assert {one["verdict"] for one in first["table2"]["claims"]} == {"cannot be judged"}
    assert "| 1 | 55 | 21 | 19 | 19 |" in text
    assert "<table>" in (tmp_path / "report.html").read_text()
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["table2"]["cells"]["hybrid-PSO-noisy"]["games"] == 2
    assert np.shape(results["table2"]["cells"]["hybrid-untrained-quiet"]["wins"]) == (2, 2)


def test_learning_report(tmp_path: Path) -> None:
    """The study runs from end to end at its smallest."""
    scale = learning.Scale(depth=1, seeds=2, more_seeds=3, share=0.01, nets=2, rounds=1)
    page = Page("study")
    workshop = Workshop(tmp_path, say=quiet)
    found = learning.methods(workshop, scale, page)
    assert set(found["methods"]) == set(learning.METHODS)
    for row, runs in found["methods"].items():
        more = learning.METHODS[row][0] == "default"
        assert [run["seed"] for run in runs] == ([1, 2, 3] if more else [1, 2])
        assert all(run["untrained"]["games"] == 4 for run in runs)
    page.write(tmp_path)
    assert "default preset" in (tmp_path / "report.md").read_text()


def test_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is rated by a name that a person reads; a second call plays nothing."""
    monkeypatch.setattr(ladder, "find_program", lambda _: None)
    scale = cai2009.Scale(
        depth=1, engines=1, generations=1, games=2, tuning=1, ladder_depths=(1,), ladder_games=2
    )
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


def test_parts_are_kept_and_asked_again_when_the_question_changes(tmp_path: Path) -> None:
    """An answer is used again for the same question only; damage is no answer."""
    workshop = Workshop(tmp_path, say=quiet)
    asked: list[int] = []

    def answer() -> Any:
        asked.append(1)
        return {"n": len(asked)}

    assert workshop.part("p", [1], answer) == {"n": 1}
    assert workshop.part("p", [1], answer) == {"n": 1}
    assert workshop.part("p", [2], answer) == {"n": 2}
    (tmp_path / "parts" / "p.json").write_text("{")
    assert workshop.part("p", [2], answer) == {"n": 3}


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    """Results of one experiment never pass for those of another."""
    tables = {"game": "capture-go:4", "method": "ea", "population": 4, "generations": 1}
    tables |= {"games": {"opponents": 1}, "search": {"depth": 1}}
    workshop = Workshop(tmp_path, say=quiet)
    settings = TrainingSettings.of(tables)
    workshop.train(settings)
    other = TrainingSettings.of({**tables, "games": {"opponents": 2}})
    assert run_name(settings) == run_name(other)
    with pytest.raises(RunError, match="other settings"):
        workshop.train(other)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody", [], "smoke"), "paper='nobody' is not allowed: use cai2009"),
        (
            ("cai2009", ["table9"], "smoke"),
            "experiment='table9' is not allowed: cai2009 has table1",
        ),
        (("cai2009", [], "huge"), "scale='huge' is not allowed: use smoke"),
    ],
)
def test_errors(arguments: tuple[str, list[str], str], message: str, tmp_path: Path) -> None:
    """Errors name the argument, the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        reproduce(*arguments, tmp_path, say=quiet)


def test_numbers_of_a_scale(tmp_path: Path) -> None:
    """A report on fewer engines uses the parts of the whole, and says its numbers."""
    said: list[str] = []
    reproduce("cai2009", ["table1"], "smoke", tmp_path, say=said.append, numbers={"engines": 1})
    assert sum(one.startswith("train ") for one in said) == 4
    text = (tmp_path / "report.md").read_text()
    assert "`ponnuki reproduce cai2009 table1 --scale smoke --set engines=1`" in text
    assert "depth 1, 1 engines a method" in text
    made = facts()["commit"]
    made = f"version {ponnuki.__version__}" if made is None else made[:10]
    assert f"The training runs in this report were made by the program at {made}." in text
    said.clear()
    reproduce("cai2009", ["table1"], "smoke", tmp_path, say=said.append)
    assert [one for one in said if one.startswith("train ")] == [
        f"train cai2009-{method}-depth1-2-seed2" for method in ("hybrid", "pso", "ea", "hc")
    ]
    for numbers, message in (
        ({"nets": 1}, "set='nets' is not allowed: use depth, engines, generations, games"),
        ({"engines": 0}, "engines=0 is not allowed: use 1 or more"),
    ):
        with pytest.raises(ValueError, match=message):
            reproduce("cai2009", [], "smoke", tmp_path, say=quiet, numbers=numbers)


def test_interval_over_engines() -> None:
    """Games of the same engines do not make an interval narrower."""
    rng = np.random.default_rng(1)
    strengths = rng.normal(50, 10, (10, 1)) + np.zeros((1, 10))
    found = cai2009.interval(strengths)
    assert found is not None
    low, high = found
    assert high - low == pytest.approx(2 * 1.96 * 10 / 10**0.5, rel=0.4)
    assert cai2009.interval(strengths[:4]) is None
    assert cai2009.interval(strengths[:, :4]) is None


def test_champion(tmp_path: Path) -> None:
    """Its games against everybody, at every depth, with and without random moves."""
    scale = replace(cai2009.SCALES["smoke"], champion_depths=(1,), champion_games=2)
    page = Page("champion")
    found = ladder.champion(Workshop(tmp_path, say=lambda _: None), scale, page)
    games = {name: one["games"] for name, one in found.items()}
    for opponent, count in ("random", 20), ("naive", 20), ("defensive", 20), ("untrained nets", 80):
        for noise in "10%", "0%":
            assert games.pop(f"depth 1, {opponent}, {noise} random") == count
    assert not games
    assert found["depth 1, random, 0% random"]["wins"] == 20
    assert "| depth 1, defensive |" in page.markdown()


def test_black_is_measured_over_both_colours() -> None:
    """Who is stronger must not count for the advantage of black, nor widen its interval."""
    rng = np.random.default_rng(1)
    strength = dict(zip(cai2009.METHODS, (-30, -10, 10, 30), strict=True))
    results = {}
    for one, own in strength.items():
        for other, others in strength.items():
            wins = np.clip(52 + (own - others) / 2 + rng.normal(0, 3, (10, 10)), 0, 100)
            cell = {"wins": wins.tolist(), "draws": np.zeros((10, 10)).tolist(), "games": 100}
            results[f"{one}-{other}-noisy"] = cell
    score, bounds = cai2009._black(results, "noisy")
    assert bounds is not None
    assert 51 < bounds[0] < score < bounds[1] < 53
