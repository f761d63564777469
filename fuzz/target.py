"""What a target is: something that reads bytes of a stranger, and the errors that it may raise."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Target:
    """A parser or a boundary.

    Attributes:
        name: what it is called; its corpus lies in a folder of that name.
        run: reads an input, and asserts what must hold of what it read.
        allowed: the documented errors. Any other is a find.
        words: what the format is made of, to be put anywhere into inputs.
        corpus_of: another target whose corpus it shares.
    """

    name: str
    run: Callable[[bytes], object]
    allowed: tuple[type[Exception], ...]
    words: tuple[bytes, ...] = ()
    corpus_of: str = ""

    @cached_property
    def corpus(self) -> list[bytes]:
        """Good inputs, to be spoilt."""
        folder = CORPUS / (self.corpus_of or self.name)
        return [path.read_bytes() for path in sorted(folder.iterdir())]


@cache
def _kept() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="ponnuki-fuzz-")


@cache
def scratch(name: str) -> Path:
    """A folder for a target's files; it is gone when the process ends."""
    folder = Path(_kept().name) / name
    folder.mkdir()
    return folder


class Scratch:
    """One file that is written for each input, and stays open for that."""

    def __init__(self, folder: str, name: str) -> None:
        self.path = scratch(folder) / name
        self._file = open(self.path, "wb", buffering=0)  # noqa: SIM115 - as long as the process

    def write(self, data: bytes) -> Path:
        """Makes this all that the file holds."""
        os.pwrite(self._file.fileno(), data, 0)
        os.ftruncate(self._file.fileno(), len(data))
        return self.path


Files = Callable[[str, bytes], bytes]
"""What a file of a folder holds, from its name and an input's content."""


def named(data: bytes) -> tuple[str, bytes]:
    """An input for a folder: the name of the file on its first line, then what the file holds."""
    name, _, content = data.partition(b"\n")
    return name.decode("ascii", "replace"), content


class Good:
    """A good folder, the files of which are the inputs of a corpus."""

    def __init__(self, corpus: Iterable[bytes], files: Files) -> None:
        self._files = files
        self._good = {name: files(name, content) for name, content in map(named, corpus)}

    def write(self, folder: Path, data: bytes) -> None:
        """Writes all files anew, and in place of one what an input says."""
        for path in folder.rglob("*"):
            if path.is_file():
                path.unlink()
        name, content = self.named(data)
        for other, good in self._good.items():
            path = folder / other
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self._files(name, content) if other == name else good)

    @contextmanager
    def spoilt(self, folder: Path, data: bytes) -> Iterator[Path]:
        """The folder, one file of which is for a while what an input says."""
        name, content = self.named(data)
        path = folder / name
        if not path.exists():
            self.write(folder, data)
        path.write_bytes(self._files(name, content))
        try:
            yield folder
        finally:
            path.write_bytes(self._good[name])

    def named(self, data: bytes) -> tuple[str, bytes]:
        """The file that an input is for, and its content; the first one if it names none."""
        name, content = named(data)
        return (name, content) if name in self._good else (min(self._good), content)
