"""Power cuts: what was not synced is gone, and the run is still as it was after a generation."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ponnuki.arena import Tournament, play_tournament
from ponnuki.runs import RunError, RunRecord
from tests.runs.samples import CONFIG, check, write

pytestmark = pytest.mark.skipif(
    not os.path.isdir("/proc/self/fd"), reason="files are found by their handles"
)


class Disk:
    """A folder, and what of it would be there after a power cut at any moment.

    A file's bytes last from its fsync on, names in a folder from the folder's fsync on.

    Attributes:
        root: the folder; it lasts itself.
        cuts: a copy of what is left after each call, and what had been said by then.
        said: what the program under test has promised so far.
    """

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.cuts: list[tuple[dict[str, bytes | None], int]] = []
        self.said = -1
        self._bytes: dict[int, bytes] = {}
        self._names: dict[int, dict[str, int]] = {}
        self._kinds: dict[int, bool] = {}
        for name in "fsync", "replace", "mkdir":
            monkeypatch.setattr(os, name, self._after(getattr(os, name), name == "fsync"))

    def _after(self, call: Callable[..., Any], is_sync: bool) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:
            result = call(*arguments, **options)
            if is_sync:
                self._sync(arguments[0])
            self.cuts += [(self._left(), self.said), (self._names_alone(), self.said)]
            return result

        return called

    def _sync(self, handle: int) -> None:
        path = os.readlink(f"/proc/self/fd/{handle}")
        number = os.fstat(handle).st_ino
        if os.path.isdir(path):
            self._names[number] = {one.name: one.inode() for one in os.scandir(path)}
            self._kinds |= {one.inode(): one.is_dir() for one in os.scandir(path)}
        else:
            self._bytes[number] = Path(path).read_bytes()

    def _left(self) -> dict[str, bytes | None]:
        """Only what was synced, names and bytes; None is a folder."""
        found: dict[str, bytes | None] = {}

        def walk(number: int, prefix: str) -> None:
            for name, inner in self._names.get(number, {}).items():
                found[prefix + name] = None if self._kinds[inner] else self._bytes.get(inner, b"")
                walk(inner, f"{prefix}{name}/")

        walk(self.root.stat().st_ino, "")
        return found

    def _names_alone(self) -> dict[str, bytes | None]:
        """All names as they are now, but only those bytes that were synced."""
        return {
            str(path.relative_to(self.root)): None
            if path.is_dir()
            else self._bytes.get(path.stat().st_ino, b"")
            for path in sorted(self.root.rglob("*"))
        }


def restored(tree: dict[str, bytes | None], root: Path) -> Path:
    """A folder with what a power cut has left."""
    root.mkdir()
    for name, data in sorted(tree.items()):
        if data is None:
            (root / name).mkdir()
        else:
            (root / name).write_bytes(data)
    return root


def test_a_power_cut_loses_nothing_that_was_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unsynced writes are dropped after each call: the run is there and goes on, or is created."""
    (tmp_path / "disk").mkdir()
    with monkeypatch.context() as patch:
        disk = Disk(tmp_path / "disk", patch)
        with RunRecord.create(tmp_path / "disk" / "runs" / "run", CONFIG) as record:
            disk.said = 0
            for generation in 1, 2, 3:
                write(record, generation)
                disk.said = generation
        with RunRecord.resume(tmp_path / "disk" / "runs" / "run") as record:
            write(record, 4)
            disk.said = 4
    assert len(disk.cuts) > 100
    for index, (tree, said) in enumerate(disk.cuts):
        folder = restored(tree, tmp_path / str(index)) / "runs" / "run"
        try:
            run = RunRecord.resume(folder)
        except RunError as error:
            assert said == -1, f"created, and now {error}"
            run = RunRecord.create(folder, CONFIG)
        with run:
            last = check(run)
            assert max(0, said) <= last <= said + 1, f"cut {index}: {said} said, {last} are left"
            write(run, last + 1)
            assert check(run) == last + 1


def test_a_power_cut_strands_no_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is left of its folder, the tournament goes on to the same end."""
    plan = Tournament(("random", "untrained,seed=1"), "tic-tac-toe", 4, 1, 1)
    (tmp_path / "disk").mkdir()
    with monkeypatch.context() as patch:
        disk = Disk(tmp_path / "disk", patch)
        wanted = play_tournament(plan, tmp_path / "disk" / "runs" / "one", chunk=2).to_json()
    assert len(disk.cuts) > 10
    for index, (tree, _) in enumerate(disk.cuts):
        folder = restored(tree, tmp_path / str(index)) / "runs" / "one"
        assert play_tournament(plan, folder).to_json() == wanted
