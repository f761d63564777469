"""Probes: games against opponents that stay the same, counted by hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ponnuki import Player, Search, evaluator
from ponnuki.arena import Arena, GameBatch, wilson
from ponnuki.learners import Probe
from ponnuki.learners.probes import HELD_OUT_SEED, PROBE_SEED
from ponnuki.learners.settings import ProbeSettings

NET = evaluator("window", "capture-go:4")
CHAMPION, *EARLIER = NET.initial(4, 5)
PROBE = Probe(NET, Search(depth=1), ProbeSettings(nets=3, rounds=4, noise=0.3), arena=Arena(1))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sequence[Any], GameBatch]]:
    """Every batch that probes have played in a test, and by whom."""
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
    without = PROBE.measure(CHAMPION)
    assert list(without) == ["random", "untrained", "untrained_noise"]
    found = PROBE.measure(CHAMPION, EARLIER)
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
    found = PROBE.measure(CHAMPION, EARLIER)
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
        assert tally["score"] == (wins + draws / 2) / len(batch)
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
    found = PROBE.against(CHAMPION, EARLIER, 0.3, 4)
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
    PROBE.measure(CHAMPION, EARLIER)
    untrained = NET.initial(3, PROBE_SEED).tolist()
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
    tally = PROBE.against(CHAMPION, [CHAMPION], 0.5, 20).total
    assert tally.wins == tally.losses
    assert tally.games == 40


def test_probes_are_the_same_for_every_run() -> None:
    """Neither threads nor anything before changes them; another seed does."""
    one = PROBE.measure(CHAMPION, EARLIER)
    for threads in 1, 2, 3, None:
        probe = Probe(NET, PROBE.search, PROBE.settings, Arena(threads))
        assert probe.measure(CHAMPION, EARLIER) == one
    other = Probe(NET, PROBE.search, PROBE.settings, Arena(1), HELD_OUT_SEED)
    assert other.measure(CHAMPION) != PROBE.measure(CHAMPION)


def test_held_out_nets_are_others() -> None:
    """A last examination has nets that no probe and no run has met."""
    held, known = NET.initial(20, HELD_OUT_SEED), NET.initial(20, PROBE_SEED)
    assert len(np.unique(np.concatenate([held, known]), axis=0)) == 40
