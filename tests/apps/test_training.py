"""The commands train, resume and runs: what scripts and people get, and what a mistake costs."""

import json
import os
import re
import shutil
import signal
import sys
import time
import tomllib
import warnings
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from subprocess import Popen
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from ponnuki import load_weights, save_weights
from ponnuki.apps import training
from ponnuki.apps.training import print_runs, sparkline, watching
from ponnuki.evaluators import evaluator
from ponnuki.learners import SelfPlay, preset_text, presets
from ponnuki.learners.views import View, summary_line
from ponnuki.runs import RunError, RunRecord, find_runs
from tests.apps.conftest import Command
from tests.learners.samples import bits
from tests.programs import started

VIEW = SelfPlay.view
TIMES = {"seconds", "positions_per_second", "measure_seconds"}
WORDS = ["game=capture-go:4", "search.depth=1", "population=4", "--threads", "1"]
WORDS += ["method=ea", "games.opponents=2", "measure.nets=2", "measure.rounds=1"]
SMALL = ["halving", *WORDS]


def timeless(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of generations without what a clock says."""
    return [{k: v for k, v in line.items() if k not in TIMES} for line in lines]


def content(folder: str | Path) -> tuple[Any, ...]:
    """What a run came to, without times."""
    record = RunRecord.open(folder)
    state = record.state()
    assert state is not None
    champions = [load_weights(record.champion(g)).weights.tobytes() for g in record.champions()]
    games = [path.read_bytes() for path in record.games()]
    return timeless(record.generations()), bits(state.arrays), champions, games


# Training


def test_train_with_words(run: Command) -> None:
    """Words go into the settings; people read a line a generation and the end."""
    said = run(
        *("train", "stable", *WORDS, "method=pso", "generations=3"),
        *("--seed", "7", "search.candidates=local", "games.opening=1"),
        *("settings.neighbourhood=lbest", "settings.window=3"),
        *("net={kind=mlp, hidden=[3]}", "--out", "first"),
    )
    assert said.code == 0
    assert said.err == ""
    config = tomllib.loads(Path("first/config.toml").read_text())
    assert config["preset"] == "stable"
    assert (config["game"], config["method"], config["seed"]) == ("capture-go:4", "pso", 7)
    assert (config["population"], config["generations"]) == (4, 3)
    assert config["search"] == {"depth": 1, "candidates": "local", "radius": 2}
    assert config["games"]["opening"] == 1
    assert config["settings"]["neighbourhood"] == "lbest"
    assert config["settings"]["inertia"] == 0.729
    assert config["net"] == {"kind": "mlp", "hidden": [3]}
    lines = said.out.splitlines()
    record = RunRecord.open("first")
    assert lines[:3] == [summary_line(line, VIEW) for line in record.generations()]
    assert lines[3].startswith("3 generations, ")
    assert f"champion: {record.champion()}" in said.out
    assert "ponnuki examine run:first\n" in said.out


def test_json_lines(run: Command) -> None:
    """Each line of the output is one generation, as it stands in the folder."""
    said = run("train", *SMALL, "generations=3", "--json", "--out", "x")
    assert said.code == 0
    assert said.lines() == RunRecord.open("x").generations()
    assert [line["generation"] for line in said.lines()] == [1, 2, 3]
    assert "measure" in said.lines()[2]


def test_a_name_has_the_digest_of_what_is_trained(run: Command) -> None:
    """Without --out a run lies under runs, where 'ponnuki runs' looks; a second one is refused."""
    assert run("runs").out == "no runs here yet: ponnuki train makes one\n"
    assert run("runs", "--json").out == "[]\n"
    again = ("train", *SMALL, "generations=1", "--seed", "5", "--json")
    assert run(*again).code == 0
    (folder,) = (one["folder"] for one in json.loads(run("runs", "--json").out))
    assert re.fullmatch("runs/halving-ea-1-seed5-[0-9a-f]{8}", folder)
    said = run(*again)
    assert said.code == 2
    assert f"{folder}: the folder is not empty" in said.err
    assert said.out == ""
    for other in "method=ga", "games.opponents=3":
        assert run(*again, other).code == 0
    (there,) = Path("runs").glob("halving-ga-1-seed5-*")
    assert (there / "champions").is_dir()
    assert len(list(Path("runs").iterdir())) == 3


def test_a_file_and_words(run: Command) -> None:
    """A run repeats from its config.toml; words change single settings of the file."""
    arguments = ("method=hc", "settings.challenges=5", "generations=3")
    run("train", *SMALL, *arguments, "--out", "one")
    run("train", "one/config.toml", "--out", "two", "--threads", "2")
    assert content("one") == content("two")
    changes = ("generations=2", "--seed", "3", "settings.beta=0.5", "search.depth=2")
    assert run("train", "one/config.toml", *changes, "--out", "three").code == 0
    one, three = (
        tomllib.loads(Path(f"{name}/config.toml").read_text()) for name in ("one", "three")
    )
    one["settings"]["beta"] = 0.5
    assert three == {**one, "generations": 2, "seed": 3, "search": {**one["search"], "depth": 2}}
    assert run("train", "one/config.toml", "method=ea", "--out", "four").code == 0
    four = tomllib.loads(Path("four/config.toml").read_text())
    assert four["settings"] == {"sigma": 0.05, "tau": "none", "box": "none"}, "those of the EA"
    assert four["games"] == one["games"]


def test_a_swarm_that_does_not_settle_warns(run: Command) -> None:
    """The growth a step is said once, in one line, and the output stays clean."""
    chosen = ("method=pso", "settings.vmax=none", "generations=2")
    arguments = ("cai2009", *WORDS, *chosen, "--out", "x")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        said = run("train", *arguments, "--json")
    assert said.code == 0
    assert len(said.lines()) == 2
    assert said.err.startswith("warning: this swarm does not settle: inertia=0.4667, c1=1.7971, ")
    assert "second moment by 1.167 a step" in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["method=sgd"], "method='sgd' is not allowed: use pso, ea, hybrid, hc, ga, es, cma"),
        (["method=esa"], "method='esa' is not allowed: did you mean 'es'? use pso"),
        (["game=chess"], "game='chess' is not allowed: use capture-go,"),
        (["game=capture-go:99"], "size=99 is not allowed: use 3 to 13"),
        (["population=3"], "population=3 is not allowed: use 4 to 100000"),
        (["population=5"], "population=5 is not allowed with ea: use an even number"),
        (["population=5", "method=hybrid"], "population=5 is not allowed with hybrid"),
        (["population=abc"], "population='abc' is not allowed: use 4 to 100000"),
        (["search.depth=0"], "search.depth=0 is not allowed: use 1 to 64"),
        (["search.candidates=near"], "search.candidates='near' is not allowed: use full or local"),
        (["generations=0"], "generations=0 is not allowed: use 1 to "),
        (["--seed", "-1"], "seed=-1 is not allowed: use 0 to "),
        (["--threads", "0"], "threads=0 is not allowed: use 1 to 1024"),
        (["games.opponents"], "'games.opponents' has no value: write NAME=VALUE"),
        (["games.noise=2"], "games.noise=2 is not allowed: use 0 to 1"),
        (["games.noise=nan"], "games.noise=nan is not allowed: use 0 to 1"),
        (["games.speed=2"], "games.speed is no setting: use opponents, population"),
        (["game.size=5"], "game.size is no setting: game is a value, not a table"),
        (["games.fixed=0.9"], "the shares of opponents must add up to 1"),
        (["settings.tau=-1"], "settings.tau=-1 is not allowed: use a number from 0 on"),
        (["settings.beta=1"], "settings.beta is no setting of ea: use sigma, tau, box"),
        (["net.kind=cnn"], "net.kind='cnn' is not allowed: use window, mlp"),
        (["pops=3"], "pops is no setting of self-play: use learner, preset, game"),
        (["populaton=4"], "populaton is no setting of self-play: did you mean 'population'?"),
        (["preset=td"], "preset='td' is not allowed here: give its name as the first argument"),
        (["--preset", "td"], "--preset is no option any more; write: ponnuki train halving td"),
        (["--depht", "2"], "--depht is no option of 'ponnuki train'"),
        (["--out", "full"], "full: the folder is not empty (it has 'file')"),
        (["--out", "bad.toml"], "bad.toml: this is a file; a run needs a folder of its own"),
    ],
)
def test_mistakes_are_one_line(run: Command, words: list[str], message: str) -> None:
    """Exit code 2, the reason on standard error, and nothing on standard output."""
    Path("bad.toml").write_text("game = [")
    Path("full").mkdir()
    Path("full/file").touch()
    said = run("train", *SMALL, "generations=1", "--out", "x", *words)
    assert said.code == 2
    assert said.err.startswith("error: ")
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert Path("full/file").exists()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("best", "preset='best' is not allowed: use actor-critic, all-rounder, cai2009"),
        ("cai2010", "preset='cai2010' is not allowed: did you mean 'cai2009'? use"),
        ("missing.toml", "missing.toml: no file of settings: no such file or directory"),
        ("bad.toml", "bad.toml: "),
        ("base.toml", "base.toml: base='nobody' is not allowed: use"),
        ("odd.toml", "odd.toml: methods=3 is not allowed: use a table"),
    ],
)
def test_sources_that_there_are_not(run: Command, source: str, message: str) -> None:
    """A preset that nobody has made, a file that is none, or one on a base that is none."""
    Path("bad.toml").write_text("game = [")
    Path("base.toml").write_text('base = "nobody"\n')
    Path("odd.toml").write_text("methods = 3\n")
    said = run("train", source, *WORDS, "--out", "x")
    assert said.code == 2
    assert said.err.startswith(f"error: {message}")
    assert said.err.count("\n") == 1


def test_an_old_option_says_what_is_written_now(run: Command) -> None:
    """The whole command, so that it can be copied."""
    old = ["--method", "pso", "--preset", "cai2009", "-g", "capture-go:7", "--depth=2"]
    said = run("train", *old, "--set", "games.opponents=2", "--seed", "3")
    assert said.code == 2
    words = "cai2009 method=pso game=capture-go:7 search.depth=2 games.opponents=2"
    assert said.err == f"error: --method is no option any more; write: ponnuki train {words}\n"


def test_tune_says_what_is_written_now(run: Command) -> None:
    """It is a preset; its options were settings."""
    said = run("tune", "--depth", "1", "--particles=3", "--opponent", "0", "--out", "x", "--json")
    assert said.code == 2
    words = "two-level search.depth=1 particles=3 opponent_generations=0 --out x --json"
    assert said.err == f"error: tune is no command any more; write: ponnuki train {words}\n"
    assert "tune" not in run("--help").out


def test_a_run_starts_from_a_net(run: Command) -> None:
    """That of a file, or a run's last champion; another net is one line that names both."""
    net = evaluator("mlp", "go:4", hidden=(3,))
    save_weights("net.safetensors", net, net.initial(1, 1))
    words = [
        "td",
        "game=go:4",
        "net.hidden=[3]",
        "games=4",
        "generations=1",
        "measure.opponents=[]",
    ]
    words += ["net.hidden_activation=sigmoid"]
    plain = run("train", *words, "--out", "plain")
    assert plain.code == 0
    assert run("train", *words, "--out", "one", "--start-from", "run:plain").code == 0
    assert run("train", *words, "--out", "two", "--start-from", "one/start.safetensors").code == 0
    one, two = (tomllib.loads(Path(f"{name}/config.toml").read_text()) for name in ("one", "two"))
    assert one == two
    assert run("check", "one").code == 0
    for source, message in {
        "net.safetensors": "net.safetensors: the weights are for mlp on go:4 (fingerprint",
        "missing": "there is no such file, run or player",
        "champion:go": "champion:go: the weights are for conv on go:",
        "random": "start_from='random' is not allowed: this player has no net",
    }.items():
        said = run("train", *words, "--out", "x", "--start-from", source)
        assert said.code == 2
        assert message in said.err
        assert said.err.count("\n") == 1
    said = run("train", *words, "--out", "x", "start_from=net.safetensors")
    assert "start_from='net.safetensors' is not allowed: settings have the SHA-256" in said.err


def test_weights_that_are_no_numbers(run: Command) -> None:
    """A fixed opponent from a file with a NaN in it, or for another game, is refused."""
    for name, game in ("good", "capture-go:4"), ("bad", "capture-go:4"), ("other", "capture-go:5"):
        net = evaluator("wpc", game)
        save_weights(name, net, net.initial(1, 1))
    data = bytearray(Path("bad").read_bytes())
    data[-4:] = np.array(np.nan, "<f4").tobytes()
    Path("bad").write_bytes(data)
    fixed = [*SMALL, "generations=1", "games.fixed=1"]
    fixed += [f"games.{source}=0" for source in ("population", "hall", "untrained")]
    for name, message in {
        "bad": "bad: no usable file of weights: its weights are damaged: their SHA-256",
        "other": "other is a net for capture-go:5, not capture-go:4",
        "missing": "No such file or directory",
    }.items():
        players = f"games.fixed_players=['net:{name}']"
        said = run("train", *fixed, players, "--out", f"run-{name}")
        assert said.code == 2
        assert message in said.err
        assert said.err.count("\n") == 1
    said = run("train", *fixed, "games.fixed_players=['net:good']", "--out", "run")
    assert said.code == 0


# Runs, resuming, champions


def interrupt(monkeypatch: pytest.MonkeyPatch, generation: int) -> None:
    """Ctrl-C behind that generation."""

    def said(line: dict[str, Any], view: View) -> str:
        if line["generation"] == generation:
            raise KeyboardInterrupt
        return summary_line(line, view)

    monkeypatch.setattr(training, "summary_line", said)


def test_stopped_and_resumed(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C says how to go on, with exit code 130; the rest of the run is as it would have been.

    A finished run has nothing left to do.
    """
    arguments = ("train", *SMALL, "generations=4", "method=es")
    run(*arguments, "--out", "whole")
    with monkeypatch.context() as patch:
        interrupt(patch, 2)
        said = run(*arguments, "--out", "part")
    assert said.code == 130
    assert said.err == "stopped; go on with: ponnuki resume part\n"
    assert len(RunRecord.open("part").generations()) == 2
    said = run("resume", "part", "--json", "--threads", "2")
    assert said.code == 0
    assert [line["generation"] for line in said.lines()] == [3, 4]
    assert content("part") == content("whole")
    said = run("resume", "part")
    assert said.code == 0
    assert said.out.startswith("4 generations, ")
    assert content("part") == content("whole")


def test_resuming_what_is_no_run(run: Command) -> None:
    """One line and exit code 2."""
    Path("empty").mkdir()
    RunRecord.create("other", {"game": "capture-go:4", "speed": 3}).close()
    run("train", *SMALL, "generations=1", "--out", "spoilt")
    Path("spoilt/state.safetensors").write_bytes(b"x")
    for folder, message in {
        "missing": "missing: there is no such folder",
        "empty": "empty: no run lies here",
        "other": "other: this run cannot be resumed: speed is no setting of self-play",
        "spoilt": "state.safetensors: damaged",
    }.items():
        said = run("resume", folder)
        assert said.code == 2
        assert message in said.err
        assert said.err.count("\n") == 1
        assert said.out == ""


def test_a_name_that_is_not_utf_8(run: Command) -> None:
    """Lists show it as far as they can, and errors about it are errors as any other."""
    odd = os.fsdecode(b"odd-\xff")
    said = run("train", *SMALL, "generations=1", "--out", odd)
    assert "odd-\\udcff/champions/generation-0001.safetensors (net " in said.out
    assert "odd-" in run("runs", ".").out
    assert json.loads(run("runs", ".", "--json").out)[0]["folder"] == odd
    (Path(odd) / "state.safetensors").write_bytes(b"x")
    assert run("runs", ".").code == 0
    said = run("resume", odd)
    assert said.code == 2
    assert "odd-\\udcff/state.safetensors: damaged" in said.err


def test_lines_that_lack_facts_are_an_error_in_words(run: Command) -> None:
    """The end of a run that is not of this package says what its lines lack."""
    run("train", *SMALL, "generations=2", "--out", "one")
    record = RunRecord.open("one")
    lines = record.generations()
    shutil.rmtree("one")
    with RunRecord.create("one", record.config) as other:
        for line in lines:
            other.commit(line["generation"], {}, {})
    with pytest.raises(RunError, match=r"generations\.jsonl: .*it lacks 'games'"):
        training.print_end(Console(file=StringIO()), RunRecord.open("one"))
    view = training.LiveView(Console(file=StringIO()), 5, [{"generation": 1, "measure": 5}], VIEW)
    view.console.print(view)


def wide_table(root: str | Path) -> str:
    """The table of runs on a wide page, where nothing is broken into lines."""
    file = StringIO()
    print_runs(Console(file=file, width=300, force_terminal=False), find_runs(root))
    return file.getvalue()


def test_runs(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table for people and rows for scripts: how far, and what against untrained nets."""
    run("train", *SMALL, "generations=2", "--out", "all/done")
    with monkeypatch.context() as patch:
        interrupt(patch, 1)
        run("train", *SMALL, "generations=2", "method=hc", "--out", "all/half")
    Path("all/spoilt").mkdir()
    Path("all/spoilt/provenance.json").write_text("{}")
    rows = json.loads(run("runs", "all", "--json").out)
    assert [row["folder"] for row in rows] == ["all/done", "all/half", "all/spoilt"]
    assert [row["status"] for row in rows] == ["finished", "stopped", "damaged"]
    assert [row["method"] for row in rows] == ["ea", "hc", ""]
    assert [(row["generation"], row["planned"]) for row in rows[:2]] == [(2, 2), (1, 2)]
    assert rows[0]["last"] == RunRecord.open("all/done").generations()[-1]
    assert "format" in rows[2]["reason"]
    said = run("runs", "all")
    assert said.code == 0
    for word in "all/done", "finished", "capture-go:4", "2 of 2", "1 of 2", "stopped", "damaged":
        assert word in said.out
    untrained = rows[0]["last"]["measure"]["untrained"]
    assert untrained["interval"] is None, "two nets say little of others"
    wide = wide_table("all")
    assert f"{untrained['share']:.0%}" in wide
    assert rows[2]["reason"] in wide
    said = run("runs", "nowhere")
    assert (said.code, said.out) == (2, "")
    assert "nowhere: there is no such folder" in said.err


def test_texts_of_strangers_are_no_markup(tmp_path: Path) -> None:
    """A run from elsewhere cannot colour or break the table."""
    RunRecord.create(tmp_path / "[red]", {"game": "[/bold]x", "method": "[link=a]"}).close()
    text = wide_table(tmp_path)
    for word in "[/bold]x", "[link=a]", "[red]", "0 of ?":
        assert word in text


def test_a_champion_plays(run: Command) -> None:
    """A match takes the last champion, or that of a generation, and lists those that there are."""
    run("train", *SMALL, "generations=3", "keep_every=2", "--out", "r")
    options = ("--game", "capture-go:4", "--games", "4", "--json", "--depth", "1")
    for spec in "run:r", "run:r@2":
        assert json.loads(run("match", spec, "random", *options).out)["players"][0] == spec
    said = run("match", "run:r@1", "random", *options)
    assert said.code == 2
    assert "r does not have a champion of generation 1; it has: 2, 3" in said.err
    said = run("match", "run:r", "random", "--games", "4", "--game", "capture-go:9")
    assert said.code == 2
    assert "is a net for capture-go:4, not capture-go:9" in said.err


def test_help_teaches(run: Command) -> None:
    """The commands say what they do, and name every flag."""
    said = run("train", "--help").out
    for flag in "seed", "threads", "out", "cluster", "json":
        assert f"--{flag}" in said
    assert "\n  ponnuki train cai2009 method=pso search.depth=2\n" in said
    for command in "train", "presets", "resume", "runs":
        assert command in run("--help").out
        assert run(command, "--help").code == 0


# Ctrl-C from outside

PROGRAM = "from ponnuki.apps.cli import main; main()"
posix = pytest.mark.skipif(os.name != "posix", reason="no SIGINT to another process")


def start(folder: Path, *arguments: str) -> AbstractContextManager["Popen[str]"]:
    """A training run in a process of its own."""
    return started([sys.executable, "-c", PROGRAM, "train", *arguments, "--out", str(folder)])


@posix
def test_ctrl_c_in_a_long_generation(tmp_path: Path) -> None:
    """Games that would take minutes are broken off at once, even on a busy machine."""
    folder = tmp_path / "run"
    with start(folder, "stable", "search.depth=5", "--seed", "3") as process:
        while not (folder / "provenance.json").exists():
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == ""
    assert err == f"stopped; go on with: ponnuki resume {folder}\n"
    assert RunRecord.open(folder).state() is None


@posix
def test_ctrl_c_and_resume(run: Command, tmp_path: Path) -> None:
    """Whenever it comes, the resumed run equals the run that was never stopped."""
    arguments = ["stable", "method=ea", "game=capture-go:5", "search.depth=2"]
    arguments += ["population=10", "generations=12", "measure.nets=2", "--json"]
    with start(tmp_path / "part", *arguments) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == f"stopped; go on with: ponnuki resume {tmp_path / 'part'}\n"
    told = [json.loads(line) for line in (first + out).splitlines()]
    kept = RunRecord.open(tmp_path / "part").generations()
    assert 0 <= len(kept) - len(told) <= 1, "what was told is kept"
    assert len(kept) < 12
    assert kept[: len(told)] == told
    run("resume", str(tmp_path / "part"))
    run("train", *arguments, "--out", "whole")
    assert content(tmp_path / "part") == content("whole")


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_that_end_a_process(name: str, tmp_path: Path) -> None:
    """They stop a run as Ctrl-C does, and say how to go on; the exit code names the signal."""
    folder, number = tmp_path / "run", getattr(signal, name)
    with start(folder, "stable", "search.depth=5", "--seed", "3") as process:
        while not (folder / "provenance.json").exists():
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(number)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert err == f"stopped; go on with: ponnuki resume {folder}\n"


def test_presets_are_listed_and_printed(run: Command) -> None:
    """By name with a line each; one as the file it is, which can be edited and trained with."""
    listed = run("presets")
    assert {line.split()[0] for line in listed.out.splitlines()} == set(presets())
    assert json.loads(run("presets", "--json").out) == presets()
    text = run("presets", "cai2009").out
    assert text == preset_text("cai2009")
    assert json.loads(run("presets", "cai2009", "--json").out)["settings"]["seed"] == 1
    said = run("presets", "cai2010")
    assert (said.code, said.out) == (2, "")
    assert "did you mean 'cai2009'?" in said.err
    Path("mine.toml").write_text(text)
    words = ("mine.toml", *WORDS, "generations=1", "--out", "one")
    assert run("train", *words).code == 0
    config = tomllib.loads(Path("one/config.toml").read_text())
    assert (config["preset"], config["method"]) == ("mine", "ea")


def test_the_page_of_settings_is_what_the_classes_say(run: Command) -> None:
    """docs/settings.md is made by a command, and is not out of date."""
    page = Path(__file__).parents[2] / "docs" / "settings.md"
    assert run("presets", "--reference").out == page.read_text(encoding="utf-8")


# What a person sees


def test_sparkline() -> None:
    """Low is low and high is high, within the limits that are given or found."""
    assert sparkline([]) == ""
    assert sparkline([5]) == "▁"
    assert sparkline([2, 2, 2]) == "▁▁▁"
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([7, 0]) == "█▁"
    assert sparkline([-3, -2, -1]) == "▁▅█"
    assert sparkline([0.5, 1.0], 0.0, 1.0) == "▅█"
    assert sparkline([-1, 2], 0.0, 1.0) == "▁█"
    assert sparkline([0.2], 0.0, 0.0) == "▁"
    assert sparkline([*[100.0] * 40, *range(60)]) == sparkline(list(range(60)))
    assert len(sparkline(list(range(61)))) == 60


TALLY = {
    "games": 20,
    "wins": 17,
    "draws": 1,
    "losses": 2,
    "interval": [0.669, 0.96],
    "share": 0.875,
}
LINE: dict[str, Any] = {
    "generation": 12,
    "games": 362,
    "seconds": 0.5,
    "best": 9.0,
    "mean": -7.25,
    "reliability": 0.614,
    "duels_won": 3,
    "duels_fought": 21,
    "weight_size": 0.12345,
    "positions_per_second": 1234567,
    "measure": {"untrained": TALLY, "untrained_noise": TALLY},
}


def test_summary_line() -> None:
    """A generation in words; what there is not is left out."""
    assert summary_line(LINE, VIEW) == (
        "generation 12, score 9.0 best -7.2 mean, duels 3/21, reliability 0.61, weights 0.123, "
        "724 games/s, 1,234,567 positions/s, untrained nets 88% "
        "(67% to 96%), untrained nets with random moves 88% (67% to 96%)"
    )
    left_out = {"best", "mean", "reliability", "measure"}
    few = {name: value for name, value in LINE.items() if name not in left_out}
    assert summary_line(
        {**few, "duels_fought": 0, "duels_won": 0, "seconds": 0.0}, VIEW
    ).startswith("generation 12, weights 0.123, ")


def shown(lines: list[dict[str, Any]], done: list[dict[str, Any]], planned: int = 10) -> str:
    """What a terminal shows of these generations, with all that moves the cursor."""
    file = StringIO()
    terminal = Console(file=file, force_terminal=True, width=120, height=40, color_system=None)
    with watching(Console(file=StringIO()), terminal, planned, done, False, VIEW) as show:
        for line in lines:
            show(line)
    return file.getvalue()


def test_the_live_view() -> None:
    """A bar, sparklines of scores, weights and measures, and the speed; also of earlier lines."""
    done = [{**LINE, "generation": 1, "best": 1.0}, {**LINE, "generation": 2, "best": 5.0}]
    text = shown([{**LINE, "generation": 3}], done)
    assert "3/10" in text
    for part in "score, best", "▁▅█", "score, mean", "-7.2", "size of weights", "0.123":
        assert part in text
    assert "untrained nets with random moves 88% (67% to 96%)" in text
    assert "724 games/s, 1,234,567 positions/s" in text
    assert "0/10" in shown([], [])


def test_the_live_view_of_hill_climbing() -> None:
    """Nobody is scored: the share of duels that were won stands there instead."""
    scores = {"best", "mean", "reliability", "measure"}
    line = {name: value for name, value in LINE.items() if name not in scores}
    text = shown([{**line, "generation": 1}, {**line, "generation": 2, "duels_won": 7}], [])
    assert "duels won" in text
    assert "33%" in text
    assert "score" not in text


def test_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain lines without any escape, or JSON if that is asked for."""
    file = StringIO()
    plain = Console(file=file, width=40, soft_wrap=True, highlight=False)
    with watching(plain, Console(file=StringIO()), 10, [], False, VIEW) as show:
        show(LINE)
    assert file.getvalue() == summary_line(LINE, VIEW) + "\n"
    with watching(plain, Console(file=StringIO(), force_terminal=True), 10, [], True, VIEW) as show:
        show(LINE)
    assert json.loads(capsys.readouterr().out) == LINE


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ("default", "temporal-differences")),
        (["game=capture-go:7"], ("default", "temporal-differences")),
        (["game=othello:6"], ("zero", "zero")),
        (["method=ea"], ("halving", "self-play")),
        (["population=8"], ("halving", "self-play")),
        (["zero", "game=tic-tac-toe"], ("zero", "zero")),
    ],
)
def test_the_preset_follows_from_what_is_asked(
    arguments: list[str],
    expected: tuple[str, str],
    run: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What learns best, or what has the settings asked for; the command says which."""
    seen: list[Any] = []

    def no_training(settings: Any, *_: Any, **__: Any) -> None:
        seen.append(settings)
        raise ValueError("seen")

    monkeypatch.setattr("ponnuki.runs.training.train", no_training)
    said = run("train", *arguments, "--seed", "3")
    assert said.err.startswith(f"preset {expected[0]}: ") == (arguments[:1] != ["zero"])
    (settings,) = seen
    assert (settings.preset, settings.learner, settings.seed) == (*expected, 3)


def test_resume_with_other_measures(run: Command) -> None:
    """As words; what the run is cannot be said."""
    assert run("train", *SMALL, "generations=1", "--out", "r").code == 0
    said = run("resume", "r", "measure.nets=3", "keep_every=1", "--generations", "2")
    assert said.code == 0, said.err
    config = tomllib.loads(Path("r/config.toml").read_text())
    assert (config["measure"]["nets"], config["keep_every"], config["generations"]) == (3, 1, 2)
    for word, message in (
        ("search.depth=3", "search is part of what the run is, or of how long it is: use measure"),
        ("generations=9", "generations is part of what the run is, or of how long it is"),
        ("arena=3", "arena is no setting of self-play"),
        ("measure.nets", "'measure.nets' has no value: write NAME=VALUE"),
    ):
        said = run("resume", "r", word)
        assert said.code == 2
        assert said.err.startswith(f"error: {message}")
