"""Files that appear whole or not at all."""

import contextlib
import errno
import os
from pathlib import Path


def write_whole(path: str | Path, data: bytes) -> None:
    """Puts a file in its place, whole or not at all, and through to the disk.

    Args:
        path: the file; its folder must be there.
        data: what it holds.

    Raises:
        OSError: it cannot be written; names the file, and what was there before stays.
    """
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "xb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(beside, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise cannot_write(target, error) from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def cannot_write(path: Path, error: OSError) -> OSError:
    """The same error with the file's name in it."""
    return OSError(error.errno, error.strerror or str(error), str(path))


def _sync_folder(path: Path) -> None:
    """Makes a rename last through a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # some file systems have no such thing
            raise
    finally:
        os.close(handle)
