"""How far a generation's scores can be trusted."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def reliability(players: NDArray[np.int32], points: NDArray[np.float64], nets: int) -> float:
    """How well two halves of the same nets' games agree, corrected to the full number of games.

    Every net's games are dealt to two halves in turn. The correlation of the halves' means over the
    nets, by Spearman and Brown's formula, says how much of the differences between scores would
    come again with other games: 1 all of it, 0 none, below 0 if halves disagree. NaN if there is
    nothing to compare.

    Args:
        players: who earned each point, 0 to nets - 1; others are left out.
        points: what was earned, in the order of the games.
        nets: how many there are.
    """
    counted = (players >= 0) & (players < nets)
    who, earned = players[counted], points[counted]
    order = np.argsort(who, kind="stable")
    who, earned = who[order], earned[order]
    starts = np.searchsorted(who, np.arange(nets))
    turn = (np.arange(len(who)) - starts[who]) % 2
    counts = np.zeros((2, nets))
    sums = np.zeros((2, nets))
    np.add.at(counts, (turn, who), 1)
    np.add.at(sums, (turn, who), earned)
    enough = (counts > 0).all(axis=0)
    if enough.sum() < 3:
        return float("nan")
    first, second = sums[:, enough] / counts[:, enough]
    if np.ptp(first) == 0 or np.ptp(second) == 0:  # a deviation of equal means may round to more
        return float("nan")
    agreement = float(np.corrcoef(first, second)[0, 1])
    return 2 * agreement / (1 + agreement) if agreement > -1 else float("nan")


def mean_reliability(found: ArrayLike) -> float:
    """The reliability over many generations, of those of each: NaN if there are none.

    The correlations of halves are averaged and corrected once. A mean of corrected ones would be
    led by the few generations in which halves happened to disagree.
    """
    values = np.asarray(found, np.float64)
    if not values.size:
        return float("nan")
    agreement = float(np.mean(values / (2 - values)))
    return 2 * agreement / (1 + agreement)
