"""Repeats are not evidence: which games count, and openings that give both sides a chance."""

from collections.abc import Sequence

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import (
    Arena,
    Contest,
    Opening,
    Repeats,
    Results,
    Tally,
    Tournament,
    game_seeds,
    interval_over,
    play_tournament,
    wilson,
)
from ponnuki.arena.decided import is_decided
from ponnuki.seeds import streams

GAME = ponnuki.game("tic-tac-toe")
DRAW = [4, 0, 2, 6, 3, 5, 1, 7, 8]


def repeats(
    games: Sequence[Sequence[int]],
    pairings: Sequence[tuple[int, int]] | None = None,
    openings: Sequence[int] | None = None,
) -> tuple[list[int], list[int]]:
    """The numbers of lines and units of games by their moves, as the first of each was met."""
    found = Repeats.find(
        GAME,
        np.array(pairings or [(0, 1)] * len(games), np.int32),
        [np.array(one, np.int16) for one in games],
        None if openings is None else np.array(openings, np.uint64),
    )
    lines, units = found.lines.tolist(), found.units.tolist()
    return [lines.index(one) for one in lines], [units.index(one) for one in units]


def test_the_same_game_is_one_game() -> None:
    """Equal moves of the same players with the same colours; the others are another game."""
    other = [0, 4, 8, 2, 6, 3, 5, 7, 1]
    assert repeats([DRAW, other, DRAW]) == ([0, 1, 0], [0, 1, 0])
    assert repeats([DRAW, DRAW], [(0, 1), (1, 0)]) == ([0, 1], [0, 1])
    assert repeats([]) == ([], [])


def test_games_that_agree_for_most_of_their_length_are_nearly_the_same() -> None:
    """Five of nine plies in common: two lines, one unit. Four of nine, and still open: two."""
    base = [0, 1, 2, 3, 4, 6, 5, 8, 7]
    assert repeats([base, [*base[:5], 8, 7, 6, 5]]) == ([0, 1], [0, 0])
    parted = [*base[:4], 8, 5, 4, 6, 7]
    assert repeats([base, parted]) == ([0, 1], [0, 1])


def test_games_that_part_after_they_are_decided_are_nearly_the_same() -> None:
    """Three of seven plies in common are less than half, but the stone in the corner is lost."""
    lost = ponnuki.game("capture-go:3")
    start = lost.start()
    for move in ("B2", "A1", "B1"):  # if the stone in the corner extends, it dies too
        start = start.play(move)
    assert is_decided(start)
    assert not is_decided(lost.start())
    common = [lost.move(text) for text in ("B2", "A1", "B1")]
    one = [*common, *map(lost.move, ("C3", "A2"))]
    other = [*common, *map(lost.move, ("A3", "C2", "C3", "C1"))]
    found = Repeats.find(
        lost, np.zeros((2, 2), np.int32), [np.array(one, np.int16), np.array(other, np.int16)]
    )
    assert found.count() == (2, 1)


def test_games_of_one_opening_belong_together() -> None:
    """Both colours from an opening are one unit; so are two openings that led to one game."""
    other = [0, 4, 8, 2, 6, 3, 5, 7, 1]
    assert repeats([DRAW, other], [(0, 1), (1, 0)], [5, 5]) == ([0, 1], [0, 0])
    assert repeats([DRAW, other], [(0, 1), (1, 0)], [5, 6]) == ([0, 1], [0, 1])
    pairs = [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert repeats([DRAW, other, DRAW, DRAW], pairs, [5, 5, 6, 6])[1] == [0, 0, 0, 0]
    assert repeats([DRAW, other], [(0, 1), (0, 2)], [5, 5])[1] == [0, 1], "other players"


def test_a_repeated_game_is_no_evidence() -> None:
    """One game a colour, fifty times: the interval is that of two games, and so are ratings.

    Of each there are two kinds, which differ only after they are decided.
    """
    rules = ponnuki.game("capture-go:5")
    specs = "untrained,seed=1,depth=1", "untrained,seed=2,depth=1"
    result = Contest(rules, specs, games=100).play(Arena(1))
    total = result.total
    assert (total.games, total.distinct, total.independent) == (100, 4, 2)
    assert total.repeated
    assert total.interval == wilson(total.share * 2, 2)
    assert (result.as_black.independent, result.as_white.independent) == (1, 1)
    found = play_tournament(Tournament(specs, rules.spec, 100, 1), arena=Arena(1))
    assert found.total.independent == 2
    once = play_tournament(Tournament(specs, rules.spec, 2, 1), arena=Arena(1))
    assert found.ratings().elo == pytest.approx(once.ratings().elo)
    assert found.ratings().of(specs[0]).high == pytest.approx(once.ratings().of(specs[0]).high)


def test_without_repeats_all_games_count() -> None:
    """Where all games differ nothing changes, and who does not ask for repeats has none."""
    batch = ponnuki.play_games(
        GAME, [ponnuki.player("random", GAME)] * 2, [(0, 1), (1, 0)] * 6, range(12)
    )
    results = Results.of(batch)
    assert results.repeats.count() == (12, 12)
    assert results.total == results.tally(repeats=False)
    again = Results.of(ponnuki.arena.GameBatch.join([batch, batch]))
    assert (again.total.distinct, again.total.independent) == (12, 12)
    plain = again.tally(repeats=False)
    assert plain == Tally(24, plain.wins, plain.draws, plain.losses, 24, 24)
    assert again.ratings().elo == pytest.approx(results.ratings().elo)


def test_openings_give_variety() -> None:
    """Engines without random moves play other games from other openings, two from each."""
    rules = ponnuki.game("capture-go:7")
    specs = "untrained,seed=1,depth=1", "untrained,seed=2,depth=1"
    result = Contest(rules, specs, games=41, opening=Opening(4)).play(Arena(1))
    records = list(result.batch)
    for first, second in zip(records[0:40:2], records[1:40:2], strict=True):
        assert first.moves[:4] == second.moves[:4]
        assert first.players == second.players[::-1]
    assert len({record.moves[:4] for record in records}) == 21
    assert result.total.distinct == 41
    assert result.total.independent <= 21
    assert result.to_json()["opening"] == 4


@pytest.mark.parametrize(("spec", "plies"), [("capture-go:5", 6), ("tic-tac-toe", 4)])
def test_nobody_has_lost_after_an_opening(spec: str, plies: int) -> None:
    """Openings that are decided are drawn anew; others stay, and the core plays the same ones."""
    rules, opening = ponnuki.game(spec), Opening(plies)
    seeds = streams(1, "test", 60)
    drawn = opening.open_seeds(rules, np.repeat(seeds, 2))
    assert np.array_equal(drawn[::2], drawn[1::2])
    decided = np.array([is_decided(opening.position(rules, int(seed))) for seed in seeds])
    assert decided.any()
    assert np.array_equal(drawn[::2] != seeds, decided)
    assert not any(is_decided(opening.position(rules, int(seed))) for seed in drawn)
    batch = Arena(1).play(
        rules,
        [ponnuki.player("random", rules)],
        np.zeros((120, 2), np.int32),
        drawn,
        opening=opening,
    )
    for record in batch:
        position = opening.position(rules, record.seed)
        assert list(record.positions())[plies] == position


def test_openings_that_leave_no_game() -> None:
    """After eight plies of tic-tac-toe it is decided whatever is drawn: a clear error."""
    with pytest.raises(ValueError, match=r"opening=9 is not allowed for tic-tac-toe.*use fewer"):
        Opening(9).open_seeds(GAME, game_seeds(1, 1))


def test_intervals_over_opponents() -> None:
    """A t-interval over opponents; none for fewer than five; Wilson's where all are alike."""
    assert interval_over([0.5] * 4) is None
    assert interval_over([1.0] * 8) == wilson(8, 8)
    assert interval_over([0.5] * 8) == wilson(4, 8)
    low, high = interval_over([0, 0.5, 0.5, 1, 1]) or (0, 0)
    assert (low, high) == pytest.approx((0.6 - 2.7764 * 0.41833 / 5**0.5, 1.0), abs=1e-4)


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_over_opponents_hold_the_truth(share: float) -> None:
    """Over many samples of thirty opponents, each better or worse, 95 % hold the mean of all."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        strengths = rng.beta(2 * share, 2 * (1 - share), 30)
        low, high = interval_over(rng.binomial(2, strengths) / 2) or (0, 0)
        held += low <= share <= high
    assert 0.90 <= held / 400 <= 0.99
