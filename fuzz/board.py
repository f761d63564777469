"""What a worker leaves for its watcher: how many inputs it has tried, and the one under way.

It lies in a file that both have mapped, so that it is there after a crash.
"""

import mmap
import struct
from pathlib import Path

from fuzz.mutation import MAX_SIZE

_HEAD = struct.Struct("<QQQ")


class Board:
    """Counters and one input in a file."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_HEAD.size + MAX_SIZE))
        with open(path, "r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)
        self._done, self._beats, _ = self.head

    @property
    def head(self) -> tuple[int, int, int]:
        """Inputs tried for the count, all that were tried, and the length of the last."""
        done, beats, length = _HEAD.unpack_from(self._map)
        return done, beats, length

    @property
    def data(self) -> bytes:
        """The last input."""
        return self._map[_HEAD.size : _HEAD.size + self.head[2]]

    def put(self, data: bytes, *, counts: bool = True) -> None:
        """Notes an input that is tried now."""
        self._done += counts
        self._beats += 1
        _HEAD.pack_into(self._map, 0, self._done, self._beats, len(data))
        self._map[_HEAD.size : _HEAD.size + len(data)] = data
