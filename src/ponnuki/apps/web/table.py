"""A game at the server: a session, the players at it, and what is thought about it.

It knows no page: it calls back when something has changed. Everything here runs on the event loop;
searches run elsewhere, see `thinking`.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import pairwise
from typing import Any

from ponnuki.apps.web.names import full_name
from ponnuki.apps.web.opening import opens_variedly
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import HUMAN, Node, Session
from ponnuki.apps.web.turns import Stopped
from ponnuki.games import Game, Side
from ponnuki.players import Engine, Guest, Player, SearchResult, Stop

PACE = 0.35
"""Seconds that a player's move takes at least, so that people can follow."""
SHOWN = 0.02
"""Seconds before anybody thinks about a move, so that pages show it first."""
HEAT_DEPTH = 3
"""How deep all moves are searched at most."""
CURVE_STEPS = 100
"""How often the curve of a game is drawn at most while its positions are valued."""

_Key = tuple[str, Game, int | None, int | None]
"""What makes a player: a spec, a game, a depth, visits."""


class Table:
    """A game with players.

    Attributes:
        session: the game.
        adviser: the spec of the engine that is asked for hints and values.
        advising: whether positions are valued at all.
        heat: whether all moves are valued.
        paused: whether players wait.
        problem: what went wrong last, in words.
        reached: how far a side looked for its last move, where its time was not enough.

    Args:
        services: what all tables share.
        session: the game.
        changed: called when the game has changed, with whether a move was played just now.
        advised: called when there is more advice, and nothing else has changed.
    """

    def __init__(
        self,
        services: Services,
        session: Session,
        changed: Callable[[bool], Any],
        advised: Callable[[], Any] = lambda: None,
    ) -> None:
        self.services = services
        self.session = session
        self.advising = True
        self.heat = False
        self.paused = False
        self.problem = ""
        self.thinking = False
        self.adviser = ""
        self._changed = changed
        self._advised = advised
        self._stop = Stop()
        self.reached: dict[Side, str] = {}
        self._players: dict[_Key, Player] = {}
        self._guests: dict[tuple[_Key, Side], Guest] = {}
        self._names: dict[_Key, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        services.tables.add(self)

    # What a person does.

    def begin(self, session: Session) -> None:
        """Sits down to another game."""
        self._dismiss()
        self.session = session
        self.paused = False
        self.reached = {}
        self.adviser = self.default_adviser()
        self.moved(False)

    def play(self, move: int) -> None:
        """Plays for the person whose turn it is; what is not allowed is left alone."""
        session = self.session
        if session.to_play != HUMAN or move not in session.position.legal_numbers():
            return
        session.play(move)
        self.moved(True)

    def moved(self, fresh: bool) -> None:
        """Stops what was thought about and begins what the new position asks for."""
        self.stop()
        self.problem = ""
        self._stop = Stop()
        self._begin_thinking(self._stop)
        self._changed(fresh)

    def stop(self) -> None:
        """Lets nobody think any more."""
        self._stop.set()
        self.thinking = False

    def close(self) -> None:
        """Leaves for good: nobody thinks, programs are ended, nothing is held any more."""
        self.stop()
        self._dismiss()
        self._changed = lambda _fresh: None
        self._advised = lambda: None

    def _dismiss(self) -> None:
        """Sends the players away; programs are ended elsewhere, for that may take a moment."""
        for guest in self._guests.values():
            threading.Thread(target=guest.close, name="closing").start()
        self._guests.clear()
        self._players.clear()
        self._names.clear()

    # Players and advisers.

    def player(self, spec: str) -> Player:
        """A player by its spec; errors as of `Catalogue.player`."""
        key = self._player_key(spec)
        if key not in self._players:
            self._players[key] = self.services.catalogue.player(*key)
        return self._players[key]

    def guest(self, side: Side) -> Guest:
        """Who plays a side, at its seat; errors as of `Catalogue.player`."""
        spec = self.session.players[side]
        key = self._player_key(spec), side
        if key not in self._guests:
            self._guests[key] = Guest(self.player(spec))
        return self._guests[key]

    def _player_key(self, spec: str) -> _Key:
        session = self.session
        return spec, session.game, session.depth, session.visits

    def searchers(self) -> list[Player]:
        """All who can be had of those who search here: the players and the adviser."""
        found = []
        for spec in {*self.session.players.values(), self.adviser} - {HUMAN}:
            with suppress(ValueError, OSError):
                found.append(self.player(spec))
        return found

    def name(self, side: Side) -> str:
        """Who plays a side, as it plays: its net and its search. Not for people."""
        spec = self.session.players[side]
        key = self._player_key(spec)
        try:
            if key not in self._names:
                self._names[key] = full_name(self.player(spec))
        except (ValueError, OSError):
            return spec
        name, reached = self._names[key], self.reached.get(side)
        return name if reached is None else f"{name} (came to {reached} in its time)"

    def engine(self) -> Engine | None:
        """The adviser, or None if it is none or cannot be had."""
        try:
            found = self.player(self.adviser)
        except (ValueError, OSError) as error:
            self.problem = self.services.catalogue.said(error)
            return None
        return found if isinstance(found, Engine) else None

    def default_adviser(self) -> str:
        """An opponent that thinks, or else a trained player, or else an untrained one."""
        offered = [one.spec for one in self.services.catalogue.choices(self.session.game)]
        playing = [one for one in self.session.players.values() if one != HUMAN]
        for spec in (*playing, *offered):
            try:
                if isinstance(self.player(spec), Engine):
                    return spec
            except (ValueError, OSError):
                continue
        return "untrained,seed=1"

    def thought(self, node: Node) -> SearchResult | None:
        """What the adviser found in a position, if it has looked at it."""
        return node.thoughts.get(self._key())

    def heat_of(self, node: Node) -> SearchResult | None:
        """The same for all moves."""
        return node.thoughts.get(self._heat_key())

    def values(self) -> list[float | None]:
        """What is known about the positions of this branch, in black's view."""
        return [self._value(node) for node in self.session.line()]

    # Thinking.

    def _key(self) -> str:
        return f"{self.adviser} {self.session.depth} {self.session.visits}"

    def _heat_key(self) -> str:
        return f"{self._key()} all"

    def _value(self, node: Node) -> float | None:
        outcome = node.position.outcome
        if outcome is not None:
            return {"black": float("inf"), "white": float("-inf"), None: 0.0}[outcome.winner]
        found = self.thought(node)
        return None if found is None else found.value

    def _begin_thinking(self, stop: Stop) -> None:
        session = self.session
        who = session.to_play
        if who not in {None, HUMAN} and not self.paused and session.here.following is None:
            self.thinking = True
            self._task(self._reply(session.here, stop))
        if self.advising:
            self._task(self._advise(session.here, stop))

    def _task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # or else it might be collected while it runs
        task.add_done_callback(self._tasks.discard)

    async def _reply(self, node: Node, stop: Stop) -> None:
        """A player's move in a position."""
        begin = time.monotonic()
        await asyncio.sleep(SHOWN)
        if stop.is_set():  # another move, or the tab is closed: nobody sends for a player
            return
        try:
            guest = self.guest(node.position.to_move)
            thought = await self.services.thinker.choose(
                guest,
                node.so_far,
                self.session.seed,
                stop,
                tab=id(self),
                vary=opens_variedly(guest.player, node.position),
            )
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - begin)))
        except Stopped:
            return
        except (ValueError, OSError, RuntimeError) as error:
            if not stop.is_set():
                self.thinking = False
                self.problem = self.services.catalogue.said(error)
                self._changed(False)
            return
        if not stop.is_set() and self.session.here is node:
            self.reached.pop(node.position.to_move, None)
            if thought.reached is not None:
                self.reached[node.position.to_move] = thought.reached
            self.session.play(thought.move)
            self.moved(True)

    async def _advise(self, here: Node, stop: Stop) -> None:
        """Values this position, then the others of the branch that were not valued yet."""
        await asyncio.sleep(SHOWN)
        if stop.is_set():  # another move, or the tab is closed: nobody sends for a player
            return
        engine = self.engine()
        if engine is None:
            return
        try:
            if await self._study(engine, here, stop):
                self._advised()
            if self.heat and await self._study(engine, here, stop, all_moves=True):
                self._advised()
            line = self.session.line()
            steps = range(0, len(line), 1 + len(line) // CURVE_STEPS)
            for begin, end in pairwise([*steps, len(line)]):  # a long game is not drawn every move
                new = [await self._study(engine, one, stop) for one in line[begin:end]]
                if any(new):
                    self._advised()
        except Stopped:
            return
        except (ValueError, RuntimeError) as error:
            self.problem = self.services.catalogue.said(error)
            self._changed(False)

    async def _study(self, engine: Engine, node: Node, stop: Stop, all_moves: bool = False) -> bool:
        """Values a position; says whether there is something new to show."""
        key = self._heat_key() if all_moves else self._key()
        if node.position.outcome is not None or key in node.thoughts:
            return False
        depth = HEAT_DEPTH if all_moves else None
        found = await self.services.thinker.study(
            engine, node.position, stop, depth=depth, all_moves=all_moves, tab=id(self)
        )
        node.thoughts[key] = found
        if found.root_visits:
            node.thoughts |= {self._key(): found, self._heat_key(): found}
        return not stop.is_set()
