"""The papers: reproduce."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ponnuki.apps.commands.base import (
    RUNS,
    ClusterOption,
    JsonOption,
    ThreadsOption,
    arena_of,
    err,
    out,
    stopped,
)
from ponnuki.apps.commands.chosen import refuse_options
from ponnuki.settings import table_of

_OLD = {"--set": ""}
"""Options of earlier versions, and what is written now."""


def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            help="cai2007 (the survey), cai2009, franken2003, kim2007, mayer2007; or a study: "
            "learning (of methods), levels (of Capture Go), zero (of strong learners)."
        ),
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EXPERIMENT]... [NAME=VALUE]...",
            help="Experiments, all if none is named. With NAME=VALUE another number than the "
            "scale's, such as engines=3 for a report before all ten engines a method are trained, "
            "or methods=EA,HC.",
        ),
    ] = None,
    scale: Annotated[
        str, typer.Option(help="smoke, small and so on: they differ in numbers alone.")
    ] = "smoke",
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Folder; finished parts in it are used again.")
    ] = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Carry out the experiments of a paper, and write report.md, report.html and results.json.

    It may be stopped at any time; the same command goes on where it was.
    """
    from ponnuki.papers import reproduce as carry_out  # noqa: PLC0415

    refuse_options("reproduce", [paper, *(words or ())], _OLD)
    folder = out_folder or RUNS / f"{paper}-{scale}"
    say = partial(err.print, markup=False, soft_wrap=True)
    experiments = [word for word in words or () if "=" not in word]
    numbers = table_of([word for word in words or () if "=" in word])
    with stopped("the same command goes on"), arena_of(threads, cluster) as arena:
        results = carry_out(paper, experiments, scale, folder, arena, say, numbers, work_bar)
    if as_json:
        print(json.dumps(results))
    else:
        out.print(f"report: {folder / 'report.md'} and {folder / 'report.html'}", markup=False)


@contextmanager
def work_bar(name: str, size: int) -> Iterator[Callable[[int], object]]:
    """A bar on the terminal, which goes away at the end; elsewhere nothing is shown."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as shown:
        task = shown.add_task(name, total=size)
        yield lambda done: shown.update(task, completed=done)
