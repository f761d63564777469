"""A command reads and checks a file of weights, or the record of a run, once."""

from collections import Counter
from pathlib import Path

import pytest

import ponnuki
from ponnuki.apps.gtp import GtpEngine
from ponnuki.evaluators import WeightsFile, load_weights
from ponnuki.players import registry
from ponnuki.runs import RunRecord
from tests.apps.conftest import Command
from tests.apps.test_training import SMALL


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each file of weights and each run is read from now on."""
    counts: Counter[str] = Counter()
    opened = RunRecord.open.__func__  # type: ignore[attr-defined] # it is a class method

    def loaded(path: str | Path) -> WeightsFile:
        counts[Path(path).name] += 1
        return load_weights(path)

    def opening(cls: type[RunRecord], folder: str | Path) -> RunRecord:
        counts[Path(folder).name] += 1
        found: RunRecord = opened(cls, folder)
        return found

    monkeypatch.setattr(registry, "load_weights", loaded)
    monkeypatch.setattr(RunRecord, "open", classmethod(opening))
    return counts


@pytest.fixture
def trained(run: Command) -> list[str]:
    """The specs of two runs, each with champions of its own."""
    for name in "a", "b":
        assert run("train", *SMALL, "--seed", str(ord(name)), "--out", name).code == 0
    return ["run:a", "run:b"]


@pytest.mark.parametrize(
    "command",
    [
        ["match", "{0}", "{1}", "--games", "2"],
        ["tournament", "{0}", "{1}", "--games", "2", "--out", "cup"],
        ["examine", "{0}", "--nets", "1", "--rounds", "1"],
        ["think", "start", "--player", "{0}"],
    ],
    ids=lambda words: words[0],
)
def test_a_command_reads_a_run_once(
    run: Command, trained: list[str], read: Counter[str], command: list[str]
) -> None:
    """Whatever it takes from it: the game, the net, the depth of its training."""
    read.clear()
    said = run(*(word.format(*trained) for word in command))
    assert said.code == 0, said.err
    assert read["a"] == 1
    assert read["b"] == ("{1}" in command)
    weights = {name: count for name, count in read.items() if name not in {"a", "b"}}
    assert sum(weights.values()) == read["a"] + read["b"]


def test_gtp_reads_its_net_once(
    run: Command, read: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the controller changes the board."""
    said: list[str] = []

    def serve(engine: GtpEngine, *_: object) -> None:
        lines = "boardsize 7", "clear_board", "boardsize 5", "komi 0.5", "genmove b"
        said.extend(map(engine.handle, lines))

    monkeypatch.setattr("ponnuki.apps.gtp_server.serve", serve)
    monkeypatch.setattr("ponnuki.apps.commands.playing._close_output", lambda: None)
    assert run("gtp", "--player", "champion:go", "--game", "go:5", "--visits", "2").code == 0
    assert all(one.startswith("=") for one in said)
    assert read == {"go.safetensors": 1}


def test_a_spec_that_was_read_makes_the_same_player(read: Counter[str]) -> None:
    """For every game; what it says of itself stays."""
    spec = ponnuki.players.PlayerSpec.parse("champion:capture-go,visits=3")
    for size in 5, 7:
        game = ponnuki.game(f"capture-go:{size}")
        assert ponnuki.player(spec, game) == ponnuki.player(spec.text, game)
    assert read["capture-go.safetensors"] == 3
