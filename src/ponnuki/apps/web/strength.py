"""How far engines search on a page: plies for alpha-beta, visits for tree searches.

A choice that no player at the board has is not shown.
"""

from collections.abc import Callable, Iterable
from typing import Any

from nicegui import ui

from ponnuki.apps.web.session import MAX_DEPTH
from ponnuki.players import Engine, Player, depth_of

OWN = 0
"""What a choice has for the depth or the visits that each net learned with."""
VISITS = (16, 50, 200, 800, 3200)
"""The visits that can be chosen."""


def depths() -> dict[int, str]:
    """The depths that can be chosen."""
    return {OWN: "Own depth", **{depth: f"Depth {depth}" for depth in range(1, MAX_DEPTH + 1)}}


def visit_counts() -> dict[int, str]:
    """The visits that can be chosen."""
    return {OWN: "Own visits", **{count: f"{count:,} visits" for count in VISITS}}


class Strength:
    """The two choices.

    Args:
        on_change: called when somebody has chosen.
        labelled: whether each has a label on the page; else one for screen readers alone.
    """

    def __init__(self, on_change: Callable[[], Any] | None = None, *, labelled: bool) -> None:
        names = ("Engines look ahead", "Tree searches visit") if labelled else (None, None)
        options = depths(), visit_counts()
        self._selects = tuple(
            ui.select(offered, value=OWN, label=name, on_change=on_change)
            for offered, name in zip(options, names, strict=True)
        )
        for select, name in zip(self._selects, ("Depth", "Visits"), strict=True):
            if labelled:
                select.classes("col")
            else:
                select.props(f'dense options-dense borderless aria-label="{name}"')

    @property
    def chosen(self) -> tuple[int | None, int | None]:
        """The depth and the visits; None for each player's own."""
        depth, visits = (int(select.value or OWN) or None for select in self._selects)
        return depth, visits

    def show(self, depth: int | None, visits: int | None) -> None:
        """Shows what was chosen elsewhere; an address may say other visits than are offered."""
        chosen, offered = visits or OWN, visit_counts()
        offered.setdefault(chosen, f"{chosen:,} visits")
        plies, counts = self._selects
        plies.set_value(depth or OWN)
        if offered != counts.options:
            counts.set_options(offered)
        counts.set_value(chosen)

    def offer(self, players: Iterable[Player]) -> None:
        """Shows the choices that these players have."""
        engines = [one for one in players if isinstance(one, Engine)]
        trees = any(one.evaluator.has_policy for one in engines)
        plies = any(depth_of(one) is not None for one in engines)
        depth, visits = self._selects
        depth.set_visibility(plies or not trees)
        visits.set_visibility(trees)
