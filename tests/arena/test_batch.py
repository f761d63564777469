"""Batches of random games."""

import os
import pickle
import signal
import sys
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Contest, wilson
from ponnuki.players import RandomPlayer
from tests.programs import started


def test_a_larger_batch_begins_with_the_smaller() -> None:
    """Game i does not depend on how many games there are."""
    small = ponnuki.play_random("capture-go:5", 10, seed=1)
    large = ponnuki.play_random("capture-go:5", 500, seed=1)
    assert np.array_equal(small.moves, large.moves[: len(small.moves)])
    assert [record.seed for record in small] == [large[i].seed for i in range(10)]


def test_seeds_matter() -> None:
    """Another seed gives other games."""
    one = ponnuki.play_random("capture-go:5", 10, seed=1)
    two = ponnuki.play_random("capture-go:5", 10, seed=2)
    assert not np.array_equal(one.moves, two.moves)


def test_a_batch_is_a_sequence_of_records() -> None:
    """It has a length, can be indexed from both ends, and its arrays are read only."""
    batch = ponnuki.play_random("othello:6", 7, seed=1)
    assert len(batch) == len(list(batch)) == 7
    assert batch[-1] == batch[6]
    assert batch[0].moves == tuple(batch.moves[: batch.plies[0]])
    with pytest.raises(IndexError, match="game 7 is not one of the 7 games"):
        batch[7]
    with pytest.raises(TypeError, match="integer"):
        batch["7"]  # type: ignore[call-overload]
    for array in batch.winners, batch.reasons, batch.margins, batch.offsets, batch.moves:
        assert not array.flags.writeable


@pytest.mark.parametrize("some", [slice(2, 5), slice(None, None, -2), slice(9, 12)])
def test_a_part_of_a_batch(some: slice) -> None:
    """It is a batch of the same games in that order, and pickles as all do."""
    batch = ponnuki.play_random("othello:6", 7, seed=1)
    part = batch[some]
    assert list(part) == list(batch)[some]
    assert list(pickle.loads(pickle.dumps(part))) == list(part)


def test_an_empty_batch() -> None:
    """No games are no error."""
    batch = ponnuki.play_random("go:5", 0, seed=1)
    assert len(batch) == len(batch.moves) == 0
    assert batch.offsets.tolist() == [0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": -1}, "games=-1 is not allowed: use 0 to 100000000"),
        ({"seed": -1}, "seed=-1 is not allowed"),
        ({"seed": 2**64}, "is not allowed: use 0 to 18446744073709551615"),
        ({"threads": 0}, "threads=0 is not allowed: use 1 to 1024"),
    ],
)
def test_bad_arguments(arguments: dict[str, int], message: str) -> None:
    """Each error names the argument, the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        ponnuki.play_random(
            "go:5", **{"games": 1, "seed": 1, "threads": 1, **arguments}, progress=None
        )


def test_progress_is_reported_and_its_error_stops_the_batch() -> None:
    """The callback sees the number of games done; what it raises comes out."""
    seen: list[int] = []

    def stop(done: int) -> None:
        seen.append(done)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ponnuki.play_random("capture-go:13", 10_000_000, seed=1, progress=stop)
    assert len(seen) == 1
    assert 0 <= seen[0] < 10_000_000


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_ctrl_c_stops_a_batch() -> None:
    """An interrupt ends a batch that would run for minutes."""
    code = (
        "import ponnuki\n"
        "def say(done): print('going', flush=True)\n"
        "ponnuki.play_random('capture-go:13', 10**7, seed=1, progress=say)"
    )
    with started([sys.executable, "-c", code]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "going\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert process.returncode != 0


def test_match_counts_from_the_first_player_s_side() -> None:
    """A has black in every other game; the parts add up."""
    game = ponnuki.game("tic-tac-toe")
    result = Contest(game, [RandomPlayer(), RandomPlayer()], games=2001, seed=3).play()
    total, black, white = result.total, result.as_black, result.as_white
    assert (total.games, black.games, white.games) == (2001, 1001, 1000)
    assert total.wins == black.wins + white.wins
    assert total.wins + total.draws + total.losses == 2001
    assert black.wins == sum(r.outcome.winner == "black" for r in list(result.batch)[::2])
    assert white.wins == sum(r.outcome.winner == "white" for r in list(result.batch)[1::2])
    low, high = black.interval
    assert low < 0.584921 + 0.126984 / 2 < high


def test_wilson_intervals() -> None:
    """Known values: 0 of 10, 5 of 10, 10 of 10; nothing known of no game."""
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    with pytest.raises(ValueError, match="score=11"):
        wilson(11, 10)


def test_forged_records_are_refused() -> None:
    """A record from outside is data: anything that does not fit is a ValueError."""
    good = ponnuki.play_random("capture-go:5", 1, seed=1)[0].to_json()
    assert ponnuki.arena.GameRecord.from_json(good)
    bad: Any
    for bad in (
        {},
        5,
        [good],
        {name: value for name, value in good.items() if name != "winner"},
        {**good, "game": "chess"},
        {**good, "game": 5},
        {**good, "rules_version": 99},
        {**good, "players": ["random"]},
        {**good, "moves": ["A1", "A1"]},
        {**good, "moves": 5},
        {**good, "moves": [None]},
        {**good, "seed": "x"},
        {**good, "seed": 1.5},
        {**good, "seed": -5},
        {**good, "seed": float("inf")},
        {**good, "margin": None},
        {**good, "margin": "1"},
        {**good, "margin": 10**400},
        {**good, "margin": float("nan")},
        {**good, "rules_version": True},
        {**good, "players": {"a": 1, "b": 2}},
        {**good, "winner": 1},
    ):
        with pytest.raises(ValueError, match=r"."):
            ponnuki.arena.GameRecord.from_json(bad)
