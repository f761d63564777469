"""Ways to learn beside each other."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import ponnuki
from ponnuki.arena import Arena
from ponnuki.papers import comparison
from ponnuki.papers.comparison import Comparison
from ponnuki.settings import SettingsError

FEW = {"game": "capture-go:4", "games": 20, "generations": 3, "keep_every": 1, "keep": "all"}


def compared(folder: Path, **more: Any) -> Comparison:
    """Two ways of few games."""
    asked = {"settings": FEW, "seeds": [1, 2], "games": 4, "out": folder, **more}
    return ponnuki.compare("default", "default,rate=0.2", **asked)


def made(*ways: list[float]) -> Comparison:
    """A comparison with these shares against one opponent."""
    values = {str(number): np.array(one)[:, None] for number, one in enumerate(ways)}
    return Comparison("go:5", tuple(range(len(ways[0]))), ("naive",), 10, values, {})


def test_an_effect_is_what_scipy_says() -> None:
    """Paired by seed, with Holm's correction; the visible effect is that of a power of 0.8."""
    rng = np.random.default_rng(1)
    base, better, same = (rng.normal(mean, 5, 12) for mean in (50, 60, 50))
    first, second = made(list(base), list(better), list(same)).effects
    test = stats.ttest_rel(better, base)
    low, high = test.confidence_interval(0.95)
    assert first.interval == pytest.approx((low, high))
    other = stats.ttest_rel(same, base).pvalue
    small, large = sorted([test.pvalue, other])
    holm = {small: min(1, 2 * small), large: max(min(1, 2 * small), large)}
    assert (first.p, second.p) == pytest.approx((holm[test.pvalue], holm[other]))
    error = np.std(better - base, ddof=1) / np.sqrt(12)
    assert first.visible == pytest.approx((stats.t.ppf(0.975, 11) + stats.t.ppf(0.8, 11)) * error)


def test_too_few_seeds_have_no_interval() -> None:
    """Then the difference alone is said."""
    found = made([50.0, 51.0], [60.0, 61.0])
    (effect,) = found.effects
    assert (effect.size, effect.interval, effect.p) == (10.0, None, None)
    assert "too little for an interval" in str(found)


def test_runs_and_answers_are_used_again(tmp_path: Path) -> None:
    """A longer list of seeds trains the new ones alone, and games do not depend on threads."""
    said: list[str] = []
    first = compared(tmp_path / "one", say=said.append)
    assert any("train runs: 4 runs" in one for one in said)
    said.clear()
    more = compared(tmp_path / "one", seeds=[1, 2, 3], say=said.append, arena=Arena(1))
    assert any("train runs: 2 runs" in one for one in said)
    for name, values in first.values.items():
        assert np.array_equal(values, more.values[name][:2])


def test_a_budget_chooses_champions(tmp_path: Path) -> None:
    """The last one that had spent no more."""
    at_once = compared(tmp_path / "runs", budget=("games", 45))
    shorter = compared(tmp_path / "shorter", settings={**FEW, "generations": 2})
    for name, values in at_once.values.items():
        assert np.array_equal(values, shorter.values[name])
    assert at_once.budget == "at most 45 games a run"
    with pytest.raises(ValueError, match=r"games=5 is too little: the first champion"):
        compared(tmp_path / "runs", budget=("games", 5))
    with pytest.raises(ValueError, match="evaluations cannot be compared"):
        compared(tmp_path / "runs", budget=("evaluations", 5))


def test_tables(tmp_path: Path) -> None:
    """A long one for other programs, one for people, one for LaTeX."""
    found = compared(tmp_path / "runs")
    text = found.to_csv(tmp_path / "table.csv")
    assert text == (tmp_path / "table.csv").read_text()
    rows = list(csv.DictReader(text.splitlines()))
    assert len(rows) == 2 * 2 * len(found.opponents)
    for row in rows:
        place = found.seeds.index(int(row["seed"])), found.opponents.index(row["opponent"])
        assert float(row["share"]) == pytest.approx(found.values[row["way"]][place], abs=1e-3)
    assert found.to_latex().count(r"\\") == 3
    assert "default,rate=0.2" in str(found)
    assert repr(found) == "<Comparison of default, default,rate=0.2, 2 seeds>"


@pytest.mark.parametrize(
    ("ways", "more", "words"),
    [
        (["default"], {}, "are no comparison"),
        (["default", "default"], {}, "is named twice"),
        (["default", "zero,game=go:5"], {}, "they learn capture-go:9 and go:5"),
        (["default", "halving"], {"games": 3}, "games=3 is not allowed"),
        (["default", "halving"], {"seeds": []}, "seeds"),
        (["default", "halving"], {"seeds": [1, 1]}, "seeds"),
        (["default", "halving"], {"opponents": ["pattern"]}, "opponents='pattern'"),
        (["default", "halving"], {"opponents": []}, "name one or more"),
        (["default", "halving"], {"budget": ("joules", 1)}, "budget='joules'"),
        (["default", "nobody"], {}, "nobody"),
    ],
)
def test_what_is_refused(ways: list[str], more: dict[str, Any], words: str, tmp_path: Path) -> None:
    """Before anything is trained."""
    asked = {"seeds": [1], "opponents": None, "games": 2, "opening": 0, **more}
    with pytest.raises((SettingsError, ValueError), match=words):
        comparison.compare(ways, folder=tmp_path / "runs", **asked)
    assert not (tmp_path / "runs").exists()
