"""Functions to minimise, and a judge that says what it was told to say."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers import HillClimbingState, HybridState, PsoState, Weights

Values = NDArray[np.float64]


def sphere(rows: Values) -> Values:
    """0 at the origin."""
    values: Values = np.square(rows).sum(axis=1)
    return values


def rosenbrock(rows: Values) -> Values:
    """A curved valley; 0 where all are 1."""
    x, y = rows[:, :-1], rows[:, 1:]
    values: Values = (100 * np.square(y - x**2) + np.square(1 - x)).sum(axis=1)
    return values


def rastrigin(rows: Values) -> Values:
    """Many hollows; 0 at the origin."""
    values: Values = (np.square(rows) - 10 * np.cos(2 * np.pi * rows) + 10).sum(axis=1)
    return values


class ScoreCall(NamedTuple):
    """A population that was to be scored, its first weight a net."""

    nets: list[float]


class DuelCall(NamedTuple):
    """Duels that were to be decided, the first weight a net."""

    challengers: list[float]
    incumbents: list[float]
    first: int


class ScriptedJudge:
    """Gives prepared answers in their order and writes down what it was asked."""

    def __init__(self, scores: list[list[float]], duels: list[list[bool]]) -> None:
        """Takes the answers to the calls of `score` and of `duel`."""
        self.scores, self.duels = list(scores), list(duels)
        self.calls: list[ScoreCall | DuelCall] = []

    def score(self, weights: Weights) -> Values:
        """The next scores."""
        self.calls.append(ScoreCall(weights[:, 0].tolist()))
        return np.array(self.scores.pop(0))

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """The next decisions."""
        self.calls.append(DuelCall(challengers[:, 0].tolist(), incumbents[:, 0].tolist(), first))
        return np.array(self.duels.pop(0))

    def asked(self) -> list[ScoreCall | DuelCall]:
        """The calls since the last time."""
        calls, self.calls = self.calls, []
        return calls


def duels(state: HybridState | HillClimbingState | PsoState) -> tuple[int, int]:
    """Duels won and fought in the last step."""
    return int(state.duels_won), int(state.duels_fought)


def column(*values: float) -> Weights:
    """Nets of one weight."""
    return np.array(values, np.float32)[:, None]


def uniform(nets: int, weights: int, bound: float, seed: int = 0) -> Weights:
    """Nets drawn uniformly."""
    return np.random.default_rng(seed).uniform(-bound, bound, (nets, weights)).astype(np.float32)
