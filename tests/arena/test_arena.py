"""The arena: batches in parts, joined again; openings; batches that travel as pickles."""

import itertools
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import ponnuki
from ponnuki import Player, player
from ponnuki.arena import Arena, GameBatch, Opening, Results
from tests.players.test_external import fake

ARRAYS = (
    *("pairings", "seeds", "winners", "reasons", "margins"),
    *("offsets", "moves", "nodes", "leaves"),
)
GAME = ponnuki.game("capture-go:4")
PLAYERS: list[Player] = [
    player("random", GAME),
    player("untrained,seed=1,depth=1,noise=0.2", GAME),
    player("naive", GAME),
]
PAIRINGS = np.array([(black, white) for black in range(3) for white in range(3) for _ in range(3)])
OPENING = Opening.random(2)
WHOLE = Arena(1).play(GAME, PLAYERS, PAIRINGS, range(len(PAIRINGS)), opening=OPENING)


def same(one: GameBatch, other: GameBatch) -> bool:
    """Whether two batches have the same games, and their arrays the same types."""
    return (
        (one.game, one.players, dict(one.forfeits))
        == (other.game, other.players, dict(other.forfeits))
    ) and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        and getattr(one, name).dtype == getattr(other, name).dtype
        for name in ARRAYS
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=len(PAIRINGS), max_size=len(PAIRINGS)))
def test_any_split_joins_to_the_whole(parts: list[int]) -> None:
    """Games dealt to parts in any way, played one part after the other, are the games at once."""
    places = [np.flatnonzero(np.array(parts) == part) for part in range(5)]
    played = [
        Arena(1).play(GAME, PLAYERS, PAIRINGS[place], place, opening=OPENING) for place in places
    ]
    assert same(GameBatch.join(played, places), WHOLE)


def test_parts_behind_each_other_need_no_places() -> None:
    """Without places one part follows the other, empty ones among them."""
    cuts = [0, 5, 5, 26, 27]
    played = [
        Arena(1).play(GAME, PLAYERS, PAIRINGS[a:b], range(a, b), opening=OPENING)
        for a, b in itertools.pairwise(cuts)
    ]
    assert same(GameBatch.join(played), WHOLE)
    assert same(GameBatch.join([WHOLE]), WHOLE)


def test_an_arena_may_play_its_parts_elsewhere() -> None:
    """Whoever overrides how a batch is split and a part is played gets the same batch."""

    @dataclass(frozen=True)
    class Cluster(Arena):
        sizes: list[int] = field(default_factory=list)

        def split(
            self, players: Sequence[Player], pairings: NDArray[np.int32]
        ) -> list[NDArray[np.intp]]:
            return [part for one in super().split(players, pairings) for part in _dealt(one)]

        def play_part(self, *arguments: Any) -> GameBatch:
            self.sizes.append(len(arguments[2]))
            return super().play_part(*arguments)

    def _dealt(numbers: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        return [numbers[i::4] for i in range(4)]

    cluster, told = Cluster(1), list[int]()
    batch = cluster.play(
        GAME, PLAYERS, PAIRINGS, range(len(PAIRINGS)), told.append, opening=OPENING
    )
    assert same(batch, WHOLE)
    assert cluster.sizes == [7, 7, 7, 6]
    assert told == sorted(told)


def test_what_cannot_be_joined() -> None:
    """Batches of other games or players, and places that leave gaps or come twice."""
    other = Arena(1).play(GAME, PLAYERS[:2], [(0, 1)], [1])
    for parts, places, message in (
        ([], None, "no parts are not allowed"),
        ([WHOLE, other], None, "cannot be joined"),
        ([other], [np.array([1])], "places are not allowed"),
        ([other, other], [np.array([0]), np.array([0])], "places are not allowed"),
        ([other], [np.array([0, 1])], "places are not allowed"),
    ):
        with pytest.raises(ValueError, match=message):
            GameBatch.join(parts, places)


def test_batches_pickle() -> None:
    """The games come back, read only; so do the words of forfeits."""
    rules = ponnuki.game("capture-go:5")
    forfeited = Arena(1).play(
        rules, [fake("--do", "resign"), player("random", rules)], [(1, 1), (0, 1)], [1, 2]
    )
    for batch in WHOLE, forfeited, ponnuki.play_random("go:4", 0, seed=1):
        back = pickle.loads(pickle.dumps(batch))
        assert same(back, batch)
        assert not back.moves.flags.writeable
        assert list(back) == list(batch)


def _set(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda state: state.__setitem__(name, value)


def _poke(name: str, value: float) -> Callable[[dict[str, Any]], object]:
    def change(state: dict[str, Any]) -> None:
        array = state[name].copy()
        array.flat[-1] = value
        state[name] = array

    return change


@pytest.mark.parametrize(
    "damage",
    [
        _set("game", "chess"),
        _set("rules_version", 99),
        _set("players", ("random",)),
        _set("players", (1, 2, 3)),
        _set("winners", WHOLE.winners[:-1]),
        _set("winners", 5),
        _set("winners", WHOLE.winners.astype(np.int64)),
        _set("moves", WHOLE.moves[:-1]),
        _set("moves", WHOLE.moves.reshape(-1, 1)),
        _set("forfeits", {0: "it resigned"}),
        _set("forfeits", {99: "it resigned"}),
        _set("forfeits", None),
        _set("dead", None),
        _set("dead", {99: (1,)}),
        _set("dead", {0: "1"}),
        _set("colour", "red"),
        _poke("pairings", 3),
        _poke("winners", 2),
        _poke("reasons", 200),
        _poke("reasons", len(WHOLE.reason_names) - 1),
        _poke("margins", float("nan")),
        _poke("offsets", 10**6),
        _poke("moves", 17),
        _poke("moves", -1),
        _poke("nodes", -1),
        _poke("leaves", -1),
        lambda state: state.pop("seeds"),
    ],
)
def test_damaged_pickles_are_refused(damage: Callable[[dict[str, Any]], object]) -> None:
    """Shapes, types and ranges are checked before there is a batch."""
    restore, (state,) = WHOLE.__reduce__()
    assert same(restore(dict(state)), WHOLE)
    changed = dict(state)
    damage(changed)
    with pytest.raises(ValueError, match=r"."):
        restore(changed)


def test_openings() -> None:
    """Nothing or random plies; numbers in files; anything else is an error."""
    assert not Opening()
    assert Opening.random(2)
    assert Opening.of(3) == Opening.random(3) == Opening.of(Opening(3))
    assert Opening.random(3).plain() == 3
    for bad in -1, 1001, "2", True, None:
        with pytest.raises(ValueError, match="opening"):
            Opening.of(bad)


def test_a_tally_counts_one_player_s_games() -> None:
    """Its games by colour add up, and agree with the records."""
    results = Results.of(WHOLE)
    tally = results.tally(1, repeats=False)
    parts = [results.tally(1, colour=one, repeats=False) for one in ("black", "white")]
    assert tally == parts[0] + parts[1]
    own = [record for record, pair in zip(WHOLE, PAIRINGS, strict=True) if pair[0] == 1]
    assert parts[0].games == len(own) == 9
    assert parts[0].wins == sum(record.outcome.winner == "black" for record in own)


def test_bad_numbers_of_threads() -> None:
    """An arena says at once what it cannot be."""
    with pytest.raises(ValueError, match="threads=0 is not allowed: use 1 to 1024"):
        Arena(0)
