"""Reads the folder of experiments whole: answers, nets, reports, results; runs by themselves."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ponnuki.papers.kept import DAMAGE, MAX_BYTES, UNSEALED, answer_in
from ponnuki.papers.workshop import NETS, PARTS, RESULTS, RUNS, lost_list
from ponnuki.store import MANIFEST, Finding, Findings, Store, StoreError, kind_of, look
from ponnuki.store.findings import said
from ponnuki.store.store import LOST

AGAIN = "the same command works it out again, or writes it again"
UNSAID = "no digest was kept of it"


def is_experiments(folder: Path) -> bool:
    """Whether a folder holds experiments, with or without a manifest."""
    if kind_of(folder) == "experiments":
        return True
    if (folder / RESULTS).is_file() and (folder / "report.md").is_file():
        return True
    return any((folder / kind).is_dir() for kind in (PARTS, NETS))


def check_experiments(folder: str | Path) -> Findings:
    """Reads all files of experiments and compares them with what was written.

    Raises:
        StoreError: there is no such folder.
    """
    files = Store(folder, "experiments")
    if not files.root.is_dir():
        raise StoreError(f"{folder}: there is no such folder")
    return Findings(str(folder), "experiments", tuple(_all(files)))


def _all(files: Store) -> Iterator[Finding]:
    listing = look(files, MANIFEST, files.load)
    gone = listing.status == "missing"
    if not gone:
        yield listing
    there = {RESULTS} if (files.root / RESULTS).exists() else set()
    for kind in PARTS, NETS:
        try:
            there |= {f"{kind}/{name}" for name in files.names(kind) if not name.startswith(".")}
        except (StoreError, OSError) as error:
            yield Finding(kind, "damaged", said(files, error))
    for name in sorted(there | files.files.keys()):
        found = look(files, name, lambda: _read(files, name), AGAIN)  # noqa: B023 - called at once
        if name == RESULTS and gone and lost_list(files):
            yield Finding(MANIFEST, "missing", LOST)
        if found.status == "sound" and not _is_known(files, name):
            found = Finding(name, "unchecked", UNSAID)
        yield found


def _is_known(files: Store, name: str) -> bool:
    """Whether anything says what the file should be."""
    if files.files.get(name) or name.startswith(RUNS):
        return True
    sealed = name.startswith(PARTS) and json.loads(files.read(name, MAX_BYTES)).keys() != UNSEALED
    return sealed or name.startswith(NETS)  # a zip file has checksums


def _read(files: Store, name: str) -> None:
    if name.startswith(RUNS):  # a run is checked by itself
        return
    data = files.checked(name, MAX_BYTES)
    try:
        if name.startswith(PARTS):
            answer_in(data)
        elif name.startswith(NETS):
            _unpack(data)
        elif name == RESULTS and not isinstance(json.loads(data), dict):
            raise ValueError("it is no table")
    except DAMAGE as error:
        raise StoreError(f"{name}: damaged: {error}") from None


def _unpack(data: bytes) -> None:
    """Raises an error if an array is not what its checksum says."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        if sum(one.file_size for one in file.infolist()) > MAX_BYTES:
            raise ValueError(f"its arrays have more than {MAX_BYTES} bytes")
        for name in file.namelist():
            with file.open(name) as array:
                while array.read(2**20):
                    pass
