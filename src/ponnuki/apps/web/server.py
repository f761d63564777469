"""The server: the pages at their addresses."""

import signal
import socket
from collections.abc import Sequence
from pathlib import Path

from nicegui import Client, app, ui
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ponnuki.apps.web.catalogue import Catalogue
from ponnuki.apps.web.inside_page import InsidePage
from ponnuki.apps.web.layout import serve_files
from ponnuki.apps.web.play_page import MAX_UPLOAD, PlayPage
from ponnuki.apps.web.runs_page import ComparePage, RunPage, RunsPage
from ponnuki.apps.web.services import Services
from ponnuki.apps.web.thinking import Thinker
from ponnuki.apps.web.tournament_page import TournamentPage, TournamentsPage

MAX_BODY = MAX_UPLOAD + 10_000
"""Bytes of a request: a file and what is around it."""
HISTORY = 100
"""Messages that are kept for a page whose connection is lost; behind more it is loaded again."""
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
    if host in LOOPBACK:  # a stranger's page must not speak to it by another name
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])
    app.add_middleware(LimitedBodies)
    app.on_shutdown(services.close)
    _end_on_hangup()
    print(f"Ponnuki is at http://{host}:{port} (Ctrl-C ends it)", flush=True)
    ui.run(
        host=host,
        port=port,
        title="Ponnuki",
        favicon=_ICON,
        show=show,
        reload=False,
        show_welcome_message=False,
        dark=None,
        tailwind=False,  # it would be compiled in the browser; style.css has what is needed
        reconnect_timeout=10.0,
        message_history_length=HISTORY,
        ws_per_message_deflate=False,  # the network is near, and pressing takes time
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
    def inside(request: Request) -> None:
        InsidePage(services, request.query_params)


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
