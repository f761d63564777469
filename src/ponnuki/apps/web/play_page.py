"""The page on which people play."""

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from nicegui import Client, ui
from nicegui.events import GenericEventArguments

from ponnuki.apps.web import chart
from ponnuki.apps.web.areas import areas_of, has_areas
from ponnuki.apps.web.board import View
from ponnuki.apps.web.game_card import GameCard
from ponnuki.apps.web.game_text import ENDINGS, read_session, write_session
from ponnuki.apps.web.layout import Board, page, text_button, theme_names
from ponnuki.apps.web.new_game import NewGame
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Node, Session, SessionError
from ponnuki.apps.web.strength import Strength
from ponnuki.apps.web.table import Table
from ponnuki.apps.web.words import thought_words
from ponnuki.formats import sgf
from ponnuki.games import Position, Side

MAX_UPLOAD = sgf.MAX_LENGTH
DEFAULT_OPPONENT = "untrained,seed=1"

_FILE = f"(event) => ponnuki.file(event, {MAX_UPLOAD}, emit)"


class PlayPage:
    """A table with a page around it."""

    def __init__(self, services: Services, client: Client, query: Mapping[str, str]) -> None:
        self.client = client
        self.hinted = False
        self.fresh: Node | None = None
        self.address = ""
        self.dialog: NewGame | None = None
        self.services = services
        session, problem = self._first_session(query)
        self.table = Table(services, session, self.draw, self.draw_advice)
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
                    self.services.catalogue.player(who, session.game)
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
                    self.card = GameCard(self.table, self)
                    self._build_advice()
                    self._build_tools()
            ui.label().classes("spoken").props("aria-live=polite")

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
                text_button("Hint", self._hint, "lightbulb").props("flat")
            self.curve = ui.html("", sanitize=False).classes("q-my-sm w-full")
            with ui.element("div").classes("row spread"):
                self.valued = ui.switch("Value", value=True, on_change=self._advise).props("dense")
                self.heat = ui.switch("Heat map", on_change=self._advise).props("dense")
                self.atari = ui.switch(
                    "Atari", value=True, on_change=lambda: self.draw(False)
                ).props("dense")
                self.areas = ui.switch("Areas", on_change=lambda: self.draw(False)).props("dense")
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
            text_button("Save", self._save, "download").props("flat dense")
            load = text_button("Load", None, "upload").props("flat dense")
            load.on("click", js_handler="(event) => ponnuki.choose(event)")
            text_button("Share", self._share, "link").props("flat dense")
            text_button("Inside", self._inside, "visibility").props("flat dense")
            self.theme = ui.select(
                theme_names(), value="wood", on_change=lambda: self.draw(False)
            ).props('dense options-dense borderless aria-label="Board"')
            self.strength = Strength(self._set_strength, labelled=False)
            self.strength.show(self.table.session.depth, self.table.session.visits)
            # The browser reads the file: an upload would need a route of its own for every page.
            files = ui.element("input").classes("hidden-upload")
            files.props(f'type=file accept="{",".join(ENDINGS)}" aria-label="A game to load"')
            files.on("change", self._loaded, js_handler=_FILE)

    def _advisers(self) -> dict[str, str]:
        """Who can be asked, by spec."""
        choices = self.services.catalogue.choices(self.table.session.game)
        offered = {one.spec: one.label for one in choices if one.spec != "random"}
        return {**offered, self.table.adviser: offered.get(self.table.adviser, self.table.adviser)}

    # What is done on it.

    def _point(self, point: int) -> None:
        self.table.play(point)

    def _key(self, key: str) -> None:
        actions = {"u": self.undo, "p": self.pass_turn, "h": self._hint}
        steps = {"PageUp": -1, "PageDown": 1, "Home": -100_000, "End": 100_000}
        if key in actions:
            actions[key]()
        elif key in steps:
            self.step(steps[key])

    def new_game(self) -> None:
        """Opens the dialog."""
        if self.dialog is None:  # pages are quicker without it
            with self.client:
                self.dialog = NewGame(self.services, self.table, self._begin)
        self.dialog.open()

    def _begin(self, session: Session) -> None:
        self.hinted = False
        self.table.begin(session)
        self.adviser.set_options(self._advisers(), value=self.table.adviser)

    def pass_turn(self) -> None:
        """Passes, where that is allowed."""
        move = self.table.session.game.pass_move
        if move is not None:
            self.table.play(move)

    def resign(self) -> None:
        """Gives up for the person at the board."""
        session = self.table.session
        people: list[Side] = [side for side, who in session.players.items() if who == HUMAN]
        if not session.over:
            turn = session.position.to_move
            session.resign(turn if turn in people or not people else people[0])
            self.table.moved(False)

    def undo(self) -> None:
        """Takes moves back."""
        try:
            self.table.session.undo()
        except SessionError as error:
            self._say(str(error))
            return
        self.hinted = False
        self.table.moved(False)

    def step(self, by: int) -> None:
        """Looks at another position of the game."""
        self.table.session.step(by)
        self.hinted = False
        self.table.moved(False)

    def branch(self, index: int) -> None:
        """Follows another move that was tried here."""
        self.table.session.choose_branch(index)
        self.table.moved(False)

    def pause(self) -> None:
        """Lets players wait, or go on."""
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

    def _set_strength(self) -> None:
        session = self.table.session
        if self.strength.chosen != (session.depth, session.visits):
            session.depth, session.visits = self.strength.chosen
            self.table.reached.clear()
            self.table.moved(False)

    def _save(self) -> None:
        session = self.table.session
        try:
            saved = write_session(session)
        except ValueError as error:
            self._say(str(error))
            return
        ui.download.content(*saved)

    def _loaded(self, event: GenericEventArguments) -> None:
        text = event.args.get("text") if isinstance(event.args, dict) else None
        if not isinstance(text, str) or len(text) > MAX_UPLOAD:
            self._say("That file is too large for a game.")
            return
        try:
            session = read_session(text, self.table.session.game)
        except ValueError as error:
            self._say(f"This file cannot be read: {error}")
            return
        session.depth, session.visits = self.strength.chosen
        self._begin(session)
        self._say("Loaded. People play both sides of this game: nobody answers by itself.")

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

    @property
    def _ready(self) -> bool:
        """Whether there is a page to draw on: no longer, or not yet."""
        return not self.client.is_deleted and hasattr(self, "curve")

    def draw(self, fresh: bool) -> None:
        """Shows the table as it is now; a fresh move is animated."""
        if not self._ready:
            return
        session = self.table.session
        if fresh:
            self.hinted = False
        here = session.here
        self.fresh = here if fresh or self.fresh is here else None  # advice comes in the meantime
        self.board.theme = str(self.theme.value)
        for switch in self.atari, self.areas:
            switch.set_visibility(has_areas(session.game))
        self.strength.show(session.depth, session.visits)
        self.strength.offer(self.table.searchers())
        self.card.draw()
        self._draw_address()
        self.draw_advice()

    def draw_advice(self) -> None:
        """Shows the position and what is known about it; the rest of the page is as it was."""
        if not self._ready:
            return
        table, session = self.table, self.table.session
        node, found = session.here, table.thought(session.here)
        heat = table.heat_of(node) if table.heat else None
        self.board.show(
            View(
                session.position,
                last=node.move,
                clickable=session.to_play == HUMAN,
                fresh=self.fresh is node,
                captured=tuple(node.captured()) if session.game.id != "othello" else (),
                atari=bool(self.atari.value) and session.result is None,
                hint=found.move if found and self.hinted else None,
                line=found.line if found else (),
                heat=(heat.root_margins or heat.root_values) if heat else {},
                discs=heat is not None and bool(heat.root_margins),
                areas=self._areas(session.position),
            )
        )
        self._draw_notice()
        self._draw_advice()

    def _areas(self, position: Position) -> tuple[float, ...]:
        """Whose the points are, if somebody wants to see it: as the adviser says, if it does."""
        if not self.areas.value or not has_areas(position.game):
            return ()
        adviser = self.table.engine()
        if adviser is None:
            return areas_of(position)
        return areas_of(position, adviser.evaluator, adviser.weights)

    def _draw_notice(self) -> None:
        if self.table.problem:
            self.notice.set_text(self.table.problem)
        elif self.table.session.here.parent is not None:
            self.notice.set_text("")

    def _draw_advice(self) -> None:
        table, session = self.table, self.table.session
        game, found = session.game, table.thought(session.here)
        if session.over:
            value, line = "The game is over", ""
        elif found is None:
            value, line = ("…" if table.advising else "No value is asked for"), ""
        else:
            value = thought_words(game, found)
            moves = " ".join(game.text(move) for move in found.line[:6])
            line = f"{found.reach}: {moves}"
            heat = table.heat_of(session.here) if table.heat else None
            if heat is not None and heat.depth != found.depth:
                line = f"map at {heat.reach}, {line}"
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
            code = f"history.replaceState({{}}, '', {json.dumps(f'/?{query}')});"
            # Nobody waits for an answer, as `Client.run_javascript` would.
            self.client.outbox.enqueue_message("run_javascript", {"code": code}, self.client.id)
