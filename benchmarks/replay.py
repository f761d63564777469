"""Are kept runs what their settings make? Plays their first generations again, and compares.

    python -m benchmarks.replay docs/papers/engines/cai2009.zip --generations 5 --jobs 2 --out FILE

Every fact of a log is compared but times; leaves, which say how a search came to its move and not
which one; and measures, whose games nothing is learned from. What differs is named by the first
generation in which it does. A run whose outcome by the same program stands in FILE already is not
played again.

Hill climbing plays duels ahead, in vain if one before them is won. Which net wins does not hang on
it, but the games and plies of a log do. Where a log says that nothing was played ahead, although
its settings say otherwise, nothing is here, and the outcome says so.
"""

import argparse
import json
import os
import tempfile
import warnings
import zipfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ponnuki.apps.signature import signature
from ponnuki.arena import Arena
from ponnuki.learners.registry import learner, settings_of
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.runs import RunRecord, find_runs
from ponnuki.runs.log import GENERATIONS
from ponnuki.runs.provenance import facts
from ponnuki.store import digest
from ponnuki.store.files import write_whole

NOT_COMPARED = "leaves", "seconds", "positions_per_second", "measure", "measure_seconds"
ORIGIN = "ponnuki", "commit", "dirty", "compiler", "numpy", "cpu", "instruction_set"

Outcome = dict[str, Any]
"""The SHA-256 of a run's log, how many generations are equal, and what differs in the next one."""


def replay(folder: Path, generations: int) -> Outcome:
    """What becomes of a run's first generations on one core."""
    record = RunRecord.open(folder)
    lines = record.generations()[:generations]
    outcome: Outcome = {"log": digest((folder / GENERATIONS).read_bytes())}
    config = record.config
    if not _played_ahead(config, lines):
        outcome["lookahead"] = 1
        config["settings"] = {**config["settings"], "lookahead": 1}
    equal, differs = 0, {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        one = learner(settings_of(config), Arena(1))
        state = one.start()
        for line in lines:
            state, again = one.step(state)
            differs = _differences(line, again.facts)
            if differs:
                break
            equal += 1
    return outcome | {"equal": equal} | ({"differs": differs} if differs else {})


def _played_ahead(config: dict[str, Any], lines: list[dict[str, Any]]) -> bool:
    """Whether a run's duels were played ahead as its settings say."""
    if config.get("method") != "hc" or config["settings"]["lookahead"] == 1:
        return True
    fewest = config["games"]["duel_games"] * config["settings"]["challenges"]
    return any(line["games"] != fewest for line in lines)


def _differences(line: dict[str, Any], again: dict[str, Any]) -> dict[str, Any]:
    """What the log says and what is found now, by the name of the fact."""
    names = sorted({*line, *again} - set(NOT_COMPARED))
    return {
        name: [line.get(name), again.get(name)]
        for name in names
        if line.get(name) != again.get(name)
    }


def main(source: Path, generations: int, jobs: int, out: Path) -> None:
    """Plays the first generations of all runs of a zip file or a folder, the longest first."""
    origin = facts()
    program = {name: origin[name] for name in ORIGIN} | {"signature": asdict(signature())}
    found: dict[str, Any] = {"generations": generations, "program": program, "runs": {}}
    if out.exists():
        before = json.loads(out.read_text())
        if {**before, "runs": {}} == found:
            found = before
    own = get_context("spawn")  # the threads of the search would not live through a fork
    with tempfile.TemporaryDirectory() as unpacked, ProcessPoolExecutor(jobs, own) as pool:
        if zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as archive:
                archive.extractall(unpacked)
            source = Path(unpacked)
        folders = [one.folder for one in find_runs(source) if one.folder.name not in found["runs"]]
        folders.sort(key=lambda folder: -RunRecord.open(folder).config["search"]["depth"])
        played = {pool.submit(replay, folder, generations): folder.name for folder in folders}
        for one in as_completed(played):
            found["runs"][played[one]] = outcome = one.result()
            found["runs"] = dict(sorted(found["runs"].items()))
            write_whole(out, (json.dumps(found, indent=1) + "\n").encode())
            said = f", then another {', '.join(outcome['differs'])}" if "differs" in outcome else ""
            print(f"{played[one]}: {outcome['equal']} equal{said}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="a zip file of runs, or a folder of them")
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, required=True, help="the outcome, as JSON")
    asked = parser.parse_args()
    main(asked.source, asked.generations, asked.jobs, asked.out)
