"""SHA256SUMS: what the files of a run were when they were written.

``sha256sum --check SHA256SUMS`` reads it too. Champions, sample games and the config are in it; the
state and the lines of generations are checked by the state itself.
"""

import hashlib
import re

from ponnuki.runs.folder import Folder

SUMS = "SHA256SUMS"
MAX_SUMS = 2**26

_LINE = re.compile(r"([0-9a-f]{64})  ([\w./-]{1,200})", re.ASCII)


def sums_text(sums: dict[str, str]) -> bytes:
    """The file that says these digests by name."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items())).encode()


def read_sums(files: Folder) -> dict[str, str]:
    """The digests of a folder's files by name; none in folders of earlier versions.

    Raises:
        RunError: the file is no ordinary one, or too large.
    """
    try:
        text = files.read(SUMS, MAX_SUMS).decode(errors="replace")
    except FileNotFoundError:
        return {}
    found = map(_LINE.fullmatch, text.split("\n"))
    return {match[2]: match[1] for match in found if match}


def digest(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def add_sum(files: Folder, name: str, data: bytes) -> None:
    """Says what a file is that was just written; errors as of `Folder.write`."""
    files.write(SUMS, sums_text({**read_sums(files), name: digest(data)}))
