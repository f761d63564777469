"""``ponnuki check`` and ``migrate``: what there is to read, and what a person sees of it."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ponnuki.arena.check import check_tournament
from ponnuki.arena.kept import is_tournament
from ponnuki.arena.migration import migrate_tournament
from ponnuki.evaluators import load_weights
from ponnuki.papers.check import check_experiments, is_experiments
from ponnuki.papers.migration import migrate_experiments
from ponnuki.runs.check import check_run
from ponnuki.runs.listing import MAX_DEPTH, is_run
from ponnuki.runs.migration import migrate_run
from ponnuki.runs.pack import PACK, holds_runs, unpack
from ponnuki.store import MANIFEST, Finding, Findings, kind_of, look
from ponnuki.store.folder import Folder

COLOURS = {"sound": "green", "unchecked": "yellow", "missing": "red", "damaged": "red"}
WEIGHTS = ".safetensors"

Check = Callable[[str | Path], Findings]
Migrate = Callable[[str | Path, bool], list[str]]

KINDS: dict[str, tuple[Callable[[Path], bool], Check, Migrate]] = {
    "run": (is_run, check_run, migrate_run),
    "tournament": (is_tournament, check_tournament, migrate_tournament),
    "experiments": (is_experiments, check_experiments, migrate_experiments),
}
"""What a folder may hold: how it is known, checked, and written anew in today's format."""


def check_paths(paths: Sequence[Path]) -> list[Findings]:
    """What is found in files, in folders and in those below them: all that the package writes.

    Raises:
        ValueError: there is nothing of the package.
        OSError: a file cannot be read.
    """
    found = []
    for path in paths:
        here = list(_checked(path, MAX_DEPTH))
        if not here:
            raise ValueError(
                f"{path}: no run, no tournament, no experiments, no file of weights, and no pack "
                "of runs lies here"
            )
        found += here
    return found


def _checked(path: Path, depth: int) -> Iterator[Findings]:
    if path.is_file():
        if holds_runs(path):
            yield from _pack(path)
        elif path.suffix == WEIGHTS:
            loaded = look(Folder(path.parent), path.name, lambda: load_weights(path))
            yield Findings(str(path), "weights", (loaded,))
        return
    for kind, folder in folders(path, depth):
        if kind:
            yield KINDS[kind][1](folder)
            continue
        if kind_of(folder) == "":
            damaged = Finding(MANIFEST, "damaged", "it cannot be read")
            yield Findings(str(folder), "folder", (damaged,))
        files = (one for one in sorted(folder.iterdir()) if not one.is_symlink())
        for one in files:
            if one.suffix in {WEIGHTS, PACK} and one.is_file():
                yield from _checked(one, 0)


def _pack(path: Path) -> Iterator[Findings]:
    """The runs in a zip file, or what is wrong with it."""
    with tempfile.TemporaryDirectory(prefix="ponnuki-check-") as folder:
        runs: list[Path] = []
        opened = look(Folder(path.parent), path.name, lambda: runs.extend(unpack(path, folder)))
        if opened.status != "sound":
            note = opened.note.removeprefix(f"{path}: ").removeprefix("damaged, or ")
            yield Findings(str(path), "pack", (replace(opened, note=note),))
        for run in runs:
            yield replace(check_run(run), folder=f"{path}/{run.name}")


def folders(root: Path, depth: int = MAX_DEPTH) -> Iterator[tuple[str, Path]]:
    """Every folder down to a depth with the kind of what it holds; '' of others.

    What lies below a run or a tournament is theirs. Links are not followed.
    """
    kind = next((kind for kind, (is_one, _, _) in KINDS.items() if is_one(root)), "")
    if os.path.isdir(root):
        yield kind, root
    if kind in {"run", "tournament"} or not depth:
        return
    try:
        below = sorted(root.iterdir())
    except OSError:  # not there, or not ours to read
        return
    for path in below:
        if os.path.isdir(path) and not os.path.islink(path) and not path.name.startswith("."):
            yield from folders(path, depth - 1)


def migrate_paths(paths: Sequence[Path], write: bool) -> dict[str, list[str]]:
    """The files that are written anew, or would be, by the folders that they lie in.

    Raises:
        ValueError: there is nothing of the package, or a folder is damaged.
        OSError: a folder cannot be written.
    """
    found = {}
    for path in paths:
        here = [(kind, folder) for kind, folder in folders(path) if kind]
        if not here:
            raise ValueError(f"{path}: no run, no tournament and no experiments lie here")
        for kind, folder in here:
            found[str(folder)] = KINDS[kind][2](folder, write)
    return found


def to_json(found: Sequence[Findings]) -> dict[str, Any]:
    """The findings as plain data."""
    return {
        "sound": all(one.sound for one in found),
        "folders": [{**asdict(one), "sound": one.sound} for one in found],
    }


def print_findings(out: Console, found: Sequence[Findings]) -> None:
    """A line a folder, and one for every file that is not known to be sound."""
    for one in found:
        others = [file for file in one.files if file.status != "sound" or file.note]
        word = "sound" if one.sound else "damaged"
        count = f"{len(one.files) - len(others)} of {len(one.files)} files are sound"
        out.print(Text.assemble((word, COLOURS[word]), f" {one.kind} {one.folder}: {count}"))
        for file in others:
            more = f" ({file.recovery})" if file.recovery else ""
            line = f" {file.file}: {file.note}{more}"
            out.print(Text.assemble("    ", (file.status, COLOURS[file.status]), line))
