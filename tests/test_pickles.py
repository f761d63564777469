"""Pickles: everything that plays comes back equal, and a damaged one is refused in words."""

import pickle
import sys
from typing import Any

import pytest

import ponnuki
from ponnuki import Engine, Limit, Search, evaluator
from ponnuki.games.position import _restore
from ponnuki.games.registry import restore
from ponnuki.learners.tic_tac_toe.nets import OnePly
from ponnuki.pickles import rebuild
from ponnuki.players import Choice, ExternalPlayer, RandomPlayer, ScriptedPlayer, Stop

GAME = ponnuki.game("capture-go:5")
NET = evaluator("window", GAME)
WEIGHTS = NET.initial(1, seed=1)[0]
POSITION = ponnuki.game("go:5").start().play_all(["C3", "pass", "B2"])

THINGS = (
    NET,
    evaluator("mlp", "go:5", encoding="roban", hidden=(9, 4)),
    evaluator("wpc", "othello:8"),
    Search(depth=3, candidates="local", nodes=100),
    Choice(noise=0.1, creative=0.2),
    Limit(depth=2, nodes=10, seconds=0.5),
    Engine(NET, WEIGHTS, Search(depth=2), Choice(noise=0.1), "mine"),
    OnePly(evaluator("mlp", "tic-tac-toe", encoding="own-opponent", hidden=(3,)), ties="first"),
    RandomPlayer(),
    ScriptedPlayer("naive", ponnuki.game("go:9"), noise=0.2),
    ScriptedPlayer("pattern", ponnuki.game("go:9")),
    ponnuki.player("ryder,look=no", "go:9"),
    ExternalPlayer(f"{sys.executable} -m gtp", GAME, seconds=3.0, restarts=1),
    GAME,
    POSITION,
)


@pytest.mark.parametrize("thing", THINGS, ids=lambda one: type(one).__name__)
def test_everything_comes_back_equal(thing: Any) -> None:
    """With the same hash, and again after it has been used."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert type(again) is type(thing)
        assert again == thing
        assert hash(again) == hash(thing)


def test_an_engine_thinks_the_same_after_it_was_sent() -> None:
    """A pickled engine finds what the one before it finds, whether that has searched or not."""
    engine = Engine(NET, WEIGHTS, Search(depth=3))
    before = pickle.loads(pickle.dumps(engine))
    found = engine.think(GAME.start(), seed=3, all_moves=True)
    for one in before, pickle.loads(pickle.dumps(engine)):
        assert one.think(GAME.start(), seed=3, all_moves=True) == found
        assert not one.weights.flags.writeable


def test_engines_differ_by_what_they_are_made_of() -> None:
    """Another weight, search, choice or spec makes another engine."""
    engine = Engine(NET, WEIGHTS, Search(depth=2))
    assert engine == Engine(NET, WEIGHTS.copy(), Search(depth=2))
    for other in (
        Engine(NET, -WEIGHTS, Search(depth=2)),
        Engine(NET, WEIGHTS, Search(depth=3)),
        Engine(NET, WEIGHTS, Search(depth=2), Choice(noise=0.5)),
        Engine(NET, WEIGHTS, Search(depth=2), spec="other"),
    ):
        assert other != engine


def test_a_limit_with_a_stop_stays_here() -> None:
    """Nobody elsewhere could set it."""
    with pytest.raises(TypeError, match="a limit with a stop cannot be pickled"):
        pickle.dumps(Limit(stop=Stop()))


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (Search, {"depth": 0}, "depth=0 is not allowed"),
        (Search, {"depth": "deep"}, "no Search"),
        (Search, {"width": 3}, "width"),
        (Choice, {"noise": 2.0}, "noise=2.0 is not allowed"),
        (Choice, {"noise": None}, "no Choice"),
        (Limit, {"seconds": -1.0}, "seconds=-1.0 is not allowed"),
        (Limit, {"stop": 5}, "stop=5 is not allowed"),
        (type(NET), {"game": "capture-go:5"}, "use a Game"),
        (type(NET), {}, "no WindowNet"),
        (ponnuki.evaluators.DenseNet, {"game": GAME, "hidden": (0,)}, "use a list, each 1 to"),
        (ponnuki.evaluators.DenseNet, {"game": GAME, "hidden": {}}, "no DenseNet"),
        (Engine, {"evaluator": NET, "weights": WEIGHTS[1:]}, "do not fit"),
        (Engine, {"evaluator": NET, "weights": WEIGHTS * float("nan")}, "must be finite"),
        (Engine, {"evaluator": None, "weights": WEIGHTS}, "no Engine"),
        (
            ScriptedPlayer,
            {"kind": "clever", "game": GAME},
            "use child or defensive or naive or pattern",
        ),
        (ScriptedPlayer, {"kind": ["naive"], "game": GAME}, "no ScriptedPlayer"),
        (ExternalPlayer, {"command": "", "game": GAME}, "no command is given"),
        (RandomPlayer, {"spec": "defensive"}, "no RandomPlayer"),
    ],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_damaged_settings(kind: Any, given: dict[str, Any], message: str) -> None:
    """What a constructor would refuse, a pickle may not bring in."""
    with pytest.raises(ValueError, match=message):
        rebuild(kind, given)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"stones": [0] * 24}, "one cell for each point"),
        ({"stones": [7] * 25}, "cells are -1, 0 and 1"),
        ({"stones": [1] * 25}, "has no such position"),
        ({"stones": [[]] * 25}, "has no such position"),
        ({"setup": (3, 1, 0, 0, 99)}, "has no such position"),
        ({"setup": (3, 0, 0, 0, -5)}, "-5 is no point for a ko"),
        ({"setup": "none"}, "has no such position"),
        ({"trail": ["x"]}, "has no such position"),
        ({"last": (26, -1)}, "a last move is no move of the game"),
        ({"last": (-2, -1)}, "a last move is no move of the game"),
        ({"last": (-1, 3)}, "the last move is not known, but the one before it is"),
        ({"last": (0, -1)}, "the last move has left no stone where it was played"),
        ({"last": [1, 2, 3]}, "has no such position"),
        ({"stones": [0] * 25, "setup": (1, 1, 0, 0, -1), "last": (25, 25)}, "more last moves than"),
        ({"game": "go:5"}, "use a Game"),
    ],
    ids=str,
)
def test_damaged_positions(changed: dict[str, Any], message: str) -> None:
    """A position that the rules do not have is refused."""
    pickled: Any = POSITION.__reduce__()
    assert pickled[0] is _restore
    whole = dict(zip(("game", "stones", "setup", "trail", "last"), pickled[1], strict=True))
    assert _restore(**whole) == POSITION
    with pytest.raises(ValueError, match=message):
        _restore(**{**whole, **changed})


@pytest.mark.parametrize("spec", ["chess:8", "go:99", "go:5,komi=0.3", 7, None])
def test_damaged_games(spec: Any) -> None:
    """A game that is not known, or not with such options, is refused."""
    with pytest.raises(ValueError, match=r"is not allowed|spec"):
        restore(spec, 1)
