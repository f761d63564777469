"""What is said of a generation: nothing that means less than it seems to."""

from typing import Any

import pytest

from ponnuki.learners.views import Phrase, measure_text

WON: dict[str, Any] = {"share": 1.0, "interval": [0.3424, 1.0], "opponents": 1, "independent": 2}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "earlier champions 100%"),  # two games with one net say nothing of others
        ({"independent": 5}, "earlier champions 100% (34% to 100%)"),
        ({"opponents": 5}, "earlier champions 100% (34% to 100%)"),
        ({"interval": None}, "earlier champions 100%"),
    ],
)
def test_an_interval_is_said_where_it_means_something(changes: dict[str, Any], said: str) -> None:
    """Over five opponents, or five independent games with the only one."""
    assert measure_text("earlier", {**WON, **changes}) == said


def test_records_of_strangers_need_not_say_how_many_games_count() -> None:
    """Those of earlier versions do not."""
    assert (
        measure_text("random", {"share": 0.5, "interval": [0.2, 0.8]}) == "random 50% (20% to 80%)"
    )


@pytest.mark.parametrize(("found", "said"), [(-1.18, "0.00"), (0.25, "0.25"), (1.0, "1.00")])
def test_a_share_below_zero_is_said_as_zero(found: float, said: str) -> None:
    """Halves that disagree by chance are no less than nothing."""
    phrase = Phrase("reliability {reliability:.2f}", low=0.0)
    assert phrase.say({"reliability": found}) == f"reliability {said}"
    assert Phrase("{reliability:.2f}").say({"reliability": found}) == f"{found:.2f}"
    assert phrase.say({}) is None
