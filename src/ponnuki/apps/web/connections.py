"""How many connections there may be, and how long one may take to say what it wants."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MOST = 1_000
"""Connections at once; more are told that the server is busy."""
MOST_EACH = 400
"""Connections from one address other than this machine; more are closed."""
PATIENCE = 10.0
"""Seconds for a request to arrive whole."""
HERE = ("127.0.0.1", "::1")


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # uvicorn chooses the class
    """A connection that is closed when a request is half sent, or one visitor has too many."""

    transport: Any
    cycle: Any
    connections: set[Any]
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop

    def connection_made(self, transport: Any) -> None:
        """Begins, or ends at once."""
        super().connection_made(transport)
        host = self.client[0] if self.client else HERE[0]
        others = sum(1 for one in self.connections if one.client and one.client[0] == host)
        if host not in HERE and others > MOST_EACH:
            transport.abort()
            return
        self.loop.call_later(PATIENCE, self._look, None)

    def _look(self, seen: Any) -> None:
        """Looks whether something has arrived since the last look; seen is what was there then."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # it is over, or a socket by now
        cycle = self.cycle
        waits = cycle is None or cycle.response_complete or cycle.more_body
        if waits and cycle is seen:
            self.transport.abort()
            return
        self.loop.call_later(PATIENCE, self._look, cycle)
