"""What the printed ± of Franken & Engelbrecht 2003 may be, and which wins it then implies."""

from math import sqrt
from typing import Any

import numpy as np

from ponnuki.learners.tic_tac_toe.standings import RANDOM_WINS
from ponnuki.papers.franken2003.cells import NEIGHBOURHOODS, RULES
from ponnuki.papers.franken2003.epochs import courses
from ponnuki.papers.franken2003.numbers import ERRORS, HIDDEN, TABLE_NUMBERS, TABLES
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval

GAMES = 30 * 10_000
"""That a printed cell has with each colour, all runs together."""
QUANTILE = 1.6448536269514722
"""Of the normal distribution, for 90 % two-sided; Student's with so many games is the same."""


def error_of_games(first: float, second: float) -> float:
    """Half the width of a 90 % interval of w1 + w2 over the games of a cell, as a share.

    Args:
        first: the share of games won as player one.
        second: likewise as player two.

    >>> round(error_of_games(0.78125, 0.44021), 7)
    0.00194
    """
    return QUANTILE * sqrt((first * (1 - first) + second * (1 - second)) / GAMES)


def implied_wins(s: float, error: float) -> tuple[float, float] | None:
    """The shares of wins as player one and two that have this S and this error of games.

    S gives their sum and the error the sum of their squares; player one has the larger. None if
    there are no such shares.

    >>> first, second = implied_wins(34.54616, 0.00194)
    >>> round(first, 2), round(second, 2)
    (0.78, 0.44)
    """
    total = (s + sum(RANDOM_WINS)) / 100
    squares = total - GAMES * (error / QUANTILE) ** 2
    apart = 2 * squares - total**2
    if apart < 0:
        return None
    return (total + sqrt(apart)) / 2, (total - sqrt(apart)) / 2


def printed_wins(algorithm: str) -> list[tuple[float, float]]:
    """What the cells of a printed table imply, those that imply something."""
    found = (
        implied_wins(value, 1e-7 * error)
        for particles, row in TABLES[algorithm].items()
        for value, error in zip(row, ERRORS[algorithm][particles], strict=True)
    )
    return [one for one in found if one is not None]


def errors(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """The printed ± as intervals over games, and the wins with each colour beside ours."""
    page.heading("The printed ±, and wins with each colour")
    page.text(
        "Every printed S has a ± of about 0.002, said to be a 90 % interval. It cannot be one over "
        "30 runs. It has the size of one over games: 1.645 √((w1(1 − w1) + w2(1 − w2)) / 300,000), "
        "as a share and not in per cent, which would be 0.00194 for a player that takes the first "
        "empty square and 0.00201 for one that draws. If it is that, S and ± together say w1 and "
        "w2 of every printed cell. This is an inference: w1 − w2 moves by 0.03 if the formula is "
        "off by half a per cent."
    )
    results: dict[str, Any] = {}
    rows: list[list[object]] = []
    for algorithm in NEIGHBOURHOODS:
        wins = np.array(printed_wins(algorithm))
        cells = len(TABLES[algorithm]) * len(HIDDEN)
        printed = [error for row in ERRORS[algorithm].values() for error in row]
        gap = mean_interval((wins[:, 0] - wins[:, 1]).tolist())
        results[f"{algorithm}, printed"] = {"cells": cells, "wins": wins.tolist()}
        rows.append(
            [
                f"Table {TABLE_NUMBERS[algorithm]}, {algorithm}",
                f"{1e-7 * min(printed):.5f} to {1e-7 * max(printed):.5f}",
                f"{len(wins)} of {cells}",
                *_texts(wins[:, 0], wins[:, 1]),
                gap.text(100),
            ]
        )
    page.table(
        [
            "printed",
            "±",
            "cells with such wins",
            "w1, % (cells)",
            "w2, % (cells)",
            "w1 − w2 (95 %)",
        ],
        rows,
    )
    page.text("Ours, exact, after chosen epochs; intervals are over cells.")
    found = courses(workshop, scale)
    for ties in RULES:
        rows = []
        for i, mark in enumerate(scale.marks):
            row: list[object] = [mark]
            for algorithm in NEIGHBOURHOODS:
                wins = np.array([one["wins"][i] for one in found[ties, algorithm].values()])
                gaps = (wins[:, 0] - wins[:, 1]).tolist()
                results[f"{algorithm}, {ties}, {mark}"] = wins.mean(axis=0).tolist()
                means = 100 * wins.mean(axis=0)
                row += [f"{means[0]:.1f}", f"{means[1]:.1f}", mean_interval(gaps).text(100)]
            rows.append(row)
        page.heading(f"Ties: {ties}", 3)
        columns = ("w1", "w2", "w1 − w2 (95 %)")
        page.table(
            ["epoch", *(f"{name}: {what}" for name in NEIGHBOURHOODS for what in columns)], rows
        )
    return results


def _texts(*shares: Any) -> list[str]:
    return [
        f"{100 * one.mean():.1f} ({100 * one.min():.1f} to {100 * one.max():.1f})" for one in shares
    ]
