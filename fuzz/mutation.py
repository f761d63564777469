"""Inputs spoilt: bytes, words and numbers of a format, lines, and the values within JSON."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

MAX_SIZE = 8_192

_NUMBERS = (
    b"0", b"-1", b"1", b"2", b"9", b"19", b"20", b"255", b"256", b"65536", b"2147483648",
    b"4294967296", b"9223372036854775808", b"18446744073709551616", b"1e999", b"-0.0", b"nan",
    b"0x10", b"007", b"1" + b"0" * 400,
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308, float("nan"),
    float("inf"), "", "a", "\x00", "\ud800", "é" * 300, [], [[]], {}, {"a": 1}, [0] * 300,
)  # fmt: skip


def spoil(rng: random.Random, pool: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """One input of a pool after one to a few changes."""
    data = rng.choice(pool)
    for _ in range(min(8, int(rng.expovariate(0.7)) + 1)):
        change = rng.choice(_CHANGES)
        data = change(rng, data, pool, words)[:MAX_SIZE]
    return data


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    """A stretch of an input, short as a rule."""
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + int(rng.expovariate(0.1)) + 1)


def _flip(rng: random.Random, data: bytes, *_: object) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _replace(rng: random.Random, data: bytes, *_: object) -> bytes:
    begin, end = _span(rng, data)
    return data[:begin] + rng.randbytes(rng.randrange(4)) + data[end:]


def _cut(rng: random.Random, data: bytes, *_: object) -> bytes:
    begin, end = _span(rng, data)
    return data[:begin] + data[end:] if rng.random() < 0.8 else data[:begin]


def _repeat(rng: random.Random, data: bytes, *_: object) -> bytes:
    begin, end = _span(rng, data)
    times = rng.choice((2, 2, 3, 10, 100, 2_000))
    return data[:begin] + data[begin:end] * times + data[end:]


def _splice(rng: random.Random, data: bytes, pool: Sequence[bytes], _: object) -> bytes:
    other = rng.choice(pool)
    begin, end = _span(rng, data)
    return data[:begin] + other[rng.randrange(len(other) + 1) :] + data[end:][: rng.randrange(99)]


def _word(rng: random.Random, data: bytes, _: object, words: Sequence[bytes]) -> bytes:
    begin, end = _span(rng, data)
    word = rng.choice(words) if words else b""
    return data[:begin] + word + data[begin if rng.random() < 0.5 else end :]


def _number(rng: random.Random, data: bytes, *_: object) -> bytes:
    found = list(re.finditer(rb"-?[0-9.]+", data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(_NUMBERS) + data[one.end() :]


def _lines(rng: random.Random, data: bytes, *_: object) -> bytes:
    """Two lines change places, or one is there twice, or no longer."""
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            del lines[one]
    return b"\n".join(lines)


def _json(rng: random.Random, data: bytes, *_: object) -> bytes:
    """A value within a line of JSON, or within all of it, becomes another, or goes."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    for begin, end in (at, at + 1), (at, len(lines)), (1, len(lines)), (0, len(lines)):
        try:
            tree = json.loads(b"\n".join(lines[begin:end]))
        except (ValueError, RecursionError):
            continue
        lines[begin:end] = [json.dumps(_changed(rng, tree)).encode()]
        break
    return b"\n".join(lines)


def _changed(rng: random.Random, tree: Any) -> Any:
    """A tree of JSON with one place in it changed."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if type(tree) is list else ()
    if not keys or rng.random() < 0.2:
        return rng.choice(_VALUES)
    key = rng.choice(keys)
    if rng.random() < 0.1:
        del tree[key]
    elif isinstance(tree[key], str) and tree[key][:1] in {"{", "["} and rng.random() < 0.7:
        tree[key] = _json(rng, tree[key].encode("utf-8", "replace")).decode()
    else:
        tree[key] = _changed(rng, tree[key])
    return tree


_CHANGES: Sequence[Any] = (
    _flip, _replace, _cut, _repeat, _splice, _word, _word, _number, _lines, _json, _json,
)  # fmt: skip
