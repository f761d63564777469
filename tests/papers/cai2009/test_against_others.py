"""The defensive player as a teacher, the S-measure, and players from outside."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.evaluators import evaluator
from ponnuki.learners import SelfPlay
from ponnuki.learners.settings import SearchSettings
from ponnuki.papers.cai2009 import outside
from ponnuki.papers.cai2009.engines import GAME, METHODS, Meeting, settings_of
from ponnuki.papers.cai2009.outside import Visit
from ponnuki.papers.cai2009.s_measure import s_measure
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.cai2009.versus_defensive import by_territory, taught_settings
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page

SMOKE = SCALES["smoke"]
SEARCH = SearchSettings(depth=1)


def test_a_taught_net_meets_the_defensive_player_alone() -> None:
    """Eight games a net as black, all different; everything else is as in self-play."""
    settings = taught_settings(SMOKE, 1)
    ours = settings_of("hybrid", SMOKE, 1)
    assert settings.settings == ours.settings
    trainer = SelfPlay(settings)
    _, generation = trainer.step(trainer.start())
    sample = generation.sample
    assert sample is not None
    assert len(sample) == 8 * 40
    assert {sample.players[white] for white in sample.pairings[:, 1]} == {"defensive"}
    first = [tuple(sample[int(i)].moves) for i in np.flatnonzero(sample.pairings[:, 0] == 0)]
    assert len(set(first)) == 8


def test_a_meeting_says_how_wins_came(tmp_path: Path) -> None:
    """Wins by capture are counted among wins; a named player may have black."""
    net = evaluator("window", GAME)
    rows = net.initial(2, 1)
    found = Meeting(net, SEARCH, "random", rows, 0.0, 5, 1).answer(Workshop(tmp_path, say=len))
    assert np.shape(found["wins"]) == (1, 2)
    assert found["by_capture"] <= np.sum(found["wins"])
    assert by_territory({"wins": [[3, 1]], "by_capture": 1}) == "75 %"
    assert by_territory({"wins": [[0]], "by_capture": 0}) == "–"


def test_s_measure(tmp_path: Path) -> None:
    """S of a player that wins all games is the most that it can be, which the paper calls 1."""
    page = Page("s")
    found = s_measure(Workshop(tmp_path, say=len), SMOKE, page)
    chance = found["chance"]
    assert 40 < chance["black"] < 60
    assert 40 < chance["white"] < 60
    for method in METHODS:
        own = found[method]
        assert own["s"] == pytest.approx(
            np.add(own["w1"], own["w2"]) - chance["black"] - chance["white"]
        )
    assert "| hybrid |" in page.markdown()


def test_without_gnu_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says that nothing was played."""
    monkeypatch.setattr(outside, "find_program", lambda _: None)
    page = Page("outside")
    assert outside.outside(Workshop(tmp_path, say=len), SMOKE, page) == {"played": False}
    assert "GNU Go was not installed" in page.markdown()


def test_a_visit_changes_colours(tmp_path: Path) -> None:
    """Three games each, the first and the last as black; the other side makes no random moves."""
    net = evaluator("window", GAME)
    visit = Visit(net, SEARCH, net.initial(2, 1), "random", 0.1, 3, 7)
    found = visit.answer(Workshop(tmp_path, say=len))
    assert [one["games"] for one in found] == [3, 3]
    assert [one["forfeits"] for one in found] == [0, 0]
    named = Visit(net, SEARCH, "defensive", "random", 0.1, 2, 7)
    (defensive,) = named.answer(Workshop(tmp_path, say=len))
    assert defensive["games"] == 2
