"""What a check of a folder finds."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ponnuki.store.folder import Folder

Status = Literal["sound", "unchecked", "missing", "damaged"]


@dataclass(frozen=True)
class Finding:
    """What is to be said of one file of a folder.

    Attributes:
        file: its name in the folder.
        status: sound if it is what was written; unchecked if it can be read, but nothing says what
            was written, as in folders of earlier versions.
        note: what is wrong.
        recovery: what can be done about it, or what is whole all the same.
    """

    file: str
    status: Status
    note: str = ""
    recovery: str = ""


@dataclass(frozen=True)
class Findings:
    """What is to be said of a folder.

    Attributes:
        folder: its path.
        kind: what it holds.
        files: of each file.
    """

    folder: str
    kind: str
    files: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is damaged or missing."""
        return all(one.status in {"sound", "unchecked"} for one in self.files)


def look(files: Folder, name: str, read: Callable[[], object], recovery: str = "") -> Finding:
    """What comes of reading a file of a folder."""
    try:
        if not os.path.lexists(files.root / name):
            return Finding(name, "missing", "it is not there", recovery)
        read()
    except (ValueError, OSError) as error:
        note = said(files, error).removeprefix(f"{name}: ").removeprefix("damaged: ")
        return Finding(name, "damaged", note, recovery)
    return Finding(name, "sound")


def said(files: Folder, error: Exception) -> str:
    """What an error says, without the way to the folder."""
    return str(error).replace(f"{files.root}/", "")
