"""The Go Text Protocol, version 2: builds commands and reads responses. No input, no output.

What an engine says comes from a stranger: lines and responses have a greatest length, and whatever
is no GTP is a GtpError that shows its beginning.
"""

import re
from dataclasses import dataclass

from ponnuki.games.notation import GO_NOTATION, Notation

MAX_COMMAND = 1_000
"""Characters of a command, its end of line included."""
MAX_LINE = 10_000
"""Bytes of a line that an engine may say."""
MAX_RESPONSE = 200_000
"""Bytes of a whole response, which may have many lines."""

RESIGN = "resign"

_HEAD = re.compile(r"([=?])([0-9]{1,10})?(?: (.*))?")
_CONTROL: dict[int, str | None] = {**dict.fromkeys([*range(32), 127]), ord("\t"): " "}


class GtpError(ValueError):
    """What an engine does or says is not GTP, or not what it was asked for."""


@dataclass(frozen=True)
class Response:
    """The answer to a command.

    Attributes:
        success: whether the command was carried out ('=') or not ('?').
        id: the number of the command, if the answer names one.
        text: what follows, without the empty line at its end.
    """

    success: bool
    id: int | None
    text: str


def command(name: str, *arguments: str | float, id: int | None = None) -> str:  # noqa: A002
    """A command as a line, with its end.

    Raises:
        GtpError: a part is empty, has blanks or characters that GTP does not know, or the line is
            too long.
    """
    parts = [name, *(f"{a:g}" if isinstance(a, float) else str(a) for a in arguments)]
    for part in parts:
        if not re.fullmatch(r"[!-~]+", part) or "#" in part:
            raise GtpError(f"{part[:50]!r} cannot be part of a GTP command")
    line = " ".join(([] if id is None else [str(id)]) + parts) + "\n"
    if len(line) > MAX_COMMAND:
        raise GtpError(f"a GTP command has at most {MAX_COMMAND} characters, not {len(line)}")
    return line


class ResponseReader:
    """Puts responses together from the bytes that an engine says, in pieces of any length."""

    def __init__(self) -> None:
        self._rest = b""
        self._lines: list[str] = []
        self._size = 0
        self._broken: GtpError | None = None

    def feed(self, data: bytes) -> list[Response]:
        """The responses that these bytes complete.

        Raises:
            GtpError: this is no GTP, or too much of it. Then nothing more can be read, and every
                further call says so again.
        """
        if self._broken is not None:
            raise self._broken
        *lines, self._rest = (self._rest + data).split(b"\n")
        try:
            found = [response for line in lines if (response := self._take(line)) is not None]
            _check_length(self._rest)
        except GtpError as error:
            self._broken = error
            raise
        return found

    def _take(self, line: bytes) -> Response | None:
        """The response that a line completes, if it does."""
        _check_length(line)
        text = line.decode("utf-8", "replace").translate(_CONTROL)
        if not self._lines and not text.strip():
            return None
        if text:
            if not self._lines and not _HEAD.fullmatch(text):
                raise GtpError(f"{text[:50]!r} is no GTP: a response begins with '=' or '?'")
            self._size += len(line)
            if self._size > MAX_RESPONSE:
                raise GtpError(f"a response has more than {MAX_RESPONSE} bytes")
            self._lines.append(text)
            return None
        lines, self._lines, self._size = self._lines, [], 0
        return _response(lines)


def _check_length(line: bytes) -> None:
    if len(line) > MAX_LINE:
        raise GtpError(f"a line has more than {MAX_LINE} bytes")


def _response(lines: list[str]) -> Response:
    """The response with these lines, of which the first is known to be one's head."""
    match = _HEAD.fullmatch(lines[0])
    assert match is not None
    mark, number, first = match.groups()
    text = "\n".join([(first or "").strip(), *(line.rstrip() for line in lines[1:])]).strip("\n")
    return Response(mark == "=", None if number is None else int(number), text)


def vertex(move: int, size: int, notation: Notation = GO_NOTATION) -> str:
    """A move as GTP writes it: a point, or the number of points for a pass.

    Go has its rows from the bottom and no I; engines of Othello write points as its players do.
    """
    if not 0 <= move <= size * size:
        raise GtpError(f"move {move} is not on a board of size {size}")
    return "pass" if move == size * size else notation.text(move, size)


def read_move(text: str, size: int, notation: Notation = GO_NOTATION) -> int | None:
    """The move that an engine names in its answer to genmove; None if it resigns.

    Raises:
        GtpError: no move on a board of that size is written so.
    """
    word = text.strip().lower()
    if word == RESIGN:
        return None
    if word == "pass":
        return size * size
    point = notation.point(word, size)
    if point is None:
        raise GtpError(f"{text[:50]!r} is no move on a board of size {size}")
    return point
