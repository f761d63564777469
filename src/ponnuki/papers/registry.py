"""Papers by name, and the one way to carry out their experiments."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.files import write_whole
from ponnuki.papers import cai2009, franken2003, franken2003_limit, ladder, learning
from ponnuki.papers.workshop import Workshop
from ponnuki.reports import Page
from ponnuki.runs.provenance import facts


@dataclass(frozen=True)
class Paper:
    """A paper or study.

    Attributes:
        title: of the report.
        experiments: by name; each takes the workshop and the scale, adds to the page, and gives its
            results as plain data.
        scales: by name; they differ in numbers alone.
        introduction: what stands at the top of the report.
        differences: from the paper, at its end.
    """

    title: str
    experiments: Mapping[str, Callable[[Workshop, Any, Page], Any]]
    scales: Mapping[str, Any]
    introduction: str
    differences: str = ""


PAPERS: dict[str, Paper] = {
    "cai2009": Paper(
        "Evolving Capture Go engines (Cai, Venayagamoorthy & Wunsch 2009)",
        {
            "table1": cai2009.table1,
            "table2": cai2009.table2,
            "defensive": cai2009.defensive,
            "optimal-pso": cai2009.optimal_pso,
            "games": cai2009.games,
            "ladder": ladder.ladder,
            "champion": ladder.champion,
        },
        cai2009.SCALES,
        cai2009.INTRODUCTION,
        cai2009.DIFFERENCES,
    ),
    "franken2003": Paper(
        "Tic-tac-toe by particle swarms (Franken & Engelbrecht 2003)",
        {
            "table1": franken2003.table("lbest"),
            "table2": franken2003.table("gbest"),
            "table3": franken2003.table("von-neumann"),
            "neighbourhoods": franken2003.neighbourhoods,
            "saturation": franken2003.saturation,
            "figure1": franken2003.figure1,
            "figure2": franken2003.figure2,
            "figure3": franken2003.figure3,
            "limit": franken2003_limit.limit,
            "champion": franken2003_limit.champion,
        },
        franken2003.SCALES,
        franken2003.INTRODUCTION,
    ),
    "learning": Paper(
        "What makes nets learn Capture Go",
        {"methods": learning.methods},
        learning.SCALES,
        learning.INTRODUCTION,
    ),
}
"""Every paper by its id."""


def reproduce(
    paper: str,
    experiments: Sequence[str],
    scale: str,
    folder: str | Path,
    arena: Arena = ALL_CORES,
    say: Callable[[str], object] = print,
    numbers: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Carries out experiments and writes report.md, report.html and results.json.

    Args:
        paper: its id.
        experiments: their names; none for all.
        scale: how much of it.
        folder: where results go; finished parts in it are used again.
        arena: who plays the games.
        say: tells what is being done.
        numbers: of the scale that are to be others, by their names.

    Raises:
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
    size = _changed(chosen.scales[scale], numbers or {})
    workshop = Workshop(folder, arena, say)
    page = Page(chosen.title)
    page.text(chosen.introduction)
    origin = facts()
    wanted = list(experiments) or list(chosen.experiments)
    options = [f"--scale {scale}", *(f"--set {name}={n}" for name, n in (numbers or {}).items())]
    command = " ".join(["ponnuki reproduce", paper, *experiments, *options])
    page.text(
        f"`{command}`, {origin['time'][:10]}, ponnuki {origin['ponnuki']}"
        f"{' at ' + origin['commit'][:10] if origin['commit'] else ''}, {origin['cores']} cores of "
        f"{origin['cpu']}. Scale `{scale}`: {size}."
    )
    results: dict[str, Any] = {"paper": paper, "scale": scale, "provenance": origin}
    for name in wanted:
        results[name] = chosen.experiments[name](workshop, size, page)
    if chosen.differences:
        page.heading("Differences from the paper")
        page.text(chosen.differences)
    if workshop.commits:
        made = ", ".join(sorted(one if " " in one else one[:10] for one in workshop.commits))
        page.text(f"The training runs in this report were made by the program at {made}.")
    page.write(folder)
    write_whole(Path(folder) / "results.json", json.dumps(results, indent=1).encode())
    return results


def _changed(scale: Any, numbers: Mapping[str, int]) -> Any:
    allowed = [name for name, value in vars(scale).items() if type(value) is int]
    for name, number in numbers.items():
        if name not in allowed:
            raise ValueError(f"set={name!r} is not allowed: use {', '.join(allowed)}")
        if number < 1:
            raise ValueError(f"{name}={number} is not allowed: use 1 or more")
    return replace(scale, **numbers)
