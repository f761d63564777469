"""What all pages share: the head, the colours, the board as an element."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from nicegui import app, ui
from nicegui.events import GenericEventArguments

from ponnuki.apps.web import board
from ponnuki.apps.web.advice import draw_advice
from ponnuki.apps.web.board import THEMES, View

HERE = Path(__file__).parent
PAGES = {"/": "Play", "/runs": "Runs", "/inside": "Inside", "/tournaments": "Tournaments"}

_CLICK = "(event) => ponnuki.click(event, emit)"
_KEY = "(event) => ponnuki.key(event, emit)"


def serve_files() -> None:
    """Makes the style and the script known to the server."""
    for name in "style.css", "board.js":
        app.add_static_file(local_file=HERE / name, url_path=f"/ponnuki/{name}")


@contextmanager
def page(title: str, here: str) -> Iterator[None]:
    """The frame of a page; its content comes inside."""
    ui.page_title(f"{title} – Ponnuki")
    ui.add_head_html('<link rel="stylesheet" href="/ponnuki/style.css">')
    ui.add_head_html('<script src="/ponnuki/board.js"></script>')
    ui.colors(primary="#8a5a2b", dark_page="#191817", dark="#232120")
    dark = ui.dark_mode(value=None)
    with ui.element("header").classes("top"):
        ui.html(_links(here), sanitize=False).classes("links")

        def turn() -> None:
            dark.value = not dark.value

        ui.button(icon="contrast", on_click=turn).props(
            'flat round dense aria-label="Light or dark"'
        )
    with ui.element("main").classes("page"):
        yield


@cache
def _links(here: str) -> str:
    """The way to the pages; one element, for every element takes time."""
    others = "".join(
        f'<a href="{path}" class="{"here" if path == here else ""}">{name}</a>'
        for path, name in PAGES.items()
    )
    return f'<a href="/" class="name">Ponnuki</a><nav aria-label="Pages">{others}</nav>'


class Board:
    """A board on a page.

    Args:
        on_point: called with the point that somebody plays, if the board can be played on.
        on_key: called with other keys that are pressed on it.
        label: what a screen reader says of it.
    """

    def __init__(
        self,
        on_point: Callable[[int], Any] | None = None,
        on_key: Callable[[str], Any] | None = None,
        label: str = "Board",
    ) -> None:
        self._on_point, self._on_key = on_point, on_key
        self._size = 0
        self.theme = "wood"
        self.box = ui.element("div").props(f'aria-label="{escape(label)}"')
        if on_point is not None:
            self.box.props('tabindex=0 role=application data-testid="board"')
            self.box.on("click", self._event, js_handler=_CLICK)
            self.box.on("keydown", self._event, js_handler=_KEY)
        else:
            self.box.props("role=img")
        self._view: View | None = None
        with self.box:
            self._drawing = ui.html("", sanitize=False).classes("drawing")
            self._advice = ui.html("", sanitize=False).classes("over")

    def show(self, view: View) -> None:
        """Draws a position."""
        game = view.position.game
        if self._size != game.size:
            self._size = game.size
            self.box.props(f"data-size={game.size}")
        self.box.classes(replace=f"board {game.kind.board} {self.theme}")
        seen = replace(
            view, named=self._on_point is not None, hint=None, line=(), heat={}, chances={}
        )
        if self._view is None or view.weights is not None or seen != self._view:
            self._view = seen
            self._drawing.set_content(board.draw(seen))
        self._advice.set_content(draw_advice(view))

    def _event(self, event: GenericEventArguments) -> None:
        said = event.args if isinstance(event.args, dict) else {}
        point, key = said.get("point"), said.get("key")
        if type(point) is int and self._on_point is not None:
            self._on_point(point)
        elif isinstance(key, str) and self._on_key is not None:
            self._on_key(key)


def icon(picture: str, label: str, action: Callable[[], Any]) -> ui.button:
    """A button that is a picture."""
    button = ui.button(icon=picture, on_click=action)
    return button.props(f'flat round dense title="{label}" aria-label="{label}"')


def text_button(
    text: str, action: Callable[[], Any] | None, picture: str | None = None
) -> ui.button:
    """A button that says what it does."""
    return ui.button(text, icon=picture, on_click=action).props("no-caps dense size=md")


def theme_names() -> dict[str, str]:
    """The boards' themes by id."""
    return {name: name.capitalize() for name in THEMES}
