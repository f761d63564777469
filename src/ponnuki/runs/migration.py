"""Runs of earlier versions, and runs that lost their manifest, written as this version does."""

from pathlib import Path

from ponnuki.runs.check import MENDED, check_run
from ponnuki.runs.record import RunRecord
from ponnuki.runs.state import RunError
from ponnuki.store import MANIFEST, Store
from ponnuki.store.manifest import SUMS


def migrate_run(folder: str | Path, write: bool) -> list[str]:
    """The files of a run that are written anew, or would be; none of one in today's format.

    Args:
        folder: the run's.
        write: whether to write them.

    Raises:
        RunError: a file of the run is damaged or gone, or another process writes there.
        OSError: the folder cannot be written; nothing is lost.
    """
    files = Store(folder, "run", RunError)
    files.load()
    record = RunRecord(folder, lost=not files.manifest)
    anew = record.write_anew(write=False)
    for one in check_run(folder).files:
        if one.file in {MANIFEST, SUMS} or one.recovery == MENDED:
            continue
        if one.status in {"damaged", "missing"}:
            raise RunError(f"{folder}: not written anew: {one.file}: {one.note}")
    return record.write_anew(write) if anew else []
