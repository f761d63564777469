"""Who may come in: keys, the pages' own origin, and what a page may load.

A key stands in the address that the command opens or prints. It becomes a cookie, and the cookie is
asked for with every request where the server can be reached from other machines. On this machine
alone everybody may come in, as everybody could read the files that are shown.
"""

import hmac
import secrets
from collections.abc import Mapping
from html import escape
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ENTRANCE = "/enter"
COOKIE = "ponnuki"
SOCKETS = "/_nicegui_ws/"
"""Where pages speak to the server, by a socket or by polling."""

# The framework builds pages with scripts and styles inside them, and evaluates handlers.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Keys:
    """Keys that open the door, and the cookies that they become.

    Attributes:
        invitation: a key for everybody who is told it, as long as the server runs.
    """

    def __init__(self) -> None:
        self.invitation = secrets.token_urlsafe(24)
        self._once: set[str] = set()
        self._secret = secrets.token_bytes(32)

    def once(self) -> str:
        """A key that opens one time."""
        key = secrets.token_urlsafe(24)
        self._once.add(key)
        return key

    def turn(self, key: str) -> str | None:
        """The cookie for a key, or None if it does not fit, or no longer."""
        fits = _equal(key, self.invitation)
        for one in list(self._once):
            if _equal(key, one):
                self._once.discard(one)
                fits = True
        if not fits:
            return None
        name = secrets.token_hex(16)
        return f"{name}.{self._sign(name)}"

    def knows(self, cookie: str) -> bool:
        """Whether a cookie was given by this server."""
        name, _, signature = cookie.partition(".")
        return _equal(signature, self._sign(name))

    def _sign(self, name: str) -> str:
        return hmac.digest(self._secret, name.encode(errors="replace"), "sha256").hex()


class Doors:
    """Looks at every request before anybody else does.

    Args:
        inner: what is behind the door.
        keys: who may come in.
        locked: whether a key is needed; pages of other origins are refused in any case.
    """

    def __init__(self, inner: ASGIApp, keys: Keys, locked: bool) -> None:
        self.inner, self.keys, self.locked = inner, keys, locked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on."""
        if scope["type"] not in {"http", "websocket"}:
            await self.inner(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._answer(scope)
        if answer is None:
            await self.inner(scope, receive, with_headers)
        elif scope["type"] == "http":
            await answer(scope, receive, with_headers)
        else:
            await send({"type": "websocket.close", "code": 1008})  # before it is open: 403

    def _answer(self, scope: Scope) -> Response | None:
        """What is said at the door, or None for those who may pass."""
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        if not _own_page(scope, headers):
            return PlainTextResponse("This is for pages of this server alone.", 403)
        known = self.keys.knows(_cookie(headers))
        if scope["type"] == "http" and scope["path"] == ENTRANCE:
            return self._enter(scope, known)
        if self.locked and not known:
            return _page(
                "This server is locked.",
                "Open the address that <code>ponnuki play</code> has printed, with its key.",
                401,
            )
        return None

    def _enter(self, scope: Scope, known: bool) -> Response:
        keys = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])
        cookie = self.keys.turn(keys[0])
        if cookie is None and self.locked and not known:
            return _page(
                "This key does not fit.",
                "It may belong to a server that has ended, or have been used already. Open the "
                "address that <code>ponnuki play</code> has printed.",
                403,
            )
        # A page of our own that goes on, and no redirection: a browser that was sent here by
        # another site would not show a strict cookie on the way.
        answer = _page("Welcome.", '<a href="/">Go on</a>', 200, onward="/")
        if cookie is not None:
            answer.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", path="/")
        return answer


def _own_page(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, from no page, or from a link to one."""
    own = headers.get("sec-fetch-site", "none") in {"same-origin", "none"}
    if (
        scope["type"] == "http"
        and scope["method"] in {"GET", "HEAD"}
        and not scope["path"].startswith(SOCKETS)
    ):
        return own or headers.get("sec-fetch-dest") == "document"
    origin = headers.get("origin")
    return own and (origin is None or urlsplit(origin).netloc == headers.get("host"))


def _cookie(headers: Mapping[str, str]) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _equal(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing."""
    return secrets.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))


def _page(title: str, text: str, status: int, onward: str = "") -> HTMLResponse:
    """A page that needs nothing else."""
    refresh = f'<meta http-equiv="refresh" content="0;url={escape(onward)}">' if onward else ""
    head = f'<meta charset="utf-8"><title>Ponnuki</title><link rel="icon" href="data:,">{refresh}'
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head>{head}</head>'
        '<body style="font-family: sans-serif; margin: 3rem">'
        f"<h1>{title}</h1><p>{text}</p></body></html>",
        status,
        {"Cache-Control": "no-store"},
    )
