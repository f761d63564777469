"""Games that wait for a net outside the core: threads, and what is refused."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.learners.zero.games import Pool
from ponnuki.learners.zero.samples import Samples
from ponnuki.learners.zero.settings import ZeroSettings

SETTINGS = ZeroSettings.of(
    {"game": "capture-go:4", "net": {"blocks": 1}, "visits": 6, "gumbel": 4, "seed": 5}
)
SLOTS = 70  # more than one thread takes at a time


def answers(cells: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values and logits that depend on the cells alone."""
    weights = np.random.default_rng(2).uniform(-1, 1, (cells.shape[1], cells.shape[1]))
    logits = np.sin(cells @ weights).astype(np.float32)
    return np.tanh(logits.sum(1)).astype(np.float32), logits


def played(threads: int) -> tuple[int, int, bytes, bytes, bytes]:
    """What some rounds of a pool come to."""
    pool = Pool(SETTINGS, SETTINGS.evaluator(), SLOTS, 0, Arena(threads=threads))
    cells = pool.advance()
    for _ in range(60):
        cells = pool.advance(*answers(cells))
    found = pool.take()
    kept = found.samples
    rows = kept.cells.tobytes(), kept.policies.tobytes(), kept.values.tobytes()
    return found.games, found.leaves, *rows


def test_threads_change_no_game() -> None:
    """Counts and samples, bit for bit; games did end."""
    expected = played(1)
    assert expected[0] > SLOTS
    assert played(3) == expected


def games_of(slots: int, first: int, wanted: int) -> bytes:
    """The policies of the first games that end in a pool."""
    pool = Pool(SETTINGS, SETTINGS.evaluator(), slots, first, Arena(threads=1))
    kept, ended, cells = b"", 0, pool.advance()
    while ended < wanted:
        found = pool.take()
        kept, ended = kept + found.samples.policies.tobytes(), ended + found.games
        cells = pool.advance(*answers(cells))
    return kept


def test_slots_share_out_the_numbers_of_games() -> None:
    """Whoever plays a game, it follows from its number, and no number comes twice."""
    many = games_of(4, 0, 40)
    alone = [own for number in range(12) if (own := games_of(1, number, 1))]
    assert len(alone) > 8, "a game may be decided before the net is asked"
    assert [many.count(own) for own in alone] == [1] * len(alone)


def rounds(options: dict[str, Any]) -> tuple[NDArray[np.uint8], Samples]:
    """The cells that some rounds ask for, and the samples of games that ended."""
    changes = {"game": "go:4", "net": {"blocks": 1, **options}, "opening": 8}
    settings = SETTINGS.but(**changes)
    pool = Pool(settings, settings.evaluator(), 8, 0, Arena(threads=1))
    asked = [pool.advance()]
    for _ in range(400):
        asked.append(pool.advance(*answers(asked[-1] & np.uint8(3))))
    return np.concatenate(asked), pool.take().samples


def test_marks_are_bits_of_the_cells_that_change_nothing_else() -> None:
    """A net that knows them is asked for the same games; who knows none is shown none."""
    plain, kept = rounds({})
    assert plain.max() == 2
    assert kept.fits(16, ())
    cells, samples = rounds({"history": 2, "ko": True})
    assert np.array_equal(cells & 3, plain)
    assert np.array_equal(samples.cells & 3, kept.cells)
    assert np.array_equal(samples.policies, kept.policies)
    assert samples.fits(16, (4, 8, 16))
    assert not samples.fits(16, (4, 8))
    board = cells[:, :-1]
    for mark in 4, 8:
        assert set(((board & mark) > 0).sum(1)) == {0, 1}
    assert ((board & 7)[(board & 4) > 0] == 6).all()  # the last move is a stone of the other side
    assert (board & 16).any()
    assert ((board & 3)[(board & 16) > 0] == 0).all()
    one, _ = rounds({"history": 1})
    assert np.array_equal(one[:, :-1], board & 7)


def test_answers_follow_questions() -> None:
    """None before the first cells; as many as there are slots after them."""
    pool = Pool(SETTINGS, SETTINGS.evaluator(), 3, 0, Arena(threads=1))
    values, logits = np.zeros(3, np.float32), np.zeros((3, 17), np.float32)
    with pytest.raises(ValueError, match="values and logits follow the first call"):
        pool.advance(values, logits)
    pool.advance()
    with pytest.raises(ValueError, match="values and logits follow the first call"):
        pool.advance()
    with pytest.raises(ValueError, match="values or logits do not fit the pool"):
        pool.advance(values[:2], logits)
