"""Answers on disk: plain data as JSON, arrays as one compressed .npz file.

A file says its whole question. One that is damaged, or of another question, is no answer: it is
worked out again. Nothing is taken from a file but numbers of the types and shapes expected.
"""

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ponnuki.files import write_whole
from ponnuki.papers.questions import ArrayQuestion, Question, text_of

MAX_BYTES = 2**30
"""No file of answers is larger."""
_HEADER = 1024
"""At least what stands before the numbers of an array in its file."""

Arrays = dict[str, NDArray[Any]]


def read_answer(path: Path, question: Question[Any]) -> tuple[Any] | None:
    """The answer that a file holds, in a tuple; None if it holds none to this question."""
    try:
        kept = json.loads(_read(path))
        if kept["question"] == json.loads(text_of(question)):
            return (kept["answer"],)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def write_answer(path: Path, question: Question[Any], answer: Any) -> None:
    """Writes an answer in plain data."""
    kept = {"question": json.loads(text_of(question)), "answer": answer}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(kept).encode())


def read_arrays(path: Path, question: ArrayQuestion) -> Arrays | None:
    """The arrays that a file holds; None if they are not the answer to this question."""
    said = _said(question)
    shapes = {**question.shapes(), "question": (said.dtype.str, said.shape)}
    try:
        with zipfile.ZipFile(io.BytesIO(_read(path))) as file:
            found = {name: _array(file, name, *shape) for name, shape in shapes.items()}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    return found if np.array_equal(found.pop("question"), said) else None


def write_arrays(path: Path, question: ArrayQuestion, arrays: Arrays) -> None:
    """Writes an answer in arrays.

    Raises:
        ValueError: they are not those that the question promises.
    """
    for name, (kind, shape) in question.shapes().items():
        if (arrays[name].dtype.str, arrays[name].shape) != (kind, shape):
            found = arrays[name].dtype.str, arrays[name].shape
            raise ValueError(f"{name} is {found}: it must be {(kind, shape)}")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in {"question": _said(question), **arrays}.items():
            # With a fixed date the same arrays give the same file.
            with file.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as out:
                npy.write_array(out, array, version=(1, 0), allow_pickle=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data.getvalue())


def _read(path: Path) -> bytes:
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path} has more than {MAX_BYTES} bytes")
    return data


def _said(question: ArrayQuestion) -> NDArray[np.uint8]:
    return np.frombuffer(text_of(question).encode(), np.uint8)


def _array(file: zipfile.ZipFile, name: str, kind: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """One array, unpacked only if its file and its header promise what is expected."""
    dtype = np.dtype(kind)
    if file.getinfo(f"{name}.npy").file_size > dtype.itemsize * int(np.prod(shape)) + _HEADER:
        raise ValueError(f"{name} is too large")
    with file.open(f"{name}.npy") as data:
        if npy.read_magic(data) != (1, 0):
            raise ValueError(f"{name} has another format")
        if npy.read_array_header_1_0(data) != (shape, False, dtype):
            raise ValueError(f"{name} has another type or shape")
    with file.open(f"{name}.npy") as data:
        array: NDArray[Any] = npy.read_array(data, allow_pickle=False)
    if dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} has numbers that are not finite")
    return array
