"""What a person sees of a cluster while it works: its nodes, and how fast each of them plays."""

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType
from rich.progress import Progress, ProgressColumn
from rich.table import Table

from ponnuki.arena import Arena

MOST_SHOWN = 16
"""More nodes than that push everything else off a terminal."""


def nodes_table(arena: Arena) -> list[RenderableType]:
    """A row a node; nothing for an arena without other machines.

    Of many nodes the slowest are shown: they are those that a person would look for.
    """
    if arena.cluster is None:
        return []
    stations = arena.cluster.stations()
    table = Table.grid(padding=(0, 2))
    slowest = sorted(stations, key=lambda one: one.games_per_second)[:MOST_SHOWN]
    for one in sorted(slowest, key=lambda one: one.name):
        speed = f"{one.games_per_second:,.1f} games/s"
        table.add_row(f"node {one.name}", f"{one.cores} cores", speed, f"{one.games:,} games")
    if len(stations) > MOST_SHOWN:
        others = len(stations) - MOST_SHOWN
        table.add_row(f"and {others} faster ones")
    total = sum(one.games_per_second for one in stations)
    if len(stations) > 1:
        cores = sum(one.cores for one in stations)
        table.add_row(f"all {len(stations)} nodes", f"{cores} cores", f"{total:,.1f} games/s")
    return [table]


class NodesProgress(Progress):
    """A progress bar with the nodes of an arena below it."""

    def __init__(self, arena: Arena, *columns: str | ProgressColumn, **options: Any) -> None:
        self._arena = arena
        super().__init__(*columns, **options)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bar, then the nodes."""
        yield from super().get_renderables()
        yield from nodes_table(self._arena)
