"""Where experiments are carried out: finished parts are kept and used again."""

import hashlib
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.files import write_whole
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.training import resume, train, tune
from ponnuki.trainers import TrainingSettings, TuningSettings
from ponnuki.trainers.settings import Table

T = TypeVar("T")
AnyTable = TypeVar("AnyTable", bound=Table)


def run_name(settings: TrainingSettings) -> str:
    """The name of a run's folder: experiments that need the same run share it."""
    return (
        f"{settings.preset}-{settings.method}-depth{settings.search.depth}-"
        f"{settings.generations}-seed{settings.seed}"
    )


def mark(weights: NDArray[np.float32]) -> str:
    """Tells weights apart: what was measured of some is not to be taken for others' result."""
    return hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()[:16]


class Workshop:
    """A folder in which experiments keep what is done.

    Attributes:
        folder: where results go.
        arena: who plays the games.
        say: tells what is being done.
        commits: of the program, by which the runs that were used were begun and gone on with.
    """

    def __init__(
        self,
        folder: str | Path,
        arena: Arena = ALL_CORES,
        say: Callable[[str], object] = print,
    ) -> None:
        self.folder = Path(folder)
        self.arena = arena
        self.say = say
        self.commits: set[str] = set()
        self.folder.mkdir(parents=True, exist_ok=True)

    def train(self, settings: TrainingSettings) -> RunRecord:
        """The finished run with these settings: done before, gone on with, or done now.

        Raises:
            RunError: the folder holds a run with other settings.
        """
        return self._finished(run_name(settings), settings, train)

    def tune(self, settings: TuningSettings) -> RunRecord:
        """The finished search for constants with these settings."""
        name = f"tune-depth{settings.search.depth}-{settings.generations}-seed{settings.seed}"
        return self._finished(name, settings, tune)

    def _finished(
        self,
        name: str,
        settings: AnyTable,
        begin: Callable[[AnyTable, Path, Arena], RunRecord],
    ) -> RunRecord:
        folder = self.folder / "runs" / name
        with warnings.catch_warnings():
            # An unbounded swarm is what a printed method is; the report says so.
            warnings.simplefilter("ignore", UnstableSwarmWarning)
            if not (folder / "provenance.json").exists():
                self.say(f"train {name}")
                begin(settings, folder, self.arena)
            else:
                if RunRecord.open(folder).config != settings.table():
                    raise RunError(f"{folder} holds a run with other settings: give another --out")
                if summary(folder).status != "finished":
                    self.say(f"go on with {name}")
                    resume(folder, self.arena)
        record = RunRecord.open(folder)
        for origin in (record.provenance, *record.provenance["resumes"]):
            self.commits.add(origin.get("commit") or f"version {origin.get('ponnuki')}")
        return record

    def part(self, name: str, question: Any, answer: Callable[[], T]) -> T:
        """The answer to a question, from disk if the same question was answered before.

        Args:
            name: of the file.
            question: all that the answer depends on, as plain data.
            answer: works it out, as plain data.
        """
        text = json.dumps(question, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        path = self.folder / "parts" / f"{name}.json"
        if path.exists():
            try:
                kept = json.loads(path.read_bytes())
                if kept["question"] == digest:
                    return kept["answer"]  # type: ignore[no-any-return]
            except (ValueError, KeyError, TypeError):
                pass  # a file that is no answer is answered again
        self.say(name)
        found = answer()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps({"question": digest, "answer": found}).encode())
        return found
