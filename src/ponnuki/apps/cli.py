"""The command line."""

import sys
import warnings
from io import TextIOWrapper
from typing import Annotated, Any

import typer

import ponnuki
from ponnuki import machine
from ponnuki.apps.commands import (
    cluster,
    comparing,
    conversion,
    demonstration,
    folders,
    papers,
    playing,
    rules,
    speed,
    tournaments,
    training,
)
from ponnuki.apps.commands.base import app, err, warn
from ponnuki.apps.commands.chosen import ANY_WORDS
from ponnuki.store.files import in_words

for command in (
    demonstration.demo,
    rules.games,
    rules.levels,
    rules.perft,
    playing.match,
    playing.think,
    playing.gtp,
    playing.nboard,
    conversion.convert,
    speed.bench,
    playing.play,
    training.presets,
    training.resume,
    training.examine,
    comparing.compare,
    folders.runs,
    folders.check,
    folders.migrate,
    folders.pack,
    tournaments.tournament,
):
    app.command()(command)
app.command(context_settings=ANY_WORDS)(papers.reproduce)
app.command(context_settings=ANY_WORDS)(training.train)
app.command(context_settings=ANY_WORDS, hidden=True)(training.tune)
app.add_typer(cluster.cluster, name="cluster")


def _version(wanted: bool) -> None:
    if wanted:
        sets = ", ".join(machine.instruction_sets())
        print(f"ponnuki {ponnuki.__version__} (kernels: {machine.instruction_set()} of {sets})")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning is one line, as an error is."""
    warn(message)


def main() -> None:
    """Runs the command line; an error becomes one line. Typer ends Ctrl-C with exit code 130."""
    warnings.showwarning = _show_warning
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, TextIOWrapper):  # a name of a folder may be no text of this terminal
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except (ValueError, OSError, MemoryError, RuntimeError, ImportError) as error:
        err.print("error:", style="bold red", end=" ")
        said = in_words(error) if isinstance(error, OSError) else str(error)
        err.print(said, markup=False, emoji=False, soft_wrap=True)
        sys.exit(2)
