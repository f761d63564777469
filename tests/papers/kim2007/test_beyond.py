"""Beyond Kim & Cho 2007: runs that learn or evolve, duels and the round robin."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.arena import Arena, play_games
from ponnuki.evaluators import evaluator
from ponnuki.papers.kim2007.beyond import Duel, Entrant, beyond
from ponnuki.papers.kim2007.kinds import EVOLVED, KINDS, Kind
from ponnuki.papers.kim2007.scale import SCALES
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Choice, Engine, Search, player
from ponnuki.reports import Page
from ponnuki.seeds import streams

SMALL = SCALES["small"]


def test_kinds_are_as_they_are_said_to_be() -> None:
    """The pairs have 288 weights, specialists meet the standard WPC alone, actors learn to win."""
    taught = {name: kind for name, kind in KINDS.items() if isinstance(kind, Kind)}
    weights = {
        name: kind.settings(SMALL, 1).evaluator().weight_count for name, kind in taught.items()
    }
    assert weights["pairs"] == weights["actor"] == 288
    assert weights["all"] < 500_000
    for name, kind in taught.items():
        own = kind.settings(SMALL, 4)
        assert own.games * own.generations == kind.times * SMALL.learned
        assert own.opponent == "standard-wpc,noise=0.1"
        assert (own.opponent_share < 1) == (name == "all")
        assert own.rewards.margin == pytest.approx(0 if name == "actor" else 1 / 64)
        assert own.seed == 4


def test_pairs_learn_and_are_evolved_against_the_standard_wpc() -> None:
    """CMA-ES with all covariances begins with what TD made of 288 zeros; a tenth at random."""
    own = EVOLVED.settings(SMALL, 4)
    assert own.seed == 4
    assert (own.method, own.settings.get("diagonal")) == ("cma", False)
    assert (own.games.fixed, own.games.fixed_players) == (1.0, ("standard-wpc",))
    assert (own.games.noise, own.search.depth) == (0.1, 1)
    first = EVOLVED.first(SMALL, 4)
    assert (first.opponent, first.seed) == ("standard-wpc,noise=0.1", 4)
    assert (first.games * first.generations, first.net) == (100_000, own.net)
    assert first.evaluator().weight_count == 288


def test_a_duel_is_counted_by_hand(tmp_path: Path) -> None:
    """Wins and draws of the first, half of the games as black, one ply and a tenth at random."""
    net = evaluator("ntuple", "othello:8", shapes=["straight-2"])
    weights = net.initial(1, 4)[0]
    one = Entrant("one", "one", net, weights, afterstates=True)
    other = Entrant("other", "other", spec="standard-wpc")
    found = Duel(one, other, 20, 9).answer(Workshop(tmp_path, Arena(1), len))
    players = [
        Engine(net, weights, Search(depth=1, afterstates=True), Choice(noise=0.1)),
        player("standard-wpc", net.game, noise=0.1),
    ]
    seeds = np.repeat(streams(9, "duel", 10), 2)
    batch = play_games(net.game, players, [(0, 1), (1, 0)] * 10, seeds)
    signs = batch.winners * np.where(batch.pairings[:, 0] == 0, 1, -1)
    assert found == {"games": 20, "wins": (signs > 0).sum(), "draws": (signs == 0).sum()}


def test_the_round_robin_has_everybody_but_siblings(tmp_path: Path) -> None:
    """Every kind counts once, and nets of one kind do not meet."""
    workshop, page = Workshop(tmp_path, Arena(2), len), Page("test")
    found = beyond(workshop, SCALES["smoke"], page)
    assert len(found["against"]) == len(KINDS) * SCALES["smoke"].learners
    robin = found["round robin"]
    assert list(robin) == sorted(robin, key=lambda name: -robin[name]["score"])
    groups = {kind.words for kind in KINDS.values()}
    for name, one in robin.items():
        own = name.rsplit(", seed", 1)[0]
        assert own not in one["against"]
        assert len(one["against"]) == len(groups) + 5 - 1
        assert one["score"] == pytest.approx(np.mean(list(one["against"].values())))
