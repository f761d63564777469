"""Co-evolution of tic-tac-toe nets, slow and plain (Franken & Engelbrecht 2003).

An epoch in NumPy and Python: the games, the points, what a swarm or EP makes of them. It draws the
same random numbers as the core, so that whole runs can be compared bit for bit; the nets' values
are those of `nets`, on the grid. Beside it, exact chances by going through all games.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki import _core
from ponnuki.optimisers import Ea, Pso
from tests.reference.nets import Encoding, mlp_value
from tests.reference.tic_tac_toe import BLACK, TicTacToe

Weights = NDArray[np.float32]
RULES = TicTacToe()
MASK = 2**64 - 1


# Random numbers as the core draws them


def mix(x: int) -> int:
    """The splitmix64 finaliser."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Xoshiro:
    """xoshiro256**."""

    def __init__(self, seed: int) -> None:
        self.state = []
        for _ in range(4):
            seed = mix(seed)
            self.state.append(seed)

    def next(self) -> int:
        """64 bits."""

        def turned(x: int, k: int) -> int:
            return ((x << k) | (x >> (64 - k))) & MASK

        s = self.state
        result = (turned((s[1] * 5) & MASK, 7) * 9) & MASK
        shifted = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = turned(s[3], 45)
        return result

    def uniform(self) -> float:
        """In [0, 1)."""
        return float(self.next() >> 11) * 2.0**-53

    def below(self, bound: int) -> int:
        """0 to bound - 1."""
        floor = (2**32 - bound) % bound
        while True:
            product = (self.next() >> 32) * bound
            if product & 0xFFFFFFFF >= floor:
                return product >> 32


class Normals:
    """Normal numbers by the polar method, with the core's own logarithm."""

    def __init__(self, seed: int) -> None:
        self.rng = Xoshiro(seed)
        self.kept: float | None = None

    def next(self) -> float:
        """The next one."""
        if self.kept is not None:
            kept, self.kept = self.kept, None
            return kept
        while True:
            a = 2 * self.rng.uniform() - 1
            b = 2 * self.rng.uniform() - 1
            square = a * a + b * b
            if 2.0**-100 <= square < 1:
                break
        scale = sqrt(-2 * log_of(square) / square)
        self.kept = b * scale
        return a * scale


def log_of(x: float) -> float:
    """The natural logarithm, by the core's own series."""
    mantissa, exponent = np.frexp(x)
    mantissa, exponent = float(mantissa) * 2, int(exponent) - 1
    if mantissa > sqrt(2):
        mantissa, exponent = mantissa * 0.5, exponent + 1
    s = (mantissa - 1) / (mantissa + 1)
    square, total = s * s, 0.0
    for k in range(21, 2, -2):
        total = (total + 1.0 / k) * square
    return exponent * 0.6931471805599453 + 2 * s * (1 + total)


def exp_of(x: float) -> float:
    """The exponential function, by the core's own series."""
    whole = float(np.floor(x * 1.4426950408889634 + 0.5))
    rest = (x - whole * 0.6931471803691238) - whole * 1.9082149292705877e-10
    total = 1.0
    for k in range(14, 0, -1):
        total = 1 + total * rest / k
    return float(total * 2.0**whole)


# Games


@dataclass(frozen=True)
class Chooser:
    """How nets with these settings choose."""

    hidden: int
    encoding: Encoding = "own-opponent"
    sees_wins: bool = False
    ties: str = "random"

    def best_moves(self, weights: Weights, state: Any) -> list[int]:
        """The moves that a net thinks best, all of them."""
        moves = RULES.legal_moves(state)
        after = [RULES.play(state, move) for move in moves]
        if self.sees_wins:
            wins = [
                move
                for move, later in zip(moves, after, strict=True)
                if (outcome := RULES.outcome(later)) and outcome.winner == state.to_move
            ]
            if wins:
                return self._settled(wins)
        cells = np.array([later.cells for later in after], np.int8).reshape(-1, 3, 3)
        values = mlp_value(
            weights,
            cells,
            self.encoding,
            (self.hidden,),
            "sigmoid",
            "sigmoid",
            True,
            1 if state.to_move == BLACK else -1,
        )
        best = [move for move, value in zip(moves, values, strict=True) if value == values.max()]
        return self._settled(best)

    def _settled(self, best: list[int]) -> list[int]:
        return {"random": best, "first": best[:1], "last": best[-1:]}[self.ties]

    def choose(self, weights: Weights, state: Any, seed: int) -> int:
        """The move that is played in the game with that seed."""
        return max(
            self.best_moves(weights, state),
            key=lambda move: _core.stream(seed, "tie", 1024 * state.plies + move),
        )

    def play(self, black: Weights, white: Weights, seed: int) -> int:
        """Who wins."""
        state = RULES.start()
        while (outcome := RULES.outcome(state)) is None:
            player = black if state.to_move == BLACK else white
            state = RULES.play(state, self.choose(player, state, seed))
        return outcome.winner


# Training


@dataclass
class EpochJudge:
    """Plays the games of one epoch as the core does; `winners` plays the games themselves."""

    winners: Callable[[Weights, list[tuple[int, int]], list[int]], list[int]]
    seed: int
    epoch: int
    opponents: int = 5
    points: tuple[float, float, float] = (1.0, 0.0, -2.0)

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """The points of every player as player one."""
        rng = Xoshiro(_core.stream(self.seed, "opponents", self.epoch))
        pairs = []
        for i in range(len(weights)):
            for _ in range(self.opponents):
                other = rng.below(len(weights) - 1)
                pairs.append((i, other + (other >= i)))
        seeds = _core.streams(_core.stream(self.seed, "games", self.epoch), "game", len(pairs))
        scores = np.zeros(len(weights))
        win, draw, loss = self.points
        found = self.winners(weights, pairs, seeds.tolist())
        for (player, _), winner in zip(pairs, found, strict=True):
            scores[player] += win if winner > 0 else loss if winner < 0 else draw
        return scores

    def duel(self, challengers: Weights, incumbents: Weights, *, first: int = 0) -> Any:
        """Nobody duels."""
        raise NotImplementedError


class SwarmNumbers:
    """Stands in for a NumPy generator and gives a swarm the core's numbers of an epoch."""

    def __init__(self, seed: int, epoch: int) -> None:
        self.streams = [Xoshiro(_core.stream(seed, name, epoch)) for name in ("personal", "social")]

    def random(self, shape: tuple[int, ...]) -> NDArray[np.float64]:
        """r1 and r2."""
        count = int(np.prod(shape[1:]))
        drawn = [[rng.uniform() for _ in range(count)] for rng in self.streams]
        return np.array(drawn).reshape(shape)


def initial_weights(inputs: int, hidden: int, rows: int, seed: int) -> Weights:
    """The first nets of a run."""
    bounds = [1 / sqrt(inputs + 1)] * ((inputs + 1) * hidden) + [1 / sqrt(hidden + 1)] * (
        hidden + 1
    )
    out = []
    for i in range(rows):
        rng = Xoshiro(_core.stream(seed, "weights", i))
        out.append([np.float32((2 * rng.uniform() - 1) * bound) for bound in bounds])
    return np.array(out, np.float32)


def train_swarm(
    swarm: Pso, start: Weights, epochs: int, judge: Callable[[int], EpochJudge], seed: int
) -> Any:
    """The state of `ponnuki.optimisers.Pso` after some epochs, with the core's numbers."""
    state = swarm.start(start, np.random.default_rng(0))
    for epoch in range(epochs):
        numbers: Any = SwarmNumbers(seed, epoch)
        state = swarm.step(state, judge(epoch), numbers)
    return state


def train_ep(
    ep: Ea, start: Weights, epochs: int, judge: Callable[[int], EpochJudge], seed: int
) -> tuple[Weights, Weights, NDArray[np.float64]]:
    """Population, step sizes and the survivors' scores after some epochs of EP."""
    population = start
    sigmas = np.full_like(start, ep.sigma)
    tau = 1 / sqrt(2 * sqrt(start.shape[1])) if ep.tau is None else ep.tau
    half = len(start) // 2
    scores = np.zeros(0)
    for epoch in range(epochs):
        scores = judge(epoch).score(population)
        order = np.argsort(-scores, kind="stable")[:half]
        parents, kept, scores = population[order], sigmas[order], scores[order]
        turns, steps = (Normals(_core.stream(seed, name, epoch)) for name in ("turns", "steps"))
        factors = [exp_of(tau * turns.next()) for _ in range(parents.size)]
        moves = np.array([steps.next() for _ in range(parents.size)]).reshape(parents.shape)
        new = kept * np.array(factors).reshape(parents.shape)
        children = (parents + new * moves).astype(np.float32)
        population = np.concatenate([parents, children])
        sigmas = np.concatenate([kept, new.astype(np.float32)])
    return population, sigmas, scores


# Exact chances


Choose = Callable[[Any], list[int]]
"""The moves among which a player draws."""


def anything(state: Any) -> list[int]:
    """The random player's moves."""
    return RULES.legal_moves(state)


@cache
def worth(state: Any) -> int:
    """Who wins with best play: +1 black, -1 white, 0 nobody."""
    outcome = RULES.outcome(state)
    if outcome is not None:
        return outcome.winner
    after = [worth(RULES.play(state, move)) for move in RULES.legal_moves(state)]
    return max(after) if state.to_move == BLACK else min(after)


def perfect(state: Any) -> list[int]:
    """The moves that keep the value of the game."""
    return [
        move for move in RULES.legal_moves(state) if worth(RULES.play(state, move)) == worth(state)
    ]


def chances(black: Choose, white: Choose) -> tuple[Fraction, Fraction]:
    """The exact chances that black and that white wins."""

    @cache
    def follow(state: Any) -> tuple[Fraction, Fraction]:
        outcome = RULES.outcome(state)
        if outcome is not None:
            return Fraction(outcome.winner == 1), Fraction(outcome.winner == -1)
        moves = (black if state.to_move == BLACK else white)(state)
        each = [follow(RULES.play(state, move)) for move in moves]
        return (
            sum((one[0] for one in each), Fraction()) / len(each),
            sum((one[1] for one in each), Fraction()) / len(each),
        )

    return follow(RULES.start())


def most_wins(side: int, allowed: Choose = anything) -> Fraction:
    """The most that a side can win against the random player, by expectimax."""

    @cache
    def follow(state: Any) -> Fraction:
        outcome = RULES.outcome(state)
        if outcome is not None:
            return Fraction(outcome.winner == side)
        own = state.to_move == side
        each = [follow(RULES.play(state, move)) for move in (allowed if own else anything)(state)]
        return max(each) if own else sum(each, Fraction()) / len(each)

    return follow(RULES.start())


# An epoch by NumPy alone, for the benchmark


def numpy_epoch(
    swarm: Pso, state: Any, hidden: int, opponents: int, rng: np.random.Generator
) -> Any:
    """One epoch as a straightforward NumPy program would do it: all games in step, by arrays.

    Games advance together, a ply at a time; every net values all successors of its games by
    matrix products in float64. Ties go to the first move, which costs nothing extra.
    """

    class Judge:
        """Plays all games of the epoch at once."""

        def score(self, weights: Weights) -> NDArray[np.float64]:
            """Points of player one."""
            players = len(weights)
            own = np.repeat(np.arange(players), opponents)
            others = rng.integers(players - 1, size=own.size)
            others += others >= own
            winners = numpy_games(weights.astype(np.float64), own, others, hidden)
            points = np.where(winners > 0, 1.0, np.where(winners < 0, -2.0, 0.0))
            return np.bincount(own, points, players).astype(np.float64)

        def duel(self, challengers: Weights, incumbents: Weights, *, first: int = 0) -> Any:
            """Nobody duels."""
            raise NotImplementedError

    return swarm.step(state, Judge(), rng)


LINES = np.array(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
)


def numpy_games(
    weights: NDArray[np.float64], black: NDArray[Any], white: NDArray[Any], hidden: int
) -> NDArray[np.int8]:
    """The winners of games, all played in step."""
    first = weights[:, : 9 * hidden].reshape(-1, hidden, 9)
    bias = weights[:, 9 * hidden : 10 * hidden]
    second = weights[:, 10 * hidden : 11 * hidden]
    last = weights[:, 11 * hidden]
    games = len(black)
    boards = np.zeros((games, 9))
    winners = np.zeros(games, np.int8)
    going = np.arange(games)
    for ply in range(9):
        sign = 1 if ply % 2 == 0 else -1
        player = (black if sign > 0 else white)[going]
        after = sign * boards[going, None, :] + np.eye(9)
        inputs = np.clip((after + 1) / 2, 0, 1)
        with np.errstate(over="ignore"):
            inner = np.einsum("gmi,ghi->gmh", inputs, first[player]) + bias[player][:, None]
            activity = 1 / (1 + np.exp(-inner))
            sums = np.einsum("gmh,gh->gm", activity, second[player]) + last[player][:, None]
            values = 1 / (1 + np.exp(-sums))
        values[boards[going] != 0] = -1
        moves = values.argmax(axis=1)
        boards[going, moves] = sign
        won = (boards[going][:, LINES] == sign).all(axis=2).any(axis=1)
        winners[going[won]] = sign
        going = going[~won]
    return winners
