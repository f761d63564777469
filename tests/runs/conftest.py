"""Tests do not wait for the disk: what `fsync` does shows only after a power cut."""

import os

import pytest


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of fsync are made, and do nothing."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
