"""Signals that ask a process to end: they stop work as Ctrl-C does."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class EndError(KeyboardInterrupt):
    """A signal that asks a process to end.

    Attributes:
        number: of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def asked_to_end() -> Iterator[None]:
    """Lets TERM and HUP raise EndError; where they are ignored they stay so."""

    def end(number: int, _: object) -> None:
        raise EndError(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    usual = threading.current_thread() is threading.main_thread()
    before = {
        number: signal.signal(number, end)
        for number in numbers
        if usual and signal.getsignal(number) is signal.SIG_DFL
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
