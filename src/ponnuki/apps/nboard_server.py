"""The loop around an NBoard engine: lines are read while it thinks."""

import io
import queue
import select
import threading
from typing import BinaryIO

from ponnuki.apps.nboard import NBoardEngine
from ponnuki.formats.gtp_server import read_lines
from ponnuki.formats.nboard import parse_command

MAX_WAITING = 1_000
"""Lines that are read ahead."""
_PATIENCE = 200  # milliseconds between two looks at whether somebody listens


def serve(engine: NBoardEngine, commands: BinaryIO, responses: BinaryIO) -> None:
    """Answers commands until quit, the end of the commands, or until nobody listens any more.

    At the end of the commands the last answers are still found, unless nobody listens.
    """
    lines: queue.Queue[str | None] = queue.Queue(MAX_WAITING)
    done = threading.Event()

    def listen() -> None:
        for line in read_lines(commands):
            command = parse_command(line)
            if command is not None and command.name == "ping":
                engine.interrupts.ping_read()
            lines.put(line)
            if command is not None and command.name == "quit":
                break
        lines.put(None)
        _watch(engine, responses, done)

    threading.Thread(target=listen, name="nboard commands", daemon=True).start()
    try:
        while engine.running and (line := lines.get()) is not None:
            for said in engine.handle(line):
                responses.write(f"{said}\n".encode("utf-8", "replace"))
                responses.flush()
    except BrokenPipeError:
        return
    finally:
        done.set()
        engine.close()


def _watch(engine: NBoardEngine, responses: BinaryIO, done: threading.Event) -> None:
    """Ends a thought when a program that has closed our input also reads no answers any more."""
    try:
        number = responses.fileno()
    except io.UnsupportedOperation:
        return
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(number, 0)  # errors and the other side's end are always told
    while not done.is_set():
        if poll.poll(_PATIENCE):
            engine.interrupts.end()
            return
