"""Who may come in: keys, origins, and connections that say nothing."""

import asyncio
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import socketio
from starlette.responses import PlainTextResponse

from benchmarks.web_load import Timings, Visitor
from ponnuki.apps.web.connections import MOST_EACH, Connection
from ponnuki.apps.web.doors import COOKIE, Doors, Keys
from ponnuki.apps.web.server import greeting
from tests.apps.web.conftest import Server, started
from tests.apps.web.test_pages import until

HOST = "http://127.0.0.1:8520"


def ask(doors: Doors, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """Knocks at a door; underscores in names stand for dashes."""

    async def work() -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        transport = httpx.ASGITransport(doors)
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            return await client.request(method, path, headers=named)

    return asyncio.run(work())


def behind(locked: bool) -> Doors:
    """A door with something behind it."""
    return Doors(PlainTextResponse("inside"), Keys(), locked)


def test_a_key_opens_once_and_becomes_a_cookie() -> None:
    """A script cannot read the cookie, other sites cannot use it, and nobody can make one."""
    doors = behind(True)
    assert ask(doors, "/").status_code == 401
    assert ask(doors, "/enter?key=guess").status_code == 403
    key = doors.keys.once()
    welcome = ask(doors, f"/enter?key={key}")
    cookie = welcome.headers["set-cookie"]
    assert welcome.status_code == 200
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert key not in cookie
    assert welcome.headers["cache-control"] == "no-store"
    shown = cookie.partition(";")[0]
    assert ask(doors, "/", cookie=shown).text == "inside"
    assert ask(doors, f"/enter?key={key}").status_code == 403
    assert ask(doors, f"/enter?key={key}", cookie=shown).status_code == 200
    for forged in (f"{shown}0", shown[:-1], f"{COOKIE}=a.b", f"{COOKIE}=", "x=1", ";=;{"):
        assert ask(doors, "/", cookie=forged).status_code == 401
    assert ask(behind(True), "/", cookie=shown).status_code == 401


def test_an_invitation_opens_for_all_who_have_it() -> None:
    """Each of them gets a cookie of their own."""
    doors = behind(True)
    cookies = {
        ask(doors, f"/enter?key={doors.keys.invitation}").headers["set-cookie"] for _ in range(3)
    }
    assert len(cookies) == 3


def test_without_a_lock_everybody_on_this_machine_may_come_in() -> None:
    """With a key, without one, or with one that was used before."""
    doors = behind(False)
    assert ask(doors, "/").text == "inside"
    assert ask(doors, "/enter?key=old").status_code == 200


@pytest.mark.parametrize(
    ("path", "method", "headers", "passes"),
    [
        ("/", "GET", {}, True),
        ("/", "GET", {"sec_fetch_site": "same-origin"}, True),
        ("/", "GET", {"sec_fetch_site": "cross-site", "sec_fetch_dest": "document"}, True),
        ("/", "GET", {"sec_fetch_site": "cross-site", "sec_fetch_dest": "iframe"}, False),
        ("/", "GET", {"sec_fetch_site": "same-site", "sec_fetch_dest": "image"}, False),
        ("/", "POST", {"origin": HOST}, True),
        ("/", "POST", {"origin": "http://127.0.0.1:8521"}, False),
        ("/_nicegui_ws/socket.io/", "GET", {}, True),
        ("/_nicegui_ws/socket.io/", "GET", {"origin": HOST}, True),
        ("/_nicegui_ws/socket.io/", "GET", {"origin": "https://evil.example"}, False),
        ("/_nicegui_ws/socket.io/", "GET", {"origin": "null"}, False),
        ("/_nicegui_ws/socket.io/", "POST", {"sec_fetch_site": "cross-site"}, False),
    ],
)
def test_pages_of_others_are_refused(
    path: str, method: str, headers: dict[str, str], passes: bool
) -> None:
    """They may link to us, and neither show us, nor load from us, nor speak to us."""
    answer = ask(behind(False), path, method, **headers)
    assert answer.status_code == (200 if passes else 403)
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_command_says_what_it_exposes(tmp_path: Path) -> None:
    """Off this machine: the address with its key, the folder, the players, no encryption."""
    assert greeting("127.0.0.1", 1, "k", tmp_path, []) == (
        "Ponnuki is at http://127.0.0.1:1 (Ctrl-C ends it)"
    )
    said = greeting("192.0.2.1", 1, "secret", tmp_path, ["gtp:gnugo --mode gtp"])
    for word in ("http://192.0.2.1:1/enter?key=secret", str(tmp_path), "gtp:gnugo", "encrypted"):
        assert word in said


async def connects(address: str, **headers: str) -> bool:
    """Whether a page that is opened with these headers gets its socket."""
    one = Visitor(address, "game=capture-go:5", Timings(), random.Random(1))
    async with httpx.AsyncClient(headers={"cookie": headers.get("cookie", "")}) as client:
        try:
            await one.open(client, headers)
        except (socketio.exceptions.ConnectionError, RuntimeError):
            if one.socket.eio.http is not None:
                await one.socket.eio.http.close()
            return False
    await one.socket.disconnect()
    return True


def test_sockets_of_other_origins_are_refused(server: Server) -> None:
    """A page of another site cannot speak to a server on this machine; polling is refused too."""
    assert asyncio.run(connects(server.address))
    assert asyncio.run(connects(server.address, origin=server.address))
    assert not asyncio.run(connects(server.address, origin="http://evil.example"))
    polling = f"{server.address}/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert httpx.get(polling).status_code == 200
    evil = httpx.get(polling, headers={"origin": "http://evil.example"})
    assert evil.status_code == 403
    assert "access-control-allow-origin" not in evil.headers


def test_off_this_machine_a_key_is_needed(tmp_path: Path) -> None:
    """For pages, files and sockets; the command has printed it."""
    with started(tmp_path, "--host", "0.0.0.0") as (address, _):
        found = re.search(r"/enter\?key=\S+", (tmp_path / "log.txt").read_text())
        assert found is not None
        for path in ("/", "/runs", "/ponnuki/board.js", "/_nicegui_ws/socket.io/?EIO=4"):
            assert httpx.get(f"{address}{path}").status_code == 401
        assert not asyncio.run(connects(address))
        cookie = httpx.get(f"{address}{found[0]}").headers["set-cookie"].partition(";")[0]
        assert httpx.get(f"{address}/", headers={"cookie": cookie}).status_code == 200
        assert asyncio.run(connects(address, cookie=cookie))


def test_the_browser_is_opened_with_a_key_that_works_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds the address later, in a history or a list of processes, cannot use it."""
    opened, script = tmp_path / "opened", tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > "{opened}.new" && mv "{opened}.new" "{opened}"\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    with started(tmp_path, "--open", "--host", "0.0.0.0") as (address, _):
        asyncio.run(until(opened.exists))
        path = opened.read_text().strip().partition("/enter")[2]
        assert path
        assert path not in (tmp_path / "log.txt").read_text()
        first, second = (httpx.get(f"{address}/enter{path}") for _ in range(2))
        assert "set-cookie" in first.headers
        assert second.status_code == 403


class Wire:
    """A transport that nobody listens to."""

    def __init__(self) -> None:
        self.closed = False
        self.protocol: Any = None

    def abort(self) -> None:
        """Ends it."""
        self.closed = True

    def is_closing(self) -> bool:
        """Whether it has ended."""
        return self.closed

    def get_protocol(self) -> Any:
        """Who listens."""
        return self.protocol

    def get_extra_info(self, name: str) -> Any:
        """Where it comes from."""
        return ("192.0.2.7", 5) if name == "peername" else None


class Other:
    """Another connection."""

    def __init__(self, client: tuple[str, int]) -> None:
        self.client = client


class Later:
    """A loop whose clock is turned by hand."""

    def __init__(self) -> None:
        self.due: list[tuple[Any, tuple[Any, ...]]] = []

    def call_later(self, _seconds: float, call: Any, *arguments: Any) -> None:
        """Notes what is to be done."""
        self.due.append((call, arguments))

    def pass_time(self) -> None:
        """Does it."""
        due, self.due = self.due, []
        for call, arguments in due:
            call(*arguments)


def connection(others: set[Any]) -> tuple[Connection, Wire, Later]:
    """A connection that has just been made."""
    one, wire, loop = Connection.__new__(Connection), Wire(), Later()
    one.connections, one.loop, one.cycle = others, loop, None  # type: ignore[assignment]
    one.logger = SimpleNamespace(level=50)
    wire.protocol = one
    one.connection_made(wire)
    return one, wire, loop


def test_half_sent_requests_are_given_up() -> None:
    """Whether the head or the body does not come; one that is answered may take its time."""
    one, wire, loop = connection(set())
    loop.pass_time()
    assert wire.closed
    one, wire, loop = connection(set())
    one.cycle = SimpleNamespace(response_complete=False, more_body=False)
    for _ in range(5):
        loop.pass_time()
    assert not wire.closed
    one.cycle = SimpleNamespace(response_complete=False, more_body=True)
    loop.pass_time()
    assert not wire.closed
    loop.pass_time()
    assert wire.closed
    one, wire, loop = connection(set())
    wire.protocol = "a socket"
    loop.pass_time()
    assert not wire.closed
    assert not loop.due


def test_one_address_may_only_have_so_many_connections() -> None:
    """One more is closed; other addresses are not concerned."""
    here = [Other(("192.0.2.7", at)) for at in range(MOST_EACH)]
    assert not connection(set(here[1:]))[1].closed
    assert connection(set(here))[1].closed
    assert not connection({Other(("192.0.2.8", at)) for at in range(MOST_EACH)})[1].closed
