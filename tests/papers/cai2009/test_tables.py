"""Tables of Cai et al. 2009: settings as printed, what is counted, claims."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.learners import SelfPlay, SelfPlaySettings
from ponnuki.papers import reproduce
from ponnuki.papers.cai2009.claims import black_advantage
from ponnuki.papers.cai2009.engines import METHODS, settings_of
from ponnuki.papers.cai2009.scale import SCALES


def test_small_is_as_printed() -> None:
    """Ten engines a method, 100 generations, 120,000 games, depth 2 instead of 6."""
    small = SCALES["small"]
    assert (small.engines, small.generations, small.games) == (10, 100, 100)
    assert 12 * small.engines**2 * small.games == 120_000
    for method, name in METHODS.items():
        settings = settings_of(method, small, 1)
        assert (settings.method, settings.population, settings.generations) == (name, 40, 100)
        assert (settings.games.opponents, settings.games.payoff) == (8, "win-loss")


def test_particles_at_rest_are_another_reading_of_the_swarms_alone() -> None:
    """Runs of EA and hill climbing are the same with and without it."""
    printed, rest = SCALES["small"], SCALES["small-at-rest"]
    assert "at rest" in str(rest)
    for method in METHODS:
        ours, theirs = (settings_of(method, one, 1) for one in (printed, rest))
        if method in {"hybrid", "PSO"}:
            assert (ours.settings.get("start_velocity"), theirs.settings.get("start_velocity")) == (
                2,
                0,
            )
            theirs = theirs.but(settings=ours.settings)
        assert ours == theirs


def test_settings_of_a_run_are_checked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two engines a method are eight runs; whatever else asks for their settings has the same."""
    counts: Counter[str] = Counter()
    check, start = SelfPlaySettings.__post_init__, SelfPlay.__init__

    def checked(own: SelfPlaySettings) -> None:
        counts["settings"] += 1
        check(own)

    def started(own: SelfPlay, *arguments: Any) -> None:
        counts["learners"] += 1
        start(own, *arguments)

    monkeypatch.setattr(SelfPlaySettings, "__post_init__", checked)
    monkeypatch.setattr(SelfPlay, "__init__", started)
    settings_of.cache_clear()
    reproduce("cai2009", ["table2"], "smoke", tmp_path, say=len)
    assert len(list((tmp_path / "runs").iterdir())) == 8
    assert counts == {"settings": 8, "learners": 8}


def test_report_and_results(tmp_path: Path) -> None:
    """The paper's figures stand beside ours, claims are judged, and all files appear."""
    tiny = {"generations": 1, "games": 2, "tuning": 1}
    wanted = ["table2", "defensive", "games"]
    found = reproduce("cai2009", wanted, "smoke", tmp_path, say=len, numbers=tiny)
    text = (tmp_path / "report.md").read_text()
    assert "paper 77 ± 9" in text
    assert "| 56 ± 3, not comparable |" in text, "another defensive player than the paper's"
    assert "hybrid beats PSO" in text
    assert "cannot be judged" in text
    assert {one["verdict"] for one in found["table2"]["claims"]} == {"cannot be judged"}
    assert "| 1 | 55 | 21 | 19 | 19 |" in text
    assert "\n1. Section 2.2" in text
    assert "<table>" in (tmp_path / "report.html").read_text()
    results = json.loads((tmp_path / "results.json").read_text())
    assert {name: results["numbers"][name] for name in tiny} == tiny
    assert results["table2"]["cells"]["hybrid-PSO-noisy"]["games"] == 2
    assert np.shape(results["table2"]["cells"]["hybrid-untrained-quiet"]["wins"]) == (2, 2)


def test_some_methods_alone(tmp_path: Path) -> None:
    """The deep scale leaves PSO out of tables and claims."""
    tiny = {"depth": 1, "engines": 1, "generations": 1, "games": 2}
    found = reproduce("cai2009", ["table2", "s-measure"], "deep", tmp_path, say=len, numbers=tiny)
    claimed = {one["claim"] for one in found["table2"]["claims"]}
    assert "hybrid beats EA" in claimed
    assert not any("PSO" in one for one in claimed)
    assert "HC-EA-noisy" in found["table2"]["cells"]
    assert set(found["s-measure"]) == {"chance", "hybrid", "EA", "HC", "untrained"}
    assert "| PSO |" not in (tmp_path / "report.md").read_text()


def test_black_is_measured_over_both_colours() -> None:
    """Who is stronger must not count for the advantage of black, nor widen its interval."""
    rng = np.random.default_rng(1)
    strength = dict(zip(METHODS, (-30, -10, 10, 30), strict=True))
    results = {}
    for one, own in strength.items():
        for other, others in strength.items():
            wins = np.clip(52 + (own - others) / 2 + rng.normal(0, 3, (10, 10)), 0, 100)
            cell = {"wins": wins.tolist(), "draws": np.zeros((10, 10)).tolist(), "games": 100}
            results[f"{one}-{other}-noisy"] = cell
    found = black_advantage(results, tuple(METHODS), "noisy")
    assert found.known
    assert 51 < found.low < found.mean < found.high < 53
