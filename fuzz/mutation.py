"""Inputs spoilt: bytes, words and numbers of a format, lines, and the values within JSON.

Millions of inputs are made, so all chance is drawn by one call for a number from 0 to 1, the
cheapest there is.
"""

import json
import math
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

MAX_SIZE = 8_192
MAX_POOL = 2_000
"""Inputs with new outcomes that are kept."""
MAX_KEPT = 2_048
"""Their size; longer ones are seldom new for what they say, and slow."""
RING = 64
"""Inputs kept of those that were read last."""

_NUMBERS = (
    b"0", b"-1", b"1", b"2", b"9", b"19", b"20", b"255", b"256", b"65536", b"2147483648",
    b"4294967296", b"9223372036854775808", b"18446744073709551616", b"1e999", b"-0.0", b"nan",
    b"0x10", b"007", b"1" + b"0" * 400,
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308, float("nan"),
    float("inf"), "", "a", "\x00", "\ud800", "é" * 300, [], [[]], {}, {"a": 1}, [0] * 300,
)  # fmt: skip
_LENGTHS = tuple(int(-10 * math.log(1 - (i + 0.5) / 64)) + 1 for i in range(64))
"""Of stretches: short as a rule, ten bytes in the mean."""
_TIMES = (1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 6)
"""Changes of an input."""
_REPEATS = (2, 2, 2, 2, 2, 2, 3, 3, 3, 10, 10, 10, 10, 100, 100, 2_000)
_NUMBER = re.compile(rb"-?[0-9.]+")

Value = TypeVar("Value")


class Spoiler:
    """Makes inputs of one format, from its corpus and from inputs that turned out to be new."""

    def __init__(self, seed: str, corpus: Sequence[bytes], words: Sequence[bytes]) -> None:
        self._random = random.Random(seed).random
        self._corpus = corpus
        self._words = words or (b"",)
        self._new: list[bytes] = []
        self._fine: list[bytes] = []
        self._next = 0
        self._usual = max(512, 2 * max(map(len, corpus)))
        self._limit = MAX_SIZE
        changes: list[Callable[[bytes], bytes]] = [
            self._flip, self._replace, self._cut, self._repeat, self._splice, self._word,
            self._word, self._number,
        ]  # fmt: skip
        if any(b"\n" in data.rstrip() for data in corpus):
            changes.append(self._lines)
        if any(self._json(data) != data for data in corpus):
            changes += [self._json, self._json]
        self._changes = tuple(changes)

    def add_new(self, data: bytes) -> None:
        """Takes an input whose outcome was new."""
        if len(self._new) < MAX_POOL and len(data) <= MAX_KEPT:
            self._new.append(data)

    def add_fine(self, data: bytes) -> None:
        """Takes an input that was read without an error; the oldest one goes."""
        if len(data) > MAX_KEPT:
            return
        if len(self._fine) < RING:
            self._fine.append(data)
        else:
            self._fine[self._next % RING] = data
            self._next += 1

    def spoil(self) -> bytes:
        """An input after one to a few changes; one in 16 may be long."""
        self._limit = self._usual if self._random() * 16 > 1 else MAX_SIZE
        before = data = self._base()
        for _ in range(_TIMES[int(self._random() * 16)]):
            data = self._choice(self._changes)(data)
        while data == before:
            data = self._choice(self._changes)(data or b" ")
        return data[: self._limit]

    def _base(self) -> bytes:
        """One input in two is made from the corpus, so that most are nearly good."""
        draw = self._random()
        if draw < 0.25 and self._new:
            return self._choice(self._new)
        if draw < 0.5 and self._fine:
            return self._choice(self._fine)
        return self._choice(self._corpus)

    def _choice(self, values: Sequence[Value]) -> Value:
        return values[int(self._random() * len(values))]

    def _span(self, data: bytes) -> tuple[int, int]:
        """A stretch of an input; an end behind that of the input is its end."""
        begin = int(self._random() * (len(data) + 1))
        return begin, begin + _LENGTHS[int(self._random() * 64)]

    def _flip(self, data: bytes) -> bytes:
        if not data:
            return data
        at = int(self._random() * len(data))
        changed = data[at] ^ (1 << int(self._random() * 8))
        return b"%b%c%b" % (data[:at], changed, data[at + 1 :])

    def _replace(self, data: bytes) -> bytes:
        begin, end = self._span(data)
        count = int(self._random() * 4)
        middle = int(self._random() * 256**count).to_bytes(count, "big")
        return data[:begin] + middle + data[end:]

    def _cut(self, data: bytes) -> bytes:
        begin, end = self._span(data)
        return data[:begin] + data[end:] if self._random() < 0.8 else data[:begin]

    def _repeat(self, data: bytes) -> bytes:
        begin, end = self._span(data)
        most = (self._limit - len(data)) // max(1, len(data[begin:end]))
        times = min(self._choice(_REPEATS), max(2, most))
        return data[:begin] + data[begin:end] * times + data[end:]

    def _splice(self, data: bytes) -> bytes:
        other = self._base()
        begin, end = self._span(data)
        tail = data[end : end + int(self._random() * 99)]
        return data[:begin] + other[int(self._random() * (len(other) + 1)) :] + tail

    def _word(self, data: bytes) -> bytes:
        begin, end = self._span(data)
        rest = data[begin if self._random() < 0.5 else end :]
        return data[:begin] + self._choice(self._words) + rest

    def _number(self, data: bytes) -> bytes:
        """The next number from anywhere becomes another."""
        found = _NUMBER.search(data, int(self._random() * len(data))) or _NUMBER.search(data)
        if found is None:
            return data
        return data[: found.start()] + self._choice(_NUMBERS) + data[found.end() :]

    def _lines(self, data: bytes) -> bytes:
        """Two lines change places, or one is there twice, or no longer."""
        lines = data.split(b"\n")
        one, other = int(self._random() * len(lines)), int(self._random() * len(lines))
        match int(self._random() * 3):
            case 0:
                lines[one], lines[other] = lines[other], lines[one]
            case 1:
                lines.insert(other, lines[one])
            case _:
                del lines[one]
        return b"\n".join(lines)

    def _json(self, data: bytes) -> bytes:
        """A value within a line of JSON, or within all of it, becomes another, or goes."""
        lines = data.split(b"\n")
        at = int(self._random() * len(lines))
        spans = [(at, at + 1), (at, len(lines)), (1, len(lines)), (0, len(lines))]
        for begin, end in dict.fromkeys(spans):
            if begin >= len(lines) or not lines[begin].startswith((b"{", b"[")):
                continue
            try:
                tree = json.loads(b"\n".join(lines[begin:end]))
            except (ValueError, RecursionError):
                continue
            lines[begin:end] = [json.dumps(self._changed(tree)).encode()]
            break
        return b"\n".join(lines)

    def _changed(self, tree: Any) -> Any:
        """A tree of JSON with one place in it changed."""
        keys = list(tree) if type(tree) is dict else range(len(tree)) if type(tree) is list else ()
        if not keys or self._random() < 0.2:
            return self._choice(_VALUES)
        key = self._choice(keys)
        if self._random() < 0.1:
            del tree[key]
        elif isinstance(tree[key], str) and tree[key][:1] in {"{", "["} and self._random() < 0.7:
            tree[key] = self._json(tree[key].encode("utf-8", "replace")).decode()
        else:
            tree[key] = self._changed(tree[key])
        return tree
