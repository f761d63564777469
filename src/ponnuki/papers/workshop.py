"""Where experiments are carried out: finished runs and answers are kept and used again."""

import contextlib
import copy
import json
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ponnuki.arena import ALL_CORES, Arena
from ponnuki.arena.sharing import shares
from ponnuki.learners import LearnerSettings, learner
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.papers.crew import Bar, Stop, each, no_bar
from ponnuki.papers.kept import (
    MAX_BYTES,
    Arrays,
    answer_bytes,
    answer_of,
    arrays_bytes,
    arrays_of,
)
from ponnuki.papers.questions import ArrayQuestion, Question, digest
from ponnuki.runs import RunRecord, summary
from ponnuki.runs.record import PROVENANCE
from ponnuki.runs.shelf import Shelf
from ponnuki.runs.starting import starting_net
from ponnuki.runs.training import OnGeneration, measure, resume, train
from ponnuki.store import MANIFEST, Store, StoreError
from ponnuki.store import digest as digest_of
from ponnuki.store.files import make_folder
from ponnuki.store.store import LOST

T = TypeVar("T")
RUNS = "runs/"
PARTS = "parts"
NETS = "nets"
RESULTS = "results.json"
LISTED = "listed"
"""What the results say beside themselves: that there is a manifest."""
BUSY = "listing the files of these experiments"
LOCK_WAIT = 60.0
UNMEASURED: dict[str, Any] = {"opponents": []}
"""The measure of runs whose nets experiments measure themselves."""
MOST_RUNS = 64
"""So many pieces of work at a time, if each can use many cores."""


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
        self._starts: dict[str, RunRecord] = {}  # whose champions others start from
        self._finished: dict[str, RunRecord] = {}  # runs that need not be looked at again
        make_folder(self.folder)
        self._store = Store(self.folder, "experiments")
        self._store.load()
        if lost_list(self._store):
            raise StoreError(f"{self._store.root / MANIFEST}: {LOST}")
        self._writing = threading.Lock()
        self._used: dict[str, str] = {}  # digests of files as they were read or written
        self._shelf = Shelf(self.folder / RUNS)

    def put(self, name: str, data: bytes) -> None:
        """Writes a file of the experiments; `finish` lists it."""
        with self._writing:
            if name in self._store.files:
                with self._store.lock(BUSY, LOCK_WAIT):
                    self._store.load()
                    self._store.put(name, data)
            else:
                self._store.write(name, data)
            self._used[name] = digest_of(data)

    def finish(self, results: dict[str, Any]) -> None:
        """Lists all files that were used, beside those of earlier experiments, and writes results.

        They come last, because they say that there is a manifest.
        """
        with self._store.lock(BUSY, LOCK_WAIT):
            self._store.load()
            for name, said in self._used.items():  # a run has a manifest of its own
                self._store.files[name] = () if name.startswith(RUNS) else (said,)
            self._store.save()
            self._store.put(RESULTS, json.dumps({**results, LISTED: True}, indent=1).encode())
            self._store.save()

    def train(self, settings: LearnerSettings) -> RunRecord:
        """The finished run with these settings: done before, gone on with, or done now.

        It is found by what its config says; see `Shelf`. One without the measures that are asked
        for is measured now.
        """
        with _no_warnings():
            return self._train(settings, self.arena, lambda _: None)

    def starting_from(self, record: RunRecord, settings: LearnerSettings) -> LearnerSettings:
        """The settings of a run that starts from the last champion of another one."""
        start = starting_net(record, learner(settings).evaluator)
        self._starts[start.digest] = record
        return settings.but(start_from=start.digest)

    def train_each(self, name: str, runs: Sequence[LearnerSettings]) -> list[RunRecord]:
        """Finished runs, each of which can use all cores.

        On one machine they are done one after another. On a cluster many are done at a time and
        share its nodes: the games of one run's generation are too few for all of them.

        Args:
            name: of all of them, for people.
            runs: the settings of each; those that are equal are one run.

        Raises:
            KeyboardInterrupt: after Ctrl-C; all generations up to then are on disk.
        """
        if self.arena.cluster is not None:
            self._train_open(name, runs, MOST_RUNS, alone=False)
        return [self.train(settings) for settings in runs]

    def train_all(self, name: str, runs: Sequence[LearnerSettings]) -> list[RunRecord]:
        """Finished runs, as many at a time as the arena has cores, one core each.

        It is for learners that use one core. A run depends on its settings alone, so nothing
        depends on what is done beside it. On a cluster its generations are made on any node; its
        folder is written here.

        Args:
            name: of all of them, for people.
            runs: the settings of each; those that are equal are one run.

        Raises:
            KeyboardInterrupt: after Ctrl-C, when every run has saved the generation it is in.
        """
        self._train_open(name, runs, None, alone=True)
        return [self.train(settings) for settings in runs]

    def _train_open(
        self, name: str, runs: Sequence[LearnerSettings], most: int | None, alone: bool
    ) -> None:
        """Finishes those runs that are not finished, so many at a time at most."""
        waiting = {_whole(one): one for one in runs if not self.is_done(one)}
        if not waiting:
            return
        left = sum(one.generations - self._done(one) for one in waiting.values())
        self.say(f"train {name}: {len(waiting)} runs")

        share = shares(self.arena)
        at_once = share.count if most is None else min(share.count, most)

        def work(settings: LearnerSettings, stop: Stop) -> None:
            step = stop.step
            self._train(settings, share.each, lambda _: step(), True, alone)

        with _no_warnings(), self.bar(name, left) as told:
            while waiting:  # runs that differ in their length alone, one after the other
                first: dict[str, str] = {}
                for key in sorted(waiting, key=lambda one: waiting[one].generations):
                    first.setdefault(waiting[key].digest, key)
                now = [waiting.pop(key) for key in waiting.copy() if key in first.values()]
                each(work, now, at_once, told, share.end)

    def _done(self, settings: LearnerSettings) -> int:
        """How many generations of a run are on disk, at most as many as are asked for."""
        folder = self._shelf.folder(settings)
        if not (folder / "provenance.json").exists():
            return 0
        return min(summary(folder).generation or 0, settings.generations)

    def is_done(self, settings: LearnerSettings) -> bool:
        """Whether the run with these settings is finished, so that `train` has nothing to do."""
        return _whole(settings) in self._finished or self._done(settings) >= settings.generations

    def _train(
        self,
        settings: LearnerSettings,
        arena: Arena,
        on_generation: OnGeneration,
        quietly: bool = False,
        alone: bool = False,
    ) -> RunRecord:
        whole = _whole(settings)
        if whole in self._finished:
            return self._finished[whole]
        folder, say = self._shelf.folder(settings), len if quietly else self.say
        if not (folder / "provenance.json").exists():
            say(f"train {folder.name}")
            start = self._starts.get(settings.start_from)
            train(settings, folder, arena, on_generation, start_from=start, alone=alone)
            self._shelf.add(folder, settings)
        elif (summary(folder).generation or 0) < settings.generations:
            say(f"go on with {folder.name}")
            for key, one in self._finished.items():
                if one.folder == folder:  # it stays as long as it was
                    self._finished[key] = one.until(one.generations()[-1]["generation"])
            resume(folder, arena, on_generation, settings.generations, alone=alone)
            self._shelf.read(folder)
        if not self._shelf.measured(folder, settings):
            say(f"measure {folder.name}")
            measure(folder, settings, arena)
            self._shelf.read(folder)
        record = RunRecord.open(folder)
        if record.generations()[-1]["generation"] > settings.generations:
            record = record.until(settings.generations)
        for origin in (record.provenance, *record.provenance["resumes"]):
            self.commits.add(origin.get("commit") or f"version {origin.get('ponnuki')}")
        self._finished[whole] = record
        self._used[f"{RUNS}{folder.name}/{PROVENANCE}"] = ""
        return record

    def ask(self, name: str, question: Question[T]) -> T:
        """The answer to a question, from disk if the same question was answered before.

        Args:
            name: for people, the beginning of the file's name; the rest is the question's digest.
            question: all that the answer depends on.
        """
        file = self._part(name, question)
        kept = self._answer(file, question)
        if kept is None:
            self.say(name)
            self.put(file, answer_bytes(question, question.answer(self)))
            kept = self._answer(file, question)
            assert kept is not None
        (answer,) = kept
        return answer

    def ask_all(self, name: str, questions: Sequence[tuple[str, Question[T]]]) -> list[T]:
        """The answers to many questions, as many at a time as the arena has cores.

        Args:
            name: of all of them, for people.
            questions: each with its name, as of `ask`.
        """
        new = {
            digest(question): (said, question)
            for said, question in questions
            if self._answer(self._part(said, question), question) is None
        }
        if new:
            self.say(f"{name}: {len(new)} parts")
            one_thread, share = copy.copy(self), shares(self.arena)
            one_thread.arena, one_thread.say, one_thread.bar = share.each, len, no_bar

            def work(item: tuple[str, Question[T]], stop: Stop) -> None:
                one_thread.ask(*item)
                stop.step()

            with self.bar(name, len(new)) as told:
                at_once = min(share.count, MOST_RUNS)
                each(work, list(new.values()), at_once, told, share.end)
        return [self.ask(*one) for one in questions]

    def _answer(self, file: str, question: Question[T]) -> tuple[T] | None:
        data = self._read(file)
        return None if data is None else answer_of(data, question)

    def _read(self, name: str) -> bytes | None:
        """A file that is there and is what was listed; None of another one."""
        with self._writing:
            try:
                data = self._store.checked(name, MAX_BYTES)
            except (StoreError, OSError):
                return None
            self._used[name] = digest_of(data)
            return data

    def _part(self, name: str, question: Question[T]) -> str:
        return f"{PARTS}/{name}-{digest(question)}.json"

    def nets(self, name: str, question: ArrayQuestion) -> Arrays:
        """Trained nets, from disk if the same were trained before; names as of `ask`."""
        file = f"{NETS}/{name}-{digest(question)}.npz"
        data = self._read(file)
        found = None if data is None else arrays_of(data, question)
        if found is None:
            self.say(f"train {name}")
            found = question.answer(self)
            self.put(file, arrays_bytes(question, found))
        return found


def lost_list(files: Store) -> bool:
    """Whether there is no manifest, though the results say that there is one."""
    if files.manifest:
        return False
    try:
        return bool(json.loads(files.read(RESULTS, MAX_BYTES)).get(LISTED))
    except (OSError, ValueError, AttributeError, RecursionError):  # older, or damaged
        return False


def _whole(settings: LearnerSettings) -> str:
    """All that settings say, what measures and shows a run included."""
    return json.dumps(settings.table(), sort_keys=True)


@contextlib.contextmanager
def _no_warnings() -> Iterator[None]:
    """Swarms that do not settle are printed too, or studied; the report says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        yield
