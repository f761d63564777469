"""The one way to carry out experiments: one after another, then a report and the results."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.extras import how_to_install, installed, need
from ponnuki.papers.crew import Bar, no_bar
from ponnuki.papers.questions import plain
from ponnuki.papers.registry import PAPERS
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.reports.page import NO_PICTURES
from ponnuki.runs.provenance import facts
from ponnuki.settings import text_of


def reproduce(
    paper: str,
    experiments: Sequence[str],
    scale: str,
    folder: str | Path,
    arena: Arena = ALL_CORES,
    say: Callable[[str], object] = print,
    numbers: Mapping[str, Any] | None = None,
    bar: Bar = no_bar,
) -> dict[str, Any]:
    """Carries out experiments and writes report.md, report.html and results.json.

    Args:
        paper: its id.
        experiments: their names; none for all.
        scale: how much of it.
        folder: where results go; finished parts in it are used again.
        arena: who plays the games.
        say: tells what is being done.
        numbers: settings of the scale that are to be others, by their names.
        bar: shows how far work of many pieces is.

    Raises:
        MissingPackageError: an experiment takes an extra that is not installed.
        ValueError: there is no such paper, experiment, scale or number.
    """
    if paper not in PAPERS:
        raise ValueError(f"paper={paper!r} is not allowed: use {', '.join(PAPERS)}")
    chosen = PAPERS[paper]
    for name in experiments:
        if name not in chosen.experiments:
            known = ", ".join(chosen.experiments)
            raise ValueError(f"experiment={name!r} is not allowed: {paper} has {known}")
    if scale not in chosen.scales:
        raise ValueError(f"scale={scale!r} is not allowed: use {', '.join(chosen.scales)}")
    size = chosen.scales[scale].but(**(numbers or {}))
    wanted = list(experiments) or list(chosen.experiments)
    for name in wanted:
        if extra := chosen.extra(name, size):
            need(extra, f"experiment={name!r}")
    if not installed("plots"):
        say(f"{NO_PICTURES}: {how_to_install('plots')}")
    workshop = Workshop(folder, arena, say, bar)
    page = Page(chosen.title)
    page.text(chosen.introduction)
    origin = facts()
    changes = [f"{name}={_word(value)}" for name, value in (numbers or {}).items()]
    words = ["ponnuki reproduce", paper, *experiments, *changes, f"--scale {scale}"]
    command = " ".join(words)
    page.text(
        f"`{command}`, {origin['time'][:10]}, ponnuki {origin['ponnuki']}"
        f"{' at ' + origin['commit'][:10] if origin['commit'] else ''}, {origin['cores']} cores of "
        f"{origin['cpu']}. Scale `{scale}`: {size}."
    )
    results: dict[str, Any] = {
        "paper": paper,
        "scale": scale,
        "numbers": plain(size),
        "provenance": origin,
    }
    for name in wanted:
        results[name] = chosen.experiments[name](workshop, size, page)
    if chosen.differences:
        page.heading("Differences from the paper")
        page.text(chosen.differences_text())
    if workshop.commits:
        made = ", ".join(sorted(one if " " in one else one[:10] for one in workshop.commits))
        page.text(f"The training runs in this report were made by the program at {made}.")
    for file, data in page.files().items():
        workshop.put(file, data)
    workshop.finish(results)
    return results


def _word(value: Any) -> str:
    """A value as it is typed; a list of names needs no brackets."""
    many = isinstance(value, list | tuple)
    return ",".join(map(text_of, value)) if many else text_of(value)
