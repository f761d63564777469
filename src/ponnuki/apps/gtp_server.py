"""The loop around a GTP engine: commands are answered in turn; the next one ends an analysis."""

import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

from ponnuki.apps.gtp import GtpEngine
from ponnuki.apps.gtp_analysis import Analysis
from ponnuki.formats.gtp_server import read_lines
from ponnuki.players import Stop


def serve(engine: GtpEngine, commands: BinaryIO, responses: BinaryIO) -> None:
    """Answers commands until quit, the end of the commands, or until nobody listens any more."""

    def write(text: str) -> None:
        responses.write(text.encode("utf-8", "replace"))
        responses.flush()

    lines = read_lines(commands)
    line = next(lines, None)
    try:
        while line is not None:
            said = engine.answer(line)
            if isinstance(said, str):
                write(said)
                if not engine.running:
                    return
                line = next(lines, None)
            else:
                line = _analyse(said, lines, write)
    except BrokenPipeError:
        return
    finally:
        engine.close()


def _analyse(analysis: Analysis, lines: Iterator[str], write: Callable[[str], None]) -> str | None:
    """Reports an analysis until the next line comes; returns that line, None at the end.

    Raises:
        BrokenPipeError: nobody listens any more.
    """
    stop, broken = Stop(), threading.Event()

    def work() -> None:
        try:
            write(f"={analysis.id}\n")
            for report in analysis.reports(stop):
                write(f"{report}\n")
        except BrokenPipeError:
            broken.set()

    thread = threading.Thread(target=work, name="analysis")
    thread.start()
    try:
        line = next(lines, None)
    finally:
        stop.set()
        thread.join()
    if broken.is_set():
        raise BrokenPipeError
    write("\n")
    return line
