"""The part of a page that says who plays, whose turn it is, and what can be done."""

from functools import partial
from typing import Protocol

from nicegui import ui

from ponnuki.apps.web.layout import icon, text_button
from ponnuki.apps.web.session import HUMAN
from ponnuki.apps.web.table import Table
from ponnuki.apps.web.words import must_pass, pass_words, side_name
from ponnuki.games import Position, Side

_STEPS = [
    ("first_page", "First position", -100_000),
    ("chevron_left", "Back", -1),
    ("chevron_right", "Forward", 1),
    ("last_page", "Last position", 100_000),
]


class Actions(Protocol):
    """What a person can do in a game."""

    def new_game(self) -> None:
        """Chooses another game."""

    def undo(self) -> None:
        """Takes back."""

    def pass_turn(self) -> None:
        """Passes."""

    def resign(self) -> None:
        """Gives up."""

    def step(self, by: int) -> None:
        """Looks at another position of the game."""

    def branch(self, index: int) -> None:
        """Follows another of the moves that were tried here."""

    def pause(self) -> None:
        """Lets players wait, or go on."""


class GameCard:
    """Status, players and buttons of a table's game."""

    def __init__(self, table: Table, actions: Actions) -> None:
        self._table, self._actions = table, actions
        self._tried: list[str] = []
        with ui.element("section").classes("card").props('aria-label="The game"'):
            self._status = ui.label().classes("status")
            self._status.props('role=status data-testid="status"')
            self._counting = ui.label().classes("quiet counting")
            self._counting.props('data-testid="counting"')
            self._about = ui.label().classes("quiet q-mb-sm").props('data-testid="about"')
            self._who: dict[Side, tuple[ui.element, ui.label, ui.label, ui.label]] = {}
            for side in ("black", "white"):
                with ui.element("div") as row:
                    dot = ui.label()
                    what = ui.label().classes("what").props(f'data-testid="{side}-name"')
                    count = ui.label().classes("count")
                self._who[side] = row, dot, what, count
            self._build_buttons()

    def _build_buttons(self) -> None:
        act = self._actions
        with ui.element("div").classes("row q-mt-sm"):
            for picture, label, by in _STEPS:
                icon(picture, label, partial(act.step, by))
            ui.space()
            self._pause = icon("pause", "Pause", act.pause)
            self._place = ui.label().classes("quiet").props('data-testid="place"')
        self._branches = ui.element("div").classes("row")
        with ui.element("div").classes("row q-mt-sm"):
            text_button("New game", act.new_game, "add").props("unelevated")
            text_button("Undo", act.undo).props("flat")
            self._passing = text_button("Pass", act.pass_turn).props("flat")
            self._resigning = text_button("Resign", act.resign).props("flat")

    def draw(self) -> None:
        """Shows the game as it is now."""
        table, session = self._table, self._table.session
        game, position = session.game, session.position
        self._status.set_text(self._state())
        self._counting.set_text(session.counting)
        drawn = any(who != HUMAN for who in session.players.values())
        seed = f", seed {session.seed}" if drawn else ""
        self._about.set_text(f"{game.kind.title} {game.size}×{game.size}{seed}")
        people = list(session.players.values()).count(HUMAN)
        for side, (row, dot, what, count) in self._who.items():
            marks = game.kind.board == "marks"
            dot.classes(replace="dot mark-name" if marks else f"dot {side}")
            dot.set_text(side_name(game, side) if marks else "")
            on = not session.over and position.to_move == side
            row.classes(replace="who turn" if on else "who")
            if session.players[side] == HUMAN:
                what.set_text("You" if people == 1 else "A person")
            else:
                what.set_text(table.name(side))
            count.set_text(_count(position, side))
        self._place.set_text(f"move {session.here.ply} of {len(session.line()) - 1}")
        can_pass = session.to_play == HUMAN and game.pass_move in position.legal_numbers()
        self._passing.set_visibility(game.pass_move is not None)
        self._passing.set_enabled(can_pass)
        forced = can_pass and must_pass(position)
        self._passing.props(add="unelevated" if forced else "flat")
        self._passing.props(remove="flat" if forced else "unelevated")
        self._resigning.set_enabled(not session.over)
        self._pause.set_visibility(drawn)
        waiting = table.paused or (session.here.following is not None)
        self._pause.props(f"icon={'play_arrow' if waiting else 'pause'}")
        self._draw_branches()

    def _state(self) -> str:
        """Whose turn it is, or how the game ended; and that somebody has passed."""
        table, session = self._table, self._table.session
        position = session.position
        turn = side_name(session.game, position.to_move)
        if session.result is not None:
            return session.result
        if table.thinking:
            text = f"{turn} is thinking …"
        elif session.to_play != HUMAN:
            text = f"{turn} to play (paused)"
        elif must_pass(position):
            text = f"{turn} has no move and must pass"
        else:
            text = f"{turn} to play"
        return f"{pass_words(position, session.here.move)} {text}".strip()

    def _draw_branches(self) -> None:
        names = self._table.session.branches()
        names = names if len(names) > 1 else []
        if names == self._tried:
            return
        self._tried = names
        self._branches.clear()
        if not names:
            return
        with self._branches:
            ui.label("Tried here:").classes("quiet")
            for index, name in enumerate(names):
                button = ui.button(name, on_click=partial(self._actions.branch, index))
                button.props("flat dense no-caps size=sm")


def _count(position: Position, side: Side) -> str:
    """What a side has so far."""
    if position.game.kind.board == "crossings":
        taken = getattr(position.captured, side)
        return f"{taken} captured" if taken else ""
    if position.game.kind.board == "discs":
        return f"{position.stones.count(1 if side == 'black' else -1)} discs"
    return ""
