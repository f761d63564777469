"""The first minutes: demo."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from ponnuki.apps.commands.base import RUNS, ThreadsOption, arena_of, out, progress, resumable


def demo(
    seed: Annotated[
        int | None, typer.Option(help="Same seed, same story; without one it is drawn.")
    ] = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="A new folder for the run; without it runs/demo-SEED."),
    ] = None,
    threads: ThreadsOption = None,
) -> None:
    """Learn Capture Go from its rules in half a minute, meet three opponents, show a game."""
    from ponnuki.apps import demo as story  # noqa: PLC0415 - other commands start faster

    chosen = secrets.randbelow(10**6) if seed is None else seed
    folder = out_folder or RUNS / f"demo-{chosen}"
    with arena_of(threads, None) as arena:
        out.print("Capture Go on 9×9: whoever captures first wins. A net knows the rules alone.\n")
        out.print(f"1. It learns by playing against itself (seed {chosen}).", style="bold")
        generations = story.LEARNING["generations"]
        with resumable(folder), progress("learning", generations, arena) as advance:
            lines = story.learn(chosen, folder, arena, advance)
        story.print_learning(out, lines)
        story.print_strength(out, folder, arena)
    story.print_next(out, folder)
