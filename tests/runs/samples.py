"""Runs for tests: what is written of a generation follows from its number, so it can be checked."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import evaluator
from ponnuki.runs import RunRecord
from ponnuki.store import MANIFEST, digest, manifest

CONFIG: dict[str, Any] = {
    "game": "capture-go:3",
    "seed": 7,
    "training": {"method": "pso", "generations": 5, "box": [-1.5, 1.5], "inertia": 0.729},
}
NET = evaluator("wpc", "capture-go:3")


def line(generation: int) -> dict[str, Any]:
    """The line of a generation."""
    return {
        "best": generation / 3,
        "note": "ü" * (generation % 50),
        "measure": {"wins": [generation]},
    }


def arrays(generation: int) -> dict[str, NDArray[Any]]:
    """The state after a generation."""
    rng = np.random.default_rng(generation)
    return {
        "weights": rng.normal(size=(40, 90)).astype(np.float32),
        "count": np.array(generation),
        "alive": rng.random(8) < 0.5,
    }


def metadata(generation: int) -> dict[str, str]:
    """The texts of a state."""
    return {"rng": f"state {generation}\n"}


def write(record: RunRecord, generation: int) -> None:
    """Everything that there is to write of a generation, in the order of a trainer."""
    record.add_champion(generation, NET, NET.initial(1, generation))
    record.add_game(generation, 1, f"(;C[{generation}])\n")
    record.commit(generation, line(generation), arrays(generation), metadata(generation))


def make(folder: Path, generations: int) -> Path:
    """A closed run with so many generations, from 1 on."""
    with RunRecord.create(folder, CONFIG) as record:
        for generation in range(1, generations + 1):
            write(record, generation)
    return folder


def listed(folder: Path) -> None:
    """Lists the files of a folder as they are, as somebody may who writes a manifest of his own."""
    path = folder / MANIFEST
    kind, files = manifest.decode(path.read_bytes())
    there = {name: said for name, said in files.items() if (folder / name).is_file()}
    anew = {name: (digest((folder / name).read_bytes()),) for name, said in there.items() if said}
    path.write_bytes(manifest.encode(kind, {**there, **anew}))


def check(record: RunRecord) -> int:
    """Asserts that everything in a record fits together; the last generation, or 0."""
    state = record.state()
    last = 0 if state is None else state.generation
    lines = record.generations()
    if state is not None:
        assert lines == [{"generation": g, **line(g)} for g in range(1, last + 1)]
        assert state.metadata == metadata(last)
        same(state.arrays, arrays(last))
    assert set(record.champions()) >= set(range(1, last + 1))
    assert record.config == CONFIG
    return last


def same(found: dict[str, NDArray[Any]], wanted: dict[str, NDArray[Any]]) -> None:
    """Asserts that arrays are equal bit for bit."""
    assert found.keys() == wanted.keys()
    for name, array in wanted.items():
        assert found[name].dtype == array.dtype, name
        assert found[name].shape == array.shape, name
        assert found[name].tobytes() == array.tobytes(), name
