"""What a target is: something that reads bytes of a stranger, and the errors that it may raise."""

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


def scratch(name: str) -> Path:
    """A folder for a target's files; it is gone when the process ends."""
    folder = Path(_kept().name) / name
    folder.mkdir(exist_ok=True)
    return folder


Files = Callable[[str, bytes], bytes]
"""What a file of a folder holds, from its name and an input's content."""


def named(data: bytes) -> tuple[str, bytes]:
    """An input for a folder: the name of the file on its first line, then what the file holds."""
    name, _, content = data.partition(b"\n")
    return name.decode("ascii", "replace"), content


def fill(folder: Path, inputs: Iterable[bytes], files: Files) -> None:
    """Writes files into a folder."""
    for name, content in map(named, inputs):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files(name, content))


@contextmanager
def spoilt(target: Target, data: bytes, files: Files) -> Iterator[Path]:
    """The folder of a target's corpus, one file of which is replaced by an input for a while."""
    folder = scratch(target.name)
    good = {named(one)[0]: one for one in target.corpus}
    if not any(folder.iterdir()):
        fill(folder, good.values(), files)
    name, content = named(data)
    name = name if name in good else min(good)
    (folder / name).write_bytes(files(name, content))
    try:
        yield folder
    finally:
        fill(folder, [good[name]], files)
