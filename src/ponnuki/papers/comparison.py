"""Ways to learn beside each other: what each is worth, by how much they differ, how sure that is.

Runs are trained that are not there yet, as in any experiment, and their champions meet the same
opponents. A run is one observation. Runs of one seed are compared in pairs.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.arena.intervals import enough
from ponnuki.arena.student import t_quantile
from ponnuki.drawing import Interval, draw_intervals, new_picture
from ponnuki.evaluators import load_weights
from ponnuki.learners import LearnerSettings, SettingsError, learner, presets
from ponnuki.learners.chosen import settings_from
from ponnuki.learners.measuring import yardsticks
from ponnuki.learners.settings import named_players
from ponnuki.papers.crew import Bar, no_bar
from ponnuki.papers.standing import Standing
from ponnuki.papers.workshop import RESULTS, Workshop
from ponnuki.reports import holm, paired_test, share_interval
from ponnuki.runs import RunRecord
from ponnuki.runs.provenance import facts
from ponnuki.settings import parts_of, table_of, whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Shares = NDArray[np.float64]
BUDGETS = ("games", "evaluations", "seconds")
"""What runs may be given as much of, and what curves are drawn over."""
POWER = 0.8
"""An effect could have been seen if it had been shown in this share of such comparisons."""
MOST_SEEDS = 10_000


@dataclass(frozen=True)
class Effect:
    """By how much one way to learn is better than the first, in points of a hundred.

    Attributes:
        name: of the way.
        size: the mean difference over seeds.
        interval: of it, at 95 %, for itself alone; None from too few seeds, or if nothing varies.
        p: of a paired t-test, corrected for all comparisons (Holm); None likewise.
        visible: the smallest effect that would have been shown four times in five; None likewise.
    """

    name: str
    size: float
    interval: tuple[float, float] | None = None
    p: float | None = None
    visible: float | None = None

    def __str__(self) -> str:
        if self.interval is None or self.p is None or self.visible is None:
            return f"{self.name}: {self.size:+.1f}, which is too little for an interval"
        low, high = self.interval
        shown = "better" if self.size > 0 else "worse"
        return (
            f"{self.name}: {self.size:+.1f} ({low:+.1f} to {high:+.1f}), p = {self.p:.2g}, "
            f"{shown if self.p < 0.05 else 'no difference shown'}; "
            f"an effect of {self.visible:.1f} could have been seen"
        )


@dataclass(frozen=True, eq=False)
class Comparison:
    """What some ways to learn are worth. Shares are points in per cent.

    Attributes:
        game: that was learned.
        seeds: of the runs of each way.
        opponents: whom all champions met.
        games: against each of them, half of them as black.
        values: by way the share of every run (row) against every opponent (column).
        courses: by way the figures of every run's generations.
        budget: what each run had at the most, in words; "" for whole runs.
    """

    game: str
    seeds: tuple[int, ...]
    opponents: tuple[str, ...]
    games: int
    values: Mapping[str, Shares]
    courses: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]]
    budget: str = ""

    @property
    def effects(self) -> list[Effect]:
        """How much better every other way is than the first, over all opponents."""
        first, *others = self.values
        base = self.values[first].mean(axis=1)
        spreads = [(self.values[name].mean(axis=1) - base).std() for name in others]
        if not enough(len(self.seeds)) or not all(
            spreads
        ):  # where nothing varies, nothing is known
            return [
                Effect(name, float((self.values[name].mean(axis=1) - base).mean()))
                for name in others
            ]
        tests = [paired_test(self.values[name].mean(axis=1), base) for name in others]
        freedom = len(self.seeds) - 1
        reach = t_quantile(0.95, freedom) + t_quantile(2 * POWER - 1, freedom)
        found = []
        for name, test, p in zip(others, tests, holm([one.t_p for one in tests]), strict=True):
            spread = float((self.values[name].mean(axis=1) - base).std(ddof=1))
            bounds = max(test.low, -100.0), min(test.high, 100.0)
            found.append(Effect(name, test.mean, bounds, p, reach * spread / sqrt(len(self.seeds))))
        return found

    def rows(self) -> list[list[Any]]:
        """The long table: way, seed, opponent, share; a header first."""
        header = [["way", "seed", "opponent", "games", "share"]]
        return header + [
            [name, seed, opponent, self.games, round(float(share), 3)]
            for name, values in self.values.items()
            for seed, row in zip(self.seeds, values, strict=True)
            for opponent, share in zip(self.opponents, row, strict=True)
        ]

    def to_csv(self, file: str | Path | None = None) -> str:
        """The long table as CSV, a line for each run and opponent."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(self.rows())
        if file is not None:
            Path(file).write_text(text.getvalue(), encoding="utf-8")
        return text.getvalue()

    def _table(self) -> list[list[str]]:
        """The table that people read: a way by row, its shares with their intervals."""
        return [
            [
                name,
                share_interval(values.mean(axis=1)).text(),
                *(share_interval(values[:, i]).text() for i in range(len(self.opponents))),
            ]
            for name, values in self.values.items()
        ]

    def to_latex(self) -> str:
        """The table as LaTeX's tabular, with the effect of each way and its p at the end."""
        effects = {one.name: one for one in self.effects}
        head = ["", "all", *self.opponents, "effect", "p"]
        rows = [[*row, *_effect(effects.get(row[0]))] for row in self._table()]
        lines = [" & ".join(map(_latex, row)) + r" \\" for row in [head, *rows]]
        return "\n".join(
            [rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}", *lines, r"\end{tabular}"]
        )

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "game": self.game,
            "seeds": list(self.seeds),
            "opponents": list(self.opponents),
            "games": self.games,
            "budget": self.budget,
            "shares": {name: values.tolist() for name, values in self.values.items()},
            "effects": [vars(one) for one in self.effects],
        }

    def __str__(self) -> str:
        table = [["", "all", *self.opponents], *self._table()]
        widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
        lines = [
            f"{self.game}, {len(self.seeds)} seeds, {self.games} games against each opponent"
            f"{f', {self.budget}' if self.budget else ''}; points in per cent, 95 % over runs",
            *("  ".join(map(str.ljust, row, widths)).rstrip() for row in table),
            f"beside {next(iter(self.values))}:",
            *(f"  {one}" for one in self.effects),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.values)}, {len(self.seeds)} seeds>"

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draws the shares over all opponents with their intervals.

        Raises:
            ImportError: matplotlib is not installed; says how to get it.
        """
        rows = []
        for name, values in self.values.items():
            found = share_interval(values.mean(axis=1))
            rows.append(
                Interval(name, found.mean, (found.low, found.high) if found.known else None)
            )
        return draw_intervals(rows, "points in per cent", self.game, 50.0, axes)

    def plot_curves(self, figure: str, over: str = "games") -> "Figure":
        """Draws a figure of the generations' lines over what was spent: thin lines are runs.

        Args:
            figure: its name in the lines, or an opponent of a measure: `defensive_opening`.
            over: games, evaluations or seconds.

        Raises:
            ValueError: no run has such a figure.
            ImportError: matplotlib is not installed; says how to get it.
        """
        curves = {
            name: [_curve(lines, figure, over) for lines in many]
            for name, many in self.courses.items()
        }
        if not any(one for many in curves.values() for one in many):
            raise ValueError(f"figure={figure!r} is not allowed: no run has it")
        picture = new_picture()
        (axes,) = picture.axes
        for number, (name, many) in enumerate(curves.items()):
            for place, points in enumerate(many):
                axes.plot(
                    *zip(*points, strict=True),
                    color=f"C{number}",
                    lw=0.9,
                    marker=".",
                    label=None if place else name,
                )
        axes.set_xlabel(over)
        axes.set_ylabel(figure)
        axes.legend()
        return picture


def compare(
    candidates: Sequence[str | Path],
    changes: Mapping[str, Any] | None = None,
    *,
    seeds: Iterable[int],
    opponents: Sequence[str] | None,
    games: int,
    opening: int,
    folder: str | Path,
    budget: tuple[str, float] | None = None,
    measured: bool = True,
    arena: Arena = ALL_CORES,
    say: Callable[[str], object] = print,
    bar: Bar = no_bar,
) -> Comparison | None:
    """Trains what is missing and measures all champions; see `ponnuki.compare`.

    Args:
        candidates: presets or files of settings, each with changes behind commas.
        changes: settings for all of them.
        seeds: of the runs of each.
        opponents: specs of players whom every champion meets; None for those of the game.
        games: against each of them, an even number.
        opening: random plies at the start.
        folder: where runs and answers are kept, and found again.
        budget: what counts, and how much of it a run may have spent; None for whole runs.
        measured: whether champions are measured; else runs are trained alone.
        arena: who plays the games.
        say: tells what is being done.
        bar: shows how far that is.

    Raises:
        ValueError: an argument is not allowed, or a run has no champion within the budget.
    """
    numbers = tuple(seeds)
    whole("games", games, 2, 10**6)
    if games % 2:
        raise ValueError(f"games={games} is not allowed: use an even number")
    if not 0 < len(numbers) == len(set(numbers)) <= MOST_SEEDS:
        raise ValueError(f"seeds={numbers!r:.80} are not allowed: use different seeds")
    if budget is not None and budget[0] not in BUDGETS:
        raise ValueError(f"budget={budget[0]!r} is not allowed: use {', '.join(BUDGETS)}")
    if budget is not None and not 0 < budget[1] < float("inf"):
        raise ValueError(f"{budget[0]}={budget[1]} is not allowed: use a number above 0")
    ways = _ways(candidates, changes or {})
    rules = next(iter(ways.values())).rules
    met = tuple(yardsticks(rules) if opponents is None else opponents)
    if not met:
        raise ValueError("opponents=() is not allowed: name one or more")
    named_players("opponents", met, rules)
    workshop = Workshop(folder, arena, say, bar)
    runs = {name: [settings.but(seed=seed) for seed in numbers] for name, settings in ways.items()}
    workshop.train_all("runs", [one for many in runs.values() for one in many])
    if not measured:
        if not (workshop.folder / RESULTS).exists():
            workshop.finish({"provenance": facts()})
        return None
    values, courses = {}, {}
    for name, many in runs.items():
        records = [workshop.train(one) for one in many]
        courses[name] = [record.generations() for record in records]
        asked = [
            _standing(one, record, met, games, opening, budget)
            for one, record in zip(many, records, strict=True)
        ]
        answers = workshop.ask_all(
            f"measure {name}",
            [
                (f"standing-{_file(name)}-{one.seed}", question)
                for one, question in zip(many, asked, strict=True)
            ],
        )
        values[name] = 100 * np.array(answers)
    spent = "" if budget is None else f"at most {budget[1]:,g} {budget[0]} a run"
    found = Comparison(rules.spec, numbers, met, games, values, courses, spent)
    workshop.finish({**found.to_json(), "provenance": facts()})
    return found


def _ways(
    candidates: Sequence[str | Path], changes: Mapping[str, Any]
) -> dict[str, LearnerSettings]:
    """The settings of each candidate by its name; all learn one game."""
    ways: dict[str, LearnerSettings] = {}
    for one in candidates:
        source, *words = parts_of(str(one))
        known = source if source in presets() else Path(source)
        name = str(one) if source in presets() else ",".join([Path(source).stem, *words])
        if name in ways and source not in presets():  # another folder's file of that name
            name = str(one)
        if name in ways:
            raise SettingsError(f"{name!r} is named twice: name each way to learn once")
        ways[name] = settings_from(known, {**changes, **table_of(words)})
    games = {settings.rules.spec for settings in ways.values()}
    if len(ways) < 2:
        raise SettingsError(f"{len(ways)} ways to learn are no comparison: name two or more")
    if len(games) > 1:
        raise SettingsError(f"they learn {' and '.join(sorted(games))}: name one, as in game=go:5")
    return ways


def _standing(
    settings: LearnerSettings,
    record: RunRecord,
    opponents: Sequence[str],
    games: int,
    opening: int,
    budget: tuple[str, float] | None,
) -> Standing:
    """The question what a run's champion is worth."""
    one = learner(settings)
    number = None if budget is None else _within(record, *budget)
    weights = load_weights(record.champion(number)).weights[0]
    return Standing(one.evaluator, weights, one.search, tuple(opponents), games, opening)


def spent(lines: Sequence[Mapping[str, Any]], what: str) -> list[float]:
    """How much a run had spent after each generation.

    Raises:
        ValueError: its learner does not count that.
    """
    if what == "evaluations":
        counts = [
            line.get("leaves", line.get("positions_per_second", np.nan) * line["seconds"])
            if "leaves" in line or "positions_per_second" in line
            else np.nan
            for line in lines
        ]
    else:
        counts = [line[what] for line in lines]
    total: list[float] = np.cumsum(np.array(counts, np.float64)).tolist()
    if np.isnan(total).any():
        raise ValueError(f"{what} cannot be compared: a learner does not count them")
    return total


def _within(record: RunRecord, what: str, most: float) -> int:
    """The last kept champion of a run that had spent at most so much."""
    totals = spent(record.generations(), what)
    kept = [number for number in record.champions() if totals[number - 1] <= most]
    if not kept:
        first = record.champions()[0]
        raise ValueError(
            f"{what}={most:g} is too little: the first champion that {record.folder.name} keeps "
            f"took {totals[first - 1]:g}; keep more with keep_every=1"
        )
    return kept[-1]


def _curve(lines: Sequence[Mapping[str, Any]], figure: str, over: str) -> list[tuple[float, float]]:
    if over not in BUDGETS:
        raise ValueError(f"over={over!r} is not allowed: use {', '.join(BUDGETS)}")
    totals = spent(lines, over)
    return [
        (total, value)
        for total, line in zip(totals, lines, strict=True)
        if (value := _value(line, figure)) is not None
    ]


def _value(line: Mapping[str, Any], figure: str) -> float | None:
    """A figure of a line: of the generation, or the share against an opponent of its measure."""
    if isinstance(line.get(figure), int | float):
        return float(line[figure])
    share = line.get("measure", {}).get(figure, {}).get("share")
    return None if share is None else float(share)


def _file(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)[:60]


def _effect(one: Effect | None) -> tuple[str, str]:
    """An effect with its interval, and its p, as far as they are known."""
    if one is None:
        return "", ""
    if one.interval is None or one.p is None:
        return f"{one.size:+.1f}", ""
    low, high = one.interval
    return f"{one.size:+.1f} ({low:+.1f} to {high:+.1f})", f"{one.p:.2g}"


def _latex(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "_%&#${}" else letter for letter in text)
