"""Provenance: what is known of the program and the machine, and None for what is not."""

import json
import re
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import ponnuki
from ponnuki.runs import provenance
from tests.programs import run


def test_facts() -> None:
    """All of it is plain data; the time is now, in UTC."""
    facts = provenance.facts()
    assert json.loads(json.dumps(facts)) == facts
    assert list(facts) == [
        "time",
        "ponnuki",
        "commit",
        "dirty",
        "compiler",
        "python",
        "numpy",
        "platform",
        "cpu",
        "instruction_set",
        "cores",
        "command",
    ]
    assert facts["ponnuki"] == ponnuki.__version__
    assert facts["cores"] >= 1
    assert facts["cpu"]
    assert timedelta(0) <= datetime.now(UTC) - datetime.fromisoformat(facts["time"])
    assert facts["commit"] is None or re.fullmatch("[0-9a-f]{40,64}", facts["commit"])


def git(folder: Path, *arguments: str) -> str:
    """What a git command prints."""
    who = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=main"]
    command = ["git", "-C", str(folder), *who, *arguments]
    return run(command).stdout.strip()


def test_the_commit_of_a_checkout(tmp_path: Path) -> None:
    """Its commit, whether it is dirty, and nothing for a package that lies in another checkout."""
    package = tmp_path / "src" / "ponnuki"
    other = tmp_path / ".venv" / "lib" / "ponnuki"
    for folder in package, other:
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    assert provenance.checkout(package) == (None, None)
    try:
        git(tmp_path, "init", "-q")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no git")
    assert provenance.checkout(package) == (None, None)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "x")
    commit = git(tmp_path, "rev-parse", "HEAD")
    assert provenance.checkout(package) == (commit, False)
    (package / "new.py").touch()
    assert provenance.checkout(package) == (commit, True)
    assert provenance.checkout(other) == (None, None)


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError("git"),
        PermissionError("git"),
        subprocess.TimeoutExpired("git", 10),
        subprocess.CalledProcessError(128, "git"),
    ],
)
def test_without_git(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """A git that is missing, hangs or fails leaves the commit open."""

    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(subprocess, "run", fail)
    assert provenance.checkout(provenance.PACKAGE) == (None, None)
