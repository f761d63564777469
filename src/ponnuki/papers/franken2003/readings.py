"""Two readings of the printed tables of Franken & Engelbrecht 2003, cell by cell.

Saturated nets and a rule for ties give such figures, and so do nets that have not saturated yet.
"""

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from ponnuki.arena.student import t_quantile, t_two_sided
from ponnuki.learners.tic_tac_toe import Ties
from ponnuki.papers.franken2003.cells import NEIGHBOURHOODS, RULES
from ponnuki.papers.franken2003.epochs import Course, Courses, courses
from ponnuki.papers.franken2003.numbers import TABLE_NUMBERS, printed
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import MeanInterval, Page, mean_interval, paired_test
from ponnuki.reports.distributions import f_above

LEVEL = 0.90
"""Of the intervals of cells, as in the paper."""


@dataclass(frozen=True)
class Fit:
    """A printed table beside our cells after some epoch.

    Attributes:
        cells: that are printed and that we have.
        inside: how many of them lie inside our interval.
        expected: how many would, if the printed figures were means of as many runs like ours.
        error: the standard deviation of that number.
        difference: ours minus printed, over cells.
        distance: its root mean square.
        chance: what that would be by chance alone, if runs were alike.
        scatter: the standard deviation of our cells.
        printed_scatter: that of the printed ones.
        scatter_p: the chance of scatters so different, if they were the same.
    """

    cells: int
    inside: int
    expected: float
    error: float
    difference: MeanInterval
    distance: float
    chance: float
    scatter: float
    printed_scatter: float
    scatter_p: float

    @property
    def fits(self) -> bool:
        """Neither mean difference nor number inside nor scatter speaks against it, each at 5 %."""
        on_average = self.difference.low <= 0 <= self.difference.high
        as_often = abs(self.inside - self.expected) <= 1.96 * self.error
        return on_average and as_often and self.scatter_p >= 0.05

    def counts(self) -> str:
        """How many cells are inside, for a table."""
        return f"{self.inside} of {self.cells}{' ✓' if self.fits else ''}"


def fit(algorithm: str, cells: dict[tuple[int, int], Course], mark: int) -> Fit | None:
    """Compares a printed table with the cells after the mark of that number; None without cells."""
    values, means, errors = [], [], []
    inside = 0
    runs = 0
    for (particles, hidden), course in cells.items():
        value = printed(algorithm, particles, hidden)
        if value is None:
            continue
        ours = mean_interval(course["s"][mark], LEVEL)
        runs = ours.runs
        inside += ours.low <= value <= ours.high
        values.append(value)
        means.append(ours.mean)
        errors.append(ours.deviation / sqrt(runs))
    if not values:
        return None
    differences = np.subtract(means, values)
    # The difference of two means of n runs each, in our standard errors, is √2 times Student's t.
    share = 1 - t_two_sided(t_quantile(LEVEL, runs - 1) / sqrt(2), runs - 1)
    count = len(values)
    return Fit(
        cells=count,
        inside=inside,
        expected=share * count,
        error=sqrt(share * (1 - share) * count),
        difference=mean_interval(differences.tolist()),
        distance=float(np.sqrt(np.mean(np.square(differences)))),
        chance=float(np.sqrt(2 * np.mean(np.square(errors)))),
        scatter=_deviation(means),
        printed_scatter=_deviation(values),
        scatter_p=_scatter_test(means, values),
    )


def _deviation(values: list[float]) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else 0.0


def _scatter_test(ones: list[float], others: list[float]) -> float:
    """The two-sided F-test of equal variances; 1 where a side has none."""
    one, other = _deviation(ones), _deviation(others)
    if one == 0 or other == 0:
        return 1.0
    larger = f_above((max(one, other) / min(one, other)) ** 2, len(ones) - 1, len(others) - 1)
    return min(1.0, 2 * larger)


def readings(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """Which epochs and which rule for ties give the printed tables."""
    page.heading("Two readings of the tables, cell by cell")
    page.text(
        "*A tie-break:* the nets had saturated and ties went to the first square; that is ties: "
        "first, late epochs. *Not yet saturated:* the nets still told moves apart; that is early "
        "epochs, where the rule for ties hardly matters. The paper trains for 500 epochs, so the "
        "second reading needs something unprinted that kept weights smaller; early epochs stand in "
        "for it. For every table, rule and epoch: how many printed cells lie inside the 90 % "
        "interval of our cell, and ours minus printed with a 95 % interval over cells."
    )
    found = courses(workshop, scale)
    results: dict[str, Any] = {}
    for ties in RULES:
        fits = _fits(found, ties, scale)
        for column, name in enumerate(NEIGHBOURHOODS):
            page.heading(f"Table {TABLE_NUMBERS[name]}, {name}, ties: {ties}", 3)
            page.table(
                ["epoch", *_COLUMNS],
                [
                    [mark, *_texts(line[column])]
                    for mark, line in zip(scale.marks, fits, strict=True)
                ],
            )
        results[ties] = {
            str(mark): {
                name: None if one is None else {**asdict(one), "fits": one.fits}
                for name, one in zip(NEIGHBOURHOODS, line, strict=True)
            }
            for mark, line in zip(scale.marks, fits, strict=True)
        }
    page.text(
        "If the printed figures were means of as many runs like ours, "
        f"{_expected(found):.0f} % of cells would lie inside. Wide intervals hold much, so a count "
        "alone proves nothing: 'apart' is the root mean square of the differences, and in brackets "
        "what it would be by chance; 'scatter' is the standard deviation of our cells, and in "
        "brackets that of the printed ones. ✓: the mean difference is not shown to be other than "
        "0, the count is one that chance allows, and the scatters are not shown to differ (F-test)"
        ", each at 5 %. Many epochs were tried, and some would pass by chance."
    )
    results["neighbourhoods"] = _print_neighbourhoods(page, found, scale)
    return results


_COLUMNS = ("inside", "ours − printed", "apart (chance)", "scatter (printed)")


def _texts(one: Fit | None) -> list[str]:
    if one is None:
        return ["–"] * len(_COLUMNS)
    difference = one.difference
    return [
        one.counts(),
        f"{difference.mean:+.1f} ({difference.low:+.1f} to {difference.high:+.1f})",
        f"{one.distance:.1f} ({one.chance:.1f})",
        f"{one.scatter:.1f} ({one.printed_scatter:.1f})",
    ]


def _fits(found: Courses, ties: Ties, scale: Scale) -> list[list[Fit | None]]:
    return [
        [fit(name, found[ties, name], i) for name in NEIGHBOURHOODS]
        for i in range(len(scale.marks))
    ]


def _expected(found: Courses) -> float:
    """Per cent of printed cells that would lie inside by chance."""
    one = next(
        one for (_, name), cells in found.items() if (one := fit(name, cells, 0)) is not None
    )
    return 100 * one.expected / one.cells


def _print_neighbourhoods(page: Page, found: Courses, scale: Scale) -> dict[str, Any]:
    page.heading("Neighbourhoods by epoch", 3)
    page.text(
        "The printed tables have lbest above gbest by 3.24 and von Neumann above gbest by 2.88, "
        "over cells. A reading should show that too. Exact S, paired over cells with more than 5 "
        "particles, means with 95 % t-intervals."
    )
    pairs = (("lbest", "gbest"), ("von-neumann", "gbest"), ("von-neumann", "lbest"))
    results: dict[str, Any] = {}
    rows: list[list[object]] = []
    for i, mark in enumerate(scale.marks):
        row: list[object] = [mark]
        for ties in RULES:
            for first, second in pairs:
                one, other = (
                    [
                        float(np.mean(course["s"][i]))
                        for (particles, _), course in found[ties, name].items()
                        if particles > 5
                    ]
                    for name in (first, second)
                )
                if len(one) < 2:
                    row.append("–")
                    continue
                test = paired_test(one, other)
                results[f"{first} - {second}, {ties}, {mark}"] = asdict(test)
                row.append(f"{test.mean:+.2f} ({test.low:+.2f} to {test.high:+.2f})")
        rows.append(row)
    page.table(
        ["epoch", *(f"{ties}: {one} − {other}" for ties in RULES for one, other in pairs)], rows
    )
    return results
