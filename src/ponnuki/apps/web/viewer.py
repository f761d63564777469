"""A board on which a finished game is stepped through."""

from nicegui import ui

from ponnuki.apps.web.board import View
from ponnuki.apps.web.layout import Board
from ponnuki.apps.web.session import Session


class Viewer:
    """A game to look at."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.text = ui.label().classes("quiet q-mb-sm").props('data-testid="viewer-text"')
        self.board = Board(label="A game to step through")
        with ui.element("div").classes("row q-mt-sm") as self.tools:
            for icon, label, by in (("chevron_left", "Back", -1), ("chevron_right", "Forward", 1)):
                ui.button(icon=icon, on_click=lambda by=by: self._step(by)).props(
                    f'flat round dense aria-label="{label}"'
                )
            self.slider = ui.slider(min=0, max=1, on_change=self._slide).classes("col")
            self.slider.props('aria-label="Move"')
        self.link = ui.link("Play on from here", "/").classes("plain-link")
        self.tools.set_visibility(False)
        self.link.set_visibility(False)

    def show(self, session: Session) -> None:
        """Shows a game where it stands."""
        self.session = session
        here = session.here.ply
        self.slider.props(f"max={len(session.line()) - 1}")
        self.slider.set_value(here)
        self.tools.set_visibility(True)
        self._draw()

    def _step(self, by: int) -> None:
        if self.session is not None:
            self.session.step(by)
            self.slider.set_value(self.session.here.ply)

    def _slide(self) -> None:
        if self.session is not None:
            self.session.go_to(int(self.slider.value))
            self._draw()

    def _draw(self) -> None:
        session = self.session
        if session is None:
            return
        self.board.show(View(session.position, last=session.here.move))
        text = f"move {session.here.ply} of {len(session.line()) - 1}"
        self.text.set_text(f"{text}. {session.result or ''} {session.counting}".strip())
        set_up = session.root.position != session.game.start()
        self.link.set_visibility(not set_up)
        if not set_up:
            between_people = Session(session.game.start(), moves=session.moves())
            self.link.props(f'href="/?{between_people.query()}"')
