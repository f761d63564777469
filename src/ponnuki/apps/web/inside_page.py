"""The page that shows what a net sees on a position."""

from collections.abc import Mapping

from nicegui import ui

from ponnuki.apps.web import chart
from ponnuki.apps.web.areas import area_words, areas_of
from ponnuki.apps.web.board import View
from ponnuki.apps.web.layout import Board, page
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Session
from ponnuki.apps.web.words import side_name, value_words
from ponnuki.evaluators import InfluenceNet, WindowNet
from ponnuki.evaluators.inside import Square, look_inside, weight_map
from ponnuki.players import Engine

EXAMPLE = "E5.E6.D6.F5.D5.F6.C4.G4"


class InsidePage:
    """A position, a net, and what the one makes of the other."""

    def __init__(self, services: Services, query: Mapping[str, str]) -> None:
        self.services = services
        problem = ""
        try:
            self.session = Session.from_query({**query, "black": HUMAN, "white": HUMAN})
            if not query:
                self.session = Session.from_query({"moves": EXAMPLE})
        except ValueError as error:
            problem = str(error)
            self.session = Session.from_query({"moves": EXAMPLE})
        offered = {
            one.spec: one.label
            for one in services.catalogue.choices(self.session.game)
            if one.spec != "random"
        }
        offered.setdefault("untrained,seed=1,net=wpc", "Untrained weighted piece counter")
        net = query.get("net", next(iter(offered)))
        offered.setdefault(net, net)
        self._build(offered, net)
        self.notice.set_text(problem)
        self.draw()

    def _build(self, offered: dict[str, str], net: str) -> None:
        with page("Inside", "/inside"):
            ui.html("<h1>Look inside</h1>", sanitize=False)
            ui.label(
                "A window net sees the board through squares of every size from 3×3 on. Play "
                "stones for both sides, and see which squares speak for black (green) and for "
                "white (red): by how much the value would change if that square were empty. "
                "Zobrist's influence shows the areas of both sides."
            ).classes("lead")
            self.notice = ui.label().classes("notice").props("role=alert")
            with ui.element("div").classes("game"):
                self.board = Board(self._point, label="Position: arrow keys, then enter")
                with ui.element("div").classes("side"):
                    with ui.element("section").classes("card"):
                        self.value = ui.label().classes("status").props('data-testid="inside"')
                        self.net = ui.select(
                            offered, value=net, label="Net", on_change=self.draw
                        ).classes("w-full")
                        self.count = ui.slider(min=0, max=20, value=5, on_change=self.draw)
                        self.count.props('label aria-label="Squares to draw"')
                        self.list = ui.html("", sanitize=False).classes("quiet")
                        ui.button("Undo", icon="undo", on_click=self._undo).props("flat no-caps")
                    with ui.element("section").classes("card") as self.map_card:
                        ui.label("What a black stone puts in").classes("status")
                        self.map_text = ui.label().classes("quiet q-mb-sm")
                        self.map = Board(label="Weights of the points")
                    with ui.element("section").classes("card") as self.layers_card:
                        ui.label("The layers behind the squares").classes("status")
                        self.layers = ui.html("", sanitize=False)
            ui.label().classes("spoken").props("aria-live=polite")

    def _point(self, point: int) -> None:
        if not self.session.over and point in self.session.position.legal_moves():
            self.session.play(point)
            self.draw()

    def _undo(self) -> None:
        if self.session.here.parent is not None:
            self.session.undo()
            self.draw()

    def draw(self) -> None:
        """Shows what the chosen net makes of the position."""
        session, position = self.session, self.session.position
        try:
            engine = self.services.catalogue.player(str(self.net.value), session.game)
        except (ValueError, OSError) as error:
            self.notice.set_text(self.services.catalogue.said(error))
            self.board.show(View(position, last=session.here.move, clickable=not session.over))
            return
        if not isinstance(engine, Engine):
            self.notice.set_text("This player has no net.")
            return
        net, weights = engine.evaluator, engine.weights
        value = float(net.value(weights, position)[0])
        self.value.set_text(f"{value_words(session.game, value, None)}")
        squares: list[tuple[Square, float]] = []
        if isinstance(net, WindowNet):
            seen = look_inside(net, weights, position)
            squares = [
                (seen.squares[index], float(seen.effect[index]))
                for index in seen.strongest(int(self.count.value))
            ]
            second, third = seen.layers
            self.layers.set_content(
                chart.bars(second.tolist(), "Second layer, 40 units")
                + chart.bars(third.tolist(), "Third layer, 10 units")
            )
        areas = areas_of(position, net, weights) if isinstance(net, InfluenceNet) else ()
        self.layers_card.set_visibility(isinstance(net, WindowNet))
        self.list.set_content(
            area_words(areas)
            if areas
            else "<br>".join(
                f"{square.side}×{square.side} from "
                f"{session.game.text(square.row * session.game.size + square.column)}: "
                f"{side_name(session.game, 'black' if effect > 0 else 'white')} {abs(effect):.3f}"
                for square, effect in squares
            )
        )
        self.board.show(
            View(
                position,
                last=session.here.move,
                clickable=not session.over,
                squares=tuple(squares),
                areas=areas,
            )
        )
        self._draw_map(engine)

    def _draw_map(self, engine: Engine) -> None:
        found = weight_map(engine.evaluator, engine.weights)
        self.map_card.set_visibility(found is not None)
        if found is None:
            return
        kinds = len({round(float(one), 9) for one in found.ravel()})
        low, high = float(found.min()), float(found.max())
        self.map_text.set_text(
            f"net {engine.net_name}: {kinds} different weights, {low:+.2f} to {high:+.2f}"
        )
        self.map.show(View(self.session.game.start(), weights=found, atari=False))
