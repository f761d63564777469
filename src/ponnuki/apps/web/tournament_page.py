"""The pages of tournaments: the cross table with intervals, ratings, any game to step through."""

from html import escape
from math import isinf
from pathlib import Path
from urllib.parse import urlencode

from nicegui import run as threads
from nicegui import ui

from ponnuki.apps.web import tournaments
from ponnuki.apps.web.catalogue import BROKEN
from ponnuki.apps.web.layout import page
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import Session
from ponnuki.apps.web.tournaments import Results
from ponnuki.apps.web.viewer import Viewer
from ponnuki.arena.kept import KeptGames
from ponnuki.store.files import printable


class TournamentsPage:
    """All tournaments in the runs folder."""

    def __init__(self, services: Services) -> None:
        with page("Tournaments", "/tournaments"):
            ui.html("<h1>Tournaments</h1>", sanitize=False)
            ui.label(
                "Tournaments that lie in the runs folder: who won how often against whom."
            ).classes("lead")
            with ui.element("section").classes("card list"):
                found = services.catalogue.tournaments()
                if not found:
                    ui.label("There are no tournaments here yet.").classes("quiet")
                for name in found:
                    with ui.element("div").classes("q-py-sm"):
                        ui.link(name, f"/tournament?{urlencode({'name': name})}").classes(
                            "plain-link"
                        )


class TournamentPage:
    """One tournament."""

    def __init__(self, services: Services, name: str) -> None:
        self.catalogue = services.catalogue
        folder: Path | None = self.catalogue.tournaments().get(name)
        self.kept = None if folder is None else KeptGames(folder)
        with page(name, "/tournaments"):
            ui.label(name).classes("status").style("font-size: 1.7rem; overflow-wrap: anywhere")
            self.about = ui.label().classes("lead")
            self.notice = ui.label().classes("notice").props("role=alert")
            self.table = (
                ui.html("", sanitize=False).classes("card cross").props('data-testid="cross"')
            )
            with ui.element("section").classes("card q-mt-md").style("max-width: 30rem"):
                ui.label("Games").classes("status")
                self.number = ui.number(
                    "Game number, from 0", value=0, min=0, precision=0, on_change=self._show
                )
                self.who = ui.label().classes("quiet")
                self.viewer = Viewer()
        if self.kept is None:
            self.notice.set_text(f"there is no tournament {name[:200]!r}")
            return
        try:
            found = tournaments.results(self.kept)
        except BROKEN as error:
            self.notice.set_text(self.catalogue.said(error))
            self.table.set_visibility(False)
        else:
            self.about.set_text(f"{found.game}, {found.games:,} games. Intervals are of 95 %.")
            self.table.set_content(cross_table(found))
        ui.timer(0.1, self._show, once=True)

    async def _show(self) -> None:
        if self.kept is None or self.number.value is None:
            return
        number = int(self.number.value)
        try:
            record = await threads.io_bound(self.kept.game, number)
        except BROKEN as error:
            self.who.set_text(self.catalogue.said(error))
            return
        if record is None:
            return
        black, white = map(printable, record.players)
        self.who.set_text(f"{black} (black) against {white} (white)")
        self.viewer.show(Session(record.game.start(), black, white, record.moves))


def cross_table(found: Results) -> str:
    """The table as HTML; names are shown as text."""
    names = [one.player for one in found.standings]
    numbers = "".join(f"<th>{index}</th>" for index in range(1, len(names) + 1))
    head = f"<tr><th>Player</th><th>Elo</th><th>Score</th>{numbers}</tr>"
    rows = []
    for place, one in enumerate(found.standings, start=1):
        cells = "".join(_cell(found, one.player, other) for other in names)
        net = f"<small>net {escape(one.net)}</small>" if one.net else ""
        rows.append(
            f"<tr><td>{place}. {escape(one.player)}{net}</td>"
            f"<td>{_elo(one.elo)}<small>{_elo(one.low)} to {_elo(one.high)}</small></td>"
            f"<td>{one.score:.1%}<small>{one.games} games</small></td>{cells}</tr>"
        )
    return f"<table>{head}{''.join(rows)}</table>"


def _cell(found: Results, one: str, other: str) -> str:
    if one == other:
        return '<td class="self"></td>'
    if (one, other) in found.pairs:
        score, low, high, _ = found.pairs[one, other]
    elif (other, one) in found.pairs:
        score, low, high, _ = found.pairs[other, one]
        score, low, high = 1 - score, 1 - high, 1 - low
    else:
        return "<td>–</td>"
    return f"<td>{score:.0%}<small>{low:.0%} to {high:.0%}</small></td>"


def _elo(value: float) -> str:
    return "∞" if isinf(value) else f"{value:+.0f}"
