"""Who says how good nets are. There is no game here: a judge may play games or compute a function.

Scores are compared within one call of `score` only, because what a net earns depends on whom it
met. To compare nets across generations an optimiser has them duel.
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ponnuki.optimisers.weights import Weights


class Judge(Protocol):
    """Scores populations and decides duels. The arrays that it is given may be read only."""

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """The score of each row among all these rows; more is better. All are finite."""

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Row by row, whether the challenger won its match; a tie keeps the incumbent.

        A single incumbent meets all challengers. Row i is duel number first + i of the generation:
        a judge that draws at random does so by this number alone, so that an optimiser may ask in
        portions, ahead of need, or again.
        """


class FunctionJudge:
    """Judges by a plain function that is to be *minimised*: a score is minus the function's value.

    Attributes:
        evaluations: rows that the function was asked for so far; a duel takes two.
    """

    def __init__(self, function: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> None:
        """Takes a function of rows, shape (n, d), that gives n values."""
        self.function = function
        self.evaluations = 0

    def score(self, weights: Weights) -> NDArray[np.float64]:
        """Minus the function's values."""
        self.evaluations += len(weights)
        return -np.asarray(self.function(weights.astype(np.float64)), np.float64)

    def duel(
        self, challengers: Weights, incumbents: Weights, *, first: int = 0
    ) -> NDArray[np.bool_]:
        """Where the challenger's value is strictly smaller; numbers of duels do not matter."""
        del first
        return self.score(challengers) > self.score(incumbents)


def ask_scores(judge: Judge, weights: Weights) -> NDArray[np.float64]:
    """The judge's scores, if there is a finite one for each row.

    Raises:
        ValueError: there is not.
    """
    scores = np.array(judge.score(weights), np.float64)
    if scores.shape != (len(weights),):
        raise ValueError(f"the judge gave scores of shape {scores.shape} for {len(weights)} nets")
    if not np.isfinite(scores).all():
        raise ValueError(f"the judge gave the score {scores[~np.isfinite(scores)][0]}: use finite")
    return scores


def ask_duels(
    judge: Judge, challengers: Weights, incumbents: Weights, *, first: int = 0
) -> NDArray[np.bool_]:
    """The judge's decisions, one a row; without rows nobody is asked.

    Raises:
        ValueError: the answer is not one truth value a row.
    """
    if not len(challengers):
        return np.zeros(0, np.bool_)
    won = np.array(judge.duel(challengers, incumbents, first=first))
    if won.shape != (len(challengers),) or won.dtype != np.bool_:
        raise ValueError(
            f"the judge decided {len(challengers)} duels with {won.dtype} of shape {won.shape}: "
            f"use one bool for each"
        )
    return won


def best_first(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """The order of rows from the highest score down; of equals the earlier row goes first."""
    return np.argsort(-scores, kind="stable")
