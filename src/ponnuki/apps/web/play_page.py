"""The page on which people play."""

from collections.abc import Mapping
from urllib.parse import urlencode

from nicegui import Client, ui
from nicegui.events import GenericEventArguments

from ponnuki.apps.web import chart
from ponnuki.apps.web.board import View
from ponnuki.apps.web.catalogue import MAX_DEPTH
from ponnuki.apps.web.layout import Board, page, theme_names
from ponnuki.apps.web.new_game import NewGame
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Session, SessionError
from ponnuki.apps.web.table import Table
from ponnuki.apps.web.words import side_name, value_words
from ponnuki.formats import sgf
from ponnuki.games import Side

MAX_UPLOAD = sgf.MAX_LENGTH
DEFAULT_OPPONENT = "untrained,seed=1"

_FILE = f"(event) => ponnuki.file(event, {MAX_UPLOAD}, emit)"
_STEPS = [
    ("first_page", "First position", -100_000),
    ("chevron_left", "Back", -1),
    ("chevron_right", "Forward", 1),
    ("last_page", "Last position", 100_000),
]


class PlayPage:
    """A table with a page around it."""

    def __init__(self, services: Services, client: Client, query: Mapping[str, str]) -> None:
        self.client = client
        self.hinted = False
        self.address = ""
        self.tried: list[str] = []
        self.new_game: NewGame | None = None
        self.services = services
        session, problem = self._first_session(query)
        self.table = Table(services, session, self.draw)
        self.table.adviser = self.table.default_adviser()
        self._build()
        self.draw(False)
        self.notice.set_text(problem)
        client.on_connect(self._connected)
        client.on_disconnect(self.table.stop)
        client.on_delete(self.table.close)

    def _first_session(self, query: Mapping[str, str]) -> tuple[Session, str]:
        """What the address asks for, or a game to begin with; and what was wrong with it."""
        if not query:
            return Session.from_query({"white": self._opponent()}), ""
        try:
            session = Session.from_query(query)
            for who in session.players.values():
                if who != HUMAN:
                    self.services.catalogue.player(who, session.game, 1)
        except (ValueError, OSError) as error:
            problem = self.services.catalogue.said(error)
            return Session.from_query({"white": DEFAULT_OPPONENT}), problem
        return session, ""

    def _opponent(self) -> str:
        game = Session.from_query({}).game
        return self.services.catalogue.choices(game)[0].spec

    def _connected(self) -> None:
        """Begins to think, or goes on after a lost connection: never without a reader."""
        if not self.table.thinking:
            self.table.moved(False)

    # The page.

    def _build(self) -> None:
        with page("Play", "/"):
            self.notice = ui.label().classes("notice").props('role=alert data-testid="notice"')
            with ui.element("div").classes("game"):
                self.board = Board(self._point, self._key, "Board: arrow keys, then enter")
                with ui.element("div").classes("side"):
                    self._build_players()
                    self._build_advice()
                    self._build_tools()
            ui.label().classes("spoken").props("aria-live=polite")

    def _build_players(self) -> None:
        with ui.element("section").classes("card").props('aria-label="The game"'):
            self.status = ui.label().classes("status")
            self.status.props('role=status data-testid="status"')
            self.about = ui.label().classes("quiet q-mb-sm")
            self.who: dict[Side, tuple[ui.element, ui.label, ui.label, ui.label]] = {}
            for side in ("black", "white"):
                with ui.element("div") as row:
                    dot = ui.label()
                    what = ui.label().classes("what")
                    count = ui.label().classes("count")
                self.who[side] = row, dot, what, count
            with ui.element("div").classes("row q-mt-sm"):
                for icon, label, by in _STEPS:
                    self._icon(icon, label, lambda by=by: self._step(by))
                ui.space()
                self.pause = self._icon("pause", "Pause", self._pause)
                self.place = ui.label().classes("quiet").props('data-testid="place"')
            self.branches = ui.element("div").classes("row")
            with ui.element("div").classes("row q-mt-sm"):
                self._button("New game", self._new_game, "add").props("unelevated")
                self._button("Undo", self._undo).props("flat")
                self.passing = self._button("Pass", self._pass).props("flat")
                self.resigning = self._button("Resign", self._resign).props("flat")

    def _build_advice(self) -> None:
        with ui.element("section").classes("card").props('aria-label="Advice"'):
            with ui.element("div").classes("row spread"):
                with ui.element("div").classes("advice").props("tabindex=0") as advice:
                    self.value = ui.label().props('data-testid="value"')
                    self.line = ui.label().classes("quiet").props('data-testid="line"')
                for event, shown in (
                    ("mouseenter", "true"),
                    ("mouseleave", "false"),
                    ("focus", "true"),
                    ("blur", "false"),
                ):
                    advice.on(event, js_handler=f"() => ponnuki.expect({shown})")
                self._button("Hint", self._hint, "lightbulb").props("flat")
            self.curve = ui.html("", sanitize=False).classes("q-my-sm w-full")
            with ui.element("div").classes("row spread"):
                self.valued = ui.switch("Value", value=True, on_change=self._advise).props("dense")
                self.heat = ui.switch("Heat map", on_change=self._advise).props("dense")
                self.atari = ui.switch(
                    "Atari", value=True, on_change=lambda: self.draw(False)
                ).props("dense")
            offered = self._advisers()
            self.adviser = (
                ui.select(
                    offered, value=self.table.adviser, label="Adviser", on_change=self._advise
                )
                .classes("w-full")
                .props("dense options-dense borderless")
            )

    def _build_tools(self) -> None:
        with ui.element("section").classes("card row spread").props('aria-label="Tools"'):
            self._button("Save", self._save, "download").props("flat dense")
            load = self._button("Load", None, "upload").props("flat dense")
            load.on("click", js_handler="(event) => ponnuki.choose(event)")
            self._button("Share", self._share, "link").props("flat dense")
            self._button("Inside", self._inside, "visibility").props("flat dense")
            self.theme = ui.select(
                theme_names(), value="wood", on_change=lambda: self.draw(False)
            ).props('dense options-dense borderless aria-label="Board"')
            self.depth = ui.select(
                {depth: f"Depth {depth}" for depth in range(1, MAX_DEPTH + 1)},
                value=self.table.depth,
                on_change=self._set_depth,
            ).props('dense options-dense borderless aria-label="Depth"')
            # The browser reads the file: an upload would need a route of its own for every page.
            files = ui.element("input").classes("hidden-upload")
            files.props('type=file accept=".sgf" aria-label="A game to load"')
            files.on("change", self._loaded, js_handler=_FILE)

    def _icon(self, icon: str, label: str, action: object) -> ui.button:
        button = ui.button(icon=icon, on_click=action)  # type: ignore[arg-type]
        return button.props(f'flat round dense title="{label}" aria-label="{label}"')

    def _button(self, text: str, action: object, icon: str | None = None) -> ui.button:
        button = ui.button(text, icon=icon, on_click=action)  # type: ignore[arg-type]
        return button.props("no-caps dense size=md")

    def _advisers(self) -> dict[str, str]:
        """Who can be asked, by spec."""
        choices = self.services.catalogue.choices(self.table.session.game)
        offered = {one.spec: one.label for one in choices if one.spec != "random"}
        return {**offered, self.table.adviser: offered.get(self.table.adviser, self.table.adviser)}

    # What is done on it.

    def _point(self, point: int) -> None:
        self.table.play(point)

    def _key(self, key: str) -> None:
        actions = {"u": self._undo, "p": self._pass, "h": self._hint}
        steps = {"PageUp": -1, "PageDown": 1, "Home": -100_000, "End": 100_000}
        if key in actions:
            actions[key]()
        elif key in steps:
            self._step(steps[key])

    def _new_game(self) -> None:
        if self.new_game is None:  # pages are quicker without it
            with self.client:
                self.new_game = NewGame(self.services, self.table, self._begin)
        self.new_game.open()

    def _begin(self, session: Session) -> None:
        self.hinted = False
        self.table.begin(session)
        self.adviser.set_options(self._advisers(), value=self.table.adviser)

    def _pass(self) -> None:
        move = self.table.session.game.pass_move
        if move is not None:
            self.table.play(move)

    def _resign(self) -> None:
        session = self.table.session
        people: list[Side] = [side for side, who in session.players.items() if who == HUMAN]
        if not session.over:
            turn = session.position.to_move
            session.resign(turn if turn in people or not people else people[0])
            self.table.moved(False)

    def _undo(self) -> None:
        try:
            self.table.session.undo()
        except SessionError as error:
            self._say(str(error))
            return
        self.hinted = False
        self.table.moved(False)

    def _step(self, by: int) -> None:
        self.table.session.step(by)
        self.hinted = False
        self.table.moved(False)

    def _branch(self, index: int) -> None:
        self.table.session.choose_branch(index)
        self.table.moved(False)

    def _pause(self) -> None:
        self.table.paused = not self.table.paused
        if not self.table.paused:
            self.table.session.go_to(100_000)
        self.table.moved(False)

    def _hint(self) -> None:
        self.hinted = True
        if not self.table.advising:
            self.valued.set_value(True)
        self.draw(False)

    def _advise(self) -> None:
        self.table.advising = bool(self.valued.value) or bool(self.heat.value)
        self.table.heat = bool(self.heat.value)
        self.table.adviser = str(self.adviser.value)
        self.table.moved(False)

    def _set_depth(self) -> None:
        self.table.depth = int(self.depth.value or 1)
        self.table.moved(False)

    def _save(self) -> None:
        session = self.table.session
        try:
            text = session.to_sgf()
        except ValueError as error:
            self._say(str(error))
            return
        ui.download.content(text, f"{session.game.id}.sgf", "application/x-go-sgf")

    def _loaded(self, event: GenericEventArguments) -> None:
        text = event.args.get("text") if isinstance(event.args, dict) else None
        if not isinstance(text, str) or len(text) > MAX_UPLOAD:
            self._say("That file is too large for a game.")
            return
        try:
            session = Session.from_sgf(text, self.table.session.game)
        except ValueError as error:
            self._say(f"This file cannot be read: {error}")
            return
        self._begin(session)

    def _share(self) -> None:
        try:
            query = self.table.session.query()
        except SessionError as error:
            self._say(str(error))
            return
        ui.run_javascript(
            f"navigator.clipboard?.writeText(new URL({f'/?{query}'!r}, location).href)"
        )
        self._say("The address of this position is in the address bar and on the clipboard.")

    def _inside(self) -> None:
        session = self.table.session
        try:
            query = Session(session.game.start(), moves=session.moves()).query()
        except ValueError as error:
            self._say(str(error))
            return
        ui.navigate.to(f"/inside?{query}&{urlencode({'net': self.table.adviser})}")

    def _say(self, text: str) -> None:
        with self.client:
            ui.notify(text, position="top", multi_line=True)

    # What it shows.

    def draw(self, fresh: bool) -> None:
        """Shows the table as it is now; a fresh move is animated."""
        if self.client.is_deleted or not hasattr(self, "curve"):
            return
        table, session = self.table, self.table.session
        node, found = session.here, table.thought(session.here)
        if fresh:
            self.hinted = False
        heat = table.heat_of(node) if table.heat else None
        self.board.theme = str(self.theme.value)
        self.board.show(
            View(
                session.position,
                last=node.move,
                clickable=session.to_play == HUMAN,
                fresh=fresh,
                captured=tuple(node.captured()) if session.game.id != "othello" else (),
                atari=bool(self.atari.value) and session.result is None,
                hint=found.move if found and self.hinted else None,
                line=found.line if found else (),
                heat=heat.root_values if heat else {},
            )
        )
        self.atari.set_visibility(session.game.id in {"capture-go", "go"})
        self._draw_game()
        self._draw_advice()
        self._draw_address()

    def _draw_game(self) -> None:
        table, session = self.table, self.table.session
        game, position = session.game, session.position
        turn = side_name(game, position.to_move)
        if session.result is not None:
            text = session.result
        elif table.thinking:
            text = f"{turn} is thinking …"
        elif session.to_play == HUMAN:
            text = f"{turn} to play"
        else:
            text = f"{turn} to play (paused)"
        self.status.set_text(text)
        self.about.set_text(f"{game.kind.title} {game.size}×{game.size}, depth {table.depth}")
        for side, (row, dot, what, count) in self.who.items():
            marks = game.kind.board == "marks"
            dot.classes(replace="dot mark-name" if marks else f"dot {side}")
            dot.set_text(side_name(game, side) if marks else "")
            on = not session.over and position.to_move == side
            row.classes(replace="who turn" if on else "who")
            who = session.players[side]
            person = "You" if self._one_person() else "A person"
            what.set_text(person if who == HUMAN else who)
            count.set_text(self._count(side))
        line = session.line()
        self.place.set_text(f"move {session.here.ply} of {len(line) - 1}")
        self.passing.set_visibility(game.pass_move is not None)
        self.passing.set_enabled(
            session.to_play == HUMAN and game.pass_move in position.legal_moves()
        )
        self.resigning.set_enabled(not session.over)
        self.pause.set_visibility(any(who != HUMAN for who in session.players.values()))
        waiting = table.paused or (session.here.following is not None)
        self.pause.props(f"icon={'play_arrow' if waiting else 'pause'}")
        self._draw_branches()
        if table.problem:
            self.notice.set_text(table.problem)
        elif session.here.parent is not None:
            self.notice.set_text("")

    def _one_person(self) -> bool:
        return list(self.table.session.players.values()).count(HUMAN) == 1

    def _count(self, side: Side) -> str:
        position = self.table.session.position
        if position.game.kind.board == "crossings":
            taken = getattr(position.captured, side)
            return f"{taken} captured" if taken else ""
        if position.game.kind.board == "discs":
            return f"{position.stones.count(1 if side == 'black' else -1)} discs"
        return ""

    def _draw_branches(self) -> None:
        names = self.table.session.branches()
        names = names if len(names) > 1 else []
        if names == self.tried:
            return
        self.tried = names
        self.branches.clear()
        if not names:
            return
        with self.branches:
            ui.label("Tried here:").classes("quiet")
            for index, name in enumerate(names):
                ui.button(name, on_click=lambda index=index: self._branch(index)).props(
                    "flat dense no-caps size=sm"
                )

    def _draw_advice(self) -> None:
        table, session = self.table, self.table.session
        game, found = session.game, table.thought(session.here)
        if session.over:
            value, line = "The game is over", ""
        elif found is None:
            value, line = ("…" if table.advising else "No value is asked for"), ""
        else:
            value = value_words(game, found.value, found.decided)
            moves = " ".join(game.text(move) for move in found.line[:6])
            line = f"depth {found.depth}: {moves}"
            if self.hinted:
                value = f"Try {game.text(found.move)}. {value}"
        self.value.set_text(value)
        self.line.set_text(line)
        self.curve.set_content(
            chart.value_curve(table.values(), session.here.ply) if table.advising else ""
        )

    def _draw_address(self) -> None:
        try:
            query = self.table.session.query()
        except SessionError:
            return
        if query != self.address:
            self.address = query
            with self.client:
                ui.navigate.history.replace(f"/?{query}")
