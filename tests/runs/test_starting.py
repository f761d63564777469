"""The net that a run starts from: who may be named, and errors in one line."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena
from ponnuki.evaluators import evaluator, load_weights, save_weights
from ponnuki.learners import SelfPlaySettings, settings_of
from ponnuki.runs import RunError
from ponnuki.runs.check import check_run
from ponnuki.runs.starting import Source, starting_net
from ponnuki.runs.training import resume, train
from ponnuki.settings import SettingsError
from tests.learners.samples import every_method, table

TD: dict[str, Any] = {
    "learner": "temporal-differences",
    "game": "go:4",
    "net": {"kind": "mlp", "hidden": [3]},
    "games": 5,
    "generations": 2,
    "measure": {"opponents": []},
}
NET = evaluator("mlp", "go:4", hidden=(3,))


def file_of(folder: Path, name: str = "net", count: int = 1, net: Any = NET) -> Path:
    """A file with some nets."""
    path = folder / f"{name}.safetensors"
    save_weights(path, net, net.initial(count, 5))
    return path


def test_files_runs_and_players_with_a_net(tmp_path: Path) -> None:
    """All of them give the same net, and so the same run."""
    run = train(settings_of(TD), tmp_path / "run", Arena(1))
    last = load_weights(run.champion())
    sources: list[Source] = [run, run.folder, str(run.folder), f"run:{run.folder}"]
    sources += [run.champion(), str(run.champion()), f"net:{run.champion()}"]
    for source in sources:
        found = starting_net(source, NET)
        assert found.digest == last.digest
        assert found.weights.shape == (1, NET.weight_count)
    many = file_of(tmp_path, "many", 3)
    second = starting_net(f"net:{many},row=1", NET)
    assert np.array_equal(second.weights, load_weights(many).weights[1:2])
    first = load_weights(run.champion(1))
    assert starting_net(f"run:{run.folder}@1", NET).digest == first.digest != last.digest


def test_what_cannot_be_started_from_is_one_line(tmp_path: Path) -> None:
    """A file that is not there, of another architecture, other rules, or with many nets."""
    with pytest.raises(ValueError, match="there is no such file, run or player"):
        starting_net(tmp_path / "missing", NET)
    other = evaluator("mlp", "go:4", hidden=(5,))
    words = r"the weights are for mlp on go:4 \(fingerprint .*\), not for mlp on go:4 \("
    with pytest.raises(ValueError, match=words):
        starting_net(file_of(tmp_path, "other", net=other), NET)
    wpc = evaluator("wpc", "othello:6")
    with pytest.raises(ValueError, match=r"the weights are for wpc on othello:6 .*not for mlp"):
        starting_net(file_of(tmp_path, "wpc", net=wpc), NET)
    with pytest.raises(ValueError, match=r"has 2 nets; name one, such as net:.*many.*,row=0"):
        starting_net(file_of(tmp_path, "many", 2), NET)
    with pytest.raises(ValueError, match="start_from='naive' is not allowed: this player has no n"):
        starting_net("naive", NET)
    with pytest.raises(ValueError, match=r"net for othello:6, not go:4"):
        starting_net(f"net:{tmp_path}/wpc.safetensors", NET)
    old = file_of(tmp_path, "rules")
    data = old.read_bytes()
    old.write_bytes(data.replace(b'"rules_version":"', b'"rules_version":"9'))
    with pytest.raises(ValueError, match=r"rules\.safetensors: no usable file of weights: "):
        starting_net(old, NET)


@every_method
def test_populations_begin_with_the_net_and_others_around_it(method: str, tmp_path: Path) -> None:
    """The first is it, the others differ from it by the usual draws; or it is the only one."""
    settings = settings_of(table(method))
    assert isinstance(settings, SelfPlaySettings)
    net = settings.evaluator()
    path = tmp_path / "net.safetensors"
    save_weights(path, net, net.initial(1, 9))
    row = load_weights(path).weights[0]
    run = train(settings, tmp_path / "run", Arena(1), start_from=path)
    one = ponnuki.learners.learner(settings_of(run.config), Arena(1), row)
    plain = ponnuki.learners.learner(settings, Arena(1))
    nets = one.first_nets(3, 7)
    assert np.array_equal(nets[0], row)
    assert np.array_equal(nets[1:], row + plain.first_nets(3, 7)[1:])


def test_the_settings_say_a_digest_and_never_a_file() -> None:
    """A file in its place is told how it is said."""
    with pytest.raises(SettingsError, match=r"start_from='x.safetensors' is not allowed: settings"):
        settings_of({**TD, "start_from": "x.safetensors"})
    assert "start_from" not in settings_of(TD).table()


def test_in_python(tmp_path: Path) -> None:
    """A run, or its folder, is where another one starts."""
    own = {name: one for name, one in TD.items() if name != "learner"}
    first = ponnuki.train("td", **own, out=tmp_path / "first")
    second = ponnuki.train("td", **own, out=tmp_path / "second", start_from=first)
    assert second.config["start_from"] == load_weights(first.champion()).digest
    with pytest.raises(ValueError, match="give the file with these weights"):
        ponnuki.train(tmp_path / "second" / "config.toml", out=tmp_path / "third")
    start = second.folder / "start.safetensors"
    third = ponnuki.train(second.folder / "config.toml", out=tmp_path / "third", start_from=start)
    states = [one.state() for one in (second, third)]
    assert states[0] is not None
    assert states[1] is not None
    assert np.array_equal(states[0].arrays["weights"], states[1].arrays["weights"])


def test_a_creation_that_was_broken_off_is_made_anew(tmp_path: Path) -> None:
    """The net was in place, and the folder was no run yet."""
    folder, file = tmp_path / "run", file_of(tmp_path)
    whole = train(settings_of(TD), folder, Arena(1), start_from=file)
    state = whole.state()
    for path in folder.iterdir():
        if path.name not in {"manifest.json", "config.toml", "start.safetensors"}:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "generations.jsonl").touch()
    again = train(settings_of(TD), folder, Arena(1), start_from=file).state()
    assert state is not None
    assert again is not None
    assert np.array_equal(state.arrays["weights"], again.arrays["weights"])


def test_a_net_that_is_not_listed_any_more_is_missed(tmp_path: Path) -> None:
    """Deleted, it stops a run from going on, and a check finds it."""
    folder = tmp_path / "run"
    train(settings_of(TD), folder, Arena(1), start_from=file_of(tmp_path))
    (folder / "start.safetensors").unlink()
    with pytest.raises(RunError, match=r"start\.safetensors"):
        resume(folder, Arena(1), generations=3)
    assert {one.file: one.status for one in check_run(folder).files}["start.safetensors"] == (
        "missing"
    )
