"""Measures: games against opponents that stay the same, counted by hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki import Engine, Player, Search, evaluator
from ponnuki.arena import Arena, GameBatch, wilson
from ponnuki.learners import Measuring, SettingsError, learner, settings_of
from ponnuki.learners.measuring import HELD_OUT_SEED, NETS_SEED, Nets, against_player, yardsticks
from ponnuki.learners.measuring import measured as measured_of
from ponnuki.learners.settings import MeasureSettings
from ponnuki.seeds import streams

NET = evaluator("window", "capture-go:4")
CHAMPION, *EARLIER = NET.initial(4, 5)
OWN = MeasureSettings(opponents=("untrained", "earlier"), nets=3, rounds=4, noise=0.3)
MEASURING = Measuring(NET, Search(depth=1), OWN, Arena(1))
NETS = Nets(NET, Search(depth=1), OWN, Arena(1))


def measured(earlier: Sequence[Any] = ()) -> dict[str, dict[str, Any]]:
    """All that is measured of the champion, as a record has it."""
    found = MEASURING.measure(CHAMPION, OWN.opponents, earlier)
    return {name: measured_of(one) for name, one in found.items()}


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sequence[Any], GameBatch]]:
    """Every batch that measures have played in a test, and by whom."""
    seen: list[tuple[Sequence[Any], GameBatch]] = []

    play = Arena.play

    def watched(
        arena: Arena, game: Any, players: Sequence[Player], *rest: Any, **more: Any
    ) -> GameBatch:
        seen.append((players, play(arena, game, players, *rest, **more)))
        return seen[-1][1]

    monkeypatch.setattr(Arena, "play", watched)
    return seen


def test_groups_and_numbers_of_games() -> None:
    """Both colours against each; with random moves so many rounds; earlier ones if there are."""
    without = measured()
    assert list(without) == ["random", "untrained", "untrained_noise"]
    found = measured(EARLIER)
    assert {name: tally["games"] for name, tally in found.items()} == {
        "random": 6,
        "untrained": 6,
        "untrained_noise": 24,
        "earlier": 6,
        "earlier_noise": 24,
    }
    assert {name: found[name] for name in without} == without


def test_tallies_by_hand(played: list[tuple[Sequence[Any], GameBatch]]) -> None:
    """Wins, draws and losses of the champion, game by game, and what follows from them."""
    found = measured(EARLIER)
    assert len(played) == len(found)
    for (players, batch), tally in zip(played, found.values(), strict=True):
        assert players[0].weights.tolist() == CHAMPION.tolist()
        wins = draws = 0
        for record, pair in zip(batch, batch.pairings.tolist(), strict=True):
            side = "black" if pair[0] == 0 else "white"
            assert 0 in pair
            assert pair != [0, 0]
            outcome = record.replay().outcome
            assert outcome is not None
            wins += outcome.winner == side
            draws += outcome.winner is None
        assert (tally["wins"], tally["draws"]) == (wins, draws)
        assert tally["losses"] == len(batch) - wins - draws
        assert tally["share"] == (wins + draws / 2) / len(batch)
        lines = {
            (*pair, record.moves)
            for pair, record in zip(batch.pairings.tolist(), batch, strict=True)
        }
        assert tally["distinct"] == len(lines)
        if len(players) == 2:
            assert tally["opponents"] == 1
            assert tally["interval"] == list(wilson(wins + draws / 2, len(batch)))
        else:
            assert tally["opponents"] == 3
            assert tally["interval"] is None, "three nets say little of others"


def test_shares_by_hand(played: list[tuple[Sequence[Any], GameBatch]]) -> None:
    """Against each opponent the champion's points with both colours, of which intervals are."""
    found = NETS.one(CHAMPION, EARLIER, 0.3, 4)
    ((_, batch),) = played
    points: dict[int, list[float]] = {1: [], 2: [], 3: []}
    for record, (black, white) in zip(batch, batch.pairings.tolist(), strict=True):
        won = {"black": 1.0, "white": 0.0, None: 0.5}[record.outcome.winner]
        points[max(black, white)].append(won if black == 0 else 1 - won)
    shares = found.scores()[0, 1:].tolist()
    assert shares == [np.mean(own) for own in points.values()]
    assert len(set(shares)) > 1, "nothing is said by nets that are level"


def test_opponents(played: list[tuple[Sequence[Any], GameBatch]]) -> None:
    """Each meets the champion equally often with both colours, under one seed a pair of games."""
    measured(EARLIER)
    untrained = NET.initial(3, NETS_SEED).tolist()
    rows = [[], untrained, untrained, [row.tolist() for row in EARLIER]]
    rows.append(rows[-1])
    for (players, batch), wanted, noise in zip(played, rows, (0, 0, 0.3, 0, 0.3), strict=True):
        if wanted:
            assert [one.weights.tolist() for one in players[1:]] == wanted
            assert {one.choice.noise for one in players} == {noise}
            assert {one.search.depth for one in players} == {1}
        else:
            assert [one.spec for one in players] == ["engine", "random"]
        assert np.array_equal(batch.pairings[0::2], batch.pairings[1::2, ::-1])
        assert np.array_equal(batch.seeds[0::2], batch.seeds[1::2])
        assert len(np.unique(batch.seeds)) == len(batch) // 2
        times = np.bincount(batch.pairings.ravel())[1:]
        assert (times == times[0]).all()


def test_a_net_against_itself_is_even() -> None:
    """With one seed and both colours the game is the same, and won once and lost once."""
    tally = NETS.one(CHAMPION, [CHAMPION], 0.5, 20).total
    assert tally.wins == tally.losses
    assert tally.games == 40


def test_measures_are_the_same_for_every_run() -> None:
    """Neither threads nor anything before changes them; another seed does."""
    one = measured(EARLIER)
    for threads in 1, 2, 3, None:
        other = replace(MEASURING, arena=Arena(threads)).measure(CHAMPION, OWN.opponents, EARLIER)
        assert {name: measured_of(found) for name, found in other.items()} == one
    held_out = replace(NETS, seed=HELD_OUT_SEED).untrained(CHAMPION)
    assert measured_of(held_out["untrained"]) != one["untrained"]


def test_held_out_nets_are_others() -> None:
    """A last examination has nets that no measure and no run has met."""
    held, known = NET.initial(20, HELD_OUT_SEED), NET.initial(20, NETS_SEED)
    assert len(np.unique(np.concatenate([held, known]), axis=0)) == 40


def test_players_are_met_from_openings(played: list[tuple[Sequence[Any], GameBatch]]) -> None:
    """Each has games and seeds of its own, from random openings and, if asked, from the start."""
    own = MeasureSettings(opponents=("random", "defensive"), games=7, opening=3, start=True)
    found = replace(MEASURING, settings=own).measure(CHAMPION, own.opponents)
    names = ["random_start", "defensive_start", "random_opening", "defensive_opening"]
    assert list(found) == names
    seeds = streams(0x57E6, "strength", 6).reshape(2, 3)
    for number, (players, batch) in enumerate(played):
        assert players[1].spec == names[number].partition("_")[0]
        assert batch.pairings.tolist() == [[0, 1], [1, 0]] * 3
        assert batch.seeds.tolist() == np.repeat(seeds[number % 2], 2).tolist()
        black, white = batch[0].moves[:3], batch[1].moves[:3]
        assert (black == white) or number < 2
    one = replace(MEASURING, settings=own).measure(CHAMPION, ["defensive"])
    assert {name: measured_of(found) for name, found in one.items()} == {
        name: measured_of(found[name]) for name in names[1::2]
    }, "whoever else is met changes nothing"


def test_games_of_a_player_by_hand() -> None:
    """The champion's wins and draws are counted, the draws half."""
    engine = Engine(NET, CHAMPION, Search(depth=1))
    other = ponnuki.player("random", NET.game)
    tally = against_player(engine, other, 0, 20, Arena(1)).total
    seeds = np.repeat(streams(0x57E6, "strength", 10), 2)
    pairings = [(0, 1), (1, 0)] * 10
    batch = Arena(1).play(NET.game, [engine, other], pairings, seeds)
    won = np.array([1 if black == 0 else -1 for black, _ in pairings]) * batch.winners
    assert (tally.wins, tally.losses) == ((won > 0).sum(), (won < 0).sum())


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("capture-go:9", ["defensive"]),
        ("go:5", ["naive", "pattern"]),
        ("othello:8", ["standard-wpc"]),
        ("othello:6", ["random"]),
        ("tic-tac-toe", ["random"]),
    ],
)
def test_the_players_of_a_game(game: str, players: list[str]) -> None:
    """There is always somebody who plays it."""
    assert yardsticks(ponnuki.game(game)) == players


def test_when_opponents_are_met() -> None:
    """Every so many generations, all or each its own; at the end all."""
    own = MeasureSettings(opponents=("a", "b", "c"), every=(2, 0, 3))
    assert [own.due(number, last=False) for number in (1, 2, 3, 6)] == [
        [],
        ["a"],
        ["c"],
        ["a", "c"],
    ]
    assert own.due(5, last=True) == ["a", "b", "c"]
    assert own.but(every=5).due(5, last=False) == ["a", "b", "c"]
    assert MeasureSettings(opponents=()).due(10, last=True) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"nets": 0}, "nets=0 is not allowed: use 1 to 1000"),
        ({"noise": 2}, "noise=2 is not allowed: use 0 to 1"),
        (
            {"every": [1, 2]},
            "every=.1, 2. is not allowed: use one number, or one for each",
        ),
        ({"opponents": ["random", "random"]}, "opponents=.* is not allowed: use 'random' once"),
    ],
)
def test_measures_that_are_not_allowed(changes: dict[str, Any], said: str) -> None:
    """The setting, its value and what is allowed are said."""
    with pytest.raises(SettingsError, match=f"measure.*{said}"):
        settings_of({"measure": changes})


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ({"probe": {"every": 0, "nets": 3}}, "probe.every is no setting: use measure.every=0; pro"),
        ({"strength": {"every": 2}}, "strength.every is no setting: use measure.every=2"),
        ({"strength": {"players": []}}, r"use measure.opponents=\[\]"),
        ({"strength": {"players": ["naive", "random"]}}, r"use measure.opponents=\[naive,random\]"),
    ],
)
def test_settings_of_earlier_versions_are_said_anew(old: dict[str, Any], said: str) -> None:
    """Where a person writes them, in a file or a command, the error has the new form."""
    for word in "self-play", "zero", "temporal-differences":
        with pytest.raises(SettingsError, match=said):
            settings_of({"learner": word, **old})


def test_every_kind_of_learner_is_measured_by_its_defaults() -> None:
    """Against the players of its game and untrained nets; nothing has to be switched off."""
    for word, game in (
        ("self-play", "capture-go:4"),
        ("temporal-differences", "go:4"),
        ("zero", "othello:6"),
        ("tic-tac-toe", "tic-tac-toe"),
    ):
        own = settings_of({"learner": word, "game": game})
        one = learner(own, Arena(1))
        players = Measuring(one.evaluator, one.search, own.measure, Arena(1)).players
        assert list(players) == yardsticks(own.rules)
        assert "untrained" in own.measure.opponents
