"""How often an interval over engines misses the true mean: ours beside what reports had before.

    python -m benchmarks.coverage

Engines of two sides all meet, with both colours. Whether black wins is a coin whose log odds are
the sum of black's advantage, an effect of each engine and one of the pair; effects are normal.
Intervals are meant to miss in 5 %, and in 0.25 % where 20 claims are judged together. Before,
reports had a bootstrap over engines, and a t-interval where engines meet one fixed player.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product, repeat
from os import cpu_count

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ponnuki.reports import MeanInterval, crossed_interval, mean_interval, share_interval

Values = NDArray[np.float64]

LEVELS = 0.95, 0.9975
ENGINES = 5, 10, 20
SIMULATIONS = 20_000
DRAWS = 4000


@dataclass(frozen=True)
class Null:
    """Engines of two sides that differ, and what they score against each other.

    Attributes:
        centre: log odds of the first side.
        sides: standard deviation of an engine's log odds, on either side.
        pair: of a pair with given colours.
        games: of a pair with each colour.
        black: the advantage of black in log odds.
        fixed: whether the other side is one player that stays the same.
    """

    centre: float
    sides: float
    pair: float
    games: int
    black: float = 0.12
    fixed: bool = False

    def draw(self, engines: int, times: int, rng: np.random.Generator) -> tuple[Values, float]:
        """Scores in per cent of as many engines on each side, that often, and their true mean."""
        others = 1 if self.fixed else engines
        odds = self.centre + self.sides * rng.normal(size=(times, engines, 1))
        if not self.fixed:
            odds = odds - self.sides * rng.normal(size=(times, 1, engines))
        won = np.zeros((times, engines, others))
        for colour in self.black, -self.black:
            own = odds + colour + self.pair * rng.normal(size=won.shape)
            won += rng.binomial(self.games, 1 / (1 + np.exp(-own)))
        return 100 * won / (2 * self.games), self.mean

    @property
    def mean(self) -> float:
        """The true mean in per cent, over all engines that there could be."""
        points, weights = np.polynomial.hermite_e.hermegauss(80)
        deviation = np.sqrt((2 - self.fixed) * self.sides**2 + self.pair**2)
        odds = self.centre + deviation * points + np.array([[self.black], [-self.black]])
        share = (weights / weights.sum() / (1 + np.exp(-odds))).sum(axis=1).mean()
        return float(100 * share)

    def before(self, values: Values, level: float) -> tuple[float, float]:
        """The interval that reports had."""
        if self.fixed:
            found = mean_interval(values[:, 0].tolist(), level)
            return found.low, found.high
        return bootstrap_interval(values, level)

    def ours(self, values: Values, level: float) -> MeanInterval:
        """The interval that reports have."""
        return (
            share_interval(values[:, 0], level) if self.fixed else crossed_interval(values, level)
        )


NULLS = {
    "as kept": Null(0.0, 0.22, 0.36, 20),
    "engines differ three times as much": Null(0.0, 0.66, 0.36, 20),
    "no random moves, one game a colour": Null(0.0, 1.2, 4.0, 1),
    "score 88 %": Null(2.2, 0.5, 0.36, 20),
    "against one fixed player": Null(0.0, 0.4, 0.0, 10, fixed=True),
    "against one fixed player, score 88 %": Null(2.2, 0.8, 0.0, 10, fixed=True),
}
"""'As kept' has the spread of the engines of Cai et al. 2009 at depth 3."""


@cache
def _drawn(engines: int, side: int) -> Values:
    """How often each engine is drawn, a row a draw."""
    rng = np.random.default_rng(side)
    return rng.multinomial(engines, [1 / engines] * engines, size=DRAWS) / engines


def bootstrap_interval(values: Values, level: float) -> tuple[float, float]:
    """The interval of the mean over pairs by drawing the engines of both sides anew."""
    first, second = (_drawn(size, side) for side, size in enumerate(values.shape))
    means = ((first @ values) * second).sum(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def missed(null: Null, engines: int, level: float, times: int) -> tuple[list[float], list[float]]:
    """The share that misses and the mean width, in per cent: as before, and ours."""
    cells, mean = null.draw(engines, times, np.random.default_rng([engines, round(1e4 * level)]))
    bounds = np.empty((2, times, 2))
    for number, one in enumerate(cells):
        found = null.ours(one, level)
        bounds[0, number] = null.before(one, level)
        bounds[1, number] = found.low, found.high
    low, high = bounds[..., 0], bounds[..., 1]
    misses = 100 * ((low > mean) | (mean > high)).mean(axis=1)
    return misses.tolist(), (high - low).mean(axis=1).tolist()


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="How often intervals over engines miss.")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="processes at a time")
    asked = parser.parse_args()
    times, jobs = asked.simulations, asked.jobs
    table = Table(title=f"intervals that miss the true mean, of {times:,}")
    columns = "engines that meet", "a side", "may miss", "before", "ours", "widths"
    for column in columns:
        table.add_column(column, justify="left" if column == columns[0] else "right")
    rows = list(product(NULLS, LEVELS, ENGINES))
    nulls, levels, engines = zip(*((NULLS[name], *rest) for name, *rest in rows), strict=True)
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(missed, nulls, engines, levels, repeat(times))
        for (name, level, count), ((old, ours), widths) in zip(rows, found, strict=True):
            table.add_row(
                name,
                str(count),
                f"{100 * (1 - level):.2f} %",
                f"{old:.2f} %",
                f"{ours:.2f} %",
                "{:.1f}, {:.1f}".format(*widths),
            )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
