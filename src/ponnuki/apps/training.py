"""What a person sees of a training run: a live view on a terminal, plain lines elsewhere."""

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ponnuki.apps.nodes import nodes_table
from ponnuki.arena import ALL_CORES, Arena
from ponnuki.arena.intervals import FEWEST, enough
from ponnuki.evaluators import load_weights
from ponnuki.learners.examination import Examination
from ponnuki.learners.views import View, measure_text, measures, speed_text, summary_line
from ponnuki.runs import RunError, RunRecord, RunSummary
from ponnuki.store import damage_of

ODD = (LookupError, TypeError, ValueError, AttributeError)
"""What comes of a stranger's line, which may lack a fact or have anything in its place."""
BLOCKS = "▁▂▃▄▅▆▇█"


def sparkline(values: list[float], low: float | None = None, high: float | None = None) -> str:
    """Numbers as a row of blocks, the last 60 of them.

    >>> sparkline([0, 1, 2, 3])
    '▁▃▆█'
    """
    shown = values[-60:]
    if not shown:
        return ""
    least = min(shown) if low is None else low
    most = max(shown) if high is None else high
    scale = (len(BLOCKS) - 1) / (most - least) if most > least else 0.0
    return "".join(
        BLOCKS[min(len(BLOCKS) - 1, max(0, round((one - least) * scale)))] for one in shown
    )


class LiveView:
    """The live view: a bar, sparklines of what the learner wants shown and of measures, speed."""

    def __init__(
        self,
        console: Console,
        planned: int,
        done: list[dict[str, Any]],
        view: View,
        arena: Arena = ALL_CORES,
    ) -> None:
        self.console = console
        self.arena = arena
        self.view = view
        self.lines = list(done)
        columns = (
            TextColumn("generations"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        self.bar = Progress(*columns, console=console)
        self.task = self.bar.add_task("", total=planned, completed=len(done))

    def add(self, line: dict[str, Any]) -> None:
        """Takes in a generation."""
        self.lines.append(line)
        self.bar.update(self.task, completed=line["generation"])

    def __rich__(self) -> RenderableType:
        table = Table.grid(padding=(0, 2))
        for chart in self.view.charts:
            for curve in chart.curves:
                found = [curve.value(line) for line in self.lines]
                values = [value for value in found if value is not None]
                if values:
                    name = f"{chart.subject}, {curve.label}" if chart.subject else curve.label
                    table.add_row(name, sparkline(values), format(values[-1], curve.form))
        with suppress(*ODD):
            measured = [one for one in map(measures, self.lines) if one]
            for name, one in (measured[-1] if measured else {}).items():
                shares = [line[name]["share"] for line in measured if name in line]
                table.add_row("against", sparkline(shares, 0.0, 1.0), measure_text(name, one))
        with suppress(*ODD):
            table.add_row("speed", "", speed_text(self.lines[-1]))
        return Group(self.bar, table, *nodes_table(self.arena))


@contextmanager
def watching(
    out: Console,
    err: Console,
    planned: int,
    done: list[dict[str, Any]],
    as_json: bool,
    view: View,
    arena: Arena = ALL_CORES,
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Shows generations as they come: live on a terminal, JSON for scripts, else plain text."""
    if as_json:
        yield lambda line: print(json.dumps(line), flush=True)
    elif err.is_terminal:
        live = LiveView(err, planned, done, view, arena)
        with Live(live, console=err, refresh_per_second=4):
            yield live.add
    else:
        yield lambda line: out.print(summary_line(line, view), markup=False)


def print_runs(out: Console, runs: list[RunSummary]) -> None:
    """The table of runs."""
    if not runs:
        out.print("no runs here yet: ponnuki train makes one", markup=False)
        return
    table = Table()
    for column in "run", "status", "game", "method", "generations", "share of points":
        table.add_column(column)
    for run in runs:
        shown = ""
        with suppress(*ODD):
            found = measures(run.last)
            shown = "\n".join(measure_text(name, found[name]) for name in found if _tells(name))
        table.add_row(
            Text(str(run.folder)),
            run.status,
            Text(run.game),
            Text(run.method),
            f"{run.generation or 0} of {run.planned or '?'}",
            Text(shown if run.status != "damaged" else run.reason),
        )
    out.print(table)


def print_examination(out: Console, found: Examination) -> None:
    """What an engine is worth against random and untrained players, with intervals."""
    table = Table(title=Text(f"{found.name}, both colours, both sides with this search"))
    for column in "against", "games", "distinct", "won-drawn-lost", "score", "95 % interval":
        table.add_column(column, justify="left" if column == "against" else "right")
    for name, one in found.measures.items():
        tally, interval = one.total, one.interval(over="opponents")
        table.add_row(
            found.titles[name],
            f"{tally.games:,}",
            f"{tally.distinct:,}",
            f"{tally.wins}-{tally.draws}-{tally.losses}",
            f"{tally.share:.1%}",
            "–" if interval is None else f"{interval[0]:.1%} to {interval[1]:.1%}",
        )
    out.print(table)
    few = "" if enough(found.nets) else f"; fewer than {FEWEST} nets give none"
    out.print(f"intervals against nets are over nets, not over games{few}")


def print_end(out: Console, record: RunRecord) -> None:
    """The last measure of a run, and where its champion is."""
    lines = record.generations()
    if not lines:
        return
    with damage_of(record.folder / "generations.jsonl", RunError):
        measured = [line["measure"] for line in lines if line.get("measure")]
        games = sum(line["games"] for line in lines)
        seconds = sum(line["seconds"] for line in lines)
        apart = sum(line.get("measure_seconds", 0) for line in lines)
        said = f"{len(lines)} generations, {games:,} games, {seconds:,.0f} s of training"
        out.print(f"{said}, {apart:,.0f} s of measuring" if measured else said)
        for name, one in (measured[-1] if measured else {}).items():
            said = f"  against {measure_text(name, one)} of {one['games']} games"
            out.print(said, markup=False)
    champion = record.champion()
    out.print(f"champion: {champion} (net {load_weights(champion).name})", markup=False)
    command = shlex.join(["ponnuki", "examine", f"run:{record.folder}"])
    out.print(f"examine it: {command}", markup=False, soft_wrap=True)


def _tells(name: str) -> bool:
    """Whether a measure is one of the few that a table of runs has room for."""
    return name == "untrained" or name.endswith(("_start", "_opening"))
