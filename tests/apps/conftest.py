"""The command line in this process: a fixture that runs it and says what it left."""

import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ponnuki.apps.cli import main


class Said(NamedTuple):
    """What a command left."""

    code: int
    out: str
    err: str

    def lines(self) -> list[dict[str, Any]]:
        """Its output as JSON, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Said]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """Runs ponnuki in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # main sets its own

    def called(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["ponnuki", *arguments])
        code: Any = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        return Said(code, *capsys.readouterr())

    return called
