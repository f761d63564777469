"""``ponnuki check``: which folders there are to check, and what a person sees of it."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ponnuki.arena.check import check_tournament
from ponnuki.arena.kept import tournament_folders
from ponnuki.runs.check import check_run
from ponnuki.runs.listing import run_folders
from ponnuki.store import Findings

COLOURS = {"sound": "green", "unchecked": "yellow", "missing": "red", "damaged": "red"}


def check_folders(folders: Sequence[Path]) -> list[Findings]:
    """What is found in all runs and tournaments in some folders, or in folders below them.

    Raises:
        ValueError: a folder holds neither.
    """
    found = []
    for folder in folders:
        runs, tournaments = list(run_folders(folder)), list(tournament_folders(folder))
        if not runs and not tournaments:
            raise ValueError(f"{folder}: no run and no tournament lies here")
        found += [check_run(one) for one in runs]
        found += [check_tournament(one) for one in tournaments]
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
