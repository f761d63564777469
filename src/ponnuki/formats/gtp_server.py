"""The Go Text Protocol as an engine hears and speaks it: commands are read, responses written.

The other side's half, commands that are sent and responses that are read, is in `gtp`. What arrives
comes from a stranger: a line has a greatest length, and what is beyond it is never kept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

MAX_LINE = 10_000
"""Bytes of a line that are read; a longer one is answered with an error."""

_CONTROL: dict[int, str | None] = {**dict.fromkeys([*range(32), 127]), ord("\t"): " "}
_COMMAND = re.compile(r"(?:([0-9]{1,10}+)(?![^ ]))? *(.*)")


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        id: its number as it was written, or an empty text.
        name: what is to be done; empty if the line had a number alone.
        arguments: the words behind it.
    """

    id: str
    name: str
    arguments: tuple[str, ...]


def parse_command(line: str) -> Command | None:
    """The command of a line, or None if there is none: it is blank, or a comment.

    Tabs are blanks, other control characters are nothing, and all behind a '#' is a comment.
    """
    text = line.partition("\n")[0].partition("#")[0].translate(_CONTROL).strip(" ")
    if not text:
        return None
    match = _COMMAND.fullmatch(text)
    assert match is not None  # every text matches
    name, *arguments = match[2].split(" ")
    return Command(match[1] or "", name, tuple(filter(None, arguments)))


def write_response(success: bool, id: str, text: str) -> str:  # noqa: A002
    """A response with the empty line at its end; within it there is none."""
    lines = (line.translate(_CONTROL).rstrip() for line in text.split("\n"))
    body = "\n".join(line for line in lines if line)
    head = "=" if success else "?"
    lead = "\n" if text.startswith("\n") and body else " " if body else ""
    return f"{head}{id}{lead}{body}\n\n"


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream to its end. Of a line that is too long the beginning comes, and more
    than MAX_LINE characters of it, so that it can be told from others.
    """
    while data := stream.readline(MAX_LINE + 1):
        rest = data
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        text = data.decode("utf-8", "replace")
        yield text if len(data) <= MAX_LINE else text.ljust(MAX_LINE + 1, "?")
