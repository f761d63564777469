"""Where experiments are carried out: finished runs and answers are kept and used again."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners import LearnerSettings, learner
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.papers.kept import Arrays, read_answer, read_arrays, write_answer, write_arrays
from ponnuki.papers.questions import ArrayQuestion, Question, digest
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.training import resume, train

T = TypeVar("T")


def run_name(settings: LearnerSettings) -> str:
    """The name of a run's folder, by all of its settings: who needs the same run shares it."""
    parts = [
        settings.preset,
        settings.name,
        f"depth{learner(settings).search.depth}",
        str(settings.generations),
        f"seed{settings.seed}",
        digest(settings.table()),
    ]
    return "-".join(filter(None, parts))


class Workshop:
    """A folder in which experiments keep what is done.

    Attributes:
        folder: where results go.
        arena: who plays the games.
        say: tells what is being done.
        commits: of the program, by which the runs that were used were begun and gone on with.
    """

    def __init__(
        self, folder: str | Path, arena: Arena = ALL_CORES, say: Callable[[str], object] = print
    ) -> None:
        self.folder = Path(folder)
        self.arena = arena
        self.say = say
        self.commits: set[str] = set()
        self.folder.mkdir(parents=True, exist_ok=True)

    def train(self, settings: LearnerSettings) -> RunRecord:
        """The finished run with these settings: done before, gone on with, or done now.

        Raises:
            RunError: the folder holds a run with other settings.
        """
        name = run_name(settings)
        folder = self.folder / "runs" / name
        with warnings.catch_warnings():
            # An unbounded swarm is what a printed method is; the report says so.
            warnings.simplefilter("ignore", UnstableSwarmWarning)
            if not (folder / "provenance.json").exists():
                self.say(f"train {name}")
                train(settings, folder, self.arena)
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

    def ask(self, name: str, question: Question[T]) -> T:
        """The answer to a question, from disk if the same question was answered before.

        Args:
            name: for people, the beginning of the file's name; the rest is the question's digest.
            question: all that the answer depends on.
        """
        path = self.folder / "parts" / f"{name}-{digest(question)}.json"
        kept = read_answer(path, question)
        if kept is None:
            self.say(name)
            write_answer(path, question, question.answer(self))
            kept = read_answer(path, question)
            assert kept is not None
        (answer,) = kept
        return answer  # type: ignore[no-any-return]

    def nets(self, name: str, question: ArrayQuestion) -> Arrays:
        """Trained nets, from disk if the same were trained before; names as of `ask`."""
        path = self.folder / "nets" / f"{name}-{digest(question)}.npz"
        found = read_arrays(path, question)
        if found is None:
            self.say(f"train {name}")
            found = question.answer(self)
            write_arrays(path, question, found)
        return found
