"""Every registered learner: same seed same run, exact resume, records that say what they are."""

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ponnuki
from ponnuki.arena import Arena
from ponnuki.learners import (
    LEARNERS,
    Learner,
    SelfPlay,
    SettingsError,
    learner,
    settings_of,
    view_of,
)
from ponnuki.learners.registry import SELF_PLAY
from ponnuki.learners.views import summary_line
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.runs import RunError, RunRecord, summary
from ponnuki.runs.training import resume, train
from tests.learners.samples import bits, table
from tests.runs.samples import listed

SMALL: dict[str, dict[str, Any]] = {
    "self-play": table(),
    "two-level-pso": {
        "game": "capture-go:4",
        "search": {"depth": 1},
        "particles": 2,
        "nets": 3,
        "generations": 4,
        "opponent_generations": 1,
    },
    "tic-tac-toe": {
        "hidden": 3,
        "population": 5,
        "generations": 4,
        "epochs": 3,
        "measure": {"every": 2, "games": 4, "nets": 2, "rounds": 1},
        "keep_every": 2,
    },
    "temporal-differences": {
        "game": "go:4",
        "net": {"kind": "mlp", "hidden": [3]},
        "coherence": True,
        "games": 20,
        "generations": 4,
        "measure": {
            "opponents": ["random", "naive", "untrained", "earlier"],
            "every": 2,
            "games": 4,
            "nets": 2,
            "rounds": 1,
        },
        "keep_every": 2,
    },
    "temporal-differences of a utility": {
        "learner": "temporal-differences",
        "game": "go:4",
        "net": {"kind": "mlp", "encoding": "own-opponent", "hidden": [3]},
        "utility": {"stones": 0.5},
        "opponent": "naive",
        "games": 20,
        "generations": 4,
        "measure": {
            "opponents": ["random", "naive", "untrained", "earlier"],
            "every": 2,
            "games": 4,
            "nets": 2,
            "rounds": 1,
        },
        "keep_every": 2,
    },
    "temporal-differences with a critic": {
        "learner": "temporal-differences",
        "game": "othello:6",
        "net": {"kind": "ntuple", "shapes": ["straight-2"], "output_activation": "linear"},
        "critic": {"kind": "ntuple", "shapes": ["square-2"], "output_activation": "sigmoid"},
        "selection": {"kind": "epsilon"},
        "games": 20,
        "generations": 4,
        "average": 0.3,
        "coherence": True,
        "measure": {
            "opponents": ["random", "untrained"],
            "every": 2,
            "games": 4,
            "nets": 2,
            "rounds": 1,
        },
        "keep_every": 2,
    },
    "zero": {
        "game": "capture-go:4",
        "net": {"blocks": 1},
        "visits": 4,
        "champion_visits": 4,
        "games": 6,
        "batch": 32,
        "window": 90,
        "average": 0.3,
        "generations": 4,
        "measure": {"every": 2, "games": 4, "nets": 2, "rounds": 1},
        "keep_every": 2,
    },
}
every_kind = pytest.mark.parametrize("kind", SMALL)
pytestmark = pytest.mark.filterwarnings("ignore::ponnuki.optimisers.UnstableSwarmWarning")


def make(kind: str, threads: int = 1, **changes: Any) -> Learner[Any, Any]:
    """A small learner."""
    return learner(settings_of({"learner": kind, **SMALL[kind], **changes}), Arena(threads))


def after(one: Learner[Any, Any], generations: int, state: Any = None) -> Any:
    """The state after some more generations."""
    state = one.start() if state is None else state
    for _ in range(generations):
        state, _ = one.step(state)
    return state


def test_all_have_an_example() -> None:
    """Whoever adds a learner adds a small run of it."""
    assert {table.get("learner", kind) for kind, table in SMALL.items()} == set(LEARNERS)


@every_kind
def test_the_kind_stands_in_the_settings(kind: str) -> None:
    """A table says its kind, comes back equal, and without a kind it is self-play."""
    settings = make(kind).settings
    word = SMALL[kind].get("learner", kind)
    assert settings.table()["learner"] == settings.learner == word
    assert settings_of(settings.table()) == settings
    assert type(settings_of({})) is LEARNERS[SELF_PLAY]
    for bad in "magic", 5, None:
        with pytest.raises(SettingsError, match=r"learner=.* is not allowed: use self-play, two-"):
            settings_of({"learner": bad})


@every_kind
def test_same_seed_same_run(kind: str) -> None:
    """Threads change nothing; another seed changes the state."""
    one = make(kind)
    first = bits(one.arrays(after(one, 2)))
    other = make(kind, threads=3)
    assert bits(other.arrays(after(other, 2))) == first
    another = make(kind, seed=2)
    assert bits(another.arrays(after(another, 2))) != first


@every_kind
def test_a_step_leaves_its_state_alone(kind: str) -> None:
    """The same step twice gives the same, and numbers count up."""
    one = make(kind)
    state = after(one, 1)
    before = bits(one.arrays(state))
    (two, first), (again, second) = one.step(state), one.step(state)
    assert bits(one.arrays(state)) == before
    assert bits(one.arrays(two)) == bits(one.arrays(again))
    assert first.facts == second.facts
    assert (state.generation, two.generation, first.number) == (1, 2, 2)


@every_kind
def test_restored_equals_uninterrupted(kind: str) -> None:
    """A state through arrays goes on as if nothing had happened."""
    one, other = make(kind), make(kind)
    state = after(one, 2)
    again = other.restore({name: array.copy() for name, array in one.arrays(state).items()})
    assert bits(one.arrays(after(one, 2, state))) == bits(other.arrays(after(other, 2, again)))


@every_kind
def test_damaged_states_are_refused(kind: str) -> None:
    """Each array that is missing, or of another shape, is an error."""
    one = make(kind)
    arrays = one.arrays(after(one, 1))
    with pytest.raises(ValueError, match="the saved state does not fit the settings"):
        one.restore({})
    for name in arrays:
        with pytest.raises(ValueError, match=r"."):
            one.restore({key: array for key, array in arrays.items() if key != name})


@every_kind
def test_facts_can_be_kept_and_shown(kind: str) -> None:
    """They are plain data with a number and games, and the view finds what it wants in them."""
    one = make(kind)
    for _, generation in one.run(one.start()):
        facts = generation.facts
        assert facts["generation"] == generation.number
        assert facts["games"] > 0
        assert json.loads(json.dumps(facts, allow_nan=False)) == facts
        assert generation.champion.shape == (one.evaluator.weight_count,)
        line = {**facts, "seconds": 1.0}
        assert summary_line(line, one.view).startswith(f"generation {generation.number}, ")
        assert any(phrase.say(line) for phrase in one.view.phrases)
        curves = [curve for chart in one.view.charts for curve in chart.curves]
        assert any(curve.value(line) is not None for curve in curves)
    assert generation.number == one.settings.generations


@every_kind
def test_recorded_broken_off_and_resumed(kind: str, tmp_path: Path) -> None:
    """The folder ends as that of a run that never stopped, and its champion plays."""
    settings = make(kind).settings
    whole = train(settings, tmp_path / "whole", Arena(1))

    def stop(line: dict[str, Any]) -> None:
        if line["generation"] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(settings, tmp_path / "part", Arena(1), stop)
    part = resume(tmp_path / "part", Arena(2))
    states = [one.state() for one in (whole, part)]
    assert states[0] is not None
    assert states[1] is not None
    assert bits(states[0].arrays) == bits(states[1].arrays)
    assert whole.champions() == part.champions()
    for number in whole.champions():
        one, other = (ponnuki.load_weights(run.champion(number)) for run in (whole, part))
        assert np.array_equal(one.weights, other.weights)
        assert one.metadata == other.metadata
    clocks = {"seconds", "measure_seconds", "positions_per_second"}
    for line, again in zip(whole.generations(), part.generations(), strict=True):
        assert {k: v for k, v in line.items() if k not in clocks} == {
            k: v for k, v in again.items() if k not in clocks
        }
    found = summary(tmp_path / "part")
    assert (found.status, found.generation, found.planned) == ("finished", 4, 4)
    assert found.method == settings.table().get("method", settings.learner)
    game = ponnuki.game(settings.game)
    engine = ponnuki.player(f"run:{tmp_path / 'part'}", game, depth=1)
    assert engine.choose(game.start(), seed=1) in game.start().legal_numbers()


@every_kind
def test_other_settings_do_not_go_on(kind: str, tmp_path: Path) -> None:
    """A state of another seed is refused; what the next step does not depend on may change."""
    train(make(kind, generations=1).settings, tmp_path / "run", Arena(1))
    config = tmp_path / "run" / "config.toml"
    text = config.read_text()
    config.write_text(text.replace("\ngenerations = 1\n", "\ngenerations = 2\n"))
    listed(tmp_path / "run")
    assert RunRecord.open(resume(tmp_path / "run", Arena(1)).folder).last_line() is not None
    config.write_text(text.replace("seed = 1\n", "seed = 3\n"))
    listed(tmp_path / "run")
    with pytest.raises(RunError, match="its state is of other settings"):
        resume(tmp_path / "run", Arena(1))


@every_kind
def test_it_starts_from_a_net(kind: str, tmp_path: Path) -> None:
    """The net's digest is part of what the run is, and the net lies in the folder, listed."""
    drawn = make(kind)
    net = drawn.evaluator.initial(1, 99)
    file = tmp_path / "net.safetensors"
    ponnuki.save_weights(file, drawn.evaluator, net, {"said": "by hand"})
    run = train(drawn.settings, tmp_path / "run", Arena(1), start_from=file)
    digest = ponnuki.load_weights(file).digest
    assert run.config["start_from"] == digest
    own = settings_of(run.config)
    assert own.digest != drawn.settings.digest
    assert own.identity() == drawn.settings.identity() | {"start_from": digest}
    kept = ponnuki.load_weights(run.folder / "start.safetensors")
    assert np.array_equal(kept.weights, net)
    assert kept.metadata == {"said": "by hand"}
    assert "start.safetensors" in (run.folder / "manifest.json").read_text()
    first = learner(own, Arena(1), net[0])
    assert any(np.array_equal(row, net[0]) for row in rows(first.arrays(first.start()), net))
    state = run.state()
    assert state is not None
    assert bits(state.arrays) == bits(first.arrays(after(first, 4)))
    assert bits(state.arrays) != bits(drawn.arrays(after(drawn, 4)))


def rows(arrays: dict[str, np.ndarray], net: np.ndarray) -> list[np.ndarray]:
    """All rows of arrays that may be nets like one."""
    wide = [one for one in arrays.values() if one.ndim and one.shape[-1] == net.shape[1]]
    return [row for one in wide for row in one.reshape(-1, net.shape[1])]


@every_kind
def test_a_run_that_starts_from_a_net_is_taken_up(kind: str, tmp_path: Path) -> None:
    """Broken off before its first generation, or behind it, it ends as one that never was."""
    settings = make(kind, generations=2).settings
    net = make(kind).evaluator
    file = tmp_path / "net.safetensors"
    ponnuki.save_weights(file, net, net.initial(1, 99))
    whole = train(settings, tmp_path / "whole", Arena(1), start_from=file)

    def stop(_: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(settings, tmp_path / "part", Arena(1), stop, start_from=file)
    start = ponnuki.load_weights(file)
    RunRecord.create(tmp_path / "begun", whole.config, start=start).close()
    file.unlink()  # the folders have it
    wanted = whole.state()
    assert wanted is not None
    for name in "part", "begun":
        state = resume(tmp_path / name, Arena(1)).state()
        assert state is not None
        assert bits(state.arrays) == bits(wanted.arrays)
    for name in "whole", "begun":
        (tmp_path / name / "start.safetensors").write_bytes(b"another")
        with pytest.raises(RunError, match=r"start\.safetensors"):
            resume(tmp_path / name, Arena(1))


@every_kind
def test_settings_alone_do_not_start_from_a_net(kind: str) -> None:
    """They say a digest; without the weights, or with others, a learner does not begin."""
    one = make(kind, start_from="0" * 64)
    with pytest.raises(ValueError, match="start_from='0000000000000000' is not allowed: give the"):
        one.start()
    net = one.evaluator.initial(1, 99)[0]
    with pytest.raises(ValueError, match="is not allowed: the weights that are given are"):
        learner(one.settings, Arena(1), net).start()
    with pytest.raises(ValueError, match="start_from='' is not allowed: the weights that are"):
        learner(make(kind).settings, Arena(1), net).start()


def test_folders_that_say_no_kind_are_self_play(tmp_path: Path) -> None:
    """A run from before there were kinds goes on as it always did."""
    settings = make(SELF_PLAY).settings
    whole = train(settings, tmp_path / "whole", Arena(1))

    def stop(_: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(settings, tmp_path / "old", Arena(1), stop)
    config = tmp_path / "old" / "config.toml"
    config.write_text(config.read_text().replace('learner = "self-play"\n', ""))
    listed(tmp_path / "old")
    old = resume(tmp_path / "old", Arena(1))
    assert "learner" not in old.config
    states = [one.state() for one in (whole, old)]
    assert states[0] is not None
    assert states[1] is not None
    assert bits(states[0].arrays) == bits(states[1].arrays)


def test_views_of_strangers() -> None:
    """Whatever a config says, something can be shown."""
    for config in {}, {"learner": "magic"}, {"learner": [1]}:
        assert view_of(config) is SelfPlay.view


def test_swarms_warn_once_at_the_start() -> None:
    """The printed swarm of the tic-tac-toe learner says nothing: its growth is what it studies."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UnstableSwarmWarning)
        one = make("tic-tac-toe")
        assert np.isfinite(one.arrays(after(one, 1))["positions"]).all()
