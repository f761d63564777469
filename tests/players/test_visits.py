"""Visits of tree searches: who says them, and what a tree search says of every move."""

from math import inf

import pytest

import ponnuki
from ponnuki.arena import Arena, Contest, Tournament, play_tournament
from ponnuki.games import SpecError
from ponnuki.players import Engine, Limit, Stop, depth_of, player, root_moves, visits_of

GAME = ponnuki.game("capture-go:5")
TREE = "champion:capture-go"
OWN = 200
"""What the file of the champion remembers."""


def engine(spec: str, **asked: int) -> Engine:
    """A player that is an engine."""
    made = player(spec, GAME, **asked)
    assert isinstance(made, Engine)
    return made


@pytest.mark.parametrize(
    ("spec", "asked", "visits", "depth"),
    [
        (TREE, {}, OWN, None),
        (TREE, {"visits": 30}, 30, None),
        (TREE, {"depth": 3}, OWN, None),  # a depth is asked of alpha-beta searches
        (TREE, {"depth": 3, "visits": 0}, None, 3),
        (f"{TREE},visits=7", {"visits": 30}, 7, None),
        (f"{TREE},depth=1", {"visits": 30}, None, 1),  # the spec asks for alpha-beta
        (f"{TREE},depth=1,visits=9", {}, 9, None),
        ("untrained,net=conv", {}, None, 2),
        ("untrained,net=conv", {"visits": 12}, 12, None),
        ("untrained", {"visits": 12}, None, 2),  # no policy, no tree
    ],
)
def test_who_says_the_visits(
    spec: str, asked: dict[str, int], visits: int | None, depth: int | None
) -> None:
    """A spec wins over what a command asks, and that over the training; a depth is no visits."""
    found = engine(spec, **asked)
    assert (visits_of(found), depth_of(found)) == (visits, depth)


def test_who_does_not_search_has_no_visits() -> None:
    """A scripted player has neither depth nor visits, and takes none."""
    assert visits_of(player("defensive", GAME, visits=5)) is None
    with pytest.raises(SpecError, match="visits=-1 is not allowed"):
        engine(TREE, visits=-1)


def test_every_move_that_was_tried_is_told() -> None:
    """The move that is played first, its line behind it; visits, worth and chance of each."""
    made, position = engine(TREE, visits=60), GAME.start().play("C3")
    found = made.think(position, all_moves=True)
    moves = root_moves(made, position, found)
    assert moves[0].move == found.move
    assert moves[0].line == found.line
    assert sum(one.visits for one in moves) == 59  # the root has one
    assert {one.move for one in moves} == set(found.root_values)
    for one in moves:
        assert one.value == -found.root_values[one.move]  # white is to move
        assert 0 < one.prior < 1
        assert 0 <= one.share <= 1
    assert root_moves(engine(f"{TREE},depth=1"), position, found) == moves
    shallow = engine(f"{TREE},depth=1")
    assert root_moves(shallow, position, shallow.think(position, all_moves=True)) == []


def test_a_win_for_certain_is_a_whole_share() -> None:
    """A capture is worth more than any value, and is played."""
    position = GAME.start().play_all(["A1", "B1", "C3", "C4", "E5"])
    made = engine(TREE, visits=20)
    first = root_moves(made, position, made.think(position, all_moves=True))[0]
    assert (GAME.text(first.move), first.value, first.share) == ("A2", inf, 1.0)


def test_matches_and_tournaments_say_the_visits_played() -> None:
    """Beside the depths, which a tree search does not have."""
    made = engine(TREE, visits=4)
    match = Contest(GAME, [made, engine("untrained,depth=1")], games=2).play(Arena(1))
    assert (match.depths, match.visits) == ((None, 1), (4, None))
    assert match.to_json()["visits"] == [4, None]
    plan = Tournament((TREE, "untrained,depth=1"), GAME.spec, 2, 1, visits=4)
    found = play_tournament(plan, arena=Arena(1))
    assert (found.depths, found.visits) == ((None, 1), (4, None))
    assert {one["player"]: one["visits"] for one in found.to_json()["standings"]}[TREE] == 4
    assert Tournament.from_json(plan.to_json()) == plan
    usual = Tournament((TREE, "random"), GAME.spec, 2, 1)
    assert "visits" not in usual.to_json()
    assert Tournament.from_json(usual.to_json()) == usual


def test_limits_end_a_tree_search() -> None:
    """Nodes, time or a stop: a large tree is never finished, and there is a legal move."""
    made, position = engine(TREE, visits=10_000_000), GAME.start()
    stop = Stop()
    stop.set()
    for limit in Limit(nodes=30), Limit(seconds=1e-3), Limit(stop=stop):
        found = made.think(position, limit, all_moves=True)
        assert not found.complete
        assert found.move in position.legal_numbers()
        assert found.nodes < 10_000
    assert made.think(position, Limit(nodes=30)).nodes == pytest.approx(30, abs=1)
