"""What a check of a folder finds."""

from dataclasses import dataclass
from typing import Literal

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
    kind: Literal["run", "tournament"]
    files: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is damaged or missing."""
        return all(one.status in {"sound", "unchecked"} for one in self.files)
