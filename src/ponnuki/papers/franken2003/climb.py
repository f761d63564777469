"""Tic-tac-toe nets by the exact gradient of their chances against the random player.

A net that plays the highest-valued successor has chances that jump when two values change their
order, so they have no gradient. Let it draw instead, each successor with a chance that grows with
its value (softmax of the output before the sigmoid): then its chances are smooth, and since there
are only 5,478 positions they and their gradient are exact, without a single game played. A bonus
for undecided choices (their entropy) keeps all positions in play; it shrinks step by step, and what
is left in the end is a net that decides. Only order matters to it, so the output layer is then
scaled to the range in which a sigmoid can tell values apart.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.learners.tic_tac_toe.nets import OnePly, Opponent, code, opponent_policy
from ponnuki.learners.tic_tac_toe.standings import exact_standings
from ponnuki.settings import Settings, setting

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ONE_CORE = Arena(1)

_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Layer(NamedTuple):
    """All positions after some plies.

    Attributes:
        boards: own stones +1, the other's -1, seen by the side that has just moved.
        children: by move the row of the successor in the next layer; -1 for none.
        over: whether the game has ended.
        winner: +1 black, -1 white, 0 nobody.
    """

    boards: NDArray[np.int8]
    children: Ints
    over: NDArray[np.bool_]
    winner: NDArray[np.int8]


@cache
def layers() -> tuple[Layer, ...]:
    """All 5,478 positions of tic-tac-toe, by plies."""
    out = []
    front: dict[tuple[int, int], int] = {(0, 0): 0}
    for ply in range(10):
        later: dict[tuple[int, int], int] = {}
        children = np.full((len(front), 9), -1, np.int64)
        boards = np.zeros((len(front), 9), np.int8)
        winner = np.zeros(len(front), np.int8)
        for row, (moving, waiting) in enumerate(front):
            for point in range(9):
                boards[row, point] = (waiting >> point & 1) - (moving >> point & 1)
            if any(waiting & line == line for line in _LINES):
                winner[row] = 1 if ply % 2 else -1
                continue
            for point in range(9):
                if not (moving | waiting) >> point & 1:
                    after = (waiting, moving | 1 << point)
                    children[row, point] = later.setdefault(after, len(later))
        over = np.asarray((children < 0).all(axis=1))
        out.append(Layer(boards, children, over, winner))
        front = later
    return tuple(out)


@dataclass(frozen=True)
class Climb(Settings):
    """How a net climbs along its gradient."""

    hidden: int = setting(15, "units of the net 9-hidden-1, own-opponent encoding", low=1)
    steps: int = setting(6000, "of Adam", low=1)
    rate: float = setting(0.05, "of learning; it falls to 2 % of this", above=0)
    spread: float = setting(3.0, "initial weights are that many times the usual ones", above=0)
    entropy: float = setting(0.05, "what undecided choices earn at first, in wins", above=0)
    last_entropy: float = setting(0.0005, "what they earn in the end", above=0)
    safety: float = setting(
        0.0,
        "what a loss to the perfect player costs, in wins against the random player; a net with "
        "the highest S takes risks that only a good player punishes, with safety it does not; at 0 "
        "the perfect player is not met",
        low=0,
    )


class Climbed(NamedTuple):
    """The best net that a climb met, its exact S, and the S of the net after every 20 steps.

    With safety, the best is the one with the most left of S after its losses are paid for.
    """

    weights: NDArray[np.float32]
    s: float
    curve: list[float]


def climb(settings: Climb, seed: int) -> Climbed:
    """Climbs from initial weights drawn with that seed."""
    player = OnePly.of(settings.hidden)
    theta = settings.spread * player.evaluator.initial(1, seed)[0].astype(np.float64)
    mean, square = np.zeros_like(theta), np.zeros_like(theta)
    best, highest = theta.astype(np.float32), -np.inf
    curve = []
    for step in range(1, settings.steps + 1):
        share = step / settings.steps
        entropy = settings.entropy * (settings.last_entropy / settings.entropy) ** share
        _, gradient = soft_wins(theta, settings.hidden, entropy, settings.safety)
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        rate = settings.rate * (1.02 - share)
        theta += rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        if step % 20 == 0 or step == settings.steps:
            row = within_reach(theta, settings.hidden)
            s, value = _hard(player, row, settings.safety)
            curve.append(s)
            if value > highest:
                best, highest = row, value
    return Climbed(best, _hard(player, best, 0.0)[0], curve)


def _hard(player: OnePly, row: NDArray[np.float32], safety: float) -> tuple[float, float]:
    """The exact S of a net that decides, and S less what its losses to the perfect player cost."""
    s = float(exact_standings(player, row[None], arena=_ONE_CORE).s[0])
    if not safety:
        return s, s
    losses = exact_standings(player, row[None], "perfect", arena=_ONE_CORE).losses
    return s, s - 100 * safety * float(losses.sum())


def within_reach(theta: Floats, hidden: int) -> NDArray[np.float32]:
    """The same order of values by outputs from -6 to 6, before their sigmoid."""
    values = _forward(theta, hidden)[1]
    low, high = values.min(), values.max()
    factor = 12 / max(high - low, 1e-9)
    out = theta.copy()
    out[10 * hidden : 11 * hidden] *= factor
    out[11 * hidden] = (theta[11 * hidden] - (low + high) / 2) * factor
    return out.astype(np.float32)


def soft_wins(theta: Floats, hidden: int, entropy: float, safety: float) -> tuple[float, Floats]:
    """What a net that draws can expect, both colours added, and the gradient of that.

    Args:
        theta: the weights, in the order of `DenseNet`.
        hidden: units.
        entropy: what undecided choices earn.
        safety: what a loss to the perfect player costs.
    """
    game = layers()
    ends = np.cumsum([len(layer.boards) for layer in game])
    activity, values = _forward(theta, hidden)
    by_layer = np.split(values, ends[:-1])
    choices = [
        _softmax(layer.children, later)
        for layer, later in zip(game[:-1], by_layer[1:], strict=True)
    ]
    pull = [np.zeros(len(layer.boards)) for layer in game]
    meetings = [Meeting("random", 1.0, 0.0)]
    if safety:
        meetings.append(Meeting("perfect", 0.0, -safety))
    total = 0.0
    for meeting in meetings:
        theirs = _opponent(meeting.opponent)
        for side in (0, 1):
            worth = _worth(choices, theirs, side, entropy, meeting)
            total += float(worth[0][0])
            reach = np.ones(1)
            for ply, layer in enumerate(game[:-1]):
                chance = theirs[ply]
                if ply % 2 == side:
                    chance, logarithm = choices[ply]
                    each = worth[ply + 1][layer.children] - entropy * logarithm
                    change = reach[:, None] * chance * (each - worth[ply][:, None])
                    pull[ply + 1] += _arriving(layer, change, len(pull[ply + 1]))
                reach = _arriving(layer, reach[:, None] * chance, len(pull[ply + 1]))
    return total, _backward(theta, hidden, activity, np.concatenate(pull))


class Meeting(NamedTuple):
    """Whom a net meets, and what a win and a loss are worth."""

    opponent: Opponent
    win: float
    loss: float


def _worth(
    choices: list[tuple[Floats, Floats]],
    theirs: tuple[Floats, ...],
    side: int,
    entropy: float,
    meeting: Meeting,
) -> list[Floats]:
    """What a side can expect from every position, by layer."""
    own = 1 if side == 0 else -1
    later: list[Floats] = []
    for ply in range(9, -1, -1):
        layer = layers()[ply]
        end = np.where(layer.winner == own, meeting.win, 0.0) + np.where(
            layer.winner == -own, meeting.loss, 0.0
        )
        if ply == 9:
            later.append(end)
            continue
        each = later[-1][layer.children]
        chance = theirs[ply]
        if ply % 2 == side:
            chance, logarithm = choices[ply]
            each = each - entropy * logarithm
        later.append(np.where(layer.over, end, (chance * each).sum(axis=1)))
    return later[::-1]


@cache
def _opponent(name: Opponent) -> tuple[Floats, ...]:
    """The chances of an opponent's moves, by layer."""
    policy = opponent_policy(name)
    out = []
    for ply, layer in enumerate(layers()[:-1]):
        # The side that has just moved is white before an even ply.
        colours = layer.boards if ply % 2 else -layer.boards
        moves = policy[[code(board) for board in colours.tolist()]]
        legal = (moves[:, None] >> np.arange(9)) & 1
        out.append(legal / np.maximum(1, legal.sum(axis=1, keepdims=True)))
    return tuple(out)


def _softmax(children: Ints, values: Floats) -> tuple[Floats, Floats]:
    """Chances of moves by the values of their successors, and the logarithms of the chances."""
    legal = children >= 0
    each = np.where(legal, values[children], -np.inf)
    top = np.where(legal.any(axis=1), each.max(axis=1), 0.0)
    each = np.where(legal, each - top[:, None], 0.0)
    weight = np.where(legal, np.exp(each), 0.0)
    total = np.maximum(weight.sum(axis=1, keepdims=True), 1e-300)
    return weight / total, np.where(legal, each - np.log(total), 0.0)


def _arriving(layer: Layer, amounts: Floats, rows: int) -> Floats:
    """What arrives at the rows of the next layer."""
    legal = layer.children >= 0
    return np.bincount(layer.children[legal], amounts[legal], rows).astype(np.float64)


@cache
def _inputs() -> Floats:
    boards = np.concatenate([layer.boards for layer in layers()])
    return (boards.astype(np.float64) + 1) / 2


def _sigmoid(x: Floats) -> Floats:
    result: Floats = 0.5 * np.tanh(0.5 * x) + 0.5
    return result


def _forward(theta: Floats, hidden: int) -> tuple[Floats, Floats]:
    """Hidden activity and outputs before the sigmoid, of all positions."""
    matrix = theta[: 9 * hidden].reshape(hidden, 9)
    activity = _sigmoid(_inputs() @ matrix.T + theta[9 * hidden : 10 * hidden])
    return activity, activity @ theta[10 * hidden : 11 * hidden] + theta[11 * hidden]


def _backward(theta: Floats, hidden: int, activity: Floats, pull: Floats) -> Floats:
    """The gradient by the weights, from that by the outputs."""
    inner = np.outer(pull, theta[10 * hidden : 11 * hidden]) * activity * (1 - activity)
    return np.concatenate(
        [(inner.T @ _inputs()).ravel(), inner.sum(axis=0), activity.T @ pull, [pull.sum()]]
    )
