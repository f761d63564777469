"""Traps of numbers, in the settings of players and tournaments."""

import json

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Tournament
from ponnuki.learners import settings_of
from ponnuki.players import Choice, Engine, Search
from ponnuki.players.fingerprint import fingerprint

ONES = (1, 1.0, np.float32(1), np.int64(1))
ZEROS = (0, 0.0, -0.0, np.float64(-0.0))


def digests(number: float) -> tuple[str, ...]:
    """Of an engine, a scripted player, a net and a tournament with this number in them."""
    game = ponnuki.game("go:5")
    net = ponnuki.evaluator("mlp", game, bound=number)
    usual = ponnuki.evaluator("mlp", game, bound=1.0)
    search = Search(depth=1, seconds=number, draw=number)
    engine = Engine(usual, usual.initial(1, 1)[0], search, Choice(noise=number))
    scripted = ponnuki.player("naive", game, noise=number)
    players = ("random", "naive")
    plan = Tournament(players=players, game="go:5", games=2, seed=1, noise=number)
    return fingerprint(engine), fingerprint(scripted), net.fingerprint, plan.digest


@pytest.mark.parametrize("numbers", [ONES, ZEROS])
def test_a_whole_number_where_a_float_stands(numbers: tuple[float, ...]) -> None:
    """It is that float, and -0.0 is 0.0; so digests on which results hang are the same."""
    assert {digests(one) for one in numbers} == {digests(float(numbers[1]))}


def test_digests_of_floats_are_what_they_were() -> None:
    """Those of 0.1.0, which wrote a float as it is."""
    one, none = digests(1), digests(0)
    assert (one[1], one[2], one[3]) == ("0c2687ddc687fe46", "0b8a2ff1c1e67018", "0d7b023d")
    assert (none[1], none[3]) == ("38c638fb740fab2f", "b18f13e7")


def test_no_digit_of_a_number_is_lost() -> None:
    """In every text."""
    rate = 0.1 + 0.2
    own = settings_of({"learner": "temporal-differences", "rate": rate})
    assert type(own).parse(own.text()).rate == rate  # type: ignore[attr-defined]
    assert json.loads(json.dumps(own.table()))["rate"] == rate
    search = Search(draw=rate)
    assert Search.parse(search.text()) == search
