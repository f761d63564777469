"""Searches get engines that others have used: nobody can tell them from new ones."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import ponnuki
from ponnuki.players import Engine, Limit, SearchResult, Stop

SPECS = {
    "capture-go:7": "untrained,seed=1,depth=4",
    "go:5": "untrained,net=ntuple,seed=2,depth=3",
    "othello:8": "untrained,net=ntuple,seed=3,depth=4,endgame=4",
}


def engine(game: str) -> Engine:
    """An engine of a game."""
    found = ponnuki.player(SPECS[game], ponnuki.game(game))
    assert isinstance(found, Engine)
    return found


def thoughts(game: str) -> list[SearchResult]:
    """What an engine finds in some positions of a random game."""
    own = engine(game)
    (record,) = ponnuki.play_random(own.game, 1, 5)
    starts = [own.game.start().play_all(record.moves[:plies]) for plies in (0, 4, 9)]
    return [own.think(start, all_moves=True) for start in starts]


@pytest.mark.parametrize("game", SPECS)
def test_a_used_engine_thinks_as_a_new_one(game: str) -> None:
    """Values, lines, nodes and leaves are the same after deeper, shallower and other searches."""
    first = thoughts(game)
    for other in SPECS:
        own = engine(other)
        own.think(own.game.start(), Limit(depth=2))
        thoughts(other)
    assert thoughts(game) == first


def test_who_was_stopped_stops_nobody_else() -> None:
    """The next search on the engine of one that was told to end goes to its end."""
    own, stop = engine("othello:8"), Stop()
    whole = own.think(own.game.start())
    stop.set()
    own.think(own.game.start(), Limit(stop=stop))
    assert own.think(own.game.start()) == whole


def test_many_at_once_have_engines_of_their_own() -> None:
    """Searches on several threads find what each finds alone."""
    alone = {game: thoughts(game) for game in SPECS}
    with ThreadPoolExecutor(6) as pool:
        asked = [(game, pool.submit(thoughts, game)) for game in [*SPECS] * 4]
        assert all(found.result() == alone[game] for game, found in asked)
