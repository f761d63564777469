"""What papers come to at scale `smoke`, without times."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.golden.pins.kept import Case, Cases, digest
from tests.papers.smoke import EXPERIMENTS, results

TIMES = {"seconds", "provenance"}
"""What differs from run to run."""
BY_SECONDS = ("cai2007", "methods")
"""An experiment in which runs are as long as a budget of seconds allows: those are left out."""
BY_PROGRAM = ("mayer2007", "rank")
"""An experiment about GNU Go, which is not installed everywhere."""
LONG = 160
"""What has no more letters than this is one field; longer lists are kept as figures about them."""
FEW = 4
"""So many tables in a list are kept one by one."""


def smoke() -> Cases:
    """Every experiment of every paper."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            case_name(paper, experiment): facts(
                paper, experiment, results(paper, experiment, Path(folder) / paper)
            )
            for paper, experiment in EXPERIMENTS
            if (paper, experiment) != BY_PROGRAM
        }


def case_name(paper: str, experiment: str) -> str:
    """What the case of an experiment is called."""
    return f"{paper} {experiment}"


def facts(paper: str, experiment: str, found: Mapping[str, Any]) -> Case:
    """The results of an experiment, one field a line."""
    if (paper, experiment) == BY_SECONDS:
        found = {name: value for name, value in found.items() if name != "seconds"}
    return dict(_facts(_untimed(found), ""))


def _untimed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _untimed(one) for key, one in value.items() if key not in TIMES}
    return list(map(_untimed, value)) if isinstance(value, list) else value


def _facts(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Fields by where they stand; what fits on a line is one field."""
    long = len(str(value)) > LONG
    if isinstance(value, Mapping) and (long or not name):
        for key, one in value.items():
            yield from _facts(one, f"{name}.{key}" if name else key)
    elif long and _few_tables(value):
        for number, one in enumerate(value):
            yield from _facts(one, f"{name}.{number}")
    else:
        yield name, _about(value) if long and isinstance(value, list) else value


def _few_tables(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= FEW
        and all(isinstance(one, Mapping) for one in value)
    )


def _about(values: list[Any]) -> dict[str, Any]:
    """How many numbers there are, their sum, the sum by place, and a digest of all else."""
    numbers, words = [], []
    for one in _leaves(values):
        if isinstance(one, int | float) and not isinstance(one, bool):
            numbers.append(float(one))
        else:
            words.append(str(one))
    return {
        "numbers": len(numbers),
        "sum": sum(numbers),
        "by place": sum(place * one for place, one in enumerate(numbers, start=1)),
        "words": digest(" ".join(words)),
    }


def _leaves(value: Any) -> Iterator[Any]:
    """All that stands in lists and tables, and the names of fields."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from _leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    else:
        yield value
