"""The exact state of a run as one safetensors file: arrays, texts, and the generation's line.

The header holds texts: the format, the generation, the number of the first one, the line of
generations.jsonl, the running hash over that file, the digests of what came with the generation,
the caller's metadata, and a checksum over all of it and the arrays. Arrays of zeros for the most
part are kept without them; the checksum is over the whole ones.
"""

import json
import os
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ponnuki.store import StoreError
from ponnuki.store.packing import pack, unpack

FORMAT = "ponnuki-run-state-1"
MAX_BYTES = 2**30
MAX_HEADER = 2**24
MAX_GENERATION = 999_999_999
WHERE = "'where"
"""Behind the name of an array without zeros: where its numbers stand."""

Arrays = dict[str, NDArray[Any]]

_TYPES = [np.bool_, np.float16, np.float32, np.float64]
_TYPES += [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
DTYPES = frozenset(np.dtype(kind) for kind in _TYPES)
"""What an array may hold."""


class RunError(StoreError):
    """A folder that holds no run, a damaged run, or a run that cannot be written now."""


@dataclass(frozen=True)
class StateHead:
    """What a state's header says.

    Attributes:
        generation: the last one done.
        first: the first one of the run.
        line: its line in generations.jsonl, without the line's end.
        metadata: the caller's texts.
        log: the SHA-256 of generations.jsonl up to this line; "" in runs of earlier versions.
        files: the SHA-256 of the files that came with this generation, by their names: they are
            listed even if the manifest was not written any more.
        packed: the shapes of arrays that are kept without zeros, as JSON; "" if there are none.
        checksum: over everything else in the file.
    """

    generation: int
    first: int
    line: str
    metadata: dict[str, str]
    log: str = ""
    files: dict[str, str] = field(default_factory=dict)
    packed: str = ""
    checksum: str = ""

    def entry(self) -> dict[str, Any]:
        """The line as data."""
        return read_object(self.line)

    def texts(self) -> dict[str, str]:
        """The header."""
        return {
            "format": FORMAT,
            "generation": str(self.generation),
            "first": str(self.first),
            "line": self.line,
            "metadata": json.dumps(self.metadata, sort_keys=True),
            **({"log": self.log} if self.log else {}),
            **({"files": json.dumps(self.files, sort_keys=True)} if self.files else {}),
            "checksum": self.checksum,
        }


@dataclass(frozen=True, eq=False)
class RunState:
    """All that is needed to go on.

    Attributes:
        generation: the last one done.
        arrays: numbers by name.
        metadata: texts by name.
    """

    generation: int
    arrays: dict[str, NDArray[Any]]
    metadata: dict[str, str]


def read_object(text: str | bytes) -> dict[str, Any]:
    """The JSON object that a text holds; read under `damage_of`."""
    found = json.loads(text if isinstance(text, str) else text.decode(), parse_constant=_refuse)
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    return found


def encode(head: StateHead, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a state file.

    Raises:
        RunError: an array or a text cannot be kept, or there is too much of them.
    """
    from safetensors import SafetensorError  # noqa: PLC0415 - only files need it
    from safetensors.numpy import save  # noqa: PLC0415

    kept = {name: _check(name, array) for name, array in arrays.items()}
    packed, shapes = _pack(kept)
    for name, text in head.metadata.items():
        if not isinstance(name, str) or not isinstance(text, str):
            raise TypeError(f"metadata[{name!r}] is {text!r}: names and values must be texts")
    texts = {**head.texts(), **({"packed": json.dumps(shapes)} if shapes else {})}
    try:
        data = save(packed, metadata={**texts, "checksum": _checksum(texts, kept)})
    except (SafetensorError, UnicodeError) as error:
        raise RunError(f"the state cannot be written: {error}") from None
    if len(data) > MAX_BYTES or struct.unpack("<Q", data[:8])[0] > MAX_HEADER:
        raise RunError(
            f"the state is too large: at most {MAX_BYTES} bytes, {MAX_HEADER} of them texts"
        )
    return data


def decode_head(file: BinaryIO) -> StateHead:
    """What the header of a state file says; the arrays are not read.

    Anything may come out of a damaged file: read under `damage_of`.
    """
    size = os.fstat(file.fileno()).st_size
    (length,) = struct.unpack("<Q", file.read(8).ljust(8, b"\xff"))
    if length > min(MAX_HEADER, size - 8):
        raise ValueError("the header is longer than the file, or than is allowed")
    table = read_object(file.read(length))
    texts = table.pop("__metadata__", None)
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"its header is not that of {FORMAT}")
    if texts.get("format") != FORMAT:
        raise ValueError(f"its format is {texts.get('format')!r}, this version reads {FORMAT!r}")
    end = max((tensor["data_offsets"][1] for tensor in table.values()), default=0)
    if size != 8 + length + end:
        raise ValueError(f"it has {size} bytes and should have {8 + length + end}")
    head = StateHead(
        generation=int(texts["generation"]),
        first=int(texts["first"]),
        line=texts["line"],
        metadata=read_object(texts["metadata"]),
        log=texts.get("log", ""),
        files=read_object(texts.get("files", "{}")),
        packed=texts.get("packed", ""),
        checksum=texts["checksum"],
    )
    if not 0 <= head.first <= head.generation <= MAX_GENERATION:
        raise ValueError(f"it says generation {head.generation}, the first being {head.first}")
    if not all(isinstance(text, str) for text in [*head.metadata.values(), *head.files.values()]):
        raise ValueError("its metadata are not texts")
    if head.entry().get("generation") != head.generation or "\n" in head.line:
        raise ValueError("its line is that of another generation")
    return head


def decode(file: BinaryIO) -> RunState:
    """The state that a file holds; read under `damage_of`."""
    from safetensors import SafetensorError  # noqa: PLC0415 - only files need it
    from safetensors.numpy import load  # noqa: PLC0415

    head = decode_head(file)
    file.seek(0)
    try:
        arrays = load(file.read(MAX_BYTES))
    except SafetensorError as error:
        raise ValueError(str(error)) from None
    packed = {"packed": head.packed} if head.packed else {}
    for name, shape in read_object(head.packed or "{}").items():
        arrays[name] = unpack(arrays[name], arrays.pop(f"{name}{WHERE}"), shape, MAX_BYTES)
    kept = {name: _check(name, array) for name, array in arrays.items()}
    if head.checksum != _checksum({**head.texts(), **packed}, kept):
        raise ValueError("its checksum is wrong: the file is damaged")
    return RunState(head.generation, kept, head.metadata)


def _pack(arrays: Arrays) -> tuple[Arrays, dict[str, list[int]]]:
    """The arrays as they are kept, and the shapes of those that are kept without zeros."""
    found, shapes = dict(arrays), {}
    for name, array in arrays.items():
        if (parts := pack(array)) is not None and f"{name}{WHERE}" not in arrays:
            found[name], found[f"{name}{WHERE}"] = parts
            shapes[name] = list(array.shape)
    return found, shapes


def _check(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """An array that can be kept, its numbers in C order."""
    if not isinstance(name, str) or not isinstance(array, np.ndarray):
        raise TypeError(f"state[{name!r}] is {type(array).__name__}: only NumPy arrays are kept")
    if name == "__metadata__":
        raise RunError("an array of the state cannot be called '__metadata__'")
    if array.dtype not in DTYPES:
        raise RunError(
            f"state[{name!r}] has the type {array.dtype}: use bool, whole numbers or floats of 16 "
            "to 64 bits in this machine's byte order"
        )
    return np.asarray(array, order="C")


def _checksum(texts: Mapping[str, str], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Tells damage: CRC-32 over all texts but the checksum, and all arrays."""
    said = [text for name, text in texts.items() if name != "checksum"]
    said += [f"{name} {arrays[name].dtype} {arrays[name].shape}" for name in sorted(arrays)]
    crc = zlib.crc32(json.dumps(said).encode())
    for name in sorted(arrays):
        crc = zlib.crc32(arrays[name].tobytes(), crc)
    return f"{crc:08x}"


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
