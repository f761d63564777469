"""A folder with a manifest: whatever is read of it was checked.

What must hold is that nothing of the manifest decides whether something counts: a run counts up to
its state, a tournament by its games. So a file is written first, and listed when it counts; before
a listed file is replaced, the manifest lists the digests of both.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Literal

from ponnuki.store.folder import Folder, StoreError, damage_of
from ponnuki.store.manifest import (
    MANIFEST,
    MAX_BYTES,
    SUMS,
    Files,
    decode,
    digest,
    digest_of_file,
    encode,
    sums,
)

Kind = Literal["run", "tournament", "experiments"]

OTHER = "its SHA-256 is not that of what was written"
LOST = (
    "gone or empty, so that nothing says what the other files should be: put it back from a copy, "
    "or let 'ponnuki migrate' list them as they are"
)


class Store(Folder):
    """A folder of one kind.

    Attributes:
        kind: what it holds.
        files: what its manifest lists, as far as it was read or changed.
        manifest: whether there is one; folders of earlier versions have none.
    """

    def __init__(self, path: str | Path, kind: Kind, refuse: type[StoreError] = StoreError) -> None:
        super().__init__(path, refuse)
        self.kind: Kind = kind
        self.files: Files = {}
        self.manifest = False
        self._text = b""

    def load(self) -> None:
        """Reads the manifest, or what an earlier version wrote in its place.

        Raises:
            StoreError: it is damaged, or that of something else.
            OSError: it cannot be read.
        """
        try:
            self._text = self.read(MANIFEST, MAX_BYTES)
        except FileNotFoundError:
            self._text, self.manifest = b"", False
            self.files = sums(self._old_sums())
            return
        with damage_of(self.root / MANIFEST, self.refuse):
            kind, self.files = decode(self._text)
            if kind != self.kind:
                raise ValueError(f"it lists {kind!r}, and this is {self.kind!r}")
        self.manifest = True

    def _old_sums(self) -> bytes:
        try:
            return self.read(SUMS, MAX_BYTES)
        except FileNotFoundError:
            return b""

    def checked_open(self, name: str, limit: int) -> BinaryIO:
        """A file that is what was written, as far as that is listed; errors as of `checked`."""
        while True:
            handle = self.open(name, limit)
            if self._is_right(name, digest_of_file(handle)):
                handle.seek(0)
                return handle
            handle.close()
            self._look_again(name)

    def checked(self, name: str, limit: int) -> bytes:
        """All bytes of a file that is what was written.

        Raises:
            StoreError: it is another one, larger, or no ordinary file.
            OSError: it is not there, or cannot be read.
        """
        while True:
            data = self.read(name, limit)
            if self._is_right(name, digest(data)):
                return data
            self._look_again(name)

    def _is_right(self, name: str, found: str) -> bool:
        said = self.files.get(name)
        return not said or found in said

    def _look_again(self, name: str) -> None:
        """Raises StoreError if the manifest is the one that was read: nobody replaced the file."""
        before = self._text
        self.load()
        if self._text == before:
            raise self.refuse(f"{self.root / name}: damaged: {OTHER}")

    def require(self, name: str, limit: int) -> None:
        """Errors as of `checked`, but one that says more of a listed file that is gone."""
        try:
            self.checked_open(name, limit).close()
        except FileNotFoundError:
            raise self.refuse(
                f"{self.root / name}: the file is gone, though {MANIFEST} lists it"
            ) from None

    def save(self) -> None:
        """Writes the manifest, if it is not the one on disk.

        Raises:
            OSError: it cannot be written; the one that was there before stays.
        """
        text = encode(self.kind, self.files)
        if text != self._text:
            self.write(MANIFEST, text)
            self._text, self.manifest = text, True

    def put(self, name: str, data: bytes) -> None:
        """Writes a file and lists it, from the next time on that the manifest is written.

        If it is listed already, the manifest lists both before, so that neither is damage.

        Raises:
            OSError: it cannot be written; what was there before stays.
        """
        before = self.files.get(name)
        if before and before != (digest(data),):
            self.files[name] = (digest(data), *before)
            self.save()
        self.write(name, data)
        self.files[name] = (digest(data),)

    def drop(self, names: Iterable[str]) -> None:
        """Takes files out of the manifest, writes it, and then takes them away."""
        gone = list(names)
        for name in gone:
            self.files.pop(name, None)
        self.save()
        for name in gone:
            self.at(name).unlink(missing_ok=True)


def kind_of(folder: Path) -> str | None:
    """What a folder's manifest says that it holds; '' if it cannot be read, None without one."""
    if not os.path.lexists(folder / MANIFEST):
        return None
    try:
        return decode(Folder(folder).read(MANIFEST, MAX_BYTES))[0]
    except (OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        return ""
