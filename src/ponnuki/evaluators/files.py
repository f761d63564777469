"""Files of weights: safetensors with the game, the rules version and the architecture beside them.

A file is data from a stranger: it is read with limits, nothing in it is executed, and weights of
another architecture or of other rules are refused. Digests over the weights and over the texts tell
damage, and a net has only one file: the same net, said to be the same, is the same bytes.
"""

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.evaluators.architectures import Evaluator, evaluator, fingerprint_of
from ponnuki.games import SpecError
from ponnuki.games.registry import restore
from ponnuki.store.files import open_file, write_whole
from ponnuki.store.packing import pack, unpack

FORMAT = "ponnuki-weights-2"
PACKED_FORMAT = "ponnuki-weights-3"
"""The same without zeros, where that makes the file less than half as long."""
OLDER_FORMAT = "ponnuki-weights-1"
"""What earlier versions wrote: files without digests."""

MAX_BYTES = 64 * 2**20
MAX_HEADER = 2**20


class WeightsError(ValueError):
    """A file that holds no weights for this package, or for another net or other rules."""


def digest_of(weights: ArrayLike) -> str:
    """The SHA-256 of weights, as 64 hexadecimal digits."""
    return hashlib.sha256(np.asarray(weights, "<f4").tobytes()).hexdigest()


def net_name(weights: ArrayLike) -> str:
    """What a net is called: the first eight digits of the SHA-256 of its weights.

    >>> net_name([0.0, 1.0])
    '22b6f43b'
    """
    return digest_of(weights)[:8]


@dataclass(frozen=True, eq=False)
class WeightsFile:
    """What a file of weights holds: the net, its rows of weights, and what was said about them.

    Attributes:
        evaluator: the net's architecture.
        weights: a row a net.
        metadata: what the writer said about them.
        checked: whether the file has digests, which then were right; older files have none.
    """

    evaluator: Evaluator
    weights: NDArray[np.float32]
    metadata: dict[str, str]
    checked: bool = True

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all weights."""
        return digest_of(self.weights)

    @property
    def name(self) -> str:
        """The digest's first eight digits; of a file with one net, the net's name."""
        return self.digest[:8]


def save_weights(
    path: str | Path,
    net: Evaluator,
    weights: ArrayLike,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Writes rows of weights; the file appears whole or not at all.

    >>> import ponnuki, tempfile
    >>> net = ponnuki.evaluator("wpc", "othello:6")
    >>> file = f"{tempfile.mkdtemp()}/mine.safetensors"
    >>> ponnuki.save_weights(file, net, net.initial(3, seed=1))
    >>> ponnuki.player(f"net:{file},row=2,depth=1", "othello:6").search.depth
    1
    """
    write_whole(path, weights_bytes(net, weights, metadata))


def weights_bytes(
    net: Evaluator, weights: ArrayLike, metadata: Mapping[str, str] | None = None
) -> bytes:
    """What a file of these weights holds: the same bytes whenever and wherever it is written."""
    array = net.check_weights(np.atleast_2d(np.asarray(weights)), 2)
    packed = pack(array.astype("<f4"))
    said = {
        "format": PACKED_FORMAT if packed else FORMAT,
        "game": net.game.spec,
        "rules_version": str(net.game.rules_version),
        "evaluator": json.dumps(net.settings(), sort_keys=True),
        "fingerprint": net.fingerprint,
        "metadata": json.dumps(dict(metadata or {}), sort_keys=True),
        "weights_sha256": digest_of(array),
        **({"shape": json.dumps(list(array.shape))} if packed else {}),
    }
    said["texts_sha256"] = _texts_digest(said)
    values, where = packed or (array.astype("<f4"), np.zeros(0, np.uint8))
    data, bits = values.tobytes(), where.tobytes()
    table: dict[str, Any] = {"__metadata__": said, "weights": _place("F32", values, 0)}
    if packed:
        table["where"] = _place("U8", where, len(data))
    header = _canonical(table)
    return struct.pack("<Q", len(header)) + header + data + bits


def _place(kind: str, array: NDArray[Any], begin: int) -> dict[str, Any]:
    """What a header says of a tensor."""
    ends = [begin, begin + array.nbytes]
    return {"dtype": kind, "shape": list(array.shape), "data_offsets": ends}


def load_weights(path: str | Path, expected: Evaluator | None = None) -> WeightsFile:
    """Reads rows of weights, and checks that they are for the expected net if one is given.

    >>> import ponnuki, tempfile
    >>> net = ponnuki.evaluator("wpc", "othello:6")
    >>> file = f"{tempfile.mkdtemp()}/mine.safetensors"
    >>> ponnuki.save_weights(file, net, net.initial(3, seed=1))
    >>> ponnuki.load_weights(file).weights.shape
    (3, 36)

    Raises:
        WeightsError: the file is too large, damaged, or for another net or other rules.
        OSError: it cannot be read.
    """
    shown = str(path) if len(str(path)) <= 500 else f"{str(path)[:500]}..."
    with open_file(path, MAX_BYTES, WeightsError) as handle:
        data = handle.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:  # it has grown, or tells no size, as the files of /proc
        raise WeightsError(f"{shown}: a file of weights has at most {MAX_BYTES} bytes")
    try:
        said, tensor = _texts_and_tensor(data)
        settings = _settings(said)
        net = _evaluator(said, settings)
        metadata = json.loads(said["metadata"])
        array = net.check_weights(tensor, 2)
        fingerprint = said["fingerprint"]
    except (SpecError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise WeightsError(f"{shown}: no usable file of weights: {error}") from None
    # Older files may have a whole number where a setting is 1.0; their fingerprint has it too.
    written = fingerprint_of(settings) if settings == net.settings() else ""
    if fingerprint not in {net.fingerprint, written}:
        raise WeightsError(f"{shown}: the weights are for another architecture than the file says")
    if expected is not None:
        require_net(shown, net, expected)
    if not isinstance(metadata, dict):
        raise WeightsError(f"{shown}: its metadata is no table")
    texts = {str(name): str(text) for name, text in metadata.items()}
    return WeightsFile(net, array, texts, said["format"] != OLDER_FORMAT)


def require_net(name: str, net: Evaluator, expected: Evaluator) -> None:
    """Raises WeightsError if weights that are called so are for another net than is expected."""
    if expected.fingerprint != net.fingerprint or expected.game.id != net.game.id:
        raise WeightsError(
            f"{name}: the weights are for {net.kind} on {net.game.spec} (fingerprint "
            f"{net.fingerprint}), not for {expected.kind} on {expected.game.spec} "
            f"({expected.fingerprint})"
        )


def _texts_and_tensor(data: bytes) -> tuple[dict[str, str], NDArray[np.float32]]:
    """The texts of a file's header, and its weights; checked against their digests."""
    if len(data) < 8:
        raise ValueError("the file is too short")
    (length,) = struct.unpack("<Q", data[:8])
    if length > min(MAX_HEADER, len(data) - 8):
        raise ValueError("the header is longer than the file, or than is allowed")
    header = data[8 : 8 + length]
    table = json.loads(header)
    said = table["__metadata__"]
    known = FORMAT, PACKED_FORMAT, OLDER_FORMAT
    if not isinstance(said, dict) or said.get("format") not in known:
        raise ValueError(f"its format is none of {', '.join(known)}")
    if not all(isinstance(text, str) for text in said.values()):
        raise ValueError("its header holds other things than texts")
    weights = _weights(table, data[8 + length :])
    if said["format"] != OLDER_FORMAT:
        if said["weights_sha256"] != digest_of(weights):
            raise ValueError("its weights are damaged: their SHA-256 is not what the file says")
        if said["texts_sha256"] != _texts_digest(said) or header != _canonical(table):
            raise ValueError("its header is damaged: its SHA-256 is not what the file says")
    return said, weights


def _weights(table: Mapping[str, Any], data: bytes) -> NDArray[np.float32]:
    """The weights that a file holds, in one tensor, or without zeros in two."""
    packed = table["__metadata__"]["format"] == PACKED_FORMAT
    if set(table) != {"__metadata__", "weights", *(["where"] if packed else [])}:
        raise ValueError("it must hold one tensor, called weights")
    if not packed:
        return _tensor(table["weights"], data, "F32", 0)
    (begin, end) = table["weights"]["data_offsets"]
    if type(end) is not int or not 0 <= end <= len(data):
        raise ValueError(f"it has {len(data)} bytes of weights, its header says otherwise")
    values = _tensor(table["weights"], data[:end], "F32", begin)
    where = _tensor(table["where"], data[end:], "U8", end)
    return unpack(values, where, json.loads(table["__metadata__"]["shape"]), MAX_BYTES)


def _tensor(tensor: Mapping[str, Any], data: bytes, kind: str, begin: int) -> NDArray[Any]:
    """A tensor of a file of weights, whose data are given."""
    dtype, shape = tensor["dtype"], tensor["shape"]
    if dtype != kind:
        raise ValueError(f"its weights have the type {str(dtype)[:20]!r}: only {kind} is read")
    if not isinstance(shape, list) or not all(type(one) is int and one >= 0 for one in shape):
        raise ValueError("the shape of its weights is no list of whole numbers")
    if tensor["data_offsets"] != [begin, begin + len(data)]:
        raise ValueError(f"it has {len(data)} bytes of weights, its header says otherwise")
    found = np.frombuffer(data, "<f4" if kind == "F32" else np.uint8).reshape(shape)
    return found.astype(found.dtype.newbyteorder("="), copy=False)


def _canonical(table: Mapping[str, Any]) -> bytes:
    """A header's bytes, in the one order and with the one filling that there is."""
    text = json.dumps(table, sort_keys=True, separators=(",", ":")).encode()
    return text + b" " * (-len(text) % 8)


def _texts_digest(said: Mapping[str, str]) -> str:
    """The SHA-256 of all texts of a header but itself."""
    kept = {name: text for name, text in said.items() if name != "texts_sha256"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def _settings(said: Mapping[str, str]) -> dict[str, Any]:
    """What a header says of the net's architecture."""
    settings: dict[str, Any] = json.loads(said["evaluator"])
    if not isinstance(settings, dict):
        raise ValueError(f"the evaluator is described by {settings!r}")
    return settings


def _evaluator(said: Mapping[str, str], settings: Mapping[str, Any]) -> Evaluator:
    """The net that a header describes."""
    rules = restore(said["game"], int(said["rules_version"]))
    own = dict(settings)
    kind = own.pop("kind")
    own.pop("size")
    return evaluator(kind, rules, **own)
