"""Files of weights: safetensors with the game, the rules version and the architecture beside them.

A file is data from a stranger: it is read with limits, nothing in it is executed, and weights of
another architecture or of other rules are refused.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponnuki.evaluators.architectures import EVALUATORS, Evaluator, evaluator
from ponnuki.files import write_whole
from ponnuki.games import SpecError
from ponnuki.games.registry import restore

MAX_BYTES = 64 * 2**20
MAX_HEADER = 2**20


class WeightsError(ValueError):
    """A file that holds no weights for this package, or for another net or other rules."""


@dataclass(frozen=True, eq=False)
class WeightsFile:
    """What a file of weights holds: the net, its rows of weights, and what was said about them."""

    evaluator: Evaluator
    weights: NDArray[np.float32]
    metadata: dict[str, str]


def save_weights(
    path: str | Path,
    net: Evaluator,
    weights: ArrayLike,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Writes rows of weights; the file appears whole or not at all."""
    write_whole(path, weights_bytes(net, weights, metadata))


def weights_bytes(
    net: Evaluator, weights: ArrayLike, metadata: Mapping[str, str] | None = None
) -> bytes:
    """What a file of these weights holds."""
    from safetensors.numpy import save  # noqa: PLC0415 - only files need it

    array = net.check(np.atleast_2d(np.asarray(weights)), 2)
    said = {
        "format": "ponnuki-weights-1",
        "game": net.game.spec,
        "rules_version": str(net.game.rules_version),
        "evaluator": json.dumps(net.settings(), sort_keys=True),
        "fingerprint": net.fingerprint,
        "metadata": json.dumps(dict(metadata or {})),
    }
    return save({"weights": array}, metadata=said)


def load_weights(path: str | Path, expected: Evaluator | None = None) -> WeightsFile:
    """Reads rows of weights, and checks that they are for the expected net if one is given.

    Raises:
        WeightsError: the file is too large, damaged, or for another net or other rules.
        OSError: it cannot be read.
    """
    from safetensors import SafetensorError  # noqa: PLC0415 - only files need it
    from safetensors.numpy import load  # noqa: PLC0415

    source = Path(path)
    if source.stat().st_size > MAX_BYTES:
        raise WeightsError(f"{path}: a file of weights has at most {MAX_BYTES} bytes")
    data = source.read_bytes()
    try:
        said = _header(data)
        tensors = load(data)
        net = _evaluator(said)
        metadata = json.loads(said["metadata"])
        array = net.check(tensors["weights"], 2)
        fingerprint = said["fingerprint"]
    except (SafetensorError, SpecError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise WeightsError(f"{path}: no usable file of weights: {error}") from None
    if fingerprint != net.fingerprint:
        raise WeightsError(f"{path}: the weights are for another architecture than the file says")
    if expected is not None and (
        expected.fingerprint != net.fingerprint or expected.game.id != net.game.id
    ):
        raise WeightsError(
            f"{path}: the weights are for {net.kind} on {net.game.spec} (fingerprint "
            f"{net.fingerprint}), not for {expected.kind} on {expected.game.spec} "
            f"({expected.fingerprint})"
        )
    if not isinstance(metadata, dict):
        raise WeightsError(f"{path}: its metadata is no table")
    return WeightsFile(net, array, {str(k): str(v) for k, v in metadata.items()})


def _header(data: bytes) -> dict[str, str]:
    """The texts that stand in the file's header."""
    if len(data) < 8:
        raise ValueError("the file is too short")
    (length,) = struct.unpack("<Q", data[:8])
    if length > min(MAX_HEADER, len(data) - 8):
        raise ValueError("the header is longer than the file, or than is allowed")
    said = json.loads(data[8 : 8 + length])["__metadata__"]
    if not isinstance(said, dict) or said.get("format") != "ponnuki-weights-1":
        raise ValueError("its format is not ponnuki-weights-1")
    return said


def _evaluator(said: Mapping[str, str]) -> Evaluator:
    """The net that a header describes."""
    settings: dict[str, Any] = json.loads(said["evaluator"])
    if not isinstance(settings, dict):
        raise ValueError(f"the evaluator is described by {settings!r}")
    rules = restore(said["game"], int(said["rules_version"]))
    kind = settings.pop("kind")
    if kind not in EVALUATORS:
        raise ValueError(f"unknown evaluator {kind!r}")
    settings.pop("size")
    return evaluator(kind, rules, **settings)
