"""Where experiments are carried out: finished runs and answers are kept and used again."""

import contextlib
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.learners import LearnerSettings, learner
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.papers.crew import Bar, Stop, each, no_bar
from ponnuki.papers.kept import Arrays, read_answer, read_arrays, write_answer, write_arrays
from ponnuki.papers.questions import ArrayQuestion, Question, digest
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.training import OnGeneration, resume, train

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
        bar: shows how far work of many pieces is.
        commits: of the program, by which the runs that were used were begun and gone on with.
    """

    def __init__(
        self,
        folder: str | Path,
        arena: Arena = ALL_CORES,
        say: Callable[[str], object] = print,
        bar: Bar = no_bar,
    ) -> None:
        self.folder = Path(folder)
        self.arena = arena
        self.say = say
        self.bar = bar
        self.commits: set[str] = set()
        self.folder.mkdir(parents=True, exist_ok=True)

    def train(self, settings: LearnerSettings) -> RunRecord:
        """The finished run with these settings: done before, gone on with, or done now.

        Raises:
            RunError: the folder holds a run with other settings.
        """
        with _no_warnings():
            return self._train(settings, self.arena, lambda _: None)

    def train_all(self, name: str, runs: Sequence[LearnerSettings]) -> list[RunRecord]:
        """Finished runs, as many at a time as the arena has threads, one thread each.

        It is for learners that use one thread. A run depends on its settings alone, so nothing
        depends on what is done beside it.

        Args:
            name: of all of them, for people.
            runs: the settings of each; those that are equal are one run.

        Raises:
            KeyboardInterrupt: after Ctrl-C, when every run has saved the generation it is in.
        """
        open_runs: dict[str, LearnerSettings] = {}
        left = 0
        for settings in runs:
            done = self._done(settings)
            if done < settings.generations and run_name(settings) not in open_runs:
                open_runs[run_name(settings)] = settings
                left += settings.generations - done
        if open_runs:
            self.say(f"train {name}: {len(open_runs)} runs")

            def work(settings: LearnerSettings, stop: Stop) -> None:
                self._train(settings, Arena(1), lambda _: stop.step(), quietly=True)

            with _no_warnings(), self.bar(name, left) as told:
                each(work, list(open_runs.values()), self.arena.workers, told)
        return [self.train(settings) for settings in runs]

    def _folder(self, settings: LearnerSettings) -> Path:
        return self.folder / "runs" / run_name(settings)

    def _done(self, settings: LearnerSettings) -> int:
        """How many generations of a run are on disk."""
        folder = self._folder(settings)
        if not (folder / "provenance.json").exists():
            return 0
        return summary(folder).generation or 0

    def _train(
        self,
        settings: LearnerSettings,
        arena: Arena,
        on_generation: OnGeneration,
        *,
        quietly: bool = False,
    ) -> RunRecord:
        name, folder = run_name(settings), self._folder(settings)
        say = len if quietly else self.say
        if not (folder / "provenance.json").exists():
            say(f"train {name}")
            train(settings, folder, arena, on_generation)
        else:
            if RunRecord.open(folder).config != settings.table():
                raise RunError(f"{folder} holds a run with other settings: give another --out")
            if summary(folder).status != "finished":
                say(f"go on with {name}")
                resume(folder, arena, on_generation)
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
        path = self._part(name, question)
        kept = read_answer(path, question)
        if kept is None:
            self.say(name)
            write_answer(path, question, question.answer(self))
            kept = read_answer(path, question)
            assert kept is not None
        (answer,) = kept
        return answer  # type: ignore[no-any-return]

    def ask_all(self, name: str, questions: Sequence[tuple[str, Question[T]]]) -> list[T]:
        """The answers to many questions, as many at a time as the arena has threads.

        Args:
            name: of all of them, for people.
            questions: each with its name, as of `ask`.
        """
        new = {
            digest(question): (said, question)
            for said, question in questions
            if read_answer(self._part(said, question), question) is None
        }
        if new:
            self.say(f"{name}: {len(new)} parts")
            one_thread = Workshop(self.folder, Arena(1), len)

            def work(item: tuple[str, Question[T]], stop: Stop) -> None:
                one_thread.ask(*item)
                stop.step()

            with self.bar(name, len(new)) as told:
                each(work, list(new.values()), self.arena.workers, told)
        return [self.ask(*one) for one in questions]

    def _part(self, name: str, question: Question[T]) -> Path:
        return self.folder / "parts" / f"{name}-{digest(question)}.json"

    def nets(self, name: str, question: ArrayQuestion) -> Arrays:
        """Trained nets, from disk if the same were trained before; names as of `ask`."""
        path = self.folder / "nets" / f"{name}-{digest(question)}.npz"
        found = read_arrays(path, question)
        if found is None:
            self.say(f"train {name}")
            found = question.answer(self)
            write_arrays(path, question, found)
        return found


@contextlib.contextmanager
def _no_warnings() -> Iterator[None]:
    """An unbounded swarm is what a printed method is; the report says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        yield
