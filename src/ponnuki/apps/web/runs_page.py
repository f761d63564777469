"""The pages on which training is watched. They read what lies on disk and write nothing."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from nicegui import run as threads
from nicegui import ui

from ponnuki.apps.web import chart
from ponnuki.apps.web.board import View
from ponnuki.apps.web.catalogue import BROKEN
from ponnuki.apps.web.game_text import read_session
from ponnuki.apps.web.layout import Board, page
from ponnuki.apps.web.run_curves import Figure, Run, comparison, figures
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.viewer import Viewer
from ponnuki.evaluators import WeightsFile, load_weights
from ponnuki.evaluators.conv import ConvNet
from ponnuki.evaluators.inside import weight_map
from ponnuki.formats import sgf
from ponnuki.games import Game, SpecError, recorded
from ponnuki.games import game as find_game
from ponnuki.learners import view_of
from ponnuki.runs import RunRecord, RunSummary

EVERY = 1.0
"""Seconds between two looks at the disk."""
MOST_COMPARED = 8


class RunsPage:
    """All runs, and how far they are."""

    def __init__(self, services: Services) -> None:
        self.catalogue = services.catalogue
        self.chosen: set[str] = set()
        self.shown: dict[str, RunSummary] | None = None
        with page("Runs", "/runs"):
            ui.html("<h1>Training runs</h1>", sanitize=False)
            ui.label(
                "A run in progress shows up here by itself. Choose several to see them in one plot."
            ).classes("lead")
            self.list = ui.element("section").classes("card list").props('data-testid="runs"')
            self.compare = ui.button("Compare", icon="stacked_line_chart", on_click=self._compare)
            self.compare.props("unelevated no-caps").classes("q-mt-md")
        ui.timer(EVERY, self.refresh)

    async def refresh(self) -> None:
        """Shows what lies on disk now, if that is something else than before."""
        found = await threads.io_bound(self.catalogue.runs)
        self.compare.set_enabled(2 <= len(self.chosen) <= MOST_COMPARED)
        if found is None or found == self.shown:
            return
        self.shown = found
        self.list.clear()
        with self.list:
            if not found:
                ui.label("There are no runs here yet. Train one: ponnuki train").classes("quiet")
            running_first = sorted(found.items(), key=lambda pair: pair[1].status != "running")
            for name, one in running_first:
                self._item(name, one)

    def _item(self, name: str, one: RunSummary) -> None:
        with ui.element("div").classes("item"):
            ui.checkbox(value=name in self.chosen, on_change=partial(self._choose, name)).props(
                f'dense aria-label="Compare {quote(name)}"'
            )
            ui.link(name, f"/run?{urlencode({'name': name})}")
            ui.label(one.game).classes("quiet wide")
            said = self.catalogue.said(one.reason) if one.status == "damaged" else one.method
            ui.label(said).classes("quiet wide")
            with ui.element("div").classes("wide"):
                done, planned = one.generation or 0, one.planned or 0
                ui.label(f"generation {done}" + (f" of {planned}" if planned else ""))
                ui.linear_progress(
                    value=min(1.0, done / planned) if planned else 0, show_value=False
                ).props('size=4px rounded aria-label="Progress"')
            ui.label(one.status).classes(f"badge {one.status}")

    def _choose(self, name: str, event: Any) -> None:
        (self.chosen.add if event.value else self.chosen.discard)(name)
        self.compare.set_enabled(2 <= len(self.chosen) <= MOST_COMPARED)

    def _compare(self) -> None:
        names = [("run", name) for name in sorted(self.chosen)]
        ui.navigate.to(f"/compare?{urlencode(names)}")


class Charts:
    """Charts that follow what lies on disk."""

    def __init__(self) -> None:
        self.box = ui.element("section").classes("charts")
        self._drawn: list[ui.html] = []

    def show(self, wanted: Sequence[Figure]) -> None:
        """Draws the charts; what is drawn already is only changed."""
        if len(self._drawn) != len(wanted):
            self.box.clear()
            with self.box:
                self._drawn = [self._card(one) for one in wanted]
        for element, one in zip(self._drawn, wanted, strict=True):
            element.set_content(chart.draw(one.curves, one.axes) + chart.legend(one.curves))

    def _card(self, one: Figure) -> ui.html:
        with ui.element("div").classes("card"):
            ui.label(one.title).classes("status")
            return ui.html("", sanitize=False)


class RunPage:
    """One run: its curves, its champion, its games."""

    def __init__(self, services: Services, name: str) -> None:
        self.catalogue, self.name = services.catalogue, name
        self.seen: tuple[Any, ...] = ()
        with page(name, "/runs"):
            ui.label(name).classes("status").style("font-size: 1.7rem; overflow-wrap: anywhere")
            self.about = ui.label().classes("lead").props('data-testid="about"')
            self.notice = ui.label().classes("notice").props("role=alert")
            self.charts = Charts()
            with ui.element("section").classes("boards q-mt-md") as self.boards:
                with ui.element("div").classes("card") as self.champion:
                    ui.label("The champion's weights").classes("status")
                    self.weights_text = ui.label().classes("quiet q-mb-sm")
                    self.board = Board(label="The champion's weights")
                    self.play = ui.link("Play against it", "/").classes("plain-link")
                with ui.element("div").classes("card") as self.games:
                    ui.label("Games of the run").classes("status")
                    self.game = ui.select([], on_change=self._show_game)
                    self.game.classes("w-full").props('dense aria-label="Game"')
                    self.viewer = Viewer()
        ui.timer(EVERY, self.refresh)

    async def refresh(self) -> None:
        """Shows what lies on disk now."""
        try:
            found = await threads.io_bound(self._read)
        except BROKEN as error:
            self.notice.set_text(self.catalogue.said(error))
            self.boards.set_visibility(False)
            return
        if found is None:
            return
        summary, last, curves, champions, games = found
        self.notice.set_text("")
        self.boards.set_visibility(True)
        self.charts.show(curves)
        planned = f" of {summary.planned}" if summary.planned else ""
        self.about.set_text(
            f"{summary.game}, {summary.method or 'no method'}, generation {last}{planned}, "
            f"{summary.status}"
        )
        self._show_champion(summary, champions)
        if games != self.game.options:
            self.game.set_options(games, value=games[-1] if games else None)
        self.games.set_visibility(bool(games))

    def _read(self) -> tuple[RunSummary, int, list[Figure], list[int], list[str]] | None:
        """What is on disk, or None if it is what was seen last."""
        record = self.catalogue.run(self.name)
        summary = self.catalogue.runs()[self.name]
        last = record.last_line()
        games = [path.name for path in record.games()]
        seen = (summary.status, last and last["generation"], len(games))
        if seen == self.seen:
            return None
        self.seen = seen
        run = _run(record)
        number = int(run.lines[-1]["generation"]) if run.lines else 0
        return summary, number, list(figures(run)), record.champions(), games

    def _show_champion(self, summary: RunSummary, champions: list[int]) -> None:
        try:
            record = self.catalogue.run(self.name)
            file = load_weights(record.champion())
            game = recorded(summary.game)
            weights = weight_map(file.evaluator, file.weights[0])
            chances = _chances(file, game)
        except BROKEN:
            self.champion.set_visibility(False)
            return
        self.champion.set_visibility(True)
        said = f"net {file.name}; generation {champions[-1]}; {len(file.weights[0]):,} weights"
        more = "" if weights is not None else "; this kind of net has no map of points"
        if chances:
            more = "; how likely it thinks each first move, in per cent"
        self.weights_text.set_text(said + more)
        self.board.show(View(game.start(), weights=weights, chances=chances, atari=False))
        opponent = {"game": game.spec, "white": f"run:{self.name}"}
        self.play.props(f'href="/?{urlencode(opponent)}"')

    def _show_game(self) -> None:
        chosen = self.game.value
        record = self.catalogue.run(self.name)
        paths = {path.name: path for path in record.games()}
        if chosen not in paths:
            return
        try:
            with open(paths[chosen], "rb") as file:
                text = file.read(sgf.MAX_LENGTH + 1).decode(errors="replace")
            session = read_session(text, _game_of(record))
        except BROKEN as error:
            self.notice.set_text(self.catalogue.said(error))
            return
        session.go_to(10**6)
        self.viewer.show(session)


class ComparePage:
    """Several runs in one plot."""

    def __init__(self, services: Services, names: Sequence[str]) -> None:
        self.catalogue, self.names = services.catalogue, list(dict.fromkeys(names))[:MOST_COMPARED]
        self.seen: list[Any] = []
        with page("Compare runs", "/runs"):
            ui.html("<h1>Runs compared</h1>", sanitize=False)
            ui.label(
                "Bands are 95 % intervals over opponents, or over the games of a single one."
            ).classes("lead")
            self.notice = ui.label().classes("notice").props("role=alert")
            self.charts = Charts()
        if not self.names:
            self.notice.set_text("No run is named. Choose some on the page of runs.")
            return
        ui.timer(EVERY, self.refresh)

    async def refresh(self) -> None:
        """Shows what lies on disk now."""
        try:
            curves = await threads.io_bound(self._read)
        except BROKEN as error:
            self.notice.set_text(self.catalogue.said(error))
            return
        if curves is not None:
            self.charts.show(curves)

    def _read(self) -> list[Figure] | None:
        records = {name: self.catalogue.run(name) for name in self.names}
        seen = [record.last_line() for record in records.values()]
        if seen == self.seen:
            return None
        self.seen = seen
        return list(comparison({name: _run(record) for name, record in records.items()}))


def _run(record: RunRecord) -> Run:
    return Run(record.generations(), view_of(record.config))


def _game_of(record: RunRecord) -> Any:
    try:
        return recorded(str(record.config.get("game", "capture-go:9")))
    except SpecError:
        return find_game("capture-go:9")


def _chances(file: WeightsFile, game: Game) -> dict[int, float]:
    """What the policy of a net gives each first move; nothing if it has no policy."""
    if not isinstance(file.evaluator, ConvNet):
        return {}
    return dict(enumerate(file.evaluator.policy(file.weights[0], game.start()).tolist()))
