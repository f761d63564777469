"""The files of a folder: read with limits, written whole, never through a link.

Nothing here knows what the files hold.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ponnuki.store.files import cannot_write, make_folder, open_file, write_whole

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK = ".lock"
LOCK_WAIT = 0.5
"""Seconds that a writer waits: who only looks whether a folder is being written holds the lock."""


class StoreError(ValueError):
    """A folder that holds something else, is damaged, or cannot be written now."""


class Folder:
    """A folder whose files have fixed names; names are given relative to it, with slashes.

    A link anywhere below the folder is refused, so that nothing outside is read or written.
    """

    def __init__(self, path: str | Path, refuse: type[StoreError] = StoreError) -> None:
        self.root = Path(os.path.realpath(path))
        self.refuse = refuse

    def at(self, name: str) -> Path:
        """Where a file lies.

        Raises:
            StoreError: the way to it is a link.
        """
        path = self.root / name
        if os.path.islink(path) or os.path.realpath(path) != str(path):
            below = (self.root / one for one in reversed(Path(name).parents))
            link = next(filter(os.path.islink, below), path)
            raise self.refuse(f"{link}: a link, which is not allowed here")
        return path

    def open(self, name: str, limit: int) -> BinaryIO:
        """An ordinary file of at most `limit` bytes, for reading.

        Raises:
            StoreError: it is larger, or no ordinary file.
            OSError: it is not there, or cannot be read.
        """
        return open_file(self.at(name), limit, self.refuse, links=False)

    def read(self, name: str, limit: int) -> bytes:
        """All bytes of a file; errors as of `open`."""
        with self.open(name, limit) as handle:
            return handle.read(limit)

    def names(self, folder: str) -> list[str]:
        """The names in a folder below this one; none if it is not there."""
        path = self.at(folder)
        return sorted(os.listdir(path)) if path.is_dir() else []

    def write(self, name: str, data: bytes) -> None:
        """Puts a file in its place, whole or not at all, and through to the disk.

        Args:
            name: the file.
            data: what it holds.

        Raises:
            OSError: it cannot be written; the file that was there before stays.
        """
        path = self.at(name)
        make_folder(path.parent)
        write_whole(path, data)

    def overwrite(self, name: str, offset: int, data: bytes) -> None:
        """Ends a file, from an offset on, with these bytes, and through to the disk."""
        path = self.at(name)
        try:
            with open(path, "r+b", opener=_opener) as handle:
                if handle.seek(0, os.SEEK_END) < offset:
                    raise self.refuse(f"{path}: another program has shortened the file")
                handle.seek(offset)
                handle.write(data)
                handle.truncate()
                handle.flush()
                os.fsync(handle.fileno())
        except OSError as error:
            raise cannot_write(path, error) from error

    def cut(self, name: str, size: int) -> None:
        """Takes away what stands behind a size in a file, if that can be done."""
        with contextlib.suppress(OSError, self.refuse):
            path = self.at(name)
            if path.stat().st_size > size:
                os.truncate(path, size)

    def clean(self, folder: str = "") -> None:
        """Takes away what writes that were broken off have left in a folder."""
        path = self.at(folder)
        for leftover in path.glob(".*.tmp") if path.is_dir() else ():
            if leftover.is_symlink() or not leftover.is_dir():
                leftover.unlink()

    def lock(self, busy: str, seconds: float = LOCK_WAIT) -> "BaseFileLock":
        """The folder's lock, held: one process at a time writes.

        Args:
            busy: what another process is doing that holds it.
            seconds: how long to wait for it.

        Raises:
            StoreError: another process holds it.
        """
        from filelock import FileLock, Timeout  # noqa: PLC0415 - only writing needs it

        lock = FileLock(self.at(LOCK), timeout=seconds, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            raise self.refuse(f"{self.root}: another process is {busy}") from None
        return lock


@contextlib.contextmanager
def damage_of(where: Path | str, refuse: type[StoreError] = StoreError) -> Iterator[None]:
    """Whatever goes wrong while the content of a file is read becomes an error with its name."""
    try:
        yield
    except KeyError as error:
        raise refuse(f"{where}: damaged or not of this package: it lacks {error}") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise refuse(f"{where}: damaged or not of this package: {error}") from None
    except RecursionError:
        raise refuse(f"{where}: damaged or not of this package: nested too deep") from None


def _opener(path: str, flags: int) -> int:
    """For writing: a link is not followed, and a pipe does not keep its writer waiting."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
