"""S in the course of training, over the whole grid of Franken & Engelbrecht 2003."""

from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from ponnuki.learners.tic_tac_toe import Ties, exact_standings
from ponnuki.papers.franken2003.cells import (
    NEIGHBOURHOODS,
    RULES,
    Cell,
    Training,
    indifference,
    training_of,
)
from ponnuki.papers.franken2003.numbers import TABLES
from ponnuki.papers.franken2003.saturation import FIRST_SQUARE_S
from ponnuki.papers.franken2003.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page, mean_interval
from ponnuki.reports.page import new_figure


class Course(TypedDict):
    """A cell in the course of its runs.

    Attributes:
        epochs: after which champions were measured.
        s: exact, by epoch, a value a run.
        wins: by epoch, the mean shares of games won as player one and as player two.
        indifferent: by epoch, the mean share of positions in which all moves are valued alike.
    """

    epochs: list[int]
    s: list[list[float]]
    wins: list[list[float]]
    indifferent: list[float]


Courses = dict[tuple[Ties, str], dict[tuple[int, int], Course]]
"""By the rule for ties and the algorithm, then by particles and hidden units."""


@dataclass(frozen=True)
class ByEpoch(Question[Course]):
    """The course of a cell, from its kept champions.

    Attributes:
        cell: which.
        training: what brought the nets.
    """

    cell: Cell
    training: Training

    def answer(self, workshop: Workshop) -> Course:
        """Measures the champions of every mark."""
        champions = workshop.nets(self.cell.name, self.training)["champions"]
        player, arena = self.cell.player, workshop.arena
        found = [exact_standings(player, rows, arena=arena) for rows in champions]
        return {
            "epochs": list(self.training.marks),
            "s": [one.s.tolist() for one in found],
            "wins": [one.wins.mean(axis=0).tolist() for one in found],
            "indifferent": [
                float(np.mean([indifference(player, row) for row in rows])) for rows in champions
            ],
        }


def courses(workshop: Workshop, scale: Scale) -> Courses:
    """The course of every cell of the grid, with both rules for ties."""
    return {
        (ties, algorithm): {
            (particles, hidden): _course(workshop, scale, Cell(algorithm, particles, hidden, ties))
            for particles in scale.particles
            for hidden in scale.hidden
        }
        for ties in RULES
        for algorithm in NEIGHBOURHOODS
    }


def _course(workshop: Workshop, scale: Scale, cell: Cell) -> Course:
    return workshop.ask(f"epochs-{cell.name}", ByEpoch(cell, training_of(cell, scale)))


def epochs(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """How S develops: the mean over cells after chosen epochs."""
    page.heading("S by epoch")
    page.text(
        "Exact S of the personal best with the most points, after chosen epochs of the runs of "
        "Tables 1 to 3. Means over all cells of a table with 95 % t-intervals over cells, and the "
        "share of positions in which the champion values all moves alike, all cells together."
    )
    found = courses(workshop, scale)
    rows: list[list[object]] = []
    for i, mark in enumerate(scale.marks):
        row: list[object] = [mark]
        for ties in RULES:
            row += [
                mean_interval(_means(found[ties, algorithm], i)).text()
                for algorithm in NEIGHBOURHOODS
            ]
            row.append(f"{100 * _alike(found, ties, i):.0f} %")
        rows.append(row)
    printed = [f"{np.mean(list(TABLES[name].values())):.1f}" for name in NEIGHBOURHOODS]
    rows.append(["printed", *printed, "–", *printed, "–"])
    columns = (*NEIGHBOURHOODS, "all alike")
    page.table(["epoch", *(f"{ties}: {name}" for ties in RULES for name in columns)], rows)
    page.figure("epochs", "S and indifferent positions by epoch", _picture, found, scale)
    return {
        f"{algorithm}-p{particles}-h{hidden}-{ties}": course
        for (ties, algorithm), cells in found.items()
        for (particles, hidden), course in cells.items()
    }


def _means(cells: dict[tuple[int, int], Course], i: int) -> list[float]:
    """The mean S of every cell after the i-th mark."""
    return [float(np.mean(course["s"][i])) for course in cells.values()]


def _alike(found: Courses, ties: Ties, i: int) -> float:
    return float(
        np.mean(
            [
                course["indifferent"][i]
                for algorithm in NEIGHBOURHOODS
                for course in found[ties, algorithm].values()
            ]
        )
    )


def _picture(found: Courses, scale: Scale) -> Any:
    figure = new_figure(11, 6)
    upper, lower = figure.subplots(2, 2, sharex=True, sharey="row", height_ratios=(3, 1))
    printed = [value for table in TABLES.values() for row in table.values() for value in row]
    marks = range(len(scale.marks))
    for column, ties in enumerate(RULES):
        axis = upper[column]
        axis.axhspan(min(printed), max(printed), color="0.9", label="printed cells")
        axis.axhline(FIRST_SQUARE_S, color="grey", lw=0.8, ls="--", label="first empty square")
        for number, algorithm in enumerate(NEIGHBOURHOODS):
            cells = [_means(found[ties, algorithm], i) for i in marks]
            colour = f"C{number}"
            axis.plot(scale.marks, np.mean(cells, axis=1), color=colour, label=algorithm)
            low, high = np.min(cells, axis=1), np.max(cells, axis=1)
            axis.fill_between(scale.marks, low, high, color=colour, alpha=0.15, lw=0)
        axis.set_xscale("log")
        axis.set_title(f"ties: {ties}")
        lower[column].plot(scale.marks, [_alike(found, ties, i) for i in marks], color="black")
        lower[column].set_xlabel("epoch")
    upper[0].set_ylabel("S: mean and range of cells")
    lower[0].set_ylabel("all moves alike")
    upper[0].legend(fontsize=7)
    return figure
