"""Folders of strangers: old, foreign, damaged, huge, or with links that lead out."""

import json
import os
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.numpy import save

from ponnuki import SpecError, game, player
from ponnuki.runs import RunError, RunRecord, summary
from tests.runs.samples import CONFIG, NET, arrays, check, line, listed, make, metadata, write


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of two generations."""
    return make(tmp_path / "run", 2)


def contents(folder: Path) -> dict[Path, bytes]:
    """All files."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(folder: Path, message: str) -> None:
    """Asserts that a folder cannot be resumed, that it is listed as damaged, and left as it is."""
    before = contents(folder)
    with pytest.raises(RunError, match=message):
        RunRecord.resume(folder)
    listed = summary(folder)
    assert listed.status == "damaged"
    assert listed.reason
    assert contents(folder) == before


def test_no_folder(tmp_path: Path) -> None:
    """Nothing there, or a file."""
    (tmp_path / "file").touch()
    for name in "missing", "file":
        for opened in RunRecord.open, RunRecord.resume:
            with pytest.raises(RunError, match=f"{name}: there is no such folder"):
                opened(tmp_path / name)
    assert os.listdir(tmp_path) == ["file"]


def test_a_foreign_folder(tmp_path: Path) -> None:
    """A folder without provenance is no run, and nothing is written into it, not even a lock."""
    (tmp_path / "config.toml").write_text("a = 1")
    for opened in RunRecord.open, RunRecord.resume:
        with pytest.raises(RunError, match=r"no run lies here, it has no provenance\.json"):
            opened(tmp_path)
    assert os.listdir(tmp_path) == ["config.toml"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"format": "ponnuki-run-0", "resumes": []}', "its format is 'ponnuki-run-0'; here"),
        (b'{"format": "ponnuki-run-3", "resumes": []}', "its format is 'ponnuki-run-3'; here"),
        (b'{"name": "other tool"}', "its format is None"),
        (b'{"format": "ponnuki-run-1"}', "'resumes' is no list"),
        (b'{"format": "ponnuki-run-1", "resumes": {}}', "'resumes' is no list"),
        (b"", "Expecting value"),
        (b"[]", "no JSON object"),
        (b'{"format": "ponnuki-run-1", "resumes": [', "Expecting value"),
        (b"\xff\xfe", "decode"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 100_000, "nested too deep"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "digits"),
    ],
)
def test_foreign_provenance(run: Path, text: bytes, message: str) -> None:
    """Old versions, other tools and broken JSON are told apart from a run."""
    (run / "provenance.json").write_bytes(text)
    listed(run)
    refused(run, f"provenance.json: .*{message}")


@pytest.mark.parametrize("text", [b"a = ", b"\xff", b"a = 1\na = 2", b"a = " + b"[" * 100_000])
def test_damaged_settings(run: Path, text: bytes) -> None:
    """Broken TOML names the file."""
    (run / "config.toml").write_bytes(text)
    listed(run)
    refused(run, "config.toml: ")


def test_missing_settings(run: Path) -> None:
    """A run without its settings is not resumed."""
    (run / "config.toml").unlink()
    refused(run, "config.toml: .*the file is missing")


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("config.toml", 2**20),
        ("provenance.json", 2**24),
        ("generations.jsonl", 2**26),
        ("state.safetensors", 2**30),
    ],
)
def test_huge_files(run: Path, name: str, limit: int) -> None:
    """A file with more bytes than allowed is refused before it is read."""
    os.truncate(run / name, limit + 1)
    with pytest.raises(RunError, match=f"{name}: not an ordinary file of at most {limit} bytes"):
        RunRecord.resume(run)
    with pytest.raises(RunError, match=f"{name}: not an ordinary file of at most {limit} bytes"):
        RunRecord.open(run).generations()


def test_truncated_states(run: Path) -> None:
    """No part of a state is taken for the whole, by the header alone or read in full."""
    path = run / "state.safetensors"
    data = path.read_bytes()
    lengths = [*range(0, 1200, 13), *range(1200, len(data), 997), len(data) - 1]
    for part in [data[:length] for length in lengths] + [data + b"\0"]:
        path.write_bytes(part)
        with pytest.raises(RunError, match=r"state\.safetensors: damaged"):
            RunRecord.open(run).state()
        with pytest.raises(RunError, match=r"state\.safetensors: damaged"):
            RunRecord.open(run).generations()
    refused(run, "state.safetensors: damaged")
    path.write_bytes(data)
    with RunRecord.resume(run) as record:
        assert check(record) == 2


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_no_changed_byte_of_a_state_gets_through(run: Path, data: st.DataObject) -> None:
    """A state is what was written, or is refused; half of the changes fall into the header."""
    path = run / "state.safetensors"
    whole = path.read_bytes()
    (length,) = struct.unpack("<Q", whole[:8])
    ends = st.sampled_from([length + 7, len(whole) - 1])
    index = data.draw(ends.flatmap(lambda end: st.integers(0, end)))
    value = data.draw(st.integers(0, 255))
    try:
        path.write_bytes(whole[:index] + bytes([value]) + whole[index + 1 :])
        try:
            check(RunRecord.open(run))
        except RunError as error:
            assert str(path) in str(error)
    finally:
        path.write_bytes(whole)


def texts(**changes: str | None) -> dict[str, str]:
    """The header of a state, apart from changes; None takes a text out."""
    said: dict[str, str | None] = {
        "format": "ponnuki-run-state-1",
        "generation": "2",
        "first": "1",
        "line": json.dumps({"generation": 2, **line(2)}),
        "metadata": json.dumps(metadata(2)),
        "checksum": "00000000",
        **changes,
    }
    return {name: text for name, text in said.items() if text is not None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "ponnuki-run-state-0"}, "its format is 'ponnuki-run-state-0', this version"),
        ({"format": "ponnuki-run-state-2"}, "its format is 'ponnuki-run-state-2', this version"),
        ({"format": "ponnuki-weights-1"}, "its format is 'ponnuki-weights-1'"),
        ({"format": None}, "its format is None"),
        ({"generation": "two"}, "two"),
        ({"generation": "9" * 5000}, "."),
        ({"generation": "9999999999"}, "it says generation 9999999999"),
        ({"generation": "-1"}, "it says generation -1"),
        ({"generation": None}, "generation"),
        ({"first": "3"}, "the first being 3"),
        ({"first": "-5"}, "the first being -5"),
        ({"line": '{"generation": 3}'}, "its line is that of another generation"),
        ({"line": '{"generation": 2}\n'}, "its line is that of another generation"),
        ({"line": "[]"}, "no JSON object"),
        ({"line": "[" * 100_000}, "nested too deep"),
        ({"metadata": "[]"}, "no JSON object"),
        ({"metadata": '{"a": 1}'}, "its metadata are not texts"),
        ({"checksum": None}, "checksum"),
        ({}, "its checksum is wrong"),
    ],
)
def test_forged_states(run: Path, changes: dict[str, str | None], message: str) -> None:
    """A header of another version, or that contradicts itself, is refused."""
    (run / "state.safetensors").write_bytes(save(arrays(2), metadata=texts(**changes)))
    with pytest.raises(RunError, match=f"state.safetensors: .*{message}"):
        RunRecord.resume(run)


def head_only(header: bytes) -> bytes:
    """A file with nothing but a header."""
    return struct.pack("<Q", len(header)) + header


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1234567",
        struct.pack("<Q", 2**63),
        struct.pack("<Q", 3) + b"{}",
        head_only(b"null"),
        head_only(b'{"__metadata__": []}'),
        head_only(b'{"__metadata__": {"format": 5}}'),
        head_only(b"[" * 100_000),
        head_only(b" " * (2**24 + 1)),
        head_only(json.dumps({"__metadata__": texts(), "a": 5}).encode()),
        head_only(json.dumps({"__metadata__": texts(), "a": {"data_offsets": []}}).encode()),
        head_only(json.dumps({"__metadata__": texts(), "a": {"data_offsets": "00"}}).encode()),
        b"\x80\x04\x95" + bytes(100),
        b"PK\x03\x04" + bytes(100),
    ],
    ids=lambda data: f"{len(data)}-{data[8:40]!r}",
)
def test_other_files_are_no_states(run: Path, data: bytes) -> None:
    """Pickles, archives, empty files and headers of anything else."""
    (run / "state.safetensors").write_bytes(data)
    refused(run, "state.safetensors: damaged or not of this package")


@pytest.mark.parametrize("kind", ["BF16", "C64", "F8_E4M3", "X"])
def test_other_kinds_of_numbers_are_refused(run: Path, kind: str) -> None:
    """Only what a state may hold is read."""
    size = {"BF16": 2, "C64": 8}.get(kind, 1)
    tensor = {"dtype": kind, "shape": [4], "data_offsets": [0, 4 * size]}
    header = json.dumps({"__metadata__": texts(), "a": tensor}).encode()
    (run / "state.safetensors").write_bytes(head_only(header) + bytes(4 * size))
    with pytest.raises(RunError, match=r"state\.safetensors: damaged"):
        RunRecord.open(run).state()


FILES = ["config.toml", "provenance.json", "generations.jsonl", "state.safetensors"]


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("name", [*FILES, ".lock", "champions", "games"])
def test_links_are_refused(tmp_path: Path, run: Path, name: str, inside: bool) -> None:
    """A link in the place of a file or folder is neither read nor written through."""
    outside = (run if inside else tmp_path) / "elsewhere"
    os.rename(run / name, outside)
    (run / name).symlink_to(outside)
    before = contents(tmp_path)
    with pytest.raises(RunError, match=f"{name}: a link, which is not allowed"):
        RunRecord.resume(run)
    assert contents(tmp_path) == before
    if name != ".lock":
        with pytest.raises(RunError, match=f"{name}: a link"):
            read_all(run)


def read_all(run: Path) -> None:
    """Reads everything that there is in a run."""
    record = RunRecord.open(run)
    record.generations()
    record.state()
    record.champion()
    record.games()


def test_dangling_links_and_loops(tmp_path: Path, run: Path) -> None:
    """A link to nothing makes nothing there."""
    for target in tmp_path / "nothing", run / "state.safetensors":
        (run / "state.safetensors").unlink()
        (run / "state.safetensors").symlink_to(target)
        refused(run, "state.safetensors: a link")
    assert not (tmp_path / "nothing").exists()


def test_a_champion_that_is_a_link(tmp_path: Path, run: Path) -> None:
    """One champion is not read from elsewhere, and not written there; others are not touched."""
    path = run / "champions" / "generation-0002.safetensors"
    os.rename(path, tmp_path / "outside")
    path.symlink_to(tmp_path / "outside")
    before = contents(tmp_path)
    record = RunRecord.open(run)
    for generation in None, 2:
        with pytest.raises(RunError, match=r"generation-0002\.safetensors: a link"):
            record.champion(generation)
    assert record.champion(1).is_file()
    with pytest.raises(RunError, match="a link"):
        RunRecord.resume(run)
    os.replace(tmp_path / "outside", path)
    with RunRecord.resume(run) as writer:
        os.rename(path, tmp_path / "outside")
        path.symlink_to(tmp_path / "outside")
        with pytest.raises(RunError, match="a link"):
            writer.add_champion(2, NET, NET.initial(1, 1))
        (run / "games" / "generation-0003-1.sgf").symlink_to(tmp_path / "outside")
        with pytest.raises(RunError, match="a link"):
            writer.add_game(3, 1, "(;)")
    assert (tmp_path / "outside").read_bytes() == before[tmp_path / "outside"]


def test_hard_links(tmp_path: Path, run: Path) -> None:
    """A snapshot of hard links, or a file of others, does not change with the run."""
    names = ["generations.jsonl", "state.safetensors", "provenance.json"]
    for name in names:
        os.link(run / name, tmp_path / name)
    before = [(tmp_path / name).read_bytes() for name in names]
    with RunRecord.resume(run) as record:
        write(record, 3)
    assert [(tmp_path / name).read_bytes() for name in names] == before


def test_a_link_where_a_temporary_file_goes(tmp_path: Path, run: Path) -> None:
    """Files are written beside under a name that must be new."""
    (tmp_path / "outside").write_text("mine")
    with RunRecord.resume(run) as record:
        (run / f".state.safetensors.{os.getpid()}.tmp").symlink_to(tmp_path / "outside")
        with pytest.raises(OSError, match="File exists"):
            record.commit(3, line(3), arrays(3), metadata(3))
    assert (tmp_path / "outside").read_text() == "mine"
    assert check(RunRecord.open(run)) == 2


@pytest.mark.parametrize("name", FILES)
def test_pipes_and_folders(run: Path, name: str) -> None:
    """A pipe in the place of a file keeps nobody waiting; a folder is no file."""
    os.rename(run / name, run / "moved")
    if hasattr(os, "mkfifo"):
        os.mkfifo(run / name)
        with pytest.raises(RunError, match=f"{name}: not an ordinary file"):
            RunRecord.resume(run)
        assert summary(run).status == ("stopped" if name == "generations.jsonl" else "damaged")
        (run / name).unlink()
    (run / name).mkdir()
    with pytest.raises((RunError, OSError), match=name):
        RunRecord.resume(run)


def test_names_in_the_settings_lead_nowhere(tmp_path: Path) -> None:
    """Whatever paths stand in a config, they are only text."""
    config = {"game": "../../x", "out": str(tmp_path / "out"), "method": "/etc/passwd"}
    with RunRecord.create(tmp_path / "run", config) as record:
        record.commit(1, {"file": "../../y"}, {"../../z": np.zeros(2)}, {"../a": "../b"})
    assert os.listdir(tmp_path) == ["run"]
    assert sorted(os.listdir(tmp_path / "run")) == [
        ".lock",
        *sorted([*FILES, "manifest.json"]),
    ]
    assert RunRecord.open(tmp_path / "run").config == config
    assert config != CONFIG


@pytest.mark.parametrize("name", ["deleted", "x" * 3000, "pipe", "/dev/zero", "file", "a\0b"])
def test_players_of_runs_that_are_none(tmp_path: Path, name: str) -> None:
    """A run that was deleted, a name that is too long, a pipe or a device: one error, at once."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    with pytest.raises(SpecError, match=r"there is no such folder|null") as caught:
        player(f"run:{tmp_path / name}", game("capture-go:3"))
    assert len(str(caught.value)) < 5000
