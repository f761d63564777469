"""What games are worth, by hand and on games that were played."""

from collections import Counter

import numpy as np
import pytest

import ponnuki
from ponnuki import play_random
from ponnuki.arena import GameBatch
from ponnuki.fitness import PAYOFFS


def batch_of(spec: str, *games: tuple[int, int]) -> GameBatch:
    """Games that ended with these winners (+1 black) after so many moves; the moves are made up."""
    count = len(games)
    plies = [length for _, length in games]
    return GameBatch(
        game=ponnuki.game(spec),
        players=("one", "two"),
        pairings=np.tile(np.array([0, 1], np.int32), (count, 1)),
        seeds=np.zeros(count, np.uint64),
        winners=np.array([winner for winner, _ in games], np.int8),
        reasons=np.zeros(count, np.uint8),
        margins=np.zeros(count),
        offsets=np.cumsum([0, *plies]),
        moves=np.zeros(sum(plies), np.int16),
        nodes=np.zeros(count, np.int64),
        leaves=np.zeros(count, np.int64),
    )


# A quick win and a slow loss of black as in the paper, a draw, the last move that counts, and more
# moves than the board has points.
EXAMPLES = [(1, 8), (-1, 65), (0, 40), (1, 81), (-1, 80), (1, 83), (-1, 200)]


@pytest.mark.parametrize(
    ("payoff", "black", "white"),
    [
        ("win-loss", [1, -2, 0, 1, -2, 1, -2], [-2, 1, 0, -2, 1, -2, 1]),
        ("quick-win", [73, -16, 0, 0, -1, 0, 0], [-73, 16, 0, 0, 1, 0, 0]),
        ("share", [1, 0, 0.5, 1, 0, 1, 0], [0, 1, 0.5, 0, 1, 0, 1]),
    ],
)
def test_by_hand(payoff: str, black: list[float], white: list[float]) -> None:
    """Wins, losses and draws of both sides on a board of 81 points."""
    points = PAYOFFS[payoff](batch_of("capture-go:9", *EXAMPLES))
    assert points.dtype == np.float64
    assert points.T.tolist() == [black, white]


def test_quick_wins_count_the_points_of_the_board() -> None:
    """81 is the board's size in the paper; on another board it is another number."""
    assert PAYOFFS["quick-win"](batch_of("capture-go:5", (1, 9))).tolist() == [[16, -16]]
    assert PAYOFFS["quick-win"](batch_of("tic-tac-toe", (-1, 6))).tolist() == [[-3, 3]]


def slowly(payoff: str, winner: str | None, side: str, plies: int, size: int) -> float:
    """What a game is worth to a side, said once more."""
    if payoff == "share":
        return 0.5 if winner is None else float(winner == side)
    if winner is None:
        return 0.0
    if payoff == "quick-win":
        return max(0, size * size - plies) * (1 if winner == side else -1)
    return 1.0 if winner == side else -2.0


@pytest.mark.parametrize("spec", ["tic-tac-toe", "go:5", "othello:6", "capture-go:3,captures=3"])
@pytest.mark.parametrize("payoff", PAYOFFS)
def test_played_games(payoff: str, spec: str) -> None:
    """On random games, replayed one by one: some are won, lost or drawn, some very long."""
    batch = play_random(spec, 60, seed=2, threads=1)
    found = PAYOFFS[payoff](batch)
    for record, (black, white) in zip(batch, found, strict=True):
        outcome = record.replay().outcome
        assert outcome is not None
        for side, points in ("black", black), ("white", white):
            moves = len(record.moves)
            assert points == slowly(payoff, outcome.winner, side, moves, batch.game.size)
    counts = Counter(batch.winners.tolist())
    assert counts[1] > 5 < counts[-1]
    if spec == "go:5":
        assert counts[0] > 0
        assert (batch.plies > 25).mean() > 0.5


def test_what_both_sides_earn_together() -> None:
    """A quick win is zero-sum, shares add up to 1, and +1 / -2 loses a point a decided game."""
    batch = play_random("go:5", 100, seed=5, threads=1)
    decided = batch.winners != 0
    assert not decided.all()
    assert (PAYOFFS["quick-win"](batch).sum(axis=1) == 0).all()
    assert (PAYOFFS["share"](batch).sum(axis=1) == 1).all()
    assert (PAYOFFS["win-loss"](batch).sum(axis=1) == np.where(decided, -1, 0)).all()


@pytest.mark.parametrize("payoff", PAYOFFS)
def test_no_games(payoff: str) -> None:
    """Nobody earns anything in no games."""
    assert PAYOFFS[payoff](batch_of("capture-go:5")).shape == (0, 2)
