"""manifest.json: which files of a folder must be there, and what the finished ones hash to.

A file has a list of digests. With one it is finished. With two it is being replaced, and may be
either. With none it must be there, but is still written: it has a checksum of its own. The manifest
carries its own digest, too.
"""

import hashlib
import json
import re
from typing import Any, BinaryIO

MANIFEST = "manifest.json"
FORMAT = "ponnuki-manifest"
VERSION = 1
MAX_BYTES = 2**26

SUMS = "SHA256SUMS"
"""What earlier versions wrote in the place of the manifest."""

Files = dict[str, tuple[str, ...]]
"""Digests by the names of files, as SHA-256."""

_PART = r"(?!\.)[^/\\\x00-\x1f]+"
_NAME = re.compile(f"{_PART}(?:/{_PART})*")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SUM = re.compile(r"([0-9a-f]{64})  ([\w./-]{1,200})", re.ASCII)


def digest(data: bytes) -> str:
    """The SHA-256 of a file, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest_of_file(file: BinaryIO) -> str:
    """The same over all bytes that an open file still gives."""
    own = hashlib.sha256()
    while part := file.read(2**20):
        own.update(part)
    return own.hexdigest()


def seal(table: dict[str, Any], indent: int | None = None) -> bytes:
    """A table as JSON that carries the SHA-256 of all the rest.

    >>> unseal(seal({"a": 1}))
    {'a': 1}
    """
    plain = {name: value for name, value in table.items() if name != "sha256"}
    said = digest(json.dumps(plain, indent=indent).encode())
    return (json.dumps({**plain, "sha256": said}, indent=indent) + "\n").encode()


def unseal(data: bytes, indent: int | None = None) -> dict[str, Any]:
    """The table that was sealed.

    Raises:
        ValueError: and RecursionError; it is another one, or none.
    """
    found = json.loads(data)
    if not isinstance(found, dict) or data != seal(found, indent):
        raise ValueError("its SHA-256 is not that of what was written")
    del found["sha256"]
    return found


def encode(kind: str, files: Files) -> bytes:
    """The manifest of a folder."""
    said = {name: list(files[name]) for name in sorted(files)}
    return seal({"format": FORMAT, "version": VERSION, "kind": kind, "files": said}, 1)


def decode(data: bytes) -> tuple[str, Files]:
    """The kind of a folder, and what it lists.

    Raises:
        ValueError: and others; it is no manifest of this version.
    """
    found = unseal(data, 1)
    if found.get("format") != FORMAT or found.get("version") != VERSION:
        said = f"{found.get('format')!r}, version {found.get('version')!r}"
        raise ValueError(f"it is {said}: this program reads {FORMAT!r}, version {VERSION}")
    files = {str(name): tuple(map(str, said)) for name, said in found["files"].items()}
    for name, own in files.items():
        if not _NAME.fullmatch(name) or not all(map(_DIGEST.fullmatch, own)):
            raise ValueError(f"{name[:200]!r} is no file with its digests")
    return str(found["kind"]), files


def sums(text: bytes) -> Files:
    """What a SHA256SUMS lists."""
    found = map(_SUM.fullmatch, text.decode(errors="replace").split("\n"))
    return {match[2]: (match[1],) for match in found if match}
