"""What all commands share: the application, the terminal, options that several have."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from ponnuki.apps.nodes import NodesProgress
from ponnuki.arena import Arena
from ponnuki.games import Game, SpecError
from ponnuki.games import game as find_game
from ponnuki.players import PLAYERS, Choice, Search
from ponnuki.players.registry import own_net
from ponnuki.settings import settings_in

DEFAULT_GAME = "capture-go:9"
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
DepthOption = Annotated[
    int | None,
    typer.Option(
        help="How far engines look ahead, in plies, if their spec does not say it. Without it a "
        "net looks as far as it was trained to, and one that was not trained 2 plies."
    ),
]
VisitsOption = Annotated[
    int | None,
    typer.Option(
        help="Visits of tree searches, by nets with a policy, if their spec says neither visits "
        "nor depth. Without it as many as a net was trained to make."
    ),
]
OpeningOption = Annotated[
    int,
    typer.Option(
        help="Random plies at the start, so that games differ; both colours from each opening, and "
        "none from which one side has already lost."
    ),
]
NoiseOption = Annotated[float, typer.Option(help="Share of random moves of engines.")]
SeedOption = Annotated[int, typer.Option(help="Same seed, same games.")]
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


def arena_of(threads: int | None, cluster: str | None) -> Arena:
    """Who plays the games: threads of this machine, or a cluster. It is to be closed.

    Raises:
        ClusterError: Ray is not installed, or there is no cluster.
        ValueError: the cluster is not one that is allowed.
    """
    return Arena(threads) if cluster is None else Arena.ray(cluster, threads=threads)


def game_of(game: str | None, *specs: str) -> Game:
    """The game that is named, or else the one that players' nets were made for.

    Raises:
        SpecError: there is no such game, or the nets are for several.
    """
    if game is not None:
        return find_game(game)
    nets = {spec: net for spec in specs if (net := own_net(spec)) is not None}
    found = {spec: net.game for spec, net in nets.items()}
    bound = {spec: net.game for spec, net in nets.items() if not net.for_any_size}
    if len({own.id for own in found.values()}) == 1 and bound:
        found = bound  # nets for any size follow the others
    if len(set(found.values())) > 1:
        said = ", ".join(f"{spec} plays {own.spec}" for spec, own in found.items())
        raise SpecError(f"the players are for several games ({said}): name one with --game")
    return next(iter(found.values()), find_game(DEFAULT_GAME))


def named(spec: str, net: str | None, depth: int | None, visits: int | None) -> str:
    """A player for people: its spec, its net, and its depth or visits."""
    searched = f"{visits:,} visits" if visits else f"depth {depth}" if depth else ""
    said = [text for text in (f"net {net}" if net else "", searched) if text]
    return f"{spec} ({', '.join(said)})" if said else spec


def warn(text: object) -> None:
    """A warning in one line, where it is no part of what a script reads."""
    err.print(Text.assemble(("warning:", "bold yellow"), " ", str(text)), soft_wrap=True)


@contextmanager
def stopped(what: str) -> Iterator[None]:
    """Says after Ctrl-C what is left of the work, or how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        err.print(f"stopped; {what}", markup=False, soft_wrap=True)
        raise


@contextmanager
def progress(what: str, total: int, arena: Arena) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal, with the nodes of a cluster; nothing where there is none."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not err.is_terminal
    with NodesProgress(arena, *columns, console=err, transient=True, disable=quiet) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
