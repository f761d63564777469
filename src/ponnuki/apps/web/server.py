"""The server: the pages at their addresses."""

import signal
import socket
from collections.abc import Sequence
from pathlib import Path

from nicegui import Client, app, core, ui
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.connections import MOST, Connection
from ponnuki.apps.web.doors import ENTRANCE, Doors, Keys
from ponnuki.apps.web.framework import quicken
from ponnuki.apps.web.inside_page import InsidePage
from ponnuki.apps.web.layout import serve_files
from ponnuki.apps.web.play_page import MAX_UPLOAD, PlayPage
from ponnuki.apps.web.runs_page import ComparePage, RunPage, RunsPage
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.thinking import Thinker
from ponnuki.apps.web.tournament_page import TournamentPage, TournamentsPage

MAX_PAGES = 1_000
"""Pages that are open, or were a moment ago."""
MAX_MESSAGE = 8 * MAX_UPLOAD
"""Bytes of what a page says at once: a file, with every sign written in a longer way."""
MAX_BODY = MAX_UPLOAD + 10_000
"""Bytes of a request: a file and what is around it."""
HISTORY = 100
"""Messages that are kept for a page whose connection is lost; behind more it is loaded again."""
_OWN = ("/ponnuki/", "/favicon")
LOOPBACK = ("127.0.0.1", "localhost", "::1")

_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="7" fill="#dfb066"/>'
    '<circle cx="16" cy="16" r="10.5" fill="#1c1a1c"/></svg>'
)


def serve(
    runs: Path,
    host: str = "127.0.0.1",
    port: int = 8520,
    show: bool = True,
    extra: Sequence[str] = (),
) -> None:
    """Serves the pages until it is interrupted.

    Args:
        runs: the folder of runs; it is read and never written.
        host: the address to listen on; the default is reached from this machine alone.
        port: the port.
        show: whether a browser is opened.
        extra: players that are offered beside the usual ones.

    Raises:
        OSError: the port is taken.
    """
    _check_free(host, port)
    services = Services(Catalogue(runs, extra), Thinker())
    serve_files()
    add_pages(services)
    local, keys = host in LOOPBACK, Keys()
    app.add_middleware(LimitedPages)
    app.add_middleware(LimitedBodies)
    app.add_middleware(Doors, keys=keys, locked=not local)
    if local:  # a stranger's page must not speak to it by another name
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])
    app.add_exception_handler(Exception, say_little)
    core.sio.eio.cors_allowed_origins = None  # the framework would answer pages of any origin
    core.sio.eio.max_http_buffer_size = MAX_MESSAGE
    app.on_shutdown(services.close)
    _end_on_hangup()
    quicken()
    print(greeting(host, port, keys.invitation, runs, extra), flush=True)
    ui.run(
        host=host,
        port=port,
        title="Ponnuki",
        favicon=_ICON,
        show=f"{ENTRANCE}?key={keys.once()}" if show else False,
        reload=False,
        show_welcome_message=False,
        dark=None,
        tailwind=False,  # it would be compiled in the browser; style.css has what is needed
        reconnect_timeout=10.0,
        message_history_length=HISTORY,
        ws_per_message_deflate=False,  # the network is near, and pressing takes time
        ws_max_size=MAX_MESSAGE,
        http=Connection,
        limit_concurrency=MOST,
    )


def greeting(host: str, port: int, key: str, runs: Path, extra: Sequence[str]) -> str:
    """What the command says: where it is, and what others can do there."""
    name = socket.gethostname() if host in {"0.0.0.0", "::"} else host
    name = f"[{name}]" if ":" in name else name
    if host in LOOPBACK:
        return f"Ponnuki is at http://{name}:{port} (Ctrl-C ends it)"
    also = f", and play against {', '.join(extra)}" if extra else ""
    return (
        f"Ponnuki is at http://{name}:{port}{ENTRANCE}?key={key} (Ctrl-C ends it)\n"
        "Whoever reaches this machine and has this address can search on its processors, and read "
        f"the runs and tournaments in {runs}{also}. Nothing is encrypted on the way."
    )


class LimitedBodies:
    """Refuses requests that bring more than a game, before any of it is read."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD"}:
            said = dict(scope["headers"]).get(b"content-length", b"")
            if not said.isdigit() or int(said[:19]) > MAX_BODY:
                answer = PlainTextResponse("this is too large", 413)
                await answer(scope, receive, send)
                return
        await self.inner(scope, receive, send)


class LimitedPages:
    """Makes no more pages than the server can hold."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        wants_page = scope["type"] == "http" and not scope["path"].startswith(("/_nicegui", *_OWN))
        if wants_page and len(Client.instances) >= MAX_PAGES:
            answer = PlainTextResponse("the server is busy: too many pages are open", 503)
            await answer(scope, receive, send)
            return
        await self.inner(scope, receive, send)


async def say_little(_request: Request, _error: Exception) -> PlainTextResponse:
    """What went wrong is for the log: it may name folders of this machine."""
    return PlainTextResponse("Something went wrong here; the server's log says what.", 500)


def add_pages(services: Services) -> None:
    """Puts every page at its address."""

    @ui.page("/")
    def play(request: Request, client: Client) -> None:
        PlayPage(services, client, request.query_params)

    @ui.page("/runs")
    def runs() -> None:
        RunsPage(services)

    @ui.page("/run")
    def one_run(name: str = "") -> None:
        RunPage(services, name)

    @ui.page("/compare")
    def compare(request: Request) -> None:
        ComparePage(services, request.query_params.getlist("run"))

    @ui.page("/tournaments")
    def all_tournaments() -> None:
        TournamentsPage(services)

    @ui.page("/tournament")
    def one_tournament(name: str = "") -> None:
        TournamentPage(services, name)

    @ui.page("/inside")
    def inside(request: Request, client: Client) -> None:
        InsidePage(services, client, request.query_params)


def _end_on_hangup() -> None:
    """A terminal that is closed ends the server as a request to terminate does."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))


def _check_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
