"""Finished runs in one zip file, to keep and to hand on.

Of each run it holds the settings, where it comes from, the lines of all generations and the last
champion: a folder that can be read, played and compared, but not gone on with. Any program that
knows zip files unpacks it.
"""

import io
import ntpath
import posixpath
import re
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ponnuki.evaluators.files import MAX_BYTES as MAX_WEIGHTS
from ponnuki.runs.listing import RunSummary, find_runs
from ponnuki.runs.log import GENERATIONS, read_log
from ponnuki.runs.record import (
    CHAMPIONS,
    CONFIG,
    MAX_CONFIG,
    PROVENANCE,
    RunRecord,
    provenance_text,
)
from ponnuki.runs.state import RunError
from ponnuki.store import MANIFEST, digest
from ponnuki.store.files import make_folder, write_whole
from ponnuki.store.manifest import encode

MAX_UNPACKED = 2**32
"""No more bytes than these come out of a pack."""
_NAME = re.compile(r"(?!\.)[^/\\\x00-\x1f]{1,200}")
_IN_A_PACK = re.compile(r"[\w-]+\.(?:toml|jsonl?)|SHA256SUMS|champions/generation-\d+\.safetensors")
PACK = ".zip"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file inside, so that the same runs are the same bytes."""


def pack_runs(folders: Sequence[str | Path], target: str | Path) -> list[str]:
    """Writes the finished runs of some folders into one file, and gives their names.

    Args:
        folders: runs, or folders of them.
        target: the file; it appears whole or not at all.

    Raises:
        RunError: a run is damaged or not finished, two have the same name, or there is none.
        OSError: the file cannot be written.
    """
    found: dict[str, RunSummary] = {}
    for folder in folders:
        for one in find_runs(folder):
            if one.status != "finished":
                raise RunError(f"{one.folder}: {one.reason or one.status}: use finished runs")
            name = one.folder.resolve().name
            if name in found:
                raise RunError(f"{one.folder} and {found[name].folder} have the same name")
            found[name] = one
    if not found:
        raise RunError(f"{', '.join(map(str, folders))}: there is no run")
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, one in sorted(found.items()):
            for file, data in sorted(_files(one.folder).items()):
                archive.writestr(_entry(f"{name}/{file}"), data)
    write_whole(target, held.getvalue())
    return sorted(found)


def holds_runs(path: Path) -> bool:
    """Whether a file is a pack of runs, or a damaged zip file, which may have been one."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(f"/{PROVENANCE}") for name in archive.namelist())
    except (ValueError, NotImplementedError, zipfile.BadZipFile):
        return path.suffix == PACK
    except OSError:
        return False


def unpack(path: Path, folder: str | Path) -> list[Path]:
    """Unpacks a pack of runs, from anybody, into an empty folder; gives the folders of the runs.

    Raises:
        RunError: it is damaged, or holds other things than runs.
    """
    names: dict[str, None] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            left = MAX_UNPACKED
            for one in archive.infolist():
                run, _, name = one.filename.partition("/")
                left -= one.file_size
                if not _IN_A_PACK.fullmatch(name) or not _NAME.fullmatch(run) or left < 0:
                    raise RunError(f"{path}: {one.filename[:200]!r} belongs to no run, or is large")
                names[run] = None
                make_folder((Path(folder) / one.filename).parent)
                write_whole(Path(folder) / one.filename, archive.read(one))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise RunError(f"{path}: damaged, or no pack of runs: {error}") from None
    return [Path(folder) / name for name in names]


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o100644 << 16  # an ordinary file that all may read
    return entry


def _files(folder: Path) -> dict[str, bytes]:
    """What is handed on of a run, by name."""
    record = RunRecord.open(folder)
    champion = f"{CHAMPIONS}/{record.champion().name}"
    out = {
        CONFIG: record._files.checked(CONFIG, MAX_CONFIG),
        champion: record._files.checked(champion, MAX_WEIGHTS),
        GENERATIONS: _lines(record),
        PROVENANCE: provenance_text(_without_folders(record.provenance)),
    }
    return {**out, MANIFEST: encode("run", {name: (digest(data),) for name, data in out.items()})}


def _lines(record: RunRecord) -> bytes:
    """The lines of all generations; the last one may stand in the state alone."""
    head = record._head()
    lines = [line for line, _ in read_log(record._files, head, record.folder / GENERATIONS)]
    last = [] if head is None else [head.line.encode()]
    return b"".join(line + b"\n" for line in [*lines, *last])


def _without_folders(facts: Any) -> Any:
    """The same facts, but of every path that begins at a root only what it ends with."""
    if isinstance(facts, dict):
        return {name: _without_folders(fact) for name, fact in facts.items()}
    if isinstance(facts, list):
        return [_without_folders(fact) for fact in facts]
    if isinstance(facts, str) and (posixpath.isabs(facts) or ntpath.isabs(facts)):
        return ntpath.basename(facts.rstrip("/\\"))
    return facts
