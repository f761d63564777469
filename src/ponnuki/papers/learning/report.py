"""Tables and the picture of the study of methods."""

import textwrap
from collections.abc import Sequence, Set
from typing import Any

import numpy as np

from ponnuki.arena import Tally
from ponnuki.arena.intervals import enough
from ponnuki.fitness import from_zero, mean_reliability
from ponnuki.reports import (
    MeanInterval,
    Page,
    holm,
    mean_difference,
    mean_interval,
    paired_test,
    welch_p,
)
from ponnuki.reports.page import new_figure
from ponnuki.reports.plots import moving_mean, runs_and_interval

Runs = list[dict[str, Any]]
"""What is known of the runs of a method."""

Values = dict[str, dict[str, list[float]]]
"""By method and by what was measured, a value a run."""

KINDS = {"untrained": "no random moves", "untrained_noise": "10 % random moves"}
"""The tallies that are shown, and what to call them."""

UNTRAINED = "untrained"
GNU_GO = "GNU Go"
MEAN = "mean"
LEVEL = 0.05
"""Below this corrected p-value a difference is called one."""


def share(tally: dict[str, Any]) -> float:
    """Points a game in per cent."""
    own = Tally.read(tally)
    return 100 * own.score / own.games


def print_report(
    page: Page, found: dict[str, Runs], baseline: Runs, yardstick: str, paired: Set[str]
) -> None:
    """Adds everything to the page.

    Args:
        page: what is added to.
        found: the runs of each method.
        baseline: nets that never trained.
        yardstick: the method with which others are compared.
        paired: the methods whose runs start from the same nets as those of the yardstick.
    """
    page.heading("Against untrained nets, in per cent")
    page.text(
        "Selection alone, ES and the halving preset trained for this, the other methods did not."
    )
    untrained = against_untrained({UNTRAINED: baseline, **found})
    _print_values(page, untrained, list(KINDS.values()), yardstick, paired)
    page.heading("Against players that nobody trained against, in per cent")
    page.text(
        "The naive and the defensive player have rules written by hand; influence (Zobrist) is a "
        "formula, under the same search as the nets. GNU Go, level 1, plays Go and does not know "
        "that the first capture wins; it is met where it is installed. Games begin with two random "
        "plies, and both sides have both colours. Later the defensive player draws 10 % of its "
        "moves at random, because without them nets hardly ever win; nobody else does. The mean is "
        "over all of them but GNU Go."
    )
    strangers = against_strangers({UNTRAINED: baseline, **found})
    asked = [name for name in strangers[yardstick] if name in {MEAN, GNU_GO}]
    _print_values(page, strangers, asked, yardstick, paired)
    _print_causes(page, found)
    words = "Scores, weights and reliability by method"
    page.figure("learning", words, _picture, found, baseline)


def against_untrained(found: dict[str, Runs]) -> Values:
    """Scores in per cent of every run against held-out untrained nets."""
    return {
        row: {label: _shares(runs, name) for name, label in KINDS.items()}
        for row, runs in found.items()
    }


def against_strangers(found: dict[str, Runs]) -> Values:
    """Scores in per cent of every run against players that nobody trained against.

    The mean comes first; it is over all but GNU Go, which is not installed everywhere.
    """
    values: Values = {}
    for row, runs in found.items():
        met = [run["strangers"] for run in runs]
        scripted = [name for name in met[0] if name != GNU_GO]
        values[row] = {MEAN: [100 * float(np.mean([one[x] for x in scripted])) for one in met]}
        values[row] |= {name: [100 * one[name] for one in met] for name in met[0]}
    return values


def _print_values(
    page: Page, values: Values, asked: Sequence[str], yardstick: str, paired: Set[str]
) -> None:
    """A table of means, and how much higher methods are than the yardstick in what is asked."""
    labels = list(values[yardstick])
    page.table(
        ["method", "runs", *labels],
        [
            [
                row,
                len(own[labels[0]]),
                *(mean_interval(own[label]).within(100).text() for label in labels),
            ]
            for row, own in values.items()
        ],
    )
    trained = {
        row: {name: own[name] for name in asked} for row, own in values.items() if row != UNTRAINED
    }
    if not enough(min(len(own[asked[0]]) for own in trained.values())):
        return
    judged = differences(trained, yardstick, paired)
    page.text(
        f"How much higher than {yardstick}, with 95 % intervals: what was learned beyond a lucky "
        "draw. Methods that start from the same nets are compared in pairs, seed by seed, others "
        f"as groups (Welch). p is corrected for the {len(judged)} comparisons of the table (Holm); "
        f"below {LEVEL} a difference is called one."
    )
    page.table(
        ["method", "compared", *asked],
        [
            [
                row,
                "in pairs" if row in paired else "as groups",
                *(_said(*judged[row, name]) for name in asked),
            ]
            for row in trained
            if row != yardstick
        ],
    )


def differences(
    values: Values, yardstick: str, paired: Set[str]
) -> dict[tuple[str, str], tuple[MeanInterval, float]]:
    """How much higher methods are than the yardstick, by method and by what was measured.

    Each has its 95 % interval, and a p-value that Holm has corrected for all of them together.
    Methods that start from the same nets are compared seed by seed, others by Welch's t.
    """
    measured: dict[tuple[str, str], MeanInterval] = {}
    chances: list[float] = []
    for row, own in values.items():
        for name, ones in own.items() if row != yardstick else ():
            others = values[yardstick][name]
            if row in paired:
                count = min(len(ones), len(others))
                test = paired_test(ones[:count], others[:count])
                measured[row, name] = mean_interval(
                    np.subtract(ones[:count], others[:count]).tolist()
                )
                chances.append(test.t_p)
            else:
                measured[row, name] = mean_difference(ones, others)
                chances.append(welch_p(ones, others))
    return dict(zip(measured, zip(measured.values(), holm(chances), strict=True), strict=True))


def _said(difference: MeanInterval, chance: float) -> str:
    """A difference, its p-value, and what follows."""
    verdict = (
        "no difference shown" if chance >= LEVEL else "higher" if difference.mean > 0 else "lower"
    )
    known = "p < 0.001" if chance < 0.001 else f"p = {chance:.3f}"
    return f"{difference.text()}, {known}: {verdict}"


def _shares(runs: Runs, name: str) -> list[float]:
    return [share(run[name]) for run in runs]


def _print_causes(page: Page, found: dict[str, Runs]) -> None:
    page.heading("What scores are worth, and how weights grow")
    page.text(
        "Reliability: how much of the differences between scores in a generation would come again "
        "with other games (1 all, 0 none), over all generations. Duels won: share of challengers "
        "that beat the recorded best. Where a net meets one opponent a generation its games cannot "
        "be split, and nothing is said about reliability; nor where fewer than ten nets are left."
    )
    rows = []
    for row, runs in found.items():
        late = [one for run in runs for one in run["reliability"] if one is not None]
        duels = [one for run in runs for one in run["duels"] if one is not None]
        rows.append(
            [
                row,
                f"{np.mean([run['games'] for run in runs]):,.0f}",
                f"{from_zero(mean_reliability(late)):.2f}" if late else "–",
                f"{100 * np.mean(duels):.0f} %" if duels else "–",
                f"{np.mean([run['weight_size'][0] for run in runs]):.2f}",
                f"{np.mean([run['weight_size'][-1] for run in runs]):.2f}",
            ]
        )
    page.table(
        ["method", "games a run", "reliability", "duels won", "weights, first", "weights, last"],
        rows,
    )


def _picture(found: dict[str, Runs], baseline: Runs) -> Any:
    figure = new_figure(10, 8)
    (scores, _), (weights, trust) = figure.subplots(2, 2)
    grid = scores.get_gridspec()
    for axis in figure.axes[:2]:
        axis.remove()
    scores = figure.add_subplot(grid[0, :])
    everything = {UNTRAINED: baseline, **found}
    nets, strangers = against_untrained(everything), against_strangers(everything)
    for i, row in enumerate(everything):
        drawn = [(f"untrained nets, {label}", nets[row][label]) for label in KINDS.values()]
        drawn.append(("players that nobody trained against", strangers[row][MEAN]))
        for number, (label, values) in enumerate(drawn):
            shift, shown = 0.2 * (number - 1), label if i == 0 else None
            runs_and_interval(scores, i + shift, values, f"C{number}", shown)
    scores.axhline(50, color="grey", lw=0.8)
    labels = [textwrap.fill(row, 12) for row in everything]
    scores.set_xticks(range(len(everything)), labels, fontsize=8)
    scores.set_ylabel("score, %")
    scores.legend(title="against", fontsize=8, loc="upper left")
    for i, (row, runs) in enumerate(found.items()):
        length = min(len(run["weight_size"]) for run in runs)
        steps = np.arange(1, length + 1) / length * 100
        sizes = np.mean([run["weight_size"][:length] for run in runs], axis=0)
        weights.plot(steps, sizes, color=f"C{i}", label=row)
        known = np.array([run["reliability"][:length] for run in runs], dtype=float)
        said = np.isfinite(known).all(axis=0)
        if said.any():
            mean = [from_zero(mean_reliability(column)) for column in known[:, said].T]
            smooth = moving_mean(mean, 10)
            trust.plot(steps[said][-len(smooth) :], smooth, color=f"C{i}", label=row)
    weights.set_yscale("log")
    weights.set_xlabel("budget used, %")
    weights.set_ylabel("size of weights (rms)")
    weights.legend(fontsize=7, framealpha=0.5)
    trust.set_xlabel("budget used, %")
    trust.set_ylabel("reliability of scores")
    trust.set_ylim(0, 1)
    return figure
