"""Run folders: one file of a good run is replaced, and all that readers ask for is read."""

import json
from functools import cache

import numpy as np

from fuzz.target import Good, Target, scratch
from fuzz.targets.weights import packed
from ponnuki.learners import view_of
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs import state as states
from ponnuki.runs.check import check_run
from ponnuki.store import MANIFEST, seal

WORDS = (
    b"config.toml\n", b"provenance.json\n", b"generations.jsonl\n", b"state.safetensors\n",
    b"manifest.json\n", b"version", b"kind", b"files", b"[]", b"{", b"}", b"[", b"]", b'"', b",",
    b":", b"\n", b"generation", b"first", b"line", b"metadata", b"log", b"packed", b"checksum",
    b"format", b"ponnuki-run-2", b"ponnuki-run-1", b"resumes", b"nan", b"null", b"1e999", b"\xff",
    b"probe", b"untrained", b"interval", b"score", b"game", b"generations", b"learner", b"[" * 999,
)  # fmt: skip


def file_of(name: str, content: bytes) -> bytes:
    """What a file holds; a state may be given as the texts of its head, a manifest as its table.

    Their checksums are right then, so that what is behind them is read.
    """
    if name == MANIFEST:
        return sealed(content)
    if name != "state.safetensors" or not content.startswith(b"{"):
        return packed(content) if name.endswith(".safetensors") else content
    try:
        head = states.StateHead(**json.loads(content))
        return states.encode(head, {"weights": np.zeros((2, 9), np.float32)})
    except (ArithmeticError, AttributeError, TypeError, ValueError, RecursionError):
        return packed(content)


def sealed(content: bytes) -> bytes:
    """A manifest whose digest is right, if the input is a table."""
    try:
        return seal(json.loads(content), 1)
    except (AttributeError, TypeError, ValueError, RecursionError):
        return content


@cache
def good() -> Good:
    """The run that is spoilt."""
    return Good(TARGET.corpus, file_of)


def _run(data: bytes) -> None:
    with good().spoilt(scratch("runs"), data) as folder:
        assert summary(folder).status in {"stopped", "finished", "damaged"}, "nobody writes it"
        check_run(folder)
        record = RunRecord.open(folder)
        view_of(record.config)
        lines, last = record.generations(), record.last_line()
        assert (lines[-1] if lines else None) == last, "the last line is not the last"
        state = record.state()
        assert state is None or (last and last["generation"] == state.generation)
        record.champion()
        record.games()


TARGET = Target("runs", _run, (RunError,), WORDS)
