"""Other readings of the paper, and how differences over runs are judged."""

from pathlib import Path

import pytest

from ponnuki.papers.cai2009.engines import settings_of
from ponnuki.papers.cai2009.readings import READINGS, compared, readings
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

SMOKE = SCALES["smoke"]


def test_a_reading_changes_what_it_names_alone() -> None:
    """All other settings, and the seed, stay those of the run that it is compared with."""
    for reading in READINGS:
        ours = settings_of(reading.method, SMOKE, 3)
        table, other = ours.table(), ours.but(**reading.changes).table()
        assert table != other
        assert [name for name in table if table[name] != other[name]] == list(reading.changes)
    assert ours.but() == ours


def test_both_numbers_for_tau_are_measured() -> None:
    """The printed formula gives 0.0090; the printed number, 0.0796, is what we take."""
    (tau,) = {one.changes["settings"]["tau"] for one in READINGS if "tau" in str(one.changes)}
    assert tau == pytest.approx(1 / (2 * 6216) ** 0.5, abs=5e-6)
    assert settings_of("EA", SMOKE, 1).settings.get("tau") is None


def test_a_difference_needs_five_runs() -> None:
    """With fewer there is no interval, whatever the values say."""
    assert compared([60.0] * 4, [40.0] * 4, 1) == ("+20.0", "too few runs")


def test_more_comparisons_show_less() -> None:
    """The interval of one comparison among many is wider, so that chance shows nothing."""
    ones, others = [52.0, 55.0, 53.0, 56.0, 54.0], [50.0, 50.0, 51.0, 52.0, 50.0]
    assert compared(ones, others, 1)[1] == "higher"
    assert compared(others, ones, 1)[1] == "lower"
    assert compared(ones, others, 1000)[1] == "no"


def test_the_report_has_every_reading(tmp_path: Path) -> None:
    """A row each, beside the runs that they are compared with."""
    page = Page("readings")
    found = readings(Workshop(tmp_path, say=len), SMOKE, page)
    assert len(found) == 1 + len(READINGS)
    text = page.markdown()
    assert text.count("too few runs") == len(READINGS)
    for reading in READINGS:
        assert f"| {reading.name} | {reading.where} | {reading.method} |" in text
