"""Tests do not wait for the disk, drawn inputs repeat on any machine, and programs hear signals."""

import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("any machine")


@pytest.fixture(scope="session", autouse=True)
def no_waiting() -> Iterator[None]:
    """Calls of fsync are made, and do nothing: what it does shows only after a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def heard_signals() -> Iterator[None]:
    """Programs hear Ctrl-C and the end of a terminal also where the tests were told to ignore them.

    A shell that starts the tests in the background, or with nohup, has them ignore such signals.
    A program that they start would inherit that; it does not inherit a handler that does nothing.
    """
    ignored = [
        number
        for name in ("SIGINT", "SIGHUP")
        if (number := getattr(signal, name, None)) and signal.getsignal(number) is signal.SIG_IGN
    ]
    for number in ignored:
        signal.signal(number, lambda *_: None)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
