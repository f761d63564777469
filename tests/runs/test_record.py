"""Run records: what is written comes back, by one writer and any number of readers."""

import json
import os
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from ponnuki.evaluators import load_weights
from ponnuki.runs import RunError, RunRecord, RunState
from ponnuki.runs.state import DTYPES
from tests.programs import run
from tests.runs.samples import CONFIG, NET, arrays, check, line, make, metadata, same, write

STEADY = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def state_of(record: RunRecord) -> RunState:
    """The state, which must be there."""
    state = record.state()
    assert state is not None
    return state


def test_a_whole_run(tmp_path: Path) -> None:
    """Create, write, read while it is written, close, resume: one folder as described."""
    folder = tmp_path / "runs" / "first"
    with RunRecord.create(folder, CONFIG, {"note": "mine"}) as record:
        assert record.config == CONFIG
        assert record.state() is None
        assert record.last_line() is None
        assert not record.generations()
        assert not record.champions()
        assert not record.games()
        for generation in 1, 2, 3:
            write(record, generation)
            assert check(record) == check(RunRecord.open(folder)) == generation
        assert not list(folder.rglob("*.tmp"))
    with RunRecord.resume(folder) as record:
        assert check(record) == 3
        write(record, 4)
    record = RunRecord.open(folder)
    assert check(record) == 4
    assert record.last_line() == {"generation": 4, **line(4)} == record.generations()[-1]
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*")) == [
        ".lock",
        "champions",
        *(f"champions/generation-000{g}.safetensors" for g in (1, 2, 3, 4)),
        "config.toml",
        "games",
        *(f"games/generation-000{g}-1.sgf" for g in (1, 2, 3, 4)),
        "generations.jsonl",
        "manifest.json",
        "provenance.json",
        "state.safetensors",
    ]
    assert tomllib.loads((folder / "config.toml").read_text()) == CONFIG
    assert record.games()[3].read_text() == "(;C[4])\n"
    lines = (folder / "generations.jsonl").read_text().splitlines()
    assert all(text.startswith(f'{{"generation": {i}, ') for i, text in enumerate(lines, 1))


def test_provenance_and_its_resumes(tmp_path: Path) -> None:
    """The start has the seed, the facts and what the caller adds; each resume adds its own."""
    with RunRecord.create(tmp_path / "run", CONFIG, {"compiler": "gcc 12", "seed": 8}):
        pass
    with RunRecord.create(tmp_path / "other", CONFIG) as record:
        assert record.provenance["seed"] == CONFIG["seed"]
    with RunRecord.resume(tmp_path / "run") as record:
        write(record, 1)
    with RunRecord.resume(tmp_path / "run") as record:
        inside = record.provenance
    found = json.loads((tmp_path / "run" / "provenance.json").read_text())
    assert found == inside == RunRecord.open(tmp_path / "run").provenance
    assert found["format"] == "ponnuki-run-2"
    assert found["compiler"] == "gcc 12"
    assert found["seed"] == 8
    assert [resume["generation"] for resume in found["resumes"]] == [None, 1]
    assert all(resume["python"] == found["python"] for resume in found["resumes"])


@pytest.mark.parametrize("first", [0, 1])
def test_generations_come_one_by_one(tmp_path: Path, first: int) -> None:
    """The first is 0 or 1, and none is left out or repeated, over a resume too."""
    folder = tmp_path / "run"
    with RunRecord.create(folder, CONFIG) as record:
        for wrong in 2, 100, -1, 10**10:
            with pytest.raises(RunError, match=f"generation={wrong} is not allowed"):
                record.commit(wrong, {}, {})
        record.commit(first, {}, {})
        record.commit(np.int64(first + 1), {}, {})
    with RunRecord.resume(folder) as record:
        for wrong in first, first + 1, first + 3:
            with pytest.raises(RunError, match=f"={wrong} is not allowed: .* is {first + 2}"):
                record.commit(wrong, {}, {})
        record.commit(first + 2, {"generation": first + 2}, {})
        with pytest.raises(RunError, match=r"line\['generation'\] is 1, not"):
            record.commit(first + 3, {"generation": 1}, {})
        with pytest.raises(TypeError):
            record.commit(1.5, {}, {})  # type: ignore[arg-type]
    lines = RunRecord.open(folder).generations()
    assert lines == [{"generation": g} for g in range(first, first + 3)]


STATES: dict[str, Any] = {
    "0-d": np.array(1.5),
    "0-d whole": np.array(2**64 - 1, np.uint64),
    "0-d bool": np.array(True),
    "empty": np.zeros((0, 3), np.float32),
    "bools": np.array([[True, False]]),
    "float16": np.array([1.5, -0.0], np.float16),
    "float32": np.array([np.nan, np.inf, -0.0, 1e-45], np.float32),
    "float64": np.array([5e-324, -np.nan, 0.1]),
    "int8": np.array([-128, 127], np.int8),
    "transposed": np.arange(6).reshape(2, 3).T,
    "every other": np.arange(10)[::-2],
    "": np.arange(2),
    "name/with ü\n": np.arange(3),
}


def test_states_come_back_bit_for_bit(tmp_path: Path) -> None:
    """Any shape and order of memory, and the bits of any number."""
    texts = {"": "", "rng": '{"a": 1}', "ü\n": "\0\ud800 囲"}
    with RunRecord.create(tmp_path / "run", CONFIG) as record:
        record.commit(1, {}, STATES, texts)
        found = state_of(record)
        same(found.arrays, STATES)
        assert found.metadata == texts
        assert all(array.flags.writeable for array in found.arrays.values())
        record.commit(2, {}, found.arrays, found.metadata)
        same(state_of(record).arrays, STATES)
        record.commit(3, {}, {})
        assert state_of(record).arrays == state_of(record).metadata == {}


ARRAYS = st_numpy.arrays(
    dtype=st.sampled_from(sorted(DTYPES, key=str)),
    shape=st_numpy.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
)


@STEADY
@given(st.dictionaries(st.text(max_size=5), ARRAYS), st.dictionaries(st.text(), st.text()))
def test_any_state_comes_back(tmp_path: Path, state: dict[str, Any], texts: dict[str, str]) -> None:
    """Whatever NumPy makes of numbers, and any text that is one."""
    folder = tmp_path / "run"
    with RunRecord.resume(folder) if folder.exists() else RunRecord.create(folder, {}) as record:
        last = record.state()
        record.commit(0 if last is None else last.generation + 1, {}, state, texts)
        found = state_of(record)
    same(found.arrays, state)
    assert found.metadata == texts


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({"a": float("nan")}, {}), "line cannot be written as JSON"),
        (({"a": object()}, {}), "line cannot be written as JSON: object is no plain data"),
        (({"a": {1, 2}}, {}), "line cannot be written as JSON"),
        (({"a": "x" * 2**20}, {}), "line has 1048[0-9]* bytes as text, at most 1048576"),
        (({}, {"a": np.array(["x"])}), "'a'.* has the type <U1"),
        (({}, {"a": np.array([object()])}), "'a'.* has the type object"),
        (({}, {"a": np.array([1j])}), "'a'.* has the type complex128"),
        (({}, {"a": np.array([1], ">i4")}), "'a'.* has the type >i4"),
        (({}, {"a": np.zeros(2, np.longdouble)}), "'a'.* has the type"),
        (({}, {"a": np.zeros(2, "M8[s]")}), "'a'.* has the type datetime64"),
        (({}, {"a": np.zeros(2, [("x", int)])}), "'a'.* has the type"),
        (({}, {"__metadata__": np.zeros(2)}), "'__metadata__'"),
        (({}, {"\ud800": np.zeros(2)}), "the state cannot be written"),
        (({}, {}, {"a": "x" * 2**24}), "the state is too large"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    tmp_path: Path, arguments: tuple[Any, ...], message: str
) -> None:
    """A commit that cannot be read back is refused before anything is written."""
    folder = make(tmp_path / "run", 1)
    with RunRecord.resume(folder) as record:
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        with pytest.raises(RunError, match=message):
            record.commit(2, *arguments)
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
        write(record, 2)
        assert check(record) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ({}, {"a": [1, 2]}),
        ({}, {"a": 1.5}),
        ({}, {1: np.zeros(2)}),
        ({}, {}, {"a": 1}),
        ({}, {}, {1: "a"}),
    ],
)
def test_other_types_are_type_errors(tmp_path: Path, arguments: tuple[Any, ...]) -> None:
    """Lists are no arrays, and numbers are no texts."""
    with RunRecord.create(tmp_path / "run", {}) as record, pytest.raises(TypeError):
        record.commit(1, *arguments)


def test_lines_take_numpy_numbers(tmp_path: Path) -> None:
    """A trainer need not convert every mean."""
    numbers = {"a": np.float32(0.5), "b": np.int64(3), "c": np.bool_(True), "d": np.arange(2)}
    with RunRecord.create(tmp_path / "run", {}) as record:
        record.commit(1, numbers, {})
        assert record.generations() == [{"generation": 1, "a": 0.5, "b": 3, "c": True, "d": [0, 1]}]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"a": None}, "config cannot be written as TOML"),
        ({"a": object()}, "config cannot be written as TOML"),
        ({"a": np.float32(1)}, "config cannot be written as TOML"),
        ({"a": "x" * 2**20}, "config has 1048[0-9]* bytes"),
        ({"a": "\ud800"}, "config cannot be written"),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, config: dict[str, Any], message: str) -> None:
    """Before there is any folder."""
    with pytest.raises(RunError, match=message):
        RunRecord.create(tmp_path / "run", config)
    with pytest.raises(RunError, match="provenance cannot be written as JSON"):
        RunRecord.create(tmp_path / "run", {}, {"a": object()})
    assert os.listdir(tmp_path) == []


def test_settings_come_back(tmp_path: Path) -> None:
    """Nested tables, lists of tables, odd names and texts; tuples as lists."""
    config = {
        "a b": {"": [1, 2.5, True], "t": {"ü": 'x"\\\n\r\t\0'}},
        "list": [{"k": 1}, {"k": 2}],
        "inf": float("inf"),
    }
    with RunRecord.create(tmp_path / "run", {**config, "tuple": (1, 2)}) as record:
        assert record.config == {**config, "tuple": [1, 2]}
    assert RunRecord.open(tmp_path / "run").config == record.config


def test_an_existing_folder_is_refused(tmp_path: Path) -> None:
    """Nothing is written where something lies, be it a run or not."""
    folder = make(tmp_path / "run", 1)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(RunError, match=r"run: the folder is not empty \(it has 'champions'\)"):
        RunRecord.create(folder, CONFIG)
    with pytest.raises(RunError, match="not empty"):
        RunRecord.create(tmp_path, CONFIG)
    with pytest.raises(RunError, match="this is a file"):
        RunRecord.create(folder / "config.toml", CONFIG)
    assert sorted(tmp_path.rglob("*")) == before
    assert check(RunRecord.open(folder)) == 1
    (tmp_path / "empty").mkdir()
    RunRecord.create(tmp_path / "empty", CONFIG).close()


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    """A second one is refused, in this process or another; readers are not."""
    folder = tmp_path / "run"
    with RunRecord.create(folder, CONFIG) as record:
        write(record, 1)
        assert record.is_being_written()
        assert RunRecord.open(folder).is_being_written()
        with pytest.raises(RunError, match=r"run: another process is writing this run"):
            RunRecord.resume(folder)
        program = f"from ponnuki.runs import RunRecord; RunRecord.resume({str(folder)!r})"
        command = [sys.executable, "-c", program]
        done = run(command, check=False)
        assert f"RunError: {folder}: another process is writing this run" in done.stderr
        assert check(RunRecord.open(folder)) == 1
        assert record.provenance["resumes"] == []
    assert not record.is_being_written()
    assert not RunRecord.open(folder).is_being_written()
    with RunRecord.resume(folder) as again:
        write(again, 2)
    assert check(again) == 2


def test_readers_while_a_run_is_written(tmp_path: Path) -> None:
    """Whenever they look, readers see the run as it was after some generation."""
    folder = make(tmp_path / "run", 1)

    def go_on() -> None:
        with RunRecord.resume(folder) as record:
            for generation in range(2, 40):
                write(record, generation)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(go_on)
        looks, last = 0, 1
        while not writing.done():
            lines = RunRecord.open(folder).generations()
            assert lines == [{"generation": g, **line(g)} for g in range(1, len(lines) + 1)]
            assert len(lines) >= last
            looks, last = looks + 1, len(lines)
            state = state_of(RunRecord.open(folder))
            same(state.arrays, arrays(state.generation))
            assert state.metadata == metadata(state.generation)
        writing.result()
    assert looks > 1
    assert check(RunRecord.open(folder)) == 39


def test_only_an_open_writer_writes(tmp_path: Path) -> None:
    """Readers and closed records say how to write."""
    folder = make(tmp_path / "run", 1)
    closed = RunRecord.resume(folder)
    closed.close()
    closed.close()
    for record in RunRecord.open(folder), closed:
        with pytest.raises(RunError, match="not open for writing; use RunRecord"):
            record.commit(2, line(2), arrays(2), metadata(2))
        with pytest.raises(RunError, match="not open for writing"):
            record.add_champion(2, NET, NET.initial(1, 1))
        with pytest.raises(RunError, match="not open for writing"):
            record.add_game(2, 1, "(;)")
    assert check(RunRecord.open(folder)) == 1


def test_champions(tmp_path: Path) -> None:
    """They are files of weights; the latest is found by number, and a missing one is named."""
    folder = tmp_path / "run"
    with RunRecord.create(folder, CONFIG) as record:
        with pytest.raises(RunError, match="does not have a champion; it has: none"):
            record.champion()
        for generation in 9999, 50, 100, 12345:
            path = record.add_champion(generation, NET, NET.initial(1, generation), {"k": "v"})
            assert path == record.champion(generation)
        weights = load_weights(record.champion(100), NET)
        assert np.array_equal(weights.weights, NET.initial(1, 100))
        assert weights.metadata == {"generation": "100", "k": "v"}
        record.add_champion(100, NET, NET.initial(1, 1)[0])  # the same again, after a resume
        assert np.array_equal(load_weights(record.champion(100)).weights, NET.initial(1, 1))
        assert record.champions() == [50, 100, 9999, 12345]
        assert record.champion() == folder / "champions" / "generation-12345.safetensors"
        with pytest.raises(RunError, match=r"of generation 51; it has: 50, 100, 9999, 12345"):
            record.champion(51)
        with pytest.raises(ValueError, match="do not fit"):
            record.add_champion(1, NET, np.zeros((1, 5), np.float32))
        assert record.champions() == [50, 100, 9999, 12345]
    odd = [
        "generation-1.safetensors",
        "generation-00001.safetensors",
        "generation-٠٠٠٠.safetensors",
    ]
    for name in [*odd, "x", "generation-0001.safetensors.bak"]:
        (folder / "champions" / name).touch()
    for generation in range(60, 90):
        (folder / "champions" / f"generation-{generation:04d}.safetensors").touch()
    with pytest.raises(RunError, match=r"it has: 50, 60, .*, 68, \.\.\., 84, .*, 12345$"):
        record.champion(1)


def test_games(tmp_path: Path) -> None:
    """Numbers, not names, say where a game goes; its text is kept as it is."""
    with RunRecord.create(tmp_path / "run", CONFIG) as record:
        path = record.add_game(100, 1, "(;C[ü\r\n])")
        assert path == tmp_path / "run" / "games" / "generation-0100-1.sgf"
        assert path.read_bytes() == "(;C[ü\r\n])".encode()
        assert record.games() == [path]
        other = record.add_game(100, 2, "(;GM[Othello];)", "ggf")
        assert other.name == "generation-0100-2.ggf"
        assert record.games() == [path, other]
        for generation, index in (-1, 1), (10**9, 1), (1, -1), (1, 10**6):
            with pytest.raises(RunError, match="is not allowed"):
                record.add_game(generation, index, "(;)")
        with pytest.raises(TypeError):
            record.add_game("../1", 1, "(;)")  # type: ignore[arg-type]
        with pytest.raises(RunError, match="at most"):
            record.add_game(1, 1, "x" * (2**20 + 1))


def test_committing_does_not_rewrite_the_log(tmp_path: Path) -> None:
    """A line is added to the file that is there: the cost does not grow with the run."""
    with RunRecord.create(tmp_path / "run", CONFIG) as record:
        write(record, 1)
        file = os.stat(tmp_path / "run" / "generations.jsonl").st_ino
        for generation in range(2, 20):
            write(record, generation)
        assert os.stat(tmp_path / "run" / "generations.jsonl").st_ino == file


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="it needs names of files")
def test_the_order_in_which_data_go_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files, the line, the state, its name, the folder; the manifest is written once, and last."""
    folder = make(tmp_path / "run", 1)
    said = []
    own = f".{os.getpid()}"

    def fsync(file: int) -> None:
        said.append(f"sync {Path(os.readlink(f'/proc/self/fd/{file}')).name}".replace(own, ""))

    def replace(source: Path, target: Path) -> None:
        said.append(f"move {source.name} to {target.name}".replace(own, ""))
        rename(source, target)

    rename = os.replace
    with RunRecord.resume(folder) as record:
        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(os, "replace", replace)
        record.add_champion(2, NET, NET.initial(1, 1))
        record.commit(2, line(2), arrays(2), metadata(2))
    assert said == [
        "sync .generation-0002.safetensors.tmp",
        "move .generation-0002.safetensors.tmp to generation-0002.safetensors",
        "sync champions",
        "sync generations.jsonl",
        "sync .state.safetensors.tmp",
        "move .state.safetensors.tmp to state.safetensors",
        "sync run",
        "sync .manifest.json.tmp",
        "move .manifest.json.tmp to manifest.json",
        "sync run",
    ]


def test_a_log_that_another_program_has_shortened(tmp_path: Path) -> None:
    """A writer does not fill the hole; resuming says what is missing."""
    folder = make(tmp_path / "run", 3)
    with RunRecord.resume(folder) as record:
        os.truncate(folder / "generations.jsonl", 10)
        with pytest.raises(RunError, match="another program has shortened the file"):
            record.commit(4, line(4), arrays(4), metadata(4))
        assert (folder / "generations.jsonl").stat().st_size == 10


def test_a_folder_given_through_a_link_or_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run's folder itself may be named in any way, and the process may move on."""
    make(tmp_path / "run", 1)
    (tmp_path / "link").symlink_to("run")
    monkeypatch.chdir(tmp_path)
    for name in "link", "run", "./link/../run":
        with RunRecord.resume(name) as record:
            assert check(record) == 1
    with RunRecord.resume("run") as record:
        monkeypatch.chdir("/")
        write(record, 2)
        assert check(record) == 2
