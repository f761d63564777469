"""Experiments of earlier versions, and those that lost their manifest, written as this one does."""

import json
from pathlib import Path

from ponnuki.papers.check import check_experiments
from ponnuki.papers.kept import MAX_BYTES
from ponnuki.papers.workshop import LISTED, RESULTS
from ponnuki.store import MANIFEST, Store, StoreError, digest_of_file


def migrate_experiments(folder: str | Path, write: bool) -> list[str]:
    """The files of experiments that are written anew, or would be; arguments as of `migrate_run`.

    Raises:
        StoreError: a file is damaged, or another process writes there.
        OSError: the folder cannot be written; nothing is lost.
    """
    files = Store(folder, "experiments")
    files.load()
    if files.manifest:
        return []
    found = check_experiments(folder).files
    for one in found:
        if one.status in {"damaged", "missing"} and one.file != MANIFEST:
            raise StoreError(f"{folder}: not written anew: {one.file}: {one.note}")
    names = [one.file for one in found if one.file != MANIFEST]
    if write:
        lock = files.lock("listing the files of these experiments")
        try:
            for name in names:
                with files.open(name, MAX_BYTES) as file:
                    files.files[name] = (digest_of_file(file),)
            if RESULTS in names:
                results = json.loads(files.read(RESULTS, MAX_BYTES))
                files.put(RESULTS, json.dumps({**results, LISTED: True}, indent=1).encode())
            files.save()
        finally:
            lock.release()
    return [MANIFEST, *([RESULTS] if RESULTS in names else [])]
