"""Mistakes in settings, folders and commands, and what becomes of them."""

import re
import shlex
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena
from ponnuki.evaluators import evaluator
from ponnuki.fitness import GameJudge, GameSettings, reliability
from ponnuki.learners import (
    LearnerSettings,
    SelfPlay,
    SelfPlaySettings,
    TwoLevelPso,
    learner,
    settings_of,
)
from ponnuki.learners.td.learner import TemporalDifferences
from ponnuki.learners.tic_tac_toe.learner import TicTacToeSettings
from ponnuki.learners.zero.learner import Zero
from ponnuki.players import Search
from ponnuki.runs import RunRecord
from ponnuki.runs.training import resume, train
from tests.apps.conftest import Command, run  # noqa: F401
from tests.apps.test_training import SMALL, wide_table
from tests.learners.samples import small, table
from tests.learners.test_settings import mistake
from tests.runs.samples import listed
from tests.runs.test_training import broken_off, content, error_of


@pytest.mark.parametrize("nets", range(3, 60, 4))
def test_constant_scores_whatever_their_mean(nets: int) -> None:
    """Halves of three games have means like 1/3, whose mean in turn is not quite 1/3."""
    players = np.repeat(np.arange(nets, dtype=np.int32), 6)
    points = np.tile([1.0, 0.0, 0.0, 0.0, 0.0, 1.0], nets)
    assert isnan(reliability(players, points, nets))


@pytest.mark.parametrize(
    "games",
    [
        {"opponents": 7, "population": 0, "untrained": 1},
        {"opponents": 8, "population": 0, "untrained": 1},
        {"opponents": 4},
        {"opponents": 7, "schedule": "player-one"},
    ],
)
def test_the_reliability_is_what_another_scoring_confirms(games: dict[str, Any]) -> None:
    """With both colours a game and its mirror image are no two independent games.

    The reliability is near the correlation of scores between generations of the same nets.
    """
    net = evaluator("window", "capture-go:5")
    nets = net.initial(40, 3)
    scores, claims = [], []
    for seed in range(30):
        one = GameJudge(net, Search(depth=1), GameSettings(colours="both", **games), seed, Arena(2))
        scores.append(one.score(nets))
        claims.append(one.reliability)
    truth = np.asarray(np.corrcoef(scores))[np.triu_indices(30, 1)].mean()
    assert np.mean(claims) == pytest.approx(truth, abs=0.08)


@pytest.mark.parametrize(
    "changes",
    [
        {"games": {"opponents": 2, "population": 0, "fixed": 1, "fixed_players": ["nobody"]}},
        {"settings": {"box": 0.1}},
        {"search": {"depth": 1, "radius": 99}},
        {"method": "ga", "settings": {"elite": 4}},
        {"net": {"kind": "mlp", "hidden": [2.5]}},
    ],
)
def test_settings_that_fail_at_the_start_leave_no_folder(tmp_path: Path, changes: Any) -> None:
    """A mistake costs nothing: the same command with the mistake mended works."""
    try:
        train(SelfPlaySettings.of({**table(), **changes}), tmp_path / "run", Arena(1))
    except ValueError:
        pass
    else:
        pytest.fail("no error")
    assert not (tmp_path / "run").exists()


def test_no_threads_leave_no_folder(tmp_path: Path) -> None:
    """The number is checked before anything is written."""
    with pytest.raises(ValueError, match="threads=0 is not allowed"):
        train(small(), tmp_path / "run", Arena(0))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("method", ["ea", "pso", "es", "cma"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("population = 4", "population = 6"),
        ('game = "capture-go:4"', 'game = "go:4"'),
        ("seed = 1", "seed = 2"),
        ("depth = 1", "depth = 2"),
        ("noise = 0.1\nduel", "noise = 0.2\nduel"),
    ],
)
def test_a_run_of_other_settings_is_not_continued(
    tmp_path: Path, method: str, old: str, new: str
) -> None:
    """All that training depends on must be as it was; the number of generations may grow."""
    folder = broken_off(small(method), tmp_path / "run", 2)
    config = folder / "config.toml"
    assert old in config.read_text()
    config.write_text(config.read_text().replace(old, new))
    listed(folder)
    before = content(folder)
    assert "this run cannot be resumed: " in error_of(resume, folder, Arena(1))
    assert content(folder) == before


def test_hill_climbing_keeps_a_game(tmp_path: Path) -> None:
    """A run has sample games whatever its method."""
    assert train(small("hc"), tmp_path / "run", Arena(1)).games()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"method": ["ea"]}, r"method=\['ea'\] is not allowed: use pso, ea"),
        ({"net": {"kind": "mlp", "game": "go"}}, "net.game is no setting"),
        ({"net": {"kind": "mlp", "hidden": [2.5]}}, r"net.hidden=\[2\.5\] is not allowed"),
        ({"net": {"kind": "mlp", "hidden": "abc"}}, "net.hidden='abc' is not allowed"),
        ({"settings": {"sigma": "wide"}}, "sigma='wide' is not allowed"),
        ({"settings": {"sigma": "none"}}, "sigma='none' is not allowed"),
        ({"method": "hc", "settings": {"challenges": 1.5}}, r"challenges=1\.5 is not allowed"),
        ({"generations": True}, "generations=True is not allowed"),
        ({"preset": "../../elsewhere"}, "preset='../../elsewhere' is not allowed"),
        ({"search": {"radius": 27}}, "search.radius=27 is not allowed: use 1 to 26"),
    ],
)
def test_more_mistakes_are_named(changes: dict[str, Any], message: str) -> None:
    """One line that says the setting, its value and what is allowed; no other exception."""
    said = mistake({**table(), **changes})
    assert re.search(message, said), said


@pytest.mark.parametrize("name", ["measure", "probe"])
@pytest.mark.parametrize("measure", [5, {"untrained": 5}, {"untrained": {"share": 1}}, [], "x"])
def test_lines_of_strangers(tmp_path: Path, name: str, measure: Any) -> None:
    """A run with a line of another kind is listed like any other."""
    with RunRecord.create(tmp_path / "run", {"generations": 3}) as record:
        record.commit(1, {name: measure}, {})
    assert "1 of 3" in wide_table(tmp_path)


def test_the_way_to_examine_works(run: Command) -> None:  # noqa: F811
    """What is printed at the end can be typed, whatever the game and the name of the folder."""
    for game, net in ("capture-go:4", "window"), ("tic-tac-toe", "mlp"):
        arguments = (f"game={game}", f"net.kind={net}", "--out", f"my {net}")
        said = run("train", *SMALL, *arguments, "generations=1")
        (line,) = [one for one in said.out.splitlines() if one.startswith("examine it:")]
        _, *words = shlex.split(line.removeprefix("examine it:"))
        assert run(*words, "--nets", "2", "--rounds", "1").code == 0, line


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        (SelfPlay, "SelfPlaySettings"),
        (TemporalDifferences, "TdSettings"),
        (Zero, "ZeroSettings"),
        (TwoLevelPso, "TwoLevelSettings"),
        (learner, "settings of a learner, which 'settings_of' makes of a table"),
    ],
)
@pytest.mark.parametrize("settings", [{}, None, TicTacToeSettings()])
def test_learners_take_their_own_settings(kind: Any, allowed: str, settings: Any) -> None:
    """A table is none, and neither are those of another learner."""
    if kind is learner and isinstance(settings, LearnerSettings):
        settings = "td"
    said = re.escape(f"settings={settings!r:.80} is not allowed: use {allowed}")
    with pytest.raises(TypeError, match=said):
        kind(settings)


@pytest.mark.parametrize("method", [{"o": ""}, [], 5])
def test_a_method_is_a_word(method: object) -> None:
    """A table in its place, found by a fuzzer, is refused as any other wrong value."""
    for word in "tic-tac-toe", "self-play":
        with pytest.raises(ValueError, match="method"):
            settings_of({"learner": word, "method": method})
