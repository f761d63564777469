"""What lies on disk: runs, check, migrate, pack."""

import dataclasses
import json
from pathlib import Path
from typing import Annotated

import typer

from ponnuki.apps.commands.base import (
    RUNS,
    JsonOption,
    out,
)


def runs(
    root: Annotated[Path, typer.Argument(help="Where to look.")] = RUNS,
    as_json: JsonOption = False,
) -> None:
    """List the training runs in a folder: how far they are and what their champions are worth."""
    from ponnuki.apps.training import print_runs  # noqa: PLC0415
    from ponnuki.runs import find_runs  # noqa: PLC0415

    found = [] if root == RUNS and not root.exists() else find_runs(root)
    if as_json:
        rows = [{**dataclasses.asdict(one), "folder": str(one.folder)} for one in found]
        print(json.dumps(rows))
        return
    print_runs(out, found)


def check(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Runs, tournaments, experiments, folders of them, weights, packs of runs.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Read all that the package wrote: what is sound, what is damaged, what can be recovered.

    The exit code is 1 if anything is damaged or missing. Nothing is written.
    """
    from ponnuki.apps.check import check_paths, print_findings, to_json  # noqa: PLC0415

    found = check_paths(folders)
    if as_json:
        print(json.dumps(to_json(found)))
    else:
        print_findings(out, found)
    if not all(one.sound for one in found):
        raise typer.Exit(1)


def migrate(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...", help="Runs, tournaments, experiments, or folders of them."
        ),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written anew; write nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write folders of earlier versions as this one does: with a manifest of all their files.

    There is no need to: old folders are read as they are, and 'resume' writes them anew. A folder
    that has lost its manifest gets one that lists the files as they are now.
    """
    from ponnuki.apps.check import migrate_paths  # noqa: PLC0415

    found = migrate_paths(folders, write=not dry_run)
    if as_json:
        print(json.dumps(found))
        return
    word = "would be written anew" if dry_run else "written anew"
    for folder, names in found.items():
        said = f"{word}: {', '.join(names)}" if names else "as this version writes it"
        out.print(f"{folder}: {said}", markup=False)


def pack(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER...", help="Finished runs, or folders of them."),
    ],
    target: Annotated[Path, typer.Option("--out", help="The zip file to write.")],
) -> None:
    """Put finished runs into one zip file, to keep or to hand on.

    It holds the settings, the log and the last champion of each: enough to play, to compare and
    to report from, not to resume. Unpack it anywhere, such as into the folder 'runs' of a
    paper's --out, whose command then trains only what is missing.

    For example: ponnuki pack runs/capture-go/runs --out engines.zip
    """
    from ponnuki.runs.pack import pack_runs  # noqa: PLC0415

    count = len(pack_runs(folders, target))
    out.print(f"{count} {'run' if count == 1 else 'runs'} in {target}", markup=False)
