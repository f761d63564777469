"""Answers on disk: plain data as JSON, arrays as one compressed .npz file.

A file says its whole question, and an answer in JSON carries its digest. One that is damaged, or of
another question, is no answer: it is worked out again. Nothing is taken from a file but numbers of
the types and shapes expected.
"""

import io
import json
import math
import zipfile
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponnuki.papers.questions import ArrayQuestion, Question, text_of
from ponnuki.store import seal, unseal

MAX_BYTES = 2**30
"""No file of answers is larger."""
DAMAGE = (
    ValueError,
    KeyError,
    EOFError,
    TypeError,
    RecursionError,
    RuntimeError,  # encrypted, or packed in a way that is not known here
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a damaged file may raise."""
UNSEALED = {"question", "answer"}
"""What the answers of earlier versions have; others have a digest, too."""

Arrays = dict[str, NDArray[Any]]


def answer_of(data: bytes, question: Question[Any]) -> tuple[Any] | None:
    """The answer that a file holds, in a tuple; None if it holds none to this question."""
    try:
        kept = answer_in(data)
        if kept["question"] == json.loads(text_of(question)):
            return (kept["answer"],)
    except DAMAGE:
        pass
    return None


def answer_in(data: bytes) -> dict[str, Any]:
    """What a file of an answer holds; those of earlier versions have no digest.

    Raises:
        ValueError: and others; it is damaged.
    """
    kept = json.loads(data)
    return kept if isinstance(kept, dict) and kept.keys() == UNSEALED else unseal(data)


def answer_bytes(question: Question[Any], answer: Any) -> bytes:
    """The file of an answer in plain data."""
    return seal({"question": json.loads(text_of(question)), "answer": answer})


def arrays_of(data: bytes, question: ArrayQuestion) -> Arrays | None:
    """The arrays that a file holds; None if they are not the answer to this question."""
    said = _said(question)
    shapes = {**question.shapes(), "question": (said.dtype.str, said.shape)}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            found = {name: _array(file, name, *shape) for name, shape in shapes.items()}
    except DAMAGE:
        return None
    return found if np.array_equal(found.pop("question"), said) else None


def arrays_bytes(question: ArrayQuestion, arrays: Arrays) -> bytes:
    """The file of an answer in arrays.

    Raises:
        ValueError: they are not those that the question promises.
    """
    for name, (kind, shape) in question.shapes().items():
        if (arrays[name].dtype.str, arrays[name].shape) != (kind, shape):
            found = arrays[name].dtype.str, arrays[name].shape
            raise ValueError(f"{name} is {found}: it must be {(kind, shape)}")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, array in {"question": _said(question), **arrays}.items():
            # With a fixed date the same arrays give the same file.
            packed = zipfile.ZipInfo(f"{name}.npy")
            packed.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(packed, _header(array.dtype, array.shape) + array.tobytes())
    return data.getvalue()


def _said(question: ArrayQuestion) -> NDArray[np.uint8]:
    return np.frombuffer(text_of(question).encode(), np.uint8)


def _array(file: zipfile.ZipFile, name: str, kind: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """One array; nothing is unpacked that is not as long as expected."""
    dtype = np.dtype(kind)
    header = _header(dtype, shape)
    if file.getinfo(f"{name}.npy").file_size != len(header) + dtype.itemsize * math.prod(shape):
        raise ValueError(f"{name} has another length")
    data = file.read(f"{name}.npy")
    if not data.startswith(header):
        raise ValueError(f"{name} has another type or shape")
    array = np.frombuffer(data, dtype, offset=len(header)).reshape(shape)
    if dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} has numbers that are not finite")
    return array


def _header(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """What stands before the numbers of an array in NumPy's format 1.0."""
    text = f"{{'descr': '{dtype.str}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
