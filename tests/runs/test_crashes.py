"""Killed writers, torn lines and full disks: a run is always as it was after a generation."""

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ponnuki.runs import RunError, RunRecord
from ponnuki.runs.check import check_run
from tests.programs import run
from tests.runs.samples import CONFIG, NET, arrays, check, line, make, metadata, write

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork, no SIGKILL")
@pytest.mark.parametrize(("what", "rounds"), [("moments", 25), ("calls", 46)])
def test_a_killed_writer_loses_at_most_a_generation(tmp_path: Path, what: str, rounds: int) -> None:
    """After SIGKILL at any moment all that was committed is there, and the run goes on."""
    folder = tmp_path / "run"
    RunRecord.create(folder, CONFIG).close()
    command = [sys.executable, "-m", "tests.runs.killing", str(folder), what, str(rounds)]
    done = run(command, cwd=ROOT)
    assert int(done.stdout) > 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork, no SIGKILL")
def test_no_kill_strands_a_folder(tmp_path: Path) -> None:
    """Killed around any call from its creation to its end, a run is there, or can be created."""
    command = [sys.executable, "-m", "tests.runs.killing", str(tmp_path), "creating", "0"]
    done = run(command, cwd=ROOT)
    assert int(done.stdout) > 100


def test_what_a_broken_creation_leaves_is_taken_up_again(tmp_path: Path) -> None:
    """Folders of any moment before provenance.json can be trained into, and say so."""
    make(tmp_path / "whole", 1)
    for names in [], ["generations.jsonl"], ["generations.jsonl", "config.toml"], ["config.toml"]:
        folder = tmp_path / "-".join(["run", *names])
        folder.mkdir()
        for name in names:
            text = (tmp_path / "whole" / name).read_bytes() if name == "config.toml" else b""
            (folder / name).write_bytes(text)
        (folder / ".config.toml.99.tmp").write_bytes(b"half")
        with pytest.raises(RunError, match="no run lies here") as caught:
            RunRecord.resume(folder)
        assert ("train into the folder again" in str(caught.value)) == (
            names[:1] == ["generations.jsonl"]
        )
        assert check(RunRecord.open(make(folder, 2))) == 2


def test_a_persons_files_are_no_broken_creation(tmp_path: Path) -> None:
    """Settings that somebody wrote, and lines that somebody kept, are never written over."""
    for name, text in ("config.toml", b"seed = 1\n"), ("generations.jsonl", b'{"generation": 1}\n'):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_bytes(text)
        with pytest.raises(RunError, match="the folder is not empty"):
            RunRecord.create(folder, CONFIG)
        assert (folder / name).read_bytes() == text


def test_a_line_torn_anywhere_is_mended(tmp_path: Path) -> None:
    """However much of the last line is there, readers see all of it and resuming writes it."""
    folder = make(tmp_path / "run", 3)
    log = folder / "generations.jsonl"
    whole = log.read_bytes()
    before = whole.rstrip().rindex(b"\n") + 1
    tails = [whole[before:end] for end in range(before, len(whole), 7)]
    tails += [b"", b"\0\0\0", whole[before:] + b'{"generation": 4, "best"', b"}\n", b"\xff\n\n[[["]
    tails += [whole[before:] + b'{"generation": 4}\n{"generation": 5}\n']
    for tail in tails:
        log.write_bytes(whole[:before] + tail)
        assert check(RunRecord.open(folder)) == 3
        assert log.read_bytes() == whole[:before] + tail, "a reader writes nothing"
        with RunRecord.resume(folder) as record:
            assert log.read_bytes() == whole
            assert check(record) == 3
    with RunRecord.resume(folder) as record:
        write(record, 4)
    assert check(RunRecord.open(folder)) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "0 of the 2 lines before the last"),
        (b'{"generation": 1}\n', "1 of the 2 lines before the last"),
        (b'{"generation": 1}\n{"generation": 3}\n', "line 2: .*it is of generation 3"),
        (b'{"generation": 2}\n{"generation": 3}\n', "line 1: .*it is of generation 2"),
        (b'{"generation": 1}\n{"generation"\n', "line 2: "),
        (b'{"generation": 1}\n[2]\n', "line 2: .*no JSON object"),
        (b'{"generation": 1}\n{"generation": true}\n', "line 2: .*generation True"),
        (b'{"generation": 1, "a": NaN}\n{"generation": 2}\n', "line 1: .*NaN"),
        (b'{"generation": 1}\n' + b"[" * 100_000 + b"\n", "line 2: .*too deep"),
        (b'{"generation": 1}\n\xff\xfe\n', "line 2: "),
    ],
)
def test_damage_before_the_last_line_is_an_error(tmp_path: Path, text: bytes, message: str) -> None:
    """What the state cannot mend is not passed over, and not made worse."""
    folder = make(tmp_path / "run", 3)
    (folder / "generations.jsonl").write_bytes(text)
    with pytest.raises(RunError, match=f"generations.jsonl.*{message}"):
        RunRecord.open(folder).generations()
    with pytest.raises(RunError, match=f"generations.jsonl.*{message}"):
        RunRecord.resume(folder)
    assert (folder / "generations.jsonl").read_bytes() == text


def test_a_log_that_is_gone(tmp_path: Path) -> None:
    """After the first generation the state's line is all that is needed."""
    folder = make(tmp_path / "run", 1)
    (folder / "generations.jsonl").unlink()
    assert check(RunRecord.open(folder)) == 1
    with RunRecord.resume(folder) as record:
        write(record, 2)
        assert check(record) == 2


def test_an_older_state_takes_its_lines_with_it(tmp_path: Path) -> None:
    """Where somebody puts back the state of generation 2, the run goes on from there."""
    folder = make(tmp_path / "run", 2)
    old = (folder / "state.safetensors").read_bytes()
    with RunRecord.resume(folder) as record:
        write(record, 3)
        write(record, 4)
    (folder / "state.safetensors").write_bytes(old)
    assert check(RunRecord.open(folder)) == 2
    with RunRecord.resume(folder) as record:
        write(record, 3)
    assert check(RunRecord.open(folder)) == 3


def test_broken_off_in_the_first_generation(tmp_path: Path) -> None:
    """A line without any state does not count; the run starts again."""
    folder = make(tmp_path / "run", 0)
    (folder / "generations.jsonl").write_text('{"generation": 1}\n')
    assert check_run(folder).sound
    with RunRecord.resume(folder) as record:
        assert record.state() is None
        assert record.generations() == []
        write(record, 1)
        assert check(record) == 1


def test_a_run_without_its_state_can_be_read_but_not_resumed(tmp_path: Path) -> None:
    """Somebody may take the state away to save space; resuming must not throw away the rest."""
    folder = make(tmp_path / "run", 3)
    (folder / "state.safetensors").unlink()
    record = RunRecord.open(folder)
    assert [entry["generation"] for entry in record.generations()] == [1, 2, 3]
    assert record.last_line() == {"generation": 3, **line(3)}
    assert record.champion().name == "generation-0003.safetensors"
    with pytest.raises(RunError, match=r"state\.safetensors is gone: the run can be read"):
        RunRecord.resume(folder)
    assert len(record.generations()) == 3


def test_leftovers_are_cleaned_up(tmp_path: Path) -> None:
    """Files that were being written when a process died are gone after a resume."""
    folder = make(tmp_path / "run", 1)
    for name in (
        ".state.safetensors.tmp",
        "champions/..x.safetensors.tmp.99.tmp",
        "games/.g.sgf.tmp",
    ):
        (folder / name).write_bytes(b"half")
    (folder / ".link.tmp").symlink_to(tmp_path)
    RunRecord.resume(folder).close()
    assert [path.name for path in folder.rglob(".*")] == [".lock"]
    assert tmp_path.is_dir()


def fail_at(
    monkeypatch: pytest.MonkeyPatch, number: int, names: tuple[str, ...], error: int
) -> Callable[[], None]:
    """Has the n-th call of some functions of `os` fail; what it returns sets things right."""
    calls = 0
    patches = contextlib.ExitStack()
    context = patches.enter_context(monkeypatch.context())

    def failing(call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == number:
                raise OSError(error, os.strerror(error))
            return call(*arguments)

        return called

    for name in names:
        context.setattr(os, name, failing(getattr(os, name)))
    return patches.close


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_full_disk_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, error: int
) -> None:
    """A commit that fails says so; the run stands where it was, and the commit can be repeated."""
    folder = make(tmp_path / "run", 2)
    with RunRecord.resume(folder) as record:
        mend = fail_at(monkeypatch, number, ("fsync", "replace"), error)
        with pytest.raises(OSError, match="the run is safe up to generation 2") as caught:
            record.commit(3, line(3), arrays(3), metadata(3))
        mend()
        assert caught.value.errno == error
        assert str(folder) in str(caught.value)
        expected = 3 if number == 4 else 2  # the fourth is the folder's: the state is in place
        record.add_champion(3, NET, NET.initial(1, 3))
        assert check(RunRecord.open(folder)) == expected
        assert (folder / "generations.jsonl").read_bytes().count(b"\n") == 2
        record.commit(3, line(3), arrays(3), metadata(3))
        write(record, 4)
    assert check(RunRecord.open(folder)) == 4
    with RunRecord.resume(folder) as record:
        assert check(record) == 4


def test_champions_and_games_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They appear whole or not at all, and an older one stays."""
    folder = make(tmp_path / "run", 2)
    old = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with RunRecord.resume(folder) as record:
        old[folder / "provenance.json"] = (folder / "provenance.json").read_bytes()
        for number in 1, 2:
            mend = fail_at(monkeypatch, number, ("fsync", "replace"), errno.ENOSPC)
            with pytest.raises(OSError, match=r"No space left.*safe up to generation 2"):
                record.add_champion(2, NET, NET.initial(1, 99))
            mend()
        for number in 1, 2:
            mend = fail_at(monkeypatch, number, ("fsync", "replace"), errno.ENOSPC)
            with pytest.raises(OSError, match=r"No space left.*safe up to generation 2"):
                record.add_game(3, 1, "(;)")
            mend()
    for found in check_run(folder).files:
        assert found.status == "sound", found
    old[folder / "manifest.json"] = (folder / "manifest.json").read_bytes()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == old


def test_a_full_disk_while_resuming(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Resuming fails with the system's error, lets go of the lock, and can be tried again."""
    folder = make(tmp_path / "run", 2)
    os.truncate(folder / "generations.jsonl", 100)
    names = ["generations.jsonl", "manifest.json", "provenance.json"]
    for number in range(1, 10):
        name = names[(number - 1) // 3]
        mend = fail_at(monkeypatch, number, ("fsync", "replace"), errno.ENOSPC)
        with pytest.raises(OSError, match=f"No space left on device: .*{name}"):
            RunRecord.resume(folder)
        mend()
        assert check(RunRecord.open(folder)) == 2
    with RunRecord.resume(folder) as record:
        assert check(record) == 2


def test_a_full_disk_while_creating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but an empty folder and its lock is left, and creating can be tried again."""
    folder = tmp_path / "run"
    for number in range(1, 13):
        mend = fail_at(monkeypatch, number, ("fsync", "replace"), errno.ENOSPC)
        with pytest.raises(OSError, match="No space left on device"):
            RunRecord.create(folder, CONFIG)
        mend()
        assert set(os.listdir(folder)) <= {".lock"}
    make(folder, 1)


def test_a_limit_on_file_sizes(tmp_path: Path) -> None:
    """The system itself refuses to write further: half a file never takes the place of a whole."""
    resource = pytest.importorskip("resource")
    folder = make(tmp_path / "run", 2)
    with RunRecord.resume(folder) as record:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        for limit in 10_000, 200, 1:  # the state, then the line too
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
            try:
                with pytest.raises(OSError, match="safe up to generation 2") as caught:
                    record.commit(3, line(3), arrays(3), metadata(3))
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert caught.value.errno == errno.EFBIG
            assert check(RunRecord.open(folder)) == 2
            assert [path.name for path in folder.rglob(".*")] == [".lock"]
        write(record, 3)
    assert check(RunRecord.open(folder)) == 3


def test_interrupted_by_the_keyboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a commit takes it back, and it can be repeated."""
    folder = make(tmp_path / "run", 1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with RunRecord.resume(folder) as record:
        for name in "fsync", "replace":
            with monkeypatch.context() as patch:
                patch.setattr(os, name, interrupt)
                with pytest.raises(KeyboardInterrupt):
                    record.commit(2, line(2), arrays(2), metadata(2))
            assert check(RunRecord.open(folder)) == 1
            assert (folder / "generations.jsonl").read_bytes().count(b"\n") == 1
        write(record, 2)
        assert check(record) == 2
