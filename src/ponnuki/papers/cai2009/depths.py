"""The claims of Cai et al. 2009 at every depth that was carried out, in one table.

    python -m ponnuki.papers.cai2009.depths --keep OUT/results.json docs/papers/cai2009-depth2.json
    python -m ponnuki.papers.cai2009.depths docs/papers/cai2009-depth*.json

The first command keeps the games of a report's Table 2: who won how many against whom. The second
one judges the claims anew from what is kept, and prints the tables of docs/papers/cai2009.md.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki.arena.intervals import enough
from ponnuki.papers.cai2009.claims import claims
from ponnuki.papers.cai2009.engines import UNTRAINED
from ponnuki.papers.cai2009.numbers import TABLE2
from ponnuki.reports import Page
from ponnuki.store.files import write_whole

NUMBERS = "depth", "engines", "generations", "games", "methods", "at_rest"
"""What of a scale counts for Table 2."""
BETWEEN = (
    "hybrid beats PSO",
    "hybrid beats EA",
    "hybrid beats HC",
    "PSO beats HC",
    "EA beats HC",
    "black has the advantage",
)
"""The paper's claims about its methods."""
LEARNED = tuple(f"{method} beats {UNTRAINED}" for method in TABLE2)
"""What the paper does not ask."""

Kept = Mapping[str, Any]
"""The numbers of a scale, and the cells of Table 2."""


def keep(results: Mapping[str, Any]) -> str:
    """What is kept of the results of a report, as JSON with a line a cell."""
    numbers = {name: results["numbers"][name] for name in NUMBERS}
    cells = {
        name: {key: cell[key] for key in ("wins", "draws", "games")}
        for name, cell in results["table2"]["cells"].items()
    }
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(cell)}" for name, cell in cells.items())
    return f'{{\n "numbers": {json.dumps(numbers)},\n "cells": {{\n{lines}\n }}\n}}\n'


def depths(page: Page, kept: Sequence[Kept]) -> None:
    """Adds a row for each of them to a table of claims, the shallowest first.

    Scores are those with random moves on both sides, as the paper's are.
    """
    rows = sorted(kept, key=lambda one: (one["numbers"]["depth"], one["numbers"]["at_rest"]))
    judged = [
        {
            one["claim"]: one
            for one in claims(row["cells"], row["numbers"]["methods"])
            if one["kind"] == "noisy"
        }
        for row in rows
    ]
    for names, paper in ((BETWEEN, [["the paper, depth 6", *_printed()]]), (LEARNED, [])):
        page.table(
            ["", *names],
            [
                *paper,
                *(
                    [_scale(row["numbers"]), *(_cell(found.get(name)) for name in names)]
                    for row, found in zip(rows, judged, strict=True)
                ),
            ],
        )


def _scale(numbers: Mapping[str, Any]) -> str:
    engines = numbers["engines"]
    much = f"{engines} engines a method" if engines > 1 else "one engine a method"
    if not enough(engines):
        much += ", no interval over engines"
    rest = ", particles at rest" if numbers["at_rest"] else ""
    return (
        f"depth {numbers['depth']}{rest}: {much}, {numbers['generations']} generations, "
        f"{numbers['games']} games a pair"
    )


def _cell(claim: Mapping[str, Any] | None) -> str:
    """The verdict with its score, or the score alone where nothing can be judged."""
    if claim is None:
        return "–"
    score = f"{claim['score']:.1f}"
    if claim["interval"] is None:
        return score
    low, high = claim["interval"]
    return f"{claim['verdict'].removeprefix('is ')}: {score} ({low:.1f} to {high:.1f})"


def _printed() -> list[str]:
    """The paper's scores over both colours, by its wins."""
    found = []
    for name in BETWEEN[:-1]:
        one, other = name.split(" beats ")
        found.append(f"{(TABLE2[one][other][0] + 100 - TABLE2[other][one][0]) / 2:.1f}")
    return [*found, f"{np.mean([cell[0] for row in TABLE2.values() for cell in row.values()]):.1f}"]


def main() -> None:
    """Keeps the games of a report, or prints the tables of what is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="what is kept; with --keep, the target")
    parser.add_argument("--keep", type=Path, help="results.json of `ponnuki reproduce cai2009`")
    asked = parser.parse_args()
    if asked.keep:
        write_whole(asked.files[0], keep(json.loads(asked.keep.read_text())).encode())
        return
    page = Page("")
    depths(page, [json.loads(path.read_text()) for path in asked.files])
    print(page.markdown().removeprefix("# \n\n"), end="")


if __name__ == "__main__":
    main()
