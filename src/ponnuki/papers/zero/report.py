"""Tables and pictures of the study of strength from zero."""

from typing import Any

import numpy as np

from ponnuki.arena import Tally
from ponnuki.arena.intervals import enough
from ponnuki.reports import Page, crossed_interval, mean_interval
from ponnuki.reports.page import new_figure

KINDS = {"defensive": "the defensive player", "untrained": "untrained nets at depth 2"}

Points = list[dict[str, Any]]


def share(tally: dict[str, Any]) -> float:
    """Points a game in per cent."""
    own = Tally.read(tally)
    return 100 * own.score / own.games


def _cell(values: list[float]) -> str:
    """A mean over runs, with its interval if there are enough of them, else all of them."""
    if enough(len(values)):
        return mean_interval(values).within(100).text()
    return ", ".join(f"{one:.1f}" for one in values)


def print_curves(page: Page, found: dict[str, list[Points]]) -> None:
    """What the last champions are worth, and all of them over seconds."""
    page.heading("What a run comes to, in per cent")
    rows = []
    for row, runs in found.items():
        last = [points[-1] for points in runs]
        seconds = [f"{np.mean([one['seconds'] for one in last]):,.0f}"]
        games = [f"{np.mean([one['games'] for one in last]):,.0f}"]
        scores = [_cell([share(one[kind]) for one in last]) for kind in KINDS]
        rows.append([row, len(runs), *games, *seconds, *scores])
    page.table(["learner", "runs", "games", "seconds", *KINDS.values()], rows)
    words = "Scores of champions over seconds and games of learning; a line is a run"
    page.figure("curves", words, _curves, found)


def _curves(found: dict[str, list[Points]]) -> Any:
    figure = new_figure(10, 8)
    for across, unit in zip(figure.subplots(2, 2), ("seconds", "games"), strict=True):
        for axes, (kind, name) in zip(across, KINDS.items(), strict=True):
            for number, (row, runs) in enumerate(found.items()):
                for i, points in enumerate(runs):
                    axes.plot(
                        [one[unit] for one in points],
                        [share(one[kind]) for one in points],
                        color=f"C{number}",
                        marker=".",
                        label=row if i == 0 else None,
                    )
            axes.set_xlabel(f"{unit} of learning")
            axes.set_ylabel(f"per cent against {name}")
            axes.set_xscale("log", subs=(2, 5))
            axes.xaxis.set_major_formatter("{x:,.0f}")
            axes.xaxis.set_minor_formatter("{x:,.0f}")
            axes.set_ylim(0, 101)
    figure.axes[0].legend(fontsize=7)
    return figure


def print_planes(
    page: Page, cost: dict[str, dict[str, float]], scores: dict[str, Any], games: int
) -> None:
    """What each kind of planes costs, and how its nets do against others."""
    page.heading("What a net should see")
    page.text(
        "Convolutional nets that differ in their planes alone, after the same number of games. "
        "Seconds are those of one run."
    )
    rows = [[kind, f"{one['games']:,.0f}", f"{one['seconds']:,.0f}"] for kind, one in cost.items()]
    page.table(["planes", "games", "seconds"], rows)
    level = 1 - 0.05 / len(scores)
    rows = []
    for name, found in scores.items():
        values = 100 * np.array(found, np.float64)
        rows.append([name, f"{values.size * games:,}", crossed_interval(values, level).text()])
    page.text(
        f"Every net of one kind meets every net of the other in {games} games, from random "
        "openings of two plies with both colours. Intervals are over runs of both sides, and as "
        "wide as so many comparisons need (Bonferroni)."
    )
    page.table(["who against whom", "games", "score in per cent"], rows)


def print_visits(page: Page, found: dict[str, dict[str, Any]], game: str) -> None:
    """What four times as many visits are worth."""
    page.heading("What visits are worth")
    page.text(
        f"The champion on {game} against itself, random openings of four plies, both colours; 95 % "
        "intervals over games."
    )
    rows = []
    for name, tally in found.items():
        rows.append([name, tally["games"], Tally.read(tally).text()])
    page.table(["visits", "games", "score in per cent"], rows)


def print_openings(page: Page, found: dict[str, dict[str, Any]]) -> None:
    """The first move by size."""
    page.heading("The first move by size")
    page.text(
        "What the champion plays first with the visits that its file says, what it thinks of the "
        "game for black (-1 to 1), and how many of its games with itself black wins at 32 visits "
        "from random openings of two plies."
    )
    rows = []
    for size, one in found.items():
        visits = ", ".join(f"{move} {count}" for move, count in one["visits"].items())
        value = "decided" if one["value"] is None else f"{one['value']:+.2f}"
        wins = Tally.read({**one, "wins": one["black"]}).text(0)
        rows.append([f"{size}×{size}", one["move"], value, visits, wins])
    page.table(["board", "first move", "value", "most visits", "black wins, per cent"], rows)
