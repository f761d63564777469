"""Files that appear whole or not at all, and files of strangers, opened with care."""

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


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
        sync_folder(target.parent)
    except OSError as error:
        raise cannot_write(target, error) from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def cannot_write(path: Path, error: OSError) -> OSError:
    """The same error with the file's name in it."""
    return OSError(error.errno, error.strerror or str(error), str(path))


_ADVICE = {
    errno.ENOENT: "check the name",
    errno.EACCES: "ask for the right to it, or use another place",
    errno.ENOSPC: "make room on the disk, and go on",
}


def in_words(error: OSError) -> str:
    """A system's error for people: the file first, then what is wrong and what to do.

    >>> in_words(FileNotFoundError(2, "No such file or directory", "net.safetensors"))
    'net.safetensors: No such file or directory: check the name'
    """
    if error.strerror is None:
        return str(error)
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    advice = [_ADVICE[error.errno]] if error.errno in _ADVICE else []
    return ": ".join([*names, error.strerror, *advice])


def printable(text: str | Path) -> str:
    r"""A name or a text that can be printed and sent; what is not UTF-8 in it is written out.

    >>> printable("run-\udcff")
    'run-\\udcff'
    """
    return str(text).encode(errors="backslashreplace").decode()


def open_file(
    path: str | Path, limit: int, refuse: type[ValueError], links: bool = True
) -> BinaryIO:
    """An ordinary file of at most `limit` bytes, for reading; a pipe keeps nobody waiting.

    Args:
        path: the file.
        limit: the most bytes that it may have.
        refuse: the error for what is no such file.
        links: whether the file may be a link to another.

    Raises:
        refuse: it is larger, or a device, a pipe or the like, or its name cannot be a file's.
        OSError: it is not there, or cannot be read.
    """
    careful = getattr(os, "O_NONBLOCK", 0) | (0 if links else getattr(os, "O_NOFOLLOW", 0))
    try:
        handle = open(path, "rb", opener=lambda name, flags: os.open(name, flags | careful))  # noqa: SIM115 - the caller closes it
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise refuse(f"{str(path)[:80]}...: the name is too long for a file") from None
    except ValueError as error:  # a null byte, or a letter that no file's name can have
        raise refuse(f"{str(path)[:80]!r}: no name of a file: {error}") from None
    found = os.fstat(handle.fileno())
    if stat.S_ISREG(found.st_mode) and found.st_size <= limit:
        return handle
    handle.close()
    raise refuse(f"{path}: not an ordinary file of at most {limit} bytes")


def make_folder(path: str | Path) -> None:
    """Makes a folder and those above it, where they are not there yet, and through to the disk.

    Raises:
        OSError: it cannot be made, or a file is in its way.
    """
    target = Path(path)
    if os.path.isdir(target):
        return
    if target.parent != target:
        make_folder(target.parent)
    target.mkdir(exist_ok=True)
    sync_folder(target.parent)


def sync_folder(path: Path) -> None:
    """Makes the names in a folder last through a power cut, where the system can."""
    if os.name != "posix":
        return
    try:
        handle = os.open(path, os.O_RDONLY)
    except PermissionError:  # it may be written, but not read
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # some file systems have no such thing
            raise
    finally:
        os.close(handle)
