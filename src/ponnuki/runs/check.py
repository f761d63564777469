"""Reads a run whole, and says what is sound, what is damaged and what can be recovered."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ponnuki.evaluators import load_weights
from ponnuki.evaluators.files import MAX_BYTES as MAX_WEIGHTS
from ponnuki.runs import state as states
from ponnuki.runs.log import GENERATIONS, MAX_GENERATIONS, read_log
from ponnuki.runs.record import (
    CHAMPIONS,
    CONFIG,
    GAMES,
    MAX_CONFIG,
    MAX_GAME,
    PROVENANCE,
    STATE,
    lost_list,
    read_provenance,
)
from ponnuki.runs.state import RunError, StateHead
from ponnuki.store import MANIFEST, Finding, Findings, Store, damage_of, look
from ponnuki.store.findings import said
from ponnuki.store.manifest import SUMS
from ponnuki.store.store import LOST

AGAIN = "the same settings, trained again, make the same file"
UNSAID = "no digest was kept of it"
MENDED = "the state has the last line: 'ponnuki resume' mends it"
NO_RESUME = f"the run cannot be resumed; {AGAIN}"


def check_run(folder: str | Path) -> Findings:
    """Reads all files of a run and compares them with what was written.

    Raises:
        RunError: there is no such folder.
    """
    files = Store(folder, "run", RunError)
    if not files.root.is_dir():
        raise RunError(f"{folder}: there is no such folder")
    return Findings(str(folder), "run", tuple(_all(files)))


def _all(files: Store) -> Iterator[Finding]:
    yield from _list_and_origin(files)
    head, state = _state(files)
    for name, new in {} if head is None else head.files.items():
        files.files.setdefault(name, (new,))
    lines, log = _lines(files, head)
    if state.status != "missing" or STATE in files.files:
        yield state
    elif not files.manifest and lines:
        note = f"taken away: {lines} generations can be read, the run cannot be resumed"
        yield Finding(STATE, "unchecked", note)
    elif lines > 1 and not files.files.get(GENERATIONS):  # a packed run has none
        yield state
    yield log
    yield _file(files, CONFIG, MAX_CONFIG, lambda data: tomllib.loads(data.decode()))
    try:
        there = {f"{kind}/{name}" for kind in (CHAMPIONS, GAMES) for name in files.names(kind)}
    except (RunError, OSError) as error:
        yield Finding(f"{CHAMPIONS}, {GAMES}", "damaged", said(files, error))
        there = set()
    for name in sorted((there | files.files.keys()) - {PROVENANCE, CONFIG, STATE, GENERATIONS}):
        if name.endswith(".tmp"):  # of a write that was broken off; resuming takes it away
            continue
        if name.startswith(CHAMPIONS):
            yield _champion(files, name)
        else:
            limit = MAX_GAME if name.startswith(GAMES) else states.MAX_BYTES
            yield _file(files, name, limit, lambda _: None, AGAIN)


def _list_and_origin(files: Store) -> Iterator[Finding]:
    """What lists the other files, and the file that makes a folder a run."""
    listing = look(files, MANIFEST, files.load)
    if listing.status == "missing":
        listing = look(files, SUMS, files.load)
    own, lost = False, ""

    def read() -> None:
        nonlocal own, lost
        found, own = read_provenance(files)
        lost = lost_list(files, found, own)

    broken = "if its creation was broken off, train into the folder again"
    origin = look(files, PROVENANCE, read, broken)
    if listing.status == "damaged" or files.manifest:
        yield listing
    elif lost:
        yield Finding(lost, "missing", LOST)
    unsaid = origin.status == "sound" and not own and not files.files.get(PROVENANCE)
    yield Finding(PROVENANCE, "unchecked", UNSAID) if unsaid else origin


def _state(files: Store) -> tuple[StateHead | None, Finding]:
    """The state, which has a checksum of its own, and of a finished run a digest."""
    head: StateHead | None = None

    def read() -> None:
        nonlocal head
        with files.open(STATE, states.MAX_BYTES) as file, damage_of(STATE, RunError):
            states.decode(file)
            file.seek(0)
            head = states.decode_head(file)
        files.require(STATE, states.MAX_BYTES)

    found = look(files, STATE, read, NO_RESUME)
    return head, found


def _lines(files: Store, head: StateHead | None) -> tuple[int, Finding]:
    """How many lines of generations there are; the state has the hash of them, and the last one."""
    lines = 0

    def read() -> None:
        nonlocal lines
        lines = len(read_log(files, head, Path(GENERATIONS)))
        if head is None:
            return
        after = files.read(GENERATIONS, MAX_GENERATIONS).split(b"\n", lines)[-1]
        if not after.startswith(f"{head.line}\n".encode()):
            raise RunError(f"{GENERATIONS}: its last line is not that of the state")

    mends = AGAIN if head is None else MENDED
    found = look(files, GENERATIONS, read, AGAIN)
    if found.status == "damaged" and "last line" in found.note:
        found = replace(found, recovery=mends)
    said_of = files.files.get(GENERATIONS) or (head is not None and head.log) or not lines
    if found.status == "sound" and not said_of:
        found = Finding(GENERATIONS, "unchecked", "no hash was kept of its lines")
    return lines, found


def _champion(files: Store, name: str) -> Finding:
    """A file of weights, which has digests of its own."""
    found = _file(files, name, MAX_WEIGHTS, lambda _: None, AGAIN)
    if found.status not in {"sound", "unchecked"}:
        return found
    checked = True

    def load() -> None:
        nonlocal checked
        checked = load_weights(files.at(name)).checked

    inside = look(files, name, load, AGAIN)
    if inside.status != "sound":
        return inside
    return inside if checked else found


def _file(
    files: Store, name: str, limit: int, read: Callable[[bytes], object], recovery: str = ""
) -> Finding:
    """A file whose digest may be known."""

    def compare() -> None:
        data = files.checked(name, limit)
        with damage_of(name, RunError):
            read(data)

    found = look(files, name, compare, recovery)
    if found.status == "sound" and not files.files.get(name):
        return Finding(name, "unchecked", UNSAID)
    return found
