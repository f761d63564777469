"""Kept runs whose first generations were played again: what `python -m benchmarks.replay` found.

Its outcomes lie in the folder `replayed`, one file a program, named by its commit. A report says of
the runs that it uses which came out as their logs have it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponnuki.runs import RunRecord
from ponnuki.runs.log import GENERATIONS
from ponnuki.store import digest

FOLDER = Path(__file__).parent / "replayed"


@dataclass(frozen=True)
class Replay:
    """The outcome by one program.

    Attributes:
        commit: of the program.
        generations: how many of each run were played again.
        runs: by their names: the SHA-256 of the log, how many generations are equal, what differs
            in the next one, and whether hill climbing had to be held back to be compared.
    """

    commit: str
    generations: int
    runs: Mapping[str, Mapping[str, Any]]

    def text(self, names: Sequence[str]) -> str:
        """What it found of these runs."""
        differ = {
            name: (self.runs[name]["equal"] + 1, self.runs[name]["differs"])
            for name in names
            if "differs" in self.runs[name]
        }
        said = (
            f"Generations 1 to {self.generations} of {len(names)} runs were played again by the "
            f"program at {self.commit}: {len(names) - len(differ) or 'none'} are equal to their "
            "logs in every fact but times and leaves."
        )
        if differ:
            listed = ", ".join(
                f"`{name}` (from {first}: {_differing(facts)})"
                for name, (first, facts) in differ.items()
            )
            said += f" Others differ from a generation on: {listed}."
        serial = sum("lookahead" in self.runs[name] for name in names)
        if serial:
            said += (
                f" In {serial} logs of HC no duel was played ahead, against their settings; nor "
                "was any in this comparison. No net hangs on it."
            )
        return said


def _differing(facts: Mapping[str, Sequence[Any]]) -> str:
    """What a log says and what was found, by the name of the fact."""
    return ", ".join(f"{name} {found} instead of {log}" for name, (log, found) in facts.items())


def replays() -> list[Replay]:
    """The outcomes that come with the package."""
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        kept = json.loads(path.read_text())
        found.append(Replay(path.stem, kept["generations"], kept["runs"]))
    return found


def replayed_text(records: Sequence[RunRecord]) -> str:
    """What was found of those of these runs that are kept ones; nothing of others."""
    logs = {one.folder.name: one.folder / GENERATIONS for one in records}
    said = []
    for replay in replays():
        names = [
            name
            for name, log in logs.items()
            if name in replay.runs and digest(log.read_bytes()) == replay.runs[name]["log"]
        ]
        if names:
            said.append(replay.text(names))
    return " ".join(said)
