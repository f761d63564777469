"""Files of weights: raw, or a header on the first line, whose length is then put before it."""

import struct
from functools import cache

from fuzz.target import Scratch, Target
from ponnuki.evaluators import load_weights
from ponnuki.evaluators.files import WeightsError


def packed(data: bytes) -> bytes:
    """A file of safetensors, if the input is a header and numbers; else the input."""
    if not data.startswith(b"{"):
        return data
    header, _, numbers = data.partition(b"\n")
    return struct.pack("<Q", len(header)) + header + numbers


@cache
def _file() -> Scratch:
    return Scratch("weights", "net.safetensors")


def _run(data: bytes) -> None:
    file = load_weights(_file().write(packed(data)))
    start = file.evaluator.game.start()
    for row in file.weights[:3]:
        file.evaluator.value(row, start)


TARGET = Target(
    "weights",
    _run,
    (WeightsError,),
    (b"{", b"}", b"[", b"]", b'"', b'\\"', b",", b":", b"F32", b"F64", b"I32", b"BF16", b"weights",
     b"__metadata__", b"data_offsets", b"shape", b"dtype", b"evaluator", b"fingerprint", b"format",
     b"ponnuki-weights-1", b"where", b"U8",
     b"capture-go:3", b"tic-tac-toe", b"wpc", b"window", b"size", b"kind",
     b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f", b"\xff" * 8, b"[" * 999),
)  # fmt: skip
