"""Elo ratings by Bradley and Terry's model, fitted to counts of games.

Black i beats white j with the chance 1 / (1 + 10^-((r_i - r_j + b) / 400)), where b is what black's
first move is worth, the same for all. A draw counts as half a win and half a loss.

Plain maximum likelihood puts a player that won or lost every game at infinity. So the likelihood
is multiplied by Jeffreys' prior, the square root of the determinant of its information (Firth 1993,
"Bias reduction of maximum likelihood estimates"). Between two players that is exactly one
additional draw; in a larger field it is about one draw for each rating. It favours nobody, needs
no constant to be chosen, and also takes away the first-order bias of the estimate.

A game counts as much as it says something new (`evidence`): a game that was played fifty times is
one game. Intervals come from the information of the games at the estimate: rating ± 1.96
deviations. Draws make them wider than they need to be, never narrower.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.arena.intervals import Z95

ELO = 400 / log(10)
"""Elo points in one unit of the logistic function."""

_MAX_STEPS = 500
_MAX_STEP = 3.0  # in logistic units; further away the curvature says nothing
_PRECISE = 1e-10

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A number of Elo points and its 95 % interval."""

    elo: float
    low: float
    high: float

    @classmethod
    def of(cls, elo: float, variance: float) -> "Estimate":
        """The estimate with that variance."""
        half = Z95 * sqrt(max(0.0, variance))
        return cls(float(elo), float(elo - half), float(elo + half))

    def __str__(self) -> str:
        return f"{self.elo:+z.0f} ± {(self.high - self.low) / 2:.0f}"

    def to_json(self) -> dict[str, Any]:
        """The estimate as plain data."""
        return {"elo": self.elo, "interval": [self.low, self.high]}


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of some players.

    Attributes:
        players: their names.
        elo: a rating for each.
        covariance: of these ratings.
        anchor: who is at 0; None if the mean of all is.
        black_advantage: what black's first move is worth; None if it was not asked for.
    """

    players: tuple[str, ...]
    elo: Floats
    covariance: Floats
    anchor: str | None
    black_advantage: Estimate | None

    def of(self, player: str) -> Estimate:
        """A player's rating; its interval is about the distance from the zero of the scale."""
        index = self._index(player)
        return Estimate.of(self.elo[index], self.covariance[index, index])

    def difference(self, a: str, b: str) -> Estimate:
        """How far A is above B, with the interval of that distance."""
        i, j = self._index(a), self._index(b)
        c = self.covariance
        return Estimate.of(self.elo[i] - self.elo[j], c[i, i] + c[j, j] - 2 * c[i, j])

    def order(self) -> list[str]:
        """The players, the best first; equals in the order in which they were named."""
        return [self.players[index] for index in np.argsort(-self.elo, kind="stable")]

    def __str__(self) -> str:
        return "\n".join(f"{one}  {self.of(one)}" for one in self.order())

    def __repr__(self) -> str:
        return f"<Ratings of {len(self.players)} players, {self.order()[0]} first>"

    def _index(self, player: str) -> int:
        if player not in self.players:
            raise ValueError(f"player {player!r} is not rated; rated are: {listed(self.players)}")
        return self.players.index(player)


def elo_ratings(
    players: Sequence[str],
    wins: ArrayLike,
    draws: ArrayLike,
    losses: ArrayLike,
    evidence: ArrayLike | None = None,
    *,
    anchor: str | None = None,
    black_advantage: bool = True,
) -> Ratings:
    """The ratings that fit counts of games best.

    >>> found = elo_ratings("AB", [[0, 7], [3, 0]], [[0, 0], [0, 0]], [[0, 3], [7, 0]])
    >>> found.order()
    ['A', 'B']

    Args:
        players: their names, all different.
        wins: for each ordered pair, games that black won: row i of player i with black.
        draws: likewise, games that nobody won.
        losses: likewise, games that white won.
        evidence: likewise, how many of these games count; None for all.
        anchor: the player at 0; None for a mean of 0.
        black_advantage: whether to estimate what black's first move is worth. Without it the first
            move counts for nothing, which draws ratings together if it does.

    Raises:
        ValueError: these are no counts; there is no such player; the games do not connect all
            players, so that nothing is known about some against others; or no player had both
            colours in a way that tells the first move from strength.
    """
    names = tuple(players)
    won, drawn, lost = (
        _checked(name, table, names)
        for name, table in (("wins", wins), ("draws", draws), ("losses", losses))
    )
    games = won + drawn + lost
    if len(names) < 2:
        raise ValueError("ratings need at least two players")
    if anchor is not None and anchor not in names:
        raise ValueError(f"anchor {anchor!r} is no player; there are: {listed(names)}")
    groups = connected(names, games)
    if len(groups) > 1:
        first, second = listed(groups[0]), listed(groups[1])
        raise ValueError(f"ratings are not defined: no game connects {first} with {second}")
    counted = games if evidence is None else np.asarray(evidence, np.float64)
    design, weight, score = _design(games, won + drawn / 2, counted, black_advantage)
    if np.linalg.matrix_rank(design.T @ design, hermitian=True) < design.shape[1]:
        raise ValueError(
            "black's advantage cannot be told from strength: some players had one colour only"
        )
    theta, covariance = _fit(design, weight, score)
    # The first player was held at 0; now everybody is moved to the zero that was asked for.
    count = len(names)
    move = np.eye(count)
    move -= 1 / count if anchor is None else np.eye(count)[names.index(anchor)]
    move = move[:, 1:]
    strengths = count - 1
    black = None
    if black_advantage:
        black = Estimate.of(ELO * theta[-1], ELO * ELO * covariance[-1, -1])
    return Ratings(
        names,
        ELO * (move @ theta[:strengths]),
        ELO * ELO * (move @ covariance[:strengths, :strengths] @ move.T),
        anchor,
        black,
    )


def connected(players: Sequence[str], games: Floats) -> list[list[str]]:
    """The players in groups between which no game was played; one group if all are connected."""
    met = (games + games.T) > 0
    left = set(range(len(players)))
    groups = []
    while left:
        group = {min(left)}
        reached = group
        while reached:
            reached = {int(j) for i in reached for j in np.flatnonzero(met[i])} - group
            group = group | reached
        groups.append([players[index] for index in sorted(group)])
        left -= group
    return groups


def expected(difference: float) -> float:
    """The share of points that a player so many Elo points above its opponent is expected to win.

    >>> round(expected(100), 2)
    0.64
    """
    return float(_logistic(np.float64(difference / ELO)))


def listed(names: Sequence[str]) -> str:
    """The first few names in a line."""
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _checked(name: str, table: ArrayLike, players: Sequence[str]) -> Floats:
    """Counts of games for each ordered pair.

    Raises:
        ValueError: they are none, or do not fit the players.
    """
    if len(set(players)) != len(players):
        raise ValueError("players are not allowed: a name is given twice")
    counts = np.array(table, np.float64)
    if counts.shape != (len(players),) * 2:
        raise ValueError(f"{name} of shape {counts.shape} do not fit {len(players)} players")
    if not (counts >= 0).all() or counts.diagonal().any():
        raise ValueError(f"{name} are not allowed: use counts from 0, nobody against itself")
    return counts


def _design(
    games: Floats, points: Floats, evidence: Floats, black_advantage: bool
) -> tuple[Floats, Floats, Floats]:
    """For each ordered pair that met: what makes its log-odds, its games, and black's points.

    The first player's column is left out: only differences of strengths count.
    """
    black, white = np.nonzero(games)
    rows = np.arange(len(black))
    design = np.zeros((len(black), len(games)))
    design[rows, black] = 1
    design[rows, white] = -1
    design = design[:, 1:]
    if black_advantage:
        design = np.hstack([design, np.ones((len(black), 1))])
    counted = evidence[black, white]
    score = points[black, white] * (counted / games[black, white])
    return design, counted, score


def _fit(design: Floats, games: Floats, score: Floats) -> tuple[Floats, Floats]:
    """The most likely parameters under Jeffreys' prior, and their covariance."""
    theta = np.zeros(design.shape[1])
    for _ in range(_MAX_STEPS):
        chance = _logistic(design @ theta)
        weight = games * chance * (1 - chance)
        inverse = np.linalg.inv(_information(design, weight))
        # The prior is worth `share` more games in each row, half won and half lost.
        share = weight * ((design @ inverse) * design).sum(axis=1)
        slope = design.T @ (score + share / 2 - (games + share) * chance)
        curve = _information(design, (games + share) * chance * (1 - chance))
        step = np.linalg.solve(curve, slope)
        longest = float(np.abs(step).max())
        if longest < _PRECISE:
            return theta, np.asarray(inverse, np.float64)
        step *= min(1.0, _MAX_STEP / longest)
        here = _penalised(design, games, score, theta)
        while longest > 1e-6 and _penalised(design, games, score, theta + step) < here - 1e-9:
            step /= 2
            longest /= 2
        theta = theta + step
    raise ArithmeticError("the ratings do not converge")


def _penalised(design: Floats, games: Floats, score: Floats, theta: Floats) -> float:
    """The logarithm of likelihood times prior, up to a constant."""
    odds = design @ theta
    chance = _logistic(odds)
    sign, prior = np.linalg.slogdet(_information(design, games * chance * (1 - chance)))
    if sign <= 0:
        return -np.inf
    return float(score @ odds - games @ np.logaddexp(0, odds) + prior / 2)


def _information(design: Floats, weight: Floats) -> Floats:
    return design.T @ (weight[:, None] * design)


def _logistic(odds: Any) -> Any:
    return (1 + np.tanh(odds / 2)) / 2
