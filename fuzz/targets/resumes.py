"""Resuming a run one file of which was replaced: refused, or mended so that all of it is read."""

import shutil

from fuzz.target import Target, fill, named, scratch
from fuzz.targets import runs
from ponnuki.runs import RunError, RunRecord


def _run(data: bytes) -> None:
    folder = scratch("resumes") / "run"
    shutil.rmtree(folder, ignore_errors=True)
    good = {named(one)[0]: one for one in TARGET.corpus}
    name, _ = named(data)
    fill(folder, [*good.values(), *([data] if name in good else [])], runs.file_of)
    with RunRecord.resume(folder) as record:
        state, lines = record.state(), record.generations()
        assert len(lines) == 0 or (state and lines[-1]["generation"] == state.generation)
        number = 1 if state is None else state.generation + 1
        arrays = {} if state is None else state.arrays
        record.commit(number, {"games": 1, "seconds": 1.0}, arrays)
    assert len(RunRecord.open(folder).generations()) == len(lines) + 1, "a generation is lost"


TARGET = Target("resumes", _run, (RunError,), runs.WORDS, "runs")
