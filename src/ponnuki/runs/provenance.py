"""Where a run comes from: the program, the machine, the time, the command."""

import functools
import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki import machine
from ponnuki.arena.batch import usable_cores

PACKAGE = Path(__file__).resolve().parents[1]


def facts() -> dict[str, Any]:
    """What can be said of this process; what cannot be found out is None."""
    from ponnuki import __version__  # noqa: PLC0415 - the package imports this module

    commit, dirty = _own_checkout()
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "ponnuki": __version__,
        "commit": commit,
        "dirty": dirty,
        "compiler": machine.COMPILER,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "platform": platform.platform(),
        "cpu": cpu_name(),
        "instruction_set": machine.instruction_set(),
        "cores": usable_cores(),
        "command": list(sys.argv),
    }


def digest_of(provenance: Mapping[str, Any]) -> str:
    """The SHA-256 of all facts, as plain data, but the one that is called sha256."""
    kept = {name: fact for name, fact in provenance.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


@functools.cache
def _own_checkout() -> tuple[str | None, bool | None]:
    """The checkout as it was when first looked at: the code that runs was loaded before."""
    return checkout(PACKAGE)


def checkout(package: Path) -> tuple[str | None, bool | None]:
    """The commit that a package is run from, and whether anything differs from it.

    Both are None where the package does not lie in its own checkout, or git does not answer.
    """
    said = _say("git", "-C", str(package), "rev-parse", "--show-toplevel", "HEAD") or ""
    found = said.splitlines()
    if len(found) != 2 or Path(os.path.realpath(found[0])) / "src" / "ponnuki" != package:
        return None, None
    # Without its optional lock the command writes nothing.
    changes = _say("git", "--no-optional-locks", "-C", found[0], "status", "--porcelain")
    return found[1], None if changes is None else bool(changes)


def cpu_name() -> str:
    """The name of the processor, as far as the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    if sys.platform == "darwin":
        name = _say("sysctl", "-n", "machdep.cpu.brand_string")
        if name:
            return name
    return platform.processor() or platform.machine()


def _say(*command: str) -> str | None:
    """What a command prints, or None if it fails in any way."""
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=10, check=True, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode(errors="replace").strip()
