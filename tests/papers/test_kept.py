"""Files of arrays that strangers wrote: nothing in them is trusted."""

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ponnuki.papers import workshop as workshops
from ponnuki.papers.kept import Arrays, arrays_bytes, arrays_of
from ponnuki.papers.questions import ArrayQuestion
from ponnuki.papers.workshop import Workshop


@dataclass(frozen=True)
class Numbers(ArrayQuestion):
    """Three numbers."""

    def shapes(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """One array."""
        return {"numbers": ("<f8", (3,))}

    def answer(self, workshop: Workshop) -> Arrays:
        """Works it out."""
        del workshop
        return {"numbers": np.arange(3.0)}


def rewritten(path: Path, numbers: NDArray[Any], *, pickled: bool = False) -> None:
    """Puts another array in the place of the numbers."""
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as old:
        question = old.read("question.npy")
    data = io.BytesIO()
    np.lib.format.write_array(data, numbers, allow_pickle=pickled)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("question.npy", question)
        new.writestr("numbers.npy", data.getvalue())


def test_round_trip(tmp_path: Path) -> None:
    """What was written is read, and NumPy reads the file as well."""
    path = tmp_path / "a.npz"
    path.write_bytes(arrays_bytes(Numbers(), {"numbers": np.arange(3.0)}))
    found = arrays_of(path.read_bytes(), Numbers())
    assert found is not None
    assert found["numbers"].tolist() == [0.0, 1.0, 2.0]
    with np.load(path, allow_pickle=False) as file:
        assert file["numbers"].tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize(
    "numbers",
    [
        np.arange(4.0),
        np.arange(3),
        np.arange(3.0)[None],
        np.zeros(10**6),
        np.array([1.0, np.nan, 2.0]),
        np.array([1.0, np.inf, 2.0]),
        np.array([1.0, 2.0, 3.0], object),
    ],
)
def test_other_arrays_are_no_answer(numbers: NDArray[Any], tmp_path: Path) -> None:
    """Of another shape, type or size, not finite, or pickled."""
    path = tmp_path / "a.npz"
    path.write_bytes(arrays_bytes(Numbers(), {"numbers": np.arange(3.0)}))
    rewritten(path, np.arange(3.0))
    assert arrays_of(path.read_bytes(), Numbers()) is not None
    rewritten(path, numbers, pickled=numbers.dtype.hasobject)
    assert arrays_of(path.read_bytes(), Numbers()) is None


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its size is bounded before anything is unpacked."""
    said: list[str] = []
    workshop = Workshop(tmp_path, say=said.append)
    workshop.nets("row", Numbers())
    monkeypatch.setattr(workshops, "MAX_BYTES", 100)
    workshop.nets("row", Numbers())
    assert said == ["train row", "train row"]


def test_damage_is_no_answer_and_no_error(tmp_path: Path) -> None:
    """Whatever bytes change, the same numbers are read or none at all."""
    path = tmp_path / "a.npz"
    path.write_bytes(arrays_bytes(Numbers(), {"numbers": np.arange(3.0)}))
    whole = path.read_bytes()
    rng = np.random.default_rng(1)
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] = rng.integers(256)
        path.write_bytes(damaged)
        found = arrays_of(path.read_bytes(), Numbers())
        assert found is None or found["numbers"].tolist() == [0.0, 1.0, 2.0]
