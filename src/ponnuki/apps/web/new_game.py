"""The dialog in which a new game is chosen."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from ponnuki.apps.web.layout import icon
from ponnuki.apps.web.names import title
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Session, new_seed, read_number
from ponnuki.apps.web.strength import Strength
from ponnuki.apps.web.table import Table
from ponnuki.games import GAMES, Game, SpecError
from ponnuki.games import game as find_game
from ponnuki.players import Player


class NewGame:
    """A dialog; it begins the game that is chosen in it."""

    def __init__(self, services: Services, table: Table, begin: Callable[[Session], Any]) -> None:
        self._services, self._table, self._begin = services, table, begin
        game = table.session.game
        with ui.dialog() as self._dialog, ui.card().classes("dialog"):
            ui.label("New game").classes("status")
            with ui.row().classes("w-full no-wrap"):
                titles = {kind.id: kind.title for kind in GAMES.values()}
                self._kind = ui.select(
                    titles, value=game.id, label="Game", on_change=self._kind_changed
                ).classes("col")
                self._size = ui.select(
                    game.kind.sizes(), value=game.size, label="Size", on_change=self._offer
                ).classes("narrow")
            with ui.row().classes("w-full no-wrap") as self._capture_options:
                self._captures = ui.number(
                    "Stones to capture", value=1, min=1, max=20, precision=0
                ).classes("col")
                self._crosscut = ui.switch("Begin with a crosscut")
            offered = self._choices(game)
            self._who = {
                side: ui.select(
                    offered,
                    label=f"{side.capitalize()}, a player or its spec",
                    with_input=True,
                    new_value_mode="add-unique",
                    key_generator=lambda text: text,
                    on_change=self._chosen_player,
                )
                .classes("w-full")
                .props(f'data-testid="{side}"')
                for side in ("black", "white")
            }
            self._replaced = ui.label().classes("notice").props('data-testid="replaced"')
            with ui.row().classes("w-full no-wrap"):
                self._strength = Strength(labelled=True)
                self._seed = (
                    ui.input("Seed", value=str(new_seed()))
                    .classes("col")
                    .props("inputmode=numeric")
                )
                icon("casino", "Another seed", self._draw_seed)
            ui.label(
                "Own depth and own visits are those that a net learned with. In the first moves of "
                "a game nets draw among moves that they find nearly as good as their best; the "
                "seed decides."
            ).classes("quiet")
            self._problem = ui.label().classes("notice").props("role=alert")
            with ui.row().classes("w-full justify-end"):
                ui.button("Cancel", on_click=self._dialog.close).props("flat no-caps")
                ui.button("Begin", on_click=self._start).props("unelevated no-caps")

    def open(self) -> None:
        """Shows the dialog with the players of the game that is played."""
        session = self._table.session
        self._kind.set_value(session.game.id)
        self._size.set_value(session.game.size)
        self._offer()
        for side, who in session.players.items():
            select = self._who[side]
            options = dict(select.options)
            options.setdefault(who, who)
            select.set_options(options, value=who)
        self._strength.show(session.depth, session.visits)
        self._offer_strength()
        self._draw_seed()
        self._problem.set_text("")
        self._replaced.set_text("")
        self._dialog.open()

    def _choices(self, game: Game) -> dict[str, str]:
        offered = {one.spec: one.label for one in self._services.catalogue.choices(game)}
        return {HUMAN: "A person", **offered}

    def _kind_changed(self) -> None:
        kind = GAMES[str(self._kind.value)]
        self._size.set_options(kind.sizes(), value=kind.usual().size)
        self._capture_options.set_visibility(self._kind.value == "capture-go")
        self._offer()

    def _offer(self) -> None:
        """Offers the players of the game that is chosen now.

        A player who does not play this game is replaced by one who does, and that is said: nobody
        is left without an opponent.
        """
        try:
            game = self._chosen_size()
        except SpecError:
            return
        offered = self._choices(game)
        said = []
        for select in self._who.values():
            who = str(select.value or HUMAN)
            if who not in offered and self._plays(who, game):
                offered[who] = who
            if who not in offered:
                other = next(spec for spec in offered if spec != HUMAN)
                said.append(f"{title(who)} does not play this: {offered[other]} takes its place.")
                who = other
            select.set_options(dict(offered), value=who)
        self._replaced.set_text(" ".join(said))
        self._offer_strength()

    def _offer_strength(self) -> None:
        """Offers depths or visits, as the players that are chosen now search."""
        with suppress(SpecError):
            game = self._chosen_size()
            who = {str(select.value or HUMAN) for select in self._who.values()} - {HUMAN}
            self._strength.offer([one for spec in who for one in self._players(spec, game)])

    def _players(self, who: str, game: Game) -> list[Player]:
        """The player of a spec, if it can be had."""
        try:
            return [self._services.catalogue.player(who, game)]
        except (ValueError, OSError):
            return []

    def _plays(self, who: str, game: Game) -> bool:
        """Whether a player that somebody typed can play a game."""
        return bool(self._players(who, game))

    def _draw_seed(self) -> None:
        self._seed.set_value(str(new_seed()))

    def _chosen_player(self, event: ValueChangeEventArguments[Any]) -> None:
        # What is offered may reach the browser after a name was entered, and would be shown then.
        event.sender.run_method("hidePopup")
        if hasattr(self, "_strength"):  # not while the dialog is built
            self._offer_strength()

    def _chosen_size(self) -> Game:
        kind = GAMES[str(self._kind.value)]
        if len(kind.sizes()) == 1:
            return kind.usual()
        return find_game(kind.id, size=self._size.value)

    def _chosen(self) -> Game:
        game = self._chosen_size()
        if game.id != "capture-go":
            return game
        start = "crosscut" if self._crosscut.value else "empty"
        return find_game(game.spec, captures=int(self._captures.value or 1), start=start)

    def _start(self) -> None:
        depth, visits = self._strength.chosen
        try:
            game = self._chosen()
            seed = read_number("seed", str(self._seed.value or "").strip())
            black, white = (str(self._who[side].value or HUMAN) for side in ("black", "white"))
            for who in {black, white} - {HUMAN}:
                self._services.catalogue.player(who, game, depth, visits)
        except (ValueError, OSError) as error:
            self._problem.set_text(self._services.catalogue.said(error))
            return
        self._dialog.close()
        self._begin(Session(game.start(), black, white, seed=seed, depth=depth, visits=visits))
