"""Programs that tests start: none is waited for without end, and none outlives its test."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

LIMIT = 600
"""Seconds that a program may take in a test, however busy the machine is."""

_PIPES: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def run(
    command: Sequence[str], *, check: bool = True, **more: Any
) -> "subprocess.CompletedProcess[str]":
    """Runs a program to its end: its exit code, and what it said as text."""
    return subprocess.run(command, check=check, timeout=LIMIT, **(_PIPES | more))


@contextmanager
def started(command: Sequence[str], **more: Any) -> Iterator["subprocess.Popen[Any]"]:
    """A program with pipes. It is killed at the end, and at the limit: its output then ends."""
    process = subprocess.Popen(command, **(_PIPES | more))
    watchdog = threading.Timer(LIMIT, process.kill)
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        watchdog.join(LIMIT)
        process.kill()
        process.wait(LIMIT)
        for pipe in process.stdin, process.stdout, process.stderr:
            if pipe is not None:
                pipe.close()


@contextmanager
def limited(child: int) -> Iterator[None]:
    """A process that was forked is killed at the limit: its output and all waits for it then end.

    Raises:
        AssertionError: the limit was reached.
    """
    late = threading.Event()

    def end() -> None:
        late.set()
        os.kill(child, signal.SIGKILL)

    watchdog = threading.Timer(LIMIT, end)
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()
        watchdog.join(LIMIT)
    assert not late.is_set(), f"a process took more than {LIMIT} seconds"
