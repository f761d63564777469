"""A table of runs: what each is, how far it is, and whether it goes on."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ponnuki.runs.log import GENERATIONS
from ponnuki.runs.record import PROVENANCE, STATE, RunRecord, setting
from ponnuki.runs.state import RunError
from ponnuki.store import kind_of

Status = Literal["running", "finished", "stopped", "damaged"]

MAX_DEPTH = 4


@dataclass(frozen=True)
class RunSummary:
    """One line of the table.

    Attributes:
        folder: where the run lies.
        status: running while a process writes it; finished when all planned generations are done.
        game: the setting of that name, a stranger's text; "" if there is none.
        method: likewise; the kind of learner where a run names no method.
        generation: the last one done, or None.
        planned: the setting `generations`, or None.
        last: the last generation's line.
        reason: what is wrong with a damaged run.
    """

    folder: Path
    status: Status
    game: str = ""
    method: str = ""
    generation: int | None = None
    planned: int | None = None
    last: dict[str, Any] = field(default_factory=dict)
    reason: str = ""


def find_runs(root: str | Path) -> list[RunSummary]:
    """All runs in a folder, or in folders below it, by name. Links are not followed.

    Raises:
        RunError: there is no such folder.
    """
    if not os.path.isdir(root):  # whatever its name is, however long
        raise RunError(f"{str(root)[:500]}: there is no such folder")
    return [summary(folder) for folder in run_folders(Path(root))]


def summary(folder: str | Path) -> RunSummary:
    """The summary of one run; what cannot be read makes it a damaged one, not an error."""
    path = Path(folder)
    try:
        record = RunRecord.open(path)
        last = record.last_line()
        running = record.is_being_written()
    except (RunError, OSError) as error:
        return RunSummary(path, "damaged", reason=str(error))
    done = None if last is None else last["generation"]
    planned = setting(record.config, "generations")
    planned = planned if type(planned) is int else None
    finished = done is not None and planned is not None and done >= planned
    return RunSummary(
        folder=path,
        status="running" if running else "finished" if finished else "stopped",
        game=_text(setting(record.config, "game")),
        method=_text(setting(record.config, "method") or setting(record.config, "learner")),
        generation=done,
        planned=planned,
        last=last or {},
    )


def is_run(folder: Path) -> bool:
    """Whether a folder holds a run or what is left of one."""
    left = PROVENANCE, GENERATIONS, STATE
    return any(os.path.lexists(folder / name) for name in left) or kind_of(folder) == "run"


def run_folders(root: Path, depth: int = MAX_DEPTH) -> Iterator[Path]:
    """Folders that hold a run or what is left of one; what lies below a run is not looked at."""
    if is_run(root):
        yield root
        return
    try:
        below = sorted(root.iterdir()) if depth else []
    except OSError:  # not ours to read
        below = []
    for path in below:
        if os.path.isdir(path) and not os.path.islink(path) and not path.name.startswith("."):
            yield from run_folders(path, depth - 1)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
