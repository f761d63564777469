"""Clusters: plan, nodes."""

import json
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from ponnuki.apps.commands.base import ClusterOption, JsonOption, err, out
from ponnuki.apps.commands.chosen import ANY_WORDS, WordsArgument, chosen
from ponnuki.arena.batch import usable_cores
from ponnuki.settings import whole

MOST = 10**6
cluster = typer.Typer(
    help="Games on many machines: what a cluster would give. Commands that play games have "
    "--cluster; docs/cluster.md says how to start one.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@cluster.command(context_settings=ANY_WORDS)
def plan(
    words: WordsArgument = None,
    nodes: Annotated[
        list[int] | None,
        typer.Option(help="Machines of the cluster (may be repeated); 1, 8, 64 and 512 if none."),
    ] = None,
    cores: Annotated[
        int | None, typer.Option(help="Of each machine; as many as this one has if not given.")
    ] = None,
    runs: Annotated[
        int, typer.Option(help="Such runs side by side: 40 for the table of cai2009.")
    ] = 1,
    games: Annotated[
        int,
        typer.Option(help="More games afterwards: 252500 for the cells of cai2009's Table 2."),
    ] = 0,
    seconds: Annotated[float, typer.Option(help="How long to time games, about.")] = 20.0,
    as_json: JsonOption = False,
) -> None:
    """Say how long a training run would take on a cluster, before renting one.

    Counts the games of the run's batches, times some of them on one core of this machine, and works
    out the rest: what every number of nodes would give, for one run and for many side by side, and
    from where on more nodes are of no use. Nothing is written, and Ray is not needed.

    For example: ponnuki cluster plan cai2009 search.depth=3 --nodes 16 --cores 8 --runs 40
    """
    from ponnuki.apps.plan import plan_run, print_plan  # noqa: PLC0415

    many, each = nodes or [1, 8, 64, 512], usable_cores() if cores is None else cores
    for name, number in (*(("nodes", one) for one in many), ("cores", each), ("runs", runs)):
        whole(name, number, 1, MOST)
    whole("games", games, 0, 10**9)
    if not 0 < seconds <= 3600:
        raise ValueError(f"seconds={seconds} is not allowed: use more than 0, up to 3600")
    settings = chosen("cluster plan", words)
    with err.status("counting and timing games"):
        found = plan_run(settings, seconds)
    if as_json:
        print(json.dumps(found.to_json(many, each, runs, games)))
        return
    print_plan(out, found, many, each, runs, games)


@cluster.command()
def nodes(cluster: ClusterOption = "auto", as_json: JsonOption = False) -> None:
    """List the nodes of a cluster, and whether each has the same installation as this machine.

    A node that has not is given no games. The exit code is 1 if there is one.
    """
    from ponnuki.arena.cluster.connection import Connection  # noqa: PLC0415

    link = Connection.open(cluster or "auto")
    try:
        found = link.compare()
    finally:
        link.close()
    if as_json:
        rows = [{"node": one.name, "cores": one.cores, "refused": why} for one, why in found]
        print(json.dumps(rows))
    else:
        table = Table()
        for column in "node", "cores", "installation":
            table.add_column(column, justify="right" if column == "cores" else "left")
        for one, why in found:
            table.add_row(Text(one.name), str(one.cores), Text(why or "the same as here"))
        out.print(table)
        usable = sum(one.cores for one, why in found if why is None)
        out.print(f"{usable} cores for games")
    if any(why is not None for _, why in found):
        raise typer.Exit(1)
