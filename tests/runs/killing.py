"""A program that has writers of a run killed, time and again, and checks what they leave.

    python -m tests.runs.killing FOLDER moments 25    at random moments
    python -m tests.runs.killing FOLDER calls 46      around each call that makes data last
    python -m tests.runs.killing FOLDER creating 0    around each call of a run from its creation on

It forks its writers, so it is no part of the test process.
"""

import itertools
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import filelock  # noqa: F401 - so that not every writer loads these anew
import safetensors.numpy  # noqa: F401

from ponnuki.runs import RunError, RunRecord, provenance, record
from ponnuki.runs.check import check_run
from ponnuki.store import files
from ponnuki.store import folder as store_folder
from tests.programs import limited
from tests.runs.samples import CONFIG, check, write


def writer(folder: Path, says: int, prepare: Callable[[], None]) -> None:
    """Resumes a run and goes on for ever; says so, and every generation that is recorded."""
    os.write(says, b"0\n")
    with RunRecord.resume(folder) as run:
        prepare()
        state = run.state()
        generation = 0 if state is None else state.generation
        while True:
            generation += 1
            write(run, generation)
            os.write(says, f"{generation}\n".encode())


def creator(where: Path, says: int, prepare: Callable[[], None]) -> None:
    """A whole run: creates it, and records two generations; says when each of it is done."""
    prepare()
    with RunRecord.create(where, CONFIG) as run:
        os.write(says, b"0\n")
        for generation in 1, 2:
            write(run, generation)
            os.write(says, f"{generation}\n".encode())
    os._exit(0)


LASTING: dict[Any, tuple[str, ...]] = {os: ("fsync", "replace")}
CHANGING: dict[Any, tuple[str, ...]] = {
    os: ("fsync", "replace", "open", "mkdir", "unlink", "truncate"),
    files: ("open",),
    store_folder: ("open",),
}
"""All that changes anything on disk, or opens what is then changed."""


def kill_at_call(number: int, calls_of: dict[Any, tuple[str, ...]]) -> Callable[[], None]:
    """Makes a process kill itself around a call of some functions: odd before it, even after."""

    def prepare() -> None:
        calls = 0

        def deadly(call: Callable[..., Any]) -> Callable[..., Any]:
            def called(*arguments: Any, **options: Any) -> Any:
                nonlocal calls
                calls += 2
                if calls > number:
                    os.kill(os.getpid(), signal.SIGKILL)
                result = call(*arguments, **options)
                if calls == number:
                    os.kill(os.getpid(), signal.SIGKILL)
                return result

            return called

        for module, names in calls_of.items():
            for name in names:
                setattr(module, name, deadly(getattr(module, name, open)))

    return prepare


def nothing(fd: object) -> None:
    """Stands in for fsync."""


def round_of(
    folder: Path, before: int, prepare: Callable[[], None], moment: tuple[int, float] | None
) -> int:
    """One writer, killed; the last generation of the run, which is checked.

    Args:
        folder: the run.
        before: the last generation that was recorded before.
        prepare: what the writer does first.
        moment: how many lines the writer says, and seconds from then on, until it is killed; None
            if it kills itself.
    """
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            writer(folder, mouth, prepare)
        finally:
            os._exit(1)  # it should have been killed
    os.close(mouth)
    with limited(child), open(ear, "rb") as said:
        words = []
        if moment is not None:
            words = [said.readline() for _ in range(moment[0])]
            time.sleep(moment[1])
            os.kill(child, signal.SIGKILL)
        words += said.readlines()
        _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the writer failed by itself"
    told = max([before, *map(int, words)])
    assert check_run(folder).sound, check_run(folder)
    assert told <= check(RunRecord.open(folder)) <= told + 1, "seen by a reader"
    with RunRecord.resume(folder) as run:
        last = check(run)
        assert told <= last <= told + 1, f"{told} were recorded, {last} are left"
        lines = (folder / "generations.jsonl").read_bytes()
        assert lines.count(b"\n") == last
        assert not lines or lines.endswith(b"\n")
    assert not [path for path in folder.rglob(".*") if path.name != ".lock"]
    assert check_run(folder).sound, check_run(folder)
    return last


def creation(where: Path, number: int) -> bool:
    """One run from its creation on, killed at a call, checked and gone on with to its end.

    Returns:
        whether it was killed: there was such a call.
    """
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            creator(where, mouth, kill_at_call(number, CHANGING))
        finally:
            os._exit(1)
    os.close(mouth)
    with limited(child), open(ear, "rb") as said:
        told = max([-1, *map(int, said.readlines())])
        _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or status == 0, "the creator failed by itself"
    assert told == -1 or check_run(where).sound, check_run(where)
    try:
        run = RunRecord.resume(where)
    except RunError as error:
        assert told == -1, f"created, and now {error}"
        run = RunRecord.create(where, CONFIG)
    with run:
        last = check(run)
        assert max(0, told) <= last <= told + 1, f"{told} were recorded, {last} are left"
        for generation in range(last + 1, 3):
            write(run, generation)
        assert check(run) == 2
    assert check_run(where).sound, check_run(where)
    assert not [path for path in where.rglob(".*") if path.name != ".lock"]
    return os.WIFSIGNALED(status)


def main() -> None:
    """Runs the rounds and prints how far the run came."""
    where, what, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    stand_in = provenance.facts()
    record.facts = lambda: stand_in  # type: ignore[attr-defined]  # git is slow
    os.fsync = nothing  # a killed process does not take the disk's cache with it
    if what == "creating":
        print(next(n for n in itertools.count() if not creation(where / str(n) / "run", n + 1)))
        return
    rng = random.Random(rounds)
    last = 0
    for index in range(rounds):
        if what == "moments":
            moment = rng.choice([1, 1, 2, 3, 4]), rng.uniform(0, 0.02)
            last = round_of(where, last, lambda: None, moment)
        else:
            last = round_of(where, last, kill_at_call(index + 1, LASTING), None)
    print(last)


if __name__ == "__main__":
    main()
