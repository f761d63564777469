"""Pages come and go, and nothing of them stays."""

import asyncio
import gc
import random
import signal
import time
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from nicegui import Client, core
from nicegui.testing import User, user_simulation

from benchmarks.web_load import Timings, Visitor
from ponnuki.apps.web import table
from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.play_page import PlayPage
from ponnuki.apps.web.server import add_pages
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.session import Session
from ponnuki.apps.web.table import Table
from ponnuki.apps.web.thinking import Thinker
from ponnuki.players import Engine
from tests.apps.web.conftest import started
from tests.players.test_external import command, gone

VISITS = 100
PATIENT = 30.0


@asynccontextmanager
async def visitor(services: Services) -> AsyncIterator[User]:
    """Somebody who opens pages of a server in this process."""
    async with user_simulation() as user:
        core.app.config.reconnect_timeout = 0.0
        add_pages(services)
        try:
            yield user
        finally:
            Client.page_routes.clear()  # or else the modules of the pages would be forgotten


async def leave(client: Client) -> None:
    """A tab is closed, and the server has noticed."""
    for socket in list(client._socket_to_document_id):
        client.handle_disconnect(socket)
    await until(lambda: client.is_deleted)


def play(client: Client, point: int) -> None:
    """A click on the board."""
    boards = client.elements.values()
    board = next(one for one in boards if one.props.get("data-testid") == "board")
    click = next(iter(board._event_listeners.values()))
    said = {"id": board.id, "listener_id": click.id, "args": [f'{{"point": {point}}}']}
    client.handle_event(said)


async def until(holds: Callable[[], bool]) -> None:
    """Waits for something that must come."""
    end = time.monotonic() + PATIENT
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def written(note: Path) -> bool:
    """Whether a program has written who it is."""
    return note.exists() and bool(note.read_text())


class Alive:
    """Counts the objects of some classes that were made while it watched and are still there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *classes: type) -> None:
        self.made: dict[type, int] = dict.fromkeys(classes, 0)
        self._refs: list[weakref.ref[Any]] = []
        for one in classes:
            self._watch(monkeypatch, one)

    def _watch(self, monkeypatch: pytest.MonkeyPatch, one: type) -> None:
        make: Callable[..., None] = one.__init__  # type: ignore[misc]

        def watched(made: Any, *args: Any, **kwargs: Any) -> None:
            make(made, *args, **kwargs)
            self.made[one] += 1
            self._refs.append(weakref.ref(made))

        monkeypatch.setattr(one, "__init__", watched)

    def names(self) -> list[str]:
        """The classes of those that live."""
        gc.collect()
        return [type(found).__name__ for ref in self._refs if (found := ref()) is not None]


def test_pages_are_freed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After 100 visits with a move each, no page, table, session, client or engine is left."""
    monkeypatch.setattr(table, "PACE", 0.0)
    alive = Alive(monkeypatch, Client, PlayPage, Table, Session, Engine)

    async def visits() -> list[str]:
        services = Services(Catalogue(tmp_path), Thinker(2))
        async with visitor(services) as user:
            before = len(asyncio.all_tasks())
            for _ in range(VISITS):
                client = await user.open("/?game=capture-go:5&white=untrained,seed=1,depth=1")
                play(client, 12)
                await leave(client)
                del client
            user.client = None
            services.thinker.close()
            await until(lambda: len(asyncio.all_tasks()) <= before)
            return alive.names()

    assert asyncio.run(visits()) == []
    assert alive.made[PlayPage] == VISITS
    assert alive.made[Engine] >= VISITS


def stubborn(note: Path) -> str:
    """A player that thinks without end and ignores quit; its first play is noted."""
    flags = ("--stubborn", "--do", "hang", "--log", note)
    return f"gtp,seconds=600:{command(*flags)}"


@pytest.mark.parametrize("when", ["left", "new game", "end"])
def test_programs_end_with_their_tab(when: str, tmp_path: Path) -> None:
    """Also while they think: when the tab is closed, another game begins, or the server ends."""
    note = tmp_path / "note"
    spec = stubborn(note)

    async def visit() -> None:
        services = Services(Catalogue(tmp_path, [spec]), Thinker(2))
        async with visitor(services) as user:
            asked = urlencode({"game": "capture-go:5", "white": spec})
            client = await user.open(f"/?{asked}")
            play(client, 12)
            await until(lambda: written(note))
            engine = int(note.read_text().split()[0])
            if when == "left":
                await leave(client)
            elif when == "new game":
                seated = next(iter(services.tables))
                assert isinstance(seated, Table)
                seated.begin(Session.from_query({}))
            else:
                services.close()
            assert gone(engine)
            services.close()

    asyncio.run(visit())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_programs_end_with_the_server(number: signal.Signals, tmp_path: Path) -> None:
    """However it ends, and while a tab is open."""
    note = tmp_path / "note"
    spec = stubborn(note)

    async def visit(address: str) -> None:
        asked = urlencode({"game": "capture-go:5", "white": spec})
        one = Visitor(address, asked, Timings(), random.Random(1))
        async with httpx.AsyncClient(timeout=PATIENT) as client:
            await one.open(client)
        await one.send(12)
        await until(lambda: written(note))
        engine = int(note.read_text().split()[0])
        process.send_signal(number)
        assert gone(engine)
        await one.socket.disconnect()

    with started(tmp_path, "--player", spec) as (address, process):
        asyncio.run(visit(address))
        assert process.wait(PATIENT) is not None
