"""Tournaments of earlier versions, and those that lost their manifest, written as this one does."""

from pathlib import Path

from ponnuki.arena.check import check_tournament
from ponnuki.arena.kept import RESULTS, SETTINGS, KeptGames, TournamentError
from ponnuki.store import MANIFEST, digest_of_file


def migrate_tournament(folder: str | Path, write: bool) -> list[str]:
    """The files of a tournament that are written anew, or would be; arguments as of `migrate_run`.

    Raises:
        TournamentError: a file is damaged, or another process writes there.
        OSError: the folder cannot be written; nothing is lost.
    """
    kept = KeptGames(folder)
    kept.store.load()
    found = check_tournament(folder).files
    for one in found:
        if one.status in {"damaged", "missing"} and one.file != MANIFEST:
            raise TournamentError(f"{folder}: not written anew: {one.file}: {one.note}")
    if kept.store.manifest:
        return []
    if write:
        lock = kept.store.lock("playing this tournament")
        try:
            identity = kept.settings()
            names = [one.file for one in found if one.file not in {SETTINGS, MANIFEST}]
            for name in names if RESULTS in names else ():
                with kept.store.open(name, 2**30) as file:
                    kept.store.files[name] = (digest_of_file(file),)
            kept.list_settings(identity)
            kept.store.save()
        finally:
            lock.release()
    return [MANIFEST, SETTINGS]
