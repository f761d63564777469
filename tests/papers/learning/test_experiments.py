"""The study of methods: which runs there are, and who is examined."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.learners import SelfPlay
from ponnuki.papers.learning import experiments
from ponnuki.papers.learning.experiments import (
    METHODS,
    SCALES,
    SCRIPTED,
    Scale,
    methods,
    settings_of,
)
from ponnuki.papers.learning.report import (
    GNU_GO,
    against_strangers,
    against_untrained,
    differences,
    print_report,
)
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval, paired_test, welch_p


def test_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every method has its runs, those in the halving preset's games more of them."""
    rows = ("PSO, as printed", "selection alone", "halving preset")
    some = {row: METHODS[row] for row in rows}
    monkeypatch.setattr(experiments, "METHODS", some)
    monkeypatch.setattr(experiments, "find_program", lambda _: None)  # GNU Go takes its time
    scale = Scale(
        depth=1, seeds=1, more_seeds=2, share=0.01, nets=2, rounds=1, scripted=2, outside=2
    )
    page = Page("study")
    found = methods(Workshop(tmp_path, say=len), scale, page)
    assert set(found["methods"]) == set(rows)
    for row, runs in found["methods"].items():
        more = METHODS[row][0] == "halving"
        assert [run["seed"] for run in runs] == ([1, 2] if more else [1])
        assert all(run["untrained"]["games"] == 4 for run in runs)
        assert all({*SCRIPTED} <= run["strangers"].keys() for run in runs)
    assert len(found["untrained"]) == 4
    assert "| halving preset | 2 |" in page.markdown()


def tally(score: float) -> dict[str, Any]:
    """A tally with that score in per cent."""
    return {"wins": score, "draws": 0, "games": 100}


def study(scores: dict[str, list[float]]) -> dict[str, list[dict[str, Any]]]:
    """Runs with these scores in per cent, the same whoever the opponents are."""
    facts = {"games": 1, "weight_size": [1.0], "reliability": [None], "duels": [None]}
    return {
        row: [
            {
                "untrained": tally(one),
                "untrained_noise": tally(one),
                "strangers": {"naive": one / 100, "defensive": one / 100, GNU_GO: 0.0},
                **facts,
            }
            for one in values
        ]
        for row, values in scores.items()
    }


def test_methods_that_start_from_the_same_nets_are_compared_in_pairs() -> None:
    """Nets differ by chance more than methods do: in pairs that falls out, as groups it does not.

    All comparisons of the table are corrected together.
    """
    luck = [40.0, 50.0, 60.0, 70.0, 80.0, 90.0]
    better = [one + 3 + (i % 2) for i, one in enumerate(luck)]
    found = study({"selection": luck, "same nets": better, "other nets": better})
    judged = differences(against_untrained(found), "selection", {"same nets"})
    pair, pair_p = judged["same nets", "no random moves"]
    group, group_p = judged["other nets", "no random moves"]
    assert pair.mean == pytest.approx(group.mean)
    assert pair.low > 0 > group.low
    assert pair_p == pytest.approx(4 * paired_test(better, luck).t_p)
    assert group_p == pytest.approx(min(1, 2 * welch_p(better, luck)))
    page = Page("study")
    print_report(page, found, found["selection"], "selection", {"same nets"})
    lines = page.markdown().splitlines()
    assert any("same nets | in pairs | 3.5 (" in line and ": higher" in line for line in lines)
    assert any("other nets | as groups" in line and "no difference shown" in line for line in lines)


def test_the_mean_over_strangers_leaves_out_who_is_not_installed_everywhere() -> None:
    """GNU Go has a column of its own, so that the mean says the same on every machine."""
    values = against_strangers(study({"selection": [40.0, 60.0]}))["selection"]
    assert values["mean"] == pytest.approx([40, 60])
    assert values["naive"] == pytest.approx([40, 60])
    assert values[GNU_GO] == [0, 0]


def test_halving_and_selection_start_from_the_same_nets() -> None:
    """What the report calls pairs are pairs: with one seed both draw the same first population."""
    for seed in 1, 7:
        first, other = (
            SelfPlay(settings_of(row, SCALES["smoke"], seed)).start()
            for row in ("halving preset", "selection alone")
        )
        assert np.array_equal(first.state.candidates, other.state.population)


def test_no_interval_from_fewer_than_five_runs() -> None:
    """Four runs have a mean and nothing else, in text and in tables; five have an interval."""
    assert mean_interval([1.0, 2.0, 3.0, 4.0]).text() == "2.5"
    assert mean_interval([1.0, 2.0, 3.0, 4.0, 5.0]).text() == "3.0 (1.0 to 5.0)"
    few = study({"selection": [50.0] * 4, "other": [60.0, 61.0, 62.0, 63.0]})
    page = Page("study")
    print_report(page, few, few["selection"], "selection", set())
    assert " to " not in page.markdown().partition("What scores are worth")[0]
