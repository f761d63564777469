"""The page that shows what a net sees on a position."""

import asyncio
from collections.abc import Mapping

from nicegui import Client, ui

from ponnuki.apps.web import chart
from ponnuki.apps.web.areas import area_words, areas_of
from ponnuki.apps.web.board import View
from ponnuki.apps.web.layout import Board, page
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Session
from ponnuki.apps.web.turns import BusyError, Stopped
from ponnuki.apps.web.words import side_name, thought_words, value_words
from ponnuki.evaluators import FateNet, InfluenceNet, WindowNet
from ponnuki.evaluators.conv import ConvNet
from ponnuki.evaluators.inside import Square, look_inside, weight_map
from ponnuki.games import Position
from ponnuki.players import Engine, SearchResult, Stop, root_moves

MOST_MOVES = 6
"""So many moves of a tree search are listed."""
EXAMPLE = "E5.E6.D6.F5.D5.F6.C4.G4"


class InsidePage:
    """A position, a net, and what the one makes of the other."""

    def __init__(self, services: Services, client: Client, query: Mapping[str, str]) -> None:
        self.services, self.client = services, client
        self._stop = Stop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._engine: Engine | None = None
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
        self.draw()
        if problem:
            self.notice.set_text(problem)
        client.on_connect(self._connected)  # nobody searches without a reader
        client.on_disconnect(self._end)
        client.on_delete(self._end)

    def _connected(self) -> None:
        self._end()
        self._begin_search()

    def _end(self) -> None:
        """Nobody wants what is searched now."""
        self._stop.set()

    def _build(self, offered: dict[str, str], net: str) -> None:
        with page("Inside", "/inside"):
            ui.html("<h1>Look inside</h1>", sanitize=False)
            ui.label(
                "A window net sees the board through squares of every size from 3×3 on. Play "
                "stones for both sides, and see which squares speak for black (green) and for "
                "white (red): by how much the value would change if that square were empty. "
                "Zobrist's influence shows the areas of both sides, and a net that predicts the "
                "fate of points shows whose they will be. A convolutional net shows how "
                "likely it thinks each move, in per cent, and what its tree search makes of that."
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
                        self.searched = ui.html("", sanitize=False).classes("quiet")
                        self.searched.props('data-testid="searched"')
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
        if not self.session.over and point in self.session.position.legal_numbers():
            self.session.play(point)
            self.draw()

    def _undo(self) -> None:
        if self.session.here.parent is not None:
            self.session.undo()
            self.draw()

    def draw(self) -> None:
        """Shows what the chosen net makes of the position."""
        session, position = self.session, self.session.position
        self._engine = None
        self._begin_search()
        try:
            engine = self.services.catalogue.player(str(self.net.value), session.game)
        except (ValueError, OSError) as error:
            self.notice.set_text(self.services.catalogue.said(error))
            self.board.show(View(position, last=session.here.move, clickable=not session.over))
            return
        if not isinstance(engine, Engine):
            self.notice.set_text("This player has no net.")
            return
        self.notice.set_text("")
        self._engine = engine
        net, weights = engine.evaluator, engine.weights
        value = float(net.value(weights, position)[0])
        said = value_words(session.game, value, None)
        self.value.set_text(f"The net alone: {said}" if net.has_policy else said)
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
        mapped = isinstance(net, InfluenceNet | FateNet)
        areas = areas_of(position, net, weights) if mapped else ()
        chances = {}
        if isinstance(net, ConvNet) and not session.over:
            chances = dict(enumerate(net.policy(weights, position).tolist()))
        for part in self.layers_card, self.count:
            part.set_visibility(isinstance(net, WindowNet))
        self.list.set_content(
            area_words(areas, net)
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
                chances=chances,
            )
        )
        self._draw_map(engine)
        self._begin_search()

    def _begin_search(self) -> None:
        """Lets a net with a tree search try the moves, if somebody looks."""
        self._end()
        self.searched.set_content("")
        engine, position = self._engine, self.session.position
        if engine is None or not engine.search.visits or self.session.over:
            return
        if self.client.has_socket_connection:
            self._stop = Stop()
            task = asyncio.get_running_loop().create_task(
                self._search(engine, position, self._stop)
            )
            self._tasks.add(task)  # or else it might be collected while it runs
            task.add_done_callback(self._tasks.discard)

    async def _search(self, engine: Engine, position: Position, stop: Stop) -> None:
        try:
            found = await self.services.thinker.study(
                engine, position, stop, all_moves=True, tab=id(self)
            )
        except (Stopped, BusyError):
            return
        if not stop.is_set():
            with self.client:
                self.searched.set_content(_searched(engine, position, found))

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


def _searched(engine: Engine, position: Position, found: SearchResult) -> str:
    """What a tree search made of a position, in lines."""
    game = position.game
    lines = [f"After {found.nodes:,} visits: {thought_words(game, found)}"]
    for one in root_moves(engine, position, found)[:MOST_MOVES]:
        value = one.value if position.to_move == "black" else -one.value
        worth = value_words(game, value, None)
        lines.append(f"{game.text(one.move)}: {one.visits:,} visits, {worth}")
    return "<br>".join(lines)
