"""What papers come to at a scale of some minutes: too long for the tests, for a day of rebuilding.

    python -m tests.golden.pins.large FOLDER [PAPER ...]           checks them
    python -m tests.golden.pins.large --keep FOLDER [PAPER ...]    keeps them anew

What is finished in the folder is used again, so it can be stopped at any time, and statistics that
change can be kept anew in no time. `CORES` in the environment says how many are used, 2 if nothing.
"""

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from matplotlib.figure import Figure

from ponnuki.arena import Arena
from ponnuki.papers import PAPERS, reproduce
from ponnuki.papers.mayer2007 import rank
from tests.golden.pins.kept import FOLDER, Cases, differences, read, write
from tests.golden.pins.papers import case_name, facts
from tests.papers.smoke import draw_nothing, without_programs


@dataclass(frozen=True)
class Chosen:
    """How much of a paper is done: some minutes; the command prints the CPU time that it takes.

    Attributes:
        scale: whose settings it has.
        numbers: of the scale that are others.
        without: experiments that are left out.
    """

    scale: str
    numbers: Mapping[str, Any]
    without: tuple[str, ...] = ()


CHOSEN: dict[str, Chosen] = {
    "cai2007": Chosen(
        "small",
        {"runs": 2, "steps": 2, "games": 500, "sane": 10, "measured": 100},
        ("methods", "capture"),
    ),
    "cai2009": Chosen(
        "shallow",
        {
            "engines": 2,
            "generations": 30,
            "readings": 1,
            "reading_generations": 20,
            "yardstick": 50,
            "tunings": 1,
            "tuning": 6,
            "fresh": 4,
            "ladder_runs": 1,
            "default_generations": 11,
        },
        ("outside",),
    ),
    "franken2003": Chosen("small", {"evaluations": 50_000, "optimiser_runs": 2}),
    "kim2007": Chosen(
        "small",
        {
            "seeds": 2,
            "generations": 20,
            "games": 400,
            "fresh": 2000,
            "outlook": 8,
            "learners": 1,
            "learned": 100_000,
            "evolved": 30,
            "duels": 5000,
            "robin": 400,
        },
    ),
    "learning": Chosen(
        "small", {"depth": 1, "seeds": 1, "more_seeds": 1, "nets": 20, "scripted": 40}
    ),
    "mayer2007": Chosen(
        "small",
        {
            "runs": 2,
            "games": 2000,
            "measured": 100,
            "pair": 100,
            "searched": 20,
            "larger": 400,
            "gnu_go": 1,
        },
        ("rank",),
    ),
    "zero": Chosen("small", {"games": 40}, ("curves", "planes")),
}
"""By paper. Left out is what needs GNU Go, what depends on a budget of seconds, and convolutional
nets, which learn for an hour by themselves."""


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """No pictures, no programs."""
    with (
        without_programs(),
        patch.object(Figure, "savefig", draw_nothing),
        patch.object(rank, "find_program", lambda _: None),
    ):
        yield


def experiments(paper: str) -> list[str]:
    """Those of a paper that are done."""
    return [name for name in PAPERS[paper].experiments if name not in CHOSEN[paper].without]


def found_in(folder: Path, paper: str, cores: int) -> Iterator[tuple[str, Cases]]:
    """One experiment after the other."""
    own = CHOSEN[paper]
    for name in experiments(paper):
        with _quietly():
            results = reproduce(
                paper, [name], own.scale, folder / paper, Arena(cores), len, own.numbers
            )
        case = facts(paper, name, json.loads(json.dumps(results[name])))
        yield name, {case_name(paper, name): case}


def kept_of(paper: str) -> Cases:
    """What is kept of a paper, if anything is."""
    return read(f"large-{paper}") if (FOLDER / f"large-{paper}.json").exists() else {}


def main(arguments: list[str]) -> int:
    """Checks or keeps; how many differences there are."""
    keep = arguments[:1] == ["--keep"]
    folder, *papers = arguments[1:] if keep else arguments
    cores = int(os.environ.get("CORES", "2"))
    total = 0
    for paper in papers or CHOSEN:
        begin, found = time.process_time(), kept_of(paper)
        for name, case in found_in(Path(folder), paper, cores):
            said = differences(case, {one: found[one] for one in case if one in found})
            total += len(said)
            seconds, begin = time.process_time() - begin, time.process_time()
            print(f"{paper} {name}: {seconds:.0f} s, {len(said)} differences", flush=True)
            print(*(f"  {line}" for line in said[:50]), sep="\n", end="\n" if said else "")
            if keep:
                found |= case
                write(f"large-{paper}", found)
    return total


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
