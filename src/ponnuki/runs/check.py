"""Reads a run whole, and says what is sound, what is damaged and what can be recovered."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ponnuki.arena.findings import Finding, Findings
from ponnuki.evaluators import load_weights
from ponnuki.evaluators.files import MAX_BYTES as MAX_WEIGHTS
from ponnuki.runs import state as states
from ponnuki.runs.folder import Folder, RunError, damage_of
from ponnuki.runs.log import GENERATIONS, read_log
from ponnuki.runs.record import (
    CHAMPIONS,
    CONFIG,
    GAMES,
    MAX_CONFIG,
    MAX_GAME,
    MAX_PROVENANCE,
    PROVENANCE,
    STATE,
    provenance_text,
    read_provenance,
)
from ponnuki.runs.state import StateHead
from ponnuki.runs.sums import SUMS, digest, read_sums

AGAIN = "the same settings, trained again, make the same file"


def check_run(folder: str | Path) -> Findings:
    """Reads all files of a run and compares them with what was written.

    Raises:
        RunError: there is no such folder.
    """
    files = Folder(folder)
    if not files.root.is_dir():
        raise RunError(f"{folder}: there is no such folder")
    return Findings(str(folder), "run", tuple(_all(files)))


def _all(files: Folder) -> Iterator[Finding]:
    try:
        sums = read_sums(files)
    except (RunError, OSError) as error:
        yield Finding(SUMS, "damaged", _said(files, error))
        sums = {}
    yield _provenance(files, expected=bool(sums))
    yield _file(files, CONFIG, MAX_CONFIG, sums, lambda data: tomllib.loads(data.decode()))
    yield from _state_and_lines(files)
    try:
        there = {f"{kind}/{name}" for kind in (CHAMPIONS, GAMES) for name in files.names(kind)}
    except (RunError, OSError) as error:
        yield Finding(f"{CHAMPIONS}, {GAMES}", "damaged", _said(files, error))
        there = set()
    for name in sorted(there | {name for name in sums if "/" in name}):
        if name.endswith(".tmp"):  # of a write that was broken off; resuming takes it away
            continue
        if name.startswith(CHAMPIONS):
            yield _champion(files, name, sums)
        else:
            yield _file(files, name, MAX_GAME, sums, lambda _: None, AGAIN)


def _provenance(files: Folder, expected: bool) -> Finding:
    """The file that makes a folder a run; it has its own digest, as others are expected to."""
    checked = True

    def read() -> None:
        nonlocal checked
        found = read_provenance(files)
        checked = expected or "sha256" in found
        if checked and files.read(PROVENANCE, MAX_PROVENANCE) != provenance_text(found):
            raise RunError("its SHA-256 is not that of what was written")

    broken = "if its creation was broken off, train into the folder again"
    found = _look(files, PROVENANCE, read, broken)
    if found.status == "sound" and not checked:
        return Finding(PROVENANCE, "unchecked", "no digest was kept of it")
    return found


def _state_and_lines(files: Folder) -> Iterator[Finding]:
    """The two belong together: the state has the hash of the lines, and the last of them whole."""
    head: StateHead | None = None

    def read_state() -> None:
        nonlocal head
        with files.open(STATE, states.MAX_BYTES) as file, damage_of(STATE):
            states.decode(file)
            file.seek(0)
            head = states.decode_head(file)

    state = _look(files, STATE, read_state, recovery=f"the run cannot be resumed; {AGAIN}")
    lines = 0

    def read_lines() -> None:
        nonlocal lines
        lines = len(read_log(files, head, Path(GENERATIONS)))

    log = _look(files, GENERATIONS, read_lines, recovery=AGAIN)
    if state.status == "missing":
        if lines:
            note = f"taken away: {lines} generations can be read, the run cannot be resumed"
            yield Finding(STATE, "unchecked", note)
    else:
        yield state
    unsaid = log.status == "sound" and lines > 0 and (head is None or not head.log)
    yield Finding(GENERATIONS, "unchecked", "no hash was kept of its lines") if unsaid else log


def _champion(files: Folder, name: str, sums: dict[str, str]) -> Finding:
    """A file of weights, which has digests of its own."""
    found = _file(files, name, MAX_WEIGHTS, sums, lambda _: None, AGAIN)
    if found.status not in {"sound", "unchecked"}:
        return found
    checked = True

    def load() -> None:
        nonlocal checked
        checked = load_weights(files.at(name)).checked

    inside = _look(files, name, load, recovery=AGAIN)
    if inside.status != "sound":
        return inside
    return inside if checked else found


def _file(
    files: Folder,
    name: str,
    limit: int,
    sums: dict[str, str],
    read: Callable[[bytes], Any],
    recovery: str = "",
) -> Finding:
    """A file whose digest may be known."""

    def compare() -> None:
        data = files.read(name, limit)
        if name in sums and digest(data) != sums[name]:
            raise RunError("its SHA-256 is not that of what was written")
        with damage_of(name):
            read(data)

    found = _look(files, name, compare, recovery)
    if found.status == "sound" and name not in sums:
        return Finding(name, "unchecked", "no digest was kept of it")
    return found


def _look(files: Folder, name: str, read: Callable[[], object], recovery: str = "") -> Finding:
    """What comes of reading a file."""
    try:
        if not (files.root / name).exists() and not (files.root / name).is_symlink():
            return Finding(name, "missing", "it is not there", recovery)
        read()
    except (ValueError, OSError) as error:
        return Finding(name, "damaged", _said(files, error), recovery)
    return Finding(name, "sound")


def _said(files: Folder, error: Exception) -> str:
    """What an error says, without the way to the folder."""
    return str(error).replace(f"{files.root}/", "")
