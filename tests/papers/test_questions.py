"""Questions: every field counts, for all of them; what cannot be told apart is refused."""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Opening
from ponnuki.evaluators import evaluator
from ponnuki.games import Game, game
from ponnuki.learners import SelfPlaySettings, TwoLevelSettings
from ponnuki.learners.settings import SearchSettings
from ponnuki.learners.tic_tac_toe import Coevolution, OnePly
from ponnuki.optimisers import Ea, Pso
from ponnuki.papers import PAPERS
from ponnuki.papers.cai2007.measures import Points
from ponnuki.papers.cai2007.reader import Readings
from ponnuki.papers.cai2009.champion import Gauntlet
from ponnuki.papers.cai2009.coins import CoinRuns
from ponnuki.papers.cai2009.engines import Meeting, settings_of
from ponnuki.papers.cai2009.fresh_swarms import FreshSwarms
from ponnuki.papers.cai2009.outside import Visit
from ponnuki.papers.cai2009.s_measure import Chance
from ponnuki.papers.cai2009.scale import Scale
from ponnuki.papers.franken2003.cells import Cell, Measures, Training
from ponnuki.papers.franken2003.climb import Climb
from ponnuki.papers.franken2003.epochs import ByEpoch
from ponnuki.papers.franken2003.figure3 import History
from ponnuki.papers.franken2003.limit import Climbed, Optimised, Variant
from ponnuki.papers.kim2007.beyond import Duel, Entrant
from ponnuki.papers.kim2007.cells import Fresh
from ponnuki.papers.learning.experiments import Examination, ProbeSettings
from ponnuki.papers.levels.experiments import Errors, Replies, Step
from ponnuki.papers.mayer2007.cells import Strengths, StrengthSettings
from ponnuki.papers.mayer2007.game import Commented
from ponnuki.papers.mayer2007.gnu_go import AgainstGnuGo
from ponnuki.papers.mayer2007.rank import AgainstErring
from ponnuki.papers.mayer2007.tournament import Pair
from ponnuki.papers.questions import Question, digest, plain
from ponnuki.papers.standing import Standing
from ponnuki.papers.zero.experiments import FirstMove, Strength, Visits
from ponnuki.papers.zero.planes import Encounter
from ponnuki.players import Reader, Search
from ponnuki.settings import Settings, setting

NET, OTHER_NET = evaluator("window", "capture-go:4"), evaluator("wpc", "capture-go:4")
ROWS, OTHER_ROWS = NET.initial(2, 1), NET.initial(2, 2)
RUN = Coevolution(OnePly.of(3), Ea(), 5, 10)
OTHER_RUN = Coevolution(OnePly.of(3), Pso(1.0, 1.0, 1.0, None, bests="replay"), 5, 10)
TRAINING = Training(RUN, 2, 1, (1, 10))

PAIRS: list[tuple[Any, Any]] = [
    (
        Meeting(NET, SearchSettings(depth=1), ROWS, ROWS, 0.1, 4, 1),
        Meeting(OTHER_NET, SearchSettings(depth=2), OTHER_ROWS, "random", 0.0, 5, 2),
    ),
    (
        Gauntlet(game("capture-go:4"), "naive", ROWS, ("random",), 2, 0.1, Opening(), 1),
        Gauntlet(game("capture-go:5"), "random", OTHER_ROWS, ("naive",), 4, 0.0, Opening(2), 2),
    ),
    (
        Examination(NET, SearchSettings(depth=1), ROWS, ProbeSettings(10, 2), 1),
        Examination(
            OTHER_NET, SearchSettings(depth=2), OTHER_ROWS, ProbeSettings(10, 2, noise=0.2), 2
        ),
    ),
    (
        CoinRuns((SelfPlaySettings(generations=1),), 0.5),
        CoinRuns((SelfPlaySettings(generations=2),), 0.25),
    ),
    (Chance(game("capture-go:4"), 10, 1), Chance(game("capture-go:5"), 20, 2)),
    (
        FreshSwarms(TwoLevelSettings(), {"printed": (0.4667, 1.7971, 2.4878)}),
        FreshSwarms(TwoLevelSettings(seed=2), {"printed": (0.4667, 1.7971, 2.5)}),
    ),
    (
        Visit(NET, SearchSettings(depth=1), ROWS, "random", 0.1, 4, 1),
        Visit(OTHER_NET, SearchSettings(depth=2), "naive", "defensive", 0.0, 5, 2),
    ),
    (TRAINING, Training(OTHER_RUN, 3, 2, (10,))),
    (
        Measures(Cell("ep", 5, 3, "first"), TRAINING, 10, 1),
        Measures(Cell("ep", 5, 3, "random"), Training(OTHER_RUN, 3, 2, (10,)), 20, 2),
    ),
    (History(RUN, 2, 1), History(OTHER_RUN, 3, 2)),
    (
        ByEpoch(Cell("ep", 5, 3, "first"), TRAINING),
        ByEpoch(Cell("ep", 5, 3, "random"), Training(OTHER_RUN, 3, 2, (10,))),
    ),
    (
        Optimised(Variant(Ea(0.2)), OnePly.of(3), 10, (1,)),
        Optimised(Variant(Ea(0.3)), OnePly.of(5), 20, (1, 2)),
    ),
    (
        Fresh(NET, ROWS, 0, "random", 4, 1),
        Fresh(OTHER_NET, OTHER_ROWS, "book", "standard-wpc", 6, 2),
    ),
    (
        Strengths(NET, ROWS, 1, "free", StrengthSettings(("random",), 1000), 1),
        Strengths(OTHER_NET, OTHER_ROWS, 2, "eyes", StrengthSettings(("naive",), 1000), 2),
    ),
    (
        Commented(NET, ROWS[0], "free", "random", 2, 1),
        Commented(OTHER_NET, ROWS[1], "eyes", "naive", 3, 2),
    ),
    (
        AgainstGnuGo(NET, ROWS[0], "free", 1, "go:4", "gnugo", 2, 0, 1),
        AgainstGnuGo(OTHER_NET, ROWS[1], "eyes", 2, "go:5", "other", 3, 2, 2),
    ),
    (
        AgainstErring("naive", "gnugo", "go:4", 2, 0, 1),
        AgainstErring("pattern", "gnugo,level=1", "go:5", 3, 2, 2),
    ),
    (
        Pair(NET, ROWS[0], NET, ROWS[1], "free", 2, 0, 1),
        Pair(OTHER_NET, ROWS[1], OTHER_NET, ROWS[0], "eyes", 4, 2, 2),
    ),
    (
        Duel(Entrant("one", "nets", NET, ROWS[0]), Entrant("two", "nets", NET, ROWS[1]), 2, 1),
        Duel(
            Entrant("one", "nets", NET, OTHER_ROWS[0]),
            Entrant("two", "scripts", spec="random"),
            4,
            2,
        ),
    ),
    (Climbed(Climb(3, 10), (1,)), Climbed(Climb(3, 10, safety=0.1), (2,))),
    (
        Points(NET, ROWS, Search(depth=1), ("random",), 4, 1),
        Points(OTHER_NET, OTHER_ROWS, Search(depth=2), ("naive",), 6, 2),
    ),
    (
        Readings(game("go:5"), 4, (20, 80), Reader(limit=100), 1),
        Readings(game("go:7"), 5, (10,), Reader(limit=200), 2),
    ),
    (
        Strength(NET, ROWS[0], Search(depth=1), 4, 2, 1),
        Strength(OTHER_NET, ROWS[1], Search(depth=2), 6, 3, 2),
    ),
    (Visits(1, 4, ROWS[0], 2, 1), Visits(2, 8, ROWS[1], 4, 2)),
    (
        Encounter(NET, ROWS, NET, ROWS, Search(depth=1), 1, 1),
        Encounter(OTHER_NET, OTHER_ROWS, OTHER_NET, OTHER_ROWS, Search(depth=2), 2, 2),
    ),
    (FirstMove(5, ROWS[0], 2, 1), FirstMove(7, ROWS[1], 4, 2)),
    (
        Step(game("capture-go:4"), "child", "naive", 2, 1),
        Step(game("capture-go:5"), "naive", "child", 4, 2),
    ),
    (Errors(game("capture-go:4"), "child", 2, 1), Errors(game("capture-go:5"), "naive", 4, 2)),
    (Replies(game("capture-go:4"), "child", 2), Replies(game("capture-go:5"), "naive", 4)),
    (
        Standing(NET, ROWS[0], Search(depth=1), ("random",), 2, 0),
        Standing(OTHER_NET, ROWS[1], Search(depth=2), ("naive",), 4, 2),
    ),
]


def kinds(of: type[Any] = Question) -> set[type[Any]]:
    """All questions of the package that can be asked."""
    found = {one for below in of.__subclasses__() for one in {below} | kinds(below)}
    return {
        one
        for one in found
        if one.__module__.startswith("ponnuki.") and not one.__abstractmethods__
    }


def test_all_questions_are_looked_at() -> None:
    """Whoever adds a question adds it here."""
    assert {type(one) for one, _ in PAIRS} == kinds()


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda one: type(one).__name__)
def test_every_field_counts(one: Any, other: Any) -> None:
    """Changing any field alone makes it another question; the same fields make the same."""
    assert digest(replace(one)) == digest(one)
    for own in fields(one):
        assert digest(replace(one, **{own.name: getattr(other, own.name)})) != digest(one), own.name


def test_settings_inside_count() -> None:
    """So do settings of values inside: points, opponents, constants, rules for ties, encodings."""
    runs = [
        RUN,
        replace(RUN, points=(1.0, 0.0, -1.0)),
        replace(RUN, opponents=6),
        replace(RUN, epochs=11),
        replace(RUN, method=Ea(0.1)),
        replace(RUN, player=OnePly.of(3, ties="first")),
        replace(RUN, player=OnePly.of(3, output="sums")),
        replace(RUN, player=OnePly.of(3, "messerschmidt")),
        replace(RUN, player=OnePly.of(3, sees_wins=True)),
    ]
    assert len({digest(Training(run, 2, 1, (10,))) for run in runs}) == len(runs)


def test_versions_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the rules, and that of the way of answering."""
    gauntlet = PAIRS[1][0]
    before = digest(gauntlet)
    with monkeypatch.context() as patch:
        patch.setattr(Game, "rules_version", 99)
        assert digest(gauntlet) != before
        assert digest(PAIRS[0][0]) != digest(replace(PAIRS[0][0], seed=3))
    monkeypatch.setattr(Gauntlet, "version", 2)
    assert digest(gauntlet) != before


def test_a_setting_that_came_later_changes_no_digest() -> None:
    """At its default; so kept answers stay answers."""

    def kind(*, more: bool) -> type[Settings]:
        @dataclass(frozen=True)
        class Plan(Settings):
            rate: float = setting(0.1, "a rate")

        @dataclass(frozen=True)
        class Later(Plan):
            more: int = setting(0, "something new", later=True)

        Later.__name__ = "Plan"
        return Later if more else Plan

    before, after = kind(more=False), kind(more=True)
    assert digest(after()) == digest(before())
    assert digest(after.of({"more": 1})) != digest(before())


def test_the_order_of_names_does_not_count() -> None:
    """Tables that are equal have one digest, however they are written."""
    one, other = {"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1}
    assert digest(one) == digest(other)
    assert digest(one) != digest({**one, "a": 2})


def test_arrays_count_with_type_and_shape() -> None:
    """The same bytes in another shape or of another type are another array."""
    zeros = np.zeros((2, 3), np.float32)
    arrays = [zeros, zeros.T, zeros.ravel(), zeros.view(np.int32), zeros + 1]
    assert len({digest(one) for one in arrays}) == len(arrays)
    assert digest(np.asfortranarray(zeros)) == digest(zeros)


@pytest.mark.parametrize("value", [lambda: 1, {1, 2}, {1: 2}, b"x", object(), [len]])
def test_what_cannot_be_told_apart_is_refused(value: object) -> None:
    """A function has no text that differs where it does."""
    with pytest.raises(TypeError, match="cannot be part of a question"):
        plain(value)


def test_answers_that_are_kept_are_found() -> None:
    """Questions that hold settings of measures are asked as when their answers were written."""
    printed = PAPERS["cai2009"].scales["smoke"]
    assert isinstance(printed, Scale)
    runs = tuple(settings_of("PSO", printed, seed) for seed in (1, 2))
    met = StrengthSettings(("random", "naive"), 100)
    nets = ProbeSettings(nets=4, rounds=1)
    asked: dict[str, Question[Any]] = {
        "c6140350": Strengths(NET, ROWS, 1, "free", met, 1),
        "6b06f400": Examination(NET, SearchSettings(depth=2), ROWS, nets, 7),
        "67b46946": CoinRuns(runs, 0.5),
        "c079289c": FreshSwarms(TwoLevelSettings(), {"a": (1.0, 2.0, 3.0)}),
    }
    assert [digest(one) for one in asked.values()] == list(asked)
