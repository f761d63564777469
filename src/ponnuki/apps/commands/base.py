"""What all commands share: the application, the terminal, options that several have."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from ponnuki.apps.commands.signals import EndError, asked_to_end
from ponnuki.apps.nodes import NodesProgress
from ponnuki.arena import Arena, Tournament
from ponnuki.players import PLAYERS, Choice, Search
from ponnuki.settings import Settings, names_in, settings_in

app = typer.Typer(
    help="Board-game players that learn from zero knowledge, measured honestly.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False)
RUNS = Path("runs")


def help_of(kind: type[Settings], name: str) -> str:
    """What a setting says of itself, as the help of an option that is this setting."""
    about = names_in(kind)[name].words.about
    return f"{about[0].upper()}{about[1:]}."


def _player_help() -> str:
    """What players there are, and what may be said of engines."""
    kinds = []
    for word, kind in PLAYERS.items():
        behind = [f":{one.name.upper()}" for one in settings_in(kind) if one.words.argument]
        kinds.append(f"{word}{''.join(behind)} ({PLAYERS.about(word)})")
    engines = (*settings_in(Search), *settings_in(Choice))
    *names, last = (one.name for one in engines if one.words.spec)
    return (
        f"A player: {'; '.join(kinds)}. Options follow after commas, as in "
        f"untrained,seed=7,depth=2; those of all engines are {', '.join(names)} and {last}."
    )


PLAYER_HELP = _player_help()
GameArgument = Annotated[
    str,
    typer.Argument(help="A game and its options, e.g. capture-go:9 or go:5,ko=simple."),
]
GameOption = Annotated[
    str, typer.Option("--game", "-g", help="A game and its options; see 'ponnuki games'.")
]
PlayersGameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        help="A game and its options; see 'ponnuki games'. Without it that of the players' nets, "
        "and capture-go:9 if they have none.",
    ),
]
DepthOption = Annotated[int | None, typer.Option(help=help_of(Tournament, "depth"))]
VisitsOption = Annotated[int | None, typer.Option(help=help_of(Tournament, "visits"))]
OpeningOption = Annotated[
    int,
    typer.Option(
        help="Random plies at the start, so that games differ; both colours from each opening, and "
        "none from which one side has already lost."
    ),
]
NoiseOption = Annotated[float, typer.Option(help=help_of(Tournament, "noise"))]
SeedOption = Annotated[int, typer.Option(help=help_of(Tournament, "seed"))]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for a script.")]
ThreadsOption = Annotated[
    int | None, typer.Option(help="Threads; all cores if not given. Never changes a result.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="local:N|auto|ray://HOST:PORT",
        help="Play on a Ray cluster: local:N starts N processes here, auto is the cluster of this "
        "machine, ray://HOST:PORT another one; see docs/cluster.md. Never changes a result.",
    ),
]


@contextmanager
def arena_of(threads: int | None, cluster: str | None) -> Iterator[Arena]:
    """Who plays the games, as long as the block lasts: threads of this machine, or a cluster.

    Raises:
        ClusterError: there is no cluster.
        MissingPackageError: Ray is not installed.
        ValueError: the cluster is not one that is allowed.
    """
    if cluster is None:
        yield Arena(threads)
        return
    with Arena.ray(cluster, threads=threads) as arena:
        yield arena


def warn(text: object) -> None:
    """A warning in one line, where it is no part of what a script reads."""
    err.print(Text.assemble(("warning:", "bold yellow"), " ", str(text)), soft_wrap=True)


@contextmanager
def stopped(what: str) -> Iterator[None]:
    """Says after Ctrl-C what is left of the work, or how to go on.

    So it does after other signals that ask a process to end.
    """
    try:
        with asked_to_end():
            yield
    except KeyboardInterrupt as error:
        with suppress(OSError):  # a terminal that hung up reads nothing any more
            err.print(f"stopped; {what}", markup=False, soft_wrap=True)
        if isinstance(error, EndError):
            raise typer.Exit(128 + error.number) from None
        raise


@contextmanager
def progress(what: str, total: int, arena: Arena) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal, with the nodes of a cluster; nothing where there is none."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not err.is_terminal
    with NodesProgress(arena, *columns, console=err, transient=True, disable=quiet) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def resumable(folder: Path) -> AbstractContextManager[None]:
    """Says after Ctrl-C how to go on with a run."""
    return stopped(f"go on with: {shlex.join(['ponnuki', 'resume', str(folder)])}")
