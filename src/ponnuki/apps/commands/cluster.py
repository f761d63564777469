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
    cores: Annotated[
        list[int] | None,
        typer.Option(
            help="Of the whole cluster (may be repeated); 1, 8, 64 and 512 times those of this "
            "machine if none."
        ),
    ] = None,
    runs: Annotated[int, typer.Option(help="Such runs side by side.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Say how long a training run would take on a cluster, before renting one.

    Plays a generation of the run here, at its full depth, and multiplies. Nothing is written, and
    Ray is not needed.

    For example: ponnuki cluster plan cai2009 search.depth=3 --cores 8 --cores 128 --runs 40
    """
    from ponnuki.apps.plan import plan_run, print_plan  # noqa: PLC0415

    many = cores or [factor * usable_cores() for factor in (1, 8, 64, 512)]
    for name, number in (*(("cores", one) for one in many), ("runs", runs)):
        whole(name, number, 1, MOST)
    settings = chosen("cluster plan", words)
    with err.status("timing a generation"):
        found = plan_run(settings)
    if as_json:
        print(json.dumps(found.to_json(many, runs)))
        return
    print_plan(out, found, many, runs)


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
