"""The fuzzers: no target has a find in a fixed number of inputs, and what is to be found is."""

import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from fuzz import driver
from fuzz.driver import fuzz, keep, minimise
from fuzz.target import CORPUS, Target
from fuzz.targets import TARGETS
from tests import programs

INPUTS = 1_000
FEWER = {"runs": 300, "resumes": 300, "tournaments": 300}
"""Of targets that read a folder for each."""


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_inputs_raise_documented_errors_alone(name: str) -> None:
    """Whatever is read, nothing but what is documented is raised, in bounded time and memory."""
    found = list(fuzz(TARGETS[name], "test", inputs=FEWER.get(name, INPUTS)))
    assert [outcome.text for _, outcome in found] == [], found[0][1].detail


@pytest.mark.parametrize("name", TARGETS)
def test_a_corpus_is_good(name: str) -> None:
    """Something that inputs are made from is read without an error, and all of it is small."""
    target = TARGETS[name]
    with driver.watching():
        outcomes = [driver.attempt(target, data).text for data in target.corpus]
    assert "fine" in outcomes
    assert all(len(data) < 4096 for data in target.corpus)


def test_every_corpus_has_a_target() -> None:
    """No folder of inputs is forgotten."""
    used = {target.corpus_of or target.name for target in TARGETS.values()}
    assert {path.name for path in CORPUS.iterdir()} == used


def _fragile(data: bytes) -> None:
    if data.startswith(b"no"):
        raise ValueError("refused")
    if b"{" in data and b"}" in data:
        raise KeyError("both")


def test_an_undocumented_error_is_found_once_and_made_small() -> None:
    """A find is the error's place; what does not matter is taken out of its input."""
    target = Target("sgf", _fragile, (ValueError,), (b"{", b"}", b"no"))
    ((data, outcome),) = fuzz(target, "1", inputs=3_000)
    assert "KeyError" in outcome.text
    with driver.watching():
        small = minimise(data, lambda one: driver.attempt(target, one).text == outcome.text)
    assert sorted(small) == sorted(b"{}")


def test_a_hang_is_found_though_all_errors_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The alarm goes through handlers of any Exception."""

    def run(_: bytes) -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    monkeypatch.setattr(driver, "LIMIT_SECONDS", 0.05)
    with driver.watching():
        assert driver.attempt(Target("sgf", run, (Exception,)), b"").text == "hang"


def test_memory_of_one_input_and_of_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An input that takes too much is a find, and so is what inputs leave behind."""
    used = [0]

    def run(data: bytes) -> None:
        used[0] += 2**30 if b"x" in data else 2**16

    monkeypatch.setattr(driver, "peak_memory", lambda: used[0])
    target = Target("sgf", run, ())
    assert driver.attempt(target, b"x").text == "memory"
    used[0] = 0
    found = {outcome.text for _, outcome in fuzz(target, "1", inputs=4_000)}
    assert "leak" in found


def test_many_spoilt_inputs_are_nearly_good() -> None:
    """Every input is another one than it was made from, and many get behind the first check."""
    target, heard = TARGETS["sgf"], list[bytes]()
    list(fuzz(target, "1", inputs=2_000, before_each=heard.append))
    spoilt = heard[len(target.corpus) :]
    with driver.watching():
        fine = sum(driver.attempt(target, data) == driver.FINE for data in spoilt)
    assert fine > len(spoilt) // 8
    assert len(set(spoilt)) > len(spoilt) * 9 // 10


def test_the_same_seed_gives_the_same_inputs() -> None:
    """Another seed gives others."""

    def inputs(seed: str) -> list[bytes]:
        heard: list[bytes] = []
        list(fuzz(TARGETS["diagrams"], seed, inputs=200, before_each=heard.append))
        return heard

    assert inputs("1") == inputs("1")
    assert inputs("1") != inputs("2")


def test_the_command_counts_inputs_and_repeats_a_find(tmp_path: Path) -> None:
    """It ends with 0 where nothing is found, and with 1 for an input that is a find."""

    def command(*arguments: str) -> "CompletedProcess[str]":
        words = [sys.executable, "-m", "fuzz", *arguments, "--finds", str(tmp_path)]
        return programs.run(words, check=False, cwd=CORPUS.parents[1])

    done = command("game_specs", "--inputs", "100", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "100 inputs" in done.stdout
    assert not list(tmp_path.iterdir())
    said = keep(tmp_path, TARGETS["game_specs"], b"go:5", driver.Outcome("KeyError", True))
    (path,) = tmp_path.iterdir()
    assert said.endswith(f"python -m fuzz game_specs --file {path}")
    assert command("game_specs", "--file", str(path)).stdout.startswith("fine")
