"""Tests do not wait for the disk: what `fsync` does shows only after a power cut."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def no_waiting() -> Iterator[None]:
    """Calls of fsync are made, and do nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield
