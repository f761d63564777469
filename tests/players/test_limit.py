"""Limits: the tighter of an engine's own and the one given holds."""

from math import inf, nan
from typing import Any

import pytest

import ponnuki
from ponnuki import Engine, Limit, Search, evaluator
from ponnuki.players import Choice, Stop

NET = evaluator("window", "capture-go:7")
WEIGHTS = NET.initial(1, seed=4)[0]
START = NET.game.start().play_all(["D4", "E4"])


def engine(**settings: Any) -> Engine:
    """An engine with that search."""
    return Engine(NET, WEIGHTS, Search(**settings))


def test_thinking_is_the_search() -> None:
    """Without a limit an engine finds what its search finds, all moves included."""
    for all_moves in False, True:
        found = engine(depth=3).think(START, seed=5, all_moves=all_moves)
        assert found == Search(depth=3).run(START, NET, WEIGHTS, seed=5, all_moves=all_moves)
        assert bool(found.root_values) == all_moves


def test_a_depth_makes_a_search_shallower_and_never_deeper() -> None:
    """The engine's depth is what it was made for; a limit cuts it down."""
    for own, given, expected in (4, 2, 2), (2, 4, 2), (3, None, 3), (3, 3, 3):
        found = engine(depth=own).think(START, Limit(depth=given), seed=1)
        assert found == engine(depth=expected).think(START, seed=1)
        assert found.complete


def test_the_smaller_number_of_nodes_holds() -> None:
    """Whichever says it; 0 is no limit."""
    tight = engine(depth=5, nodes=200).think(START, seed=2)
    assert not tight.complete
    assert engine(depth=5).think(START, Limit(nodes=200), seed=2) == tight
    assert engine(depth=5, nodes=10**6).think(START, Limit(nodes=200), seed=2) == tight
    assert engine(depth=5, nodes=200).think(START, Limit(nodes=10**6), seed=2) == tight
    assert engine(depth=5, nodes=200).think(START, Limit(), seed=2) == tight


def test_the_shorter_time_holds() -> None:
    """Whichever says it; a search always has a legal move."""
    for own, given in (0.0, 1e-9), (1e-9, 0.0), (1e-9, 60.0), (60.0, 1e-9):
        found = engine(depth=64, seconds=own).think(START, Limit(seconds=given))
        assert not found.complete
        assert found.move in START.legal_numbers()
    assert Search(seconds=2.0).within(Limit(seconds=3.0)).seconds == 2.0
    assert Search(seconds=2.0).within(Limit(seconds=1.0)).seconds == 1.0


def test_a_stop_that_is_set_ends_a_search_at_once() -> None:
    """It still has a legal move."""
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    found = engine(depth=64).think(START, Limit(stop=stop))
    assert stop.is_set()
    assert not found.complete
    assert found.move in START.legal_numbers()


def test_decisions_keep_limits() -> None:
    """A decision is made by a search within the limit, and says what was found."""
    plain = engine(depth=5)
    decision = plain.decide(START, Limit(depth=2), seed=3)
    assert decision.found == engine(depth=2).think(START, seed=3)
    assert decision.found is not None
    assert (decision.move, decision.exploratory) == (decision.found.move, False)
    noisy = Engine(NET, WEIGHTS, Search(depth=2), Choice(noise=1.0)).decide(START, seed=3)
    assert (noisy.exploratory, noisy.found) == (True, None)
    assert noisy.move in START.legal_numbers()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"depth": 0}, "depth=0 is not allowed: use 1 to 64"),
        ({"depth": 65}, "depth=65 is not allowed: use 1 to 64"),
        ({"nodes": -1}, "nodes=-1 is not allowed: use 0 to"),
        ({"seconds": -0.5}, "seconds=-0.5 is not allowed: use a number from 0 on"),
        ({"seconds": inf}, "seconds=inf is not allowed"),
        ({"seconds": nan}, "seconds=nan is not allowed"),
        ({"stop": True}, "stop=True is not allowed: use a Stop or None"),
    ],
    ids=str,
)
def test_bad_limits(values: dict[str, Any], message: str) -> None:
    """An error names the limit, the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        Limit(**values)


def test_bad_questions() -> None:
    """Games that are over, other games and seeds that are none are refused."""
    one = engine(depth=1)
    with pytest.raises(ValueError, match="the game is over"):
        one.think(NET.game.start().play_all(["pass", "pass"]))
    with pytest.raises(ValueError, match="a position of go:5 was given"):
        one.think(ponnuki.game("go:5").start())
    with pytest.raises(ValueError, match="seed=-1 is not allowed"):
        one.think(START, seed=-1)


def test_every_search_setting_that_changes_results_is_an_option_of_a_spec() -> None:
    """Specs are read by the fields of Search and Choice."""
    game = ponnuki.game("capture-go:5")
    spec = (
        "untrained,depth=3,candidates=local,radius=1,forced=no,ataris=yes,nodes=9,seconds=0.5,"
        "noise=0.2,creative=0.1"
    )
    found = ponnuki.player(spec, game)
    assert isinstance(found, Engine)
    assert found.search == Search(3, "local", 1, False, True, 9, 0.5)
    assert found.choice == Choice(0.2, 0.1)
    with pytest.raises(ValueError, match="forced='maybe' is not allowed: use yes or no"):
        ponnuki.player("untrained,forced=maybe", game)
    with pytest.raises(
        ValueError,
        match=r"did you mean 'depth'.* depth, .*, visits, .*, parallel, reuse, noise, .*book_noise",
    ):
        ponnuki.player("untrained,deep=3", game)


def test_a_part_of_a_stop_is_set_with_it_or_alone() -> None:
    """A stop does not hear of its parts; a part of one that is set is set from the start."""
    whole = Stop()
    first, second = whole.part(), whole.part()
    first.set()
    assert [one.is_set() for one in (whole, first, second)] == [False, True, False]
    inner = second.part()
    whole.set()
    assert [one.is_set() for one in (whole, second, inner, whole.part())] == [True] * 4
