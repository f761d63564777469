"""Resuming a run one file of which was replaced: refused, or mended so that all of it is read."""

from fuzz.target import Target, scratch
from fuzz.targets import runs
from ponnuki.runs import RunError, RunRecord


def _run(data: bytes) -> None:
    folder = scratch("resumes")
    runs.good().write(folder, data)
    with RunRecord.resume(folder) as record:
        state, lines = record.state(), record.generations()
        assert len(lines) == 0 or (state and lines[-1]["generation"] == state.generation)
        number = 1 if state is None else state.generation + 1
        arrays = {} if state is None else state.arrays
        record.commit(number, {"games": 1, "seconds": 1.0}, arrays)
    assert len(RunRecord.open(folder).generations()) == len(lines) + 1, "a generation is lost"


TARGET = Target("resumes", _run, (RunError,), runs.WORDS, "runs")
