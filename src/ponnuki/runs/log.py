"""generations.jsonl: a line a generation, up to that of the state, which has a hash over them."""

import hashlib
from pathlib import Path
from typing import Any

from ponnuki.runs.state import RunError, StateHead, read_object
from ponnuki.store import Store, damage_of

GENERATIONS = "generations.jsonl"
MAX_GENERATIONS = 2**26


def read_log(
    files: Store, head: StateHead | None, shown: Path
) -> list[tuple[bytes, dict[str, Any]]]:
    """The lines before the state's, or all whole ones if there is no state.

    Args:
        files: the run's folder.
        head: what the state says. It must be read first: a writer adds the line before the state.
        shown: the name of the file in errors.

    Returns:
        each line as it stands, and as data.

    Raises:
        RunError: a line is missing or damaged, or they are not those that were recorded.
    """
    try:
        # The state has the hash of the lines up to its own; without a state the manifest has it.
        read = files.checked if head is None else files.read
        lines = read(GENERATIONS, MAX_GENERATIONS).split(b"\n")[:-1]
    except FileNotFoundError:
        lines = []
    first = None
    if head is not None:
        first, older = head.first, head.generation - head.first
        if len(lines) < older:
            raise RunError(f"{shown}: it has {len(lines)} of the {older} lines before the last")
        lines = lines[:older]
    checked = []
    for index, line in enumerate(lines):
        with damage_of(f"{shown}, line {index + 1}", RunError):
            entry = read_object(line)
            number = entry.get("generation")
            first = number if first is None else first
            if type(number) is not int or type(first) is not int or number != first + index:
                raise ValueError(f"it is of generation {number!r}")
        checked.append((line, entry))
    if head is not None and head.log:
        text = b"".join(line + b"\n" for line in [*lines, head.line.encode()])
        if hashlib.sha256(text).hexdigest() != head.log:
            raise RunError(f"{shown}: damaged: its SHA-256 is not that of the lines recorded")
    return checked
