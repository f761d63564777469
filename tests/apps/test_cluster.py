"""The commands of clusters: what is planned, what is shown, and what is said without one."""

import json
import sys
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from ponnuki.apps.nodes import MOST_SHOWN, NodesProgress, nodes_table
from ponnuki.apps.plan import about, plan_run
from ponnuki.apps.training import LiveView
from ponnuki.arena import Arena
from ponnuki.arena.cluster.connection import Connection, Node
from ponnuki.arena.cluster.stations import Station
from ponnuki.learners import SelfPlay, SelfPlaySettings, settings_of
from tests.apps.conftest import Command

SMALL = ["game='capture-go:5'", "population=4", "games.opponents=2"]
SMALL += ["measure.nets=2", "measure.rounds=1"]


class Cluster(Arena):
    """An arena that says it has nodes."""

    def __init__(self, nodes: int) -> None:
        super().__init__(1)
        object.__setattr__(self, "nodes", nodes)

    @property
    def cluster(self) -> Any:
        """It is one."""
        return self

    def stations(self) -> tuple[Station, ...]:
        """Nodes that are the faster the higher their number."""
        count: int = vars(self)["nodes"]
        return tuple(Station(f"10.0.0.{i}", 8, 100 * i, float(i)) for i in range(1, count + 1))


def shown(arena: Arena) -> str:
    """What is drawn of an arena's nodes."""
    out = Console(file=StringIO(), width=100)
    for one in nodes_table(arena):
        out.print(one)
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def test_every_command_that_plays_games_has_the_option(run: Command) -> None:
    """And says in its help what it takes."""
    for command in "train", "resume", "examine", "match", "tournament", "reproduce":
        said = run(command, "--help")
        assert said.code == 0
        assert "--cluster" in said.out
        assert "local:N|auto|ray://HOST:PORT" in said.out


@pytest.mark.parametrize(
    "command",
    [
        ["train", "--out", "new"],
        ["examine", "untrained"],
        ["match", "random", "random"],
        ["tournament", "random", "untrained", "--out", "new"],
        ["reproduce", "learning", "--out", "new"],
    ],
    ids=lambda words: words[0],
)
def test_mistakes_are_one_line_and_leave_nothing(
    run: Command, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that is none, and a Ray that is not there."""
    said = run(*command, "--cluster", "here")
    assert said.code == 2
    assert "cluster='here' is not allowed: use local:N" in said.err
    monkeypatch.setitem(sys.modules, "ray", None)
    said = run(*command, "--cluster", "local:2")
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines()[-1].startswith("error: a cluster needs the package ray")
    assert 'pip install "ponnuki[ray]"' in said.err


def test_a_plan_in_words(run: Command) -> None:
    """What a cluster would give, for one run and for many, and where that ends."""
    said = run(
        *("cluster", "plan", "cai2009", "search.depth=2", *SMALL),
        *("--cores", "128", "--runs", "40"),
    )
    assert said.code == 0
    assert "cai2009 hybrid: one of 100 generations took " in said.out
    assert "on 128 cores: at least " in said.out
    assert " for 40 runs side by side" in said.out
    assert "one run has no use for more than " in said.out


def test_a_plan_for_scripts(run: Command) -> None:
    """One object; a row for each number of cores, and runs together take longer than one."""
    options = ["method=ea", "generations=10", "--cores", "2", "--cores", "8"]
    said = run("cluster", "plan", *SMALL, *options, "--runs", "9", "--json")
    (found,) = said.lines()
    assert found["generations"] == 10
    one = found["alone_seconds"] + sum(batch["core_seconds"] for batch in found["batches"])
    assert found["core_seconds"] == pytest.approx(10 * one)
    assert [each["cores"] for each in found["clusters"]] == [2, 8]
    for each in found["clusters"]:
        assert found["core_seconds"] / each["cores"] <= each["run_seconds"] + 1e-9
        assert each["run_seconds"] <= each["all_seconds"]
        assert each["all_seconds"] >= 9 * found["core_seconds"] / each["cores"]


def test_a_plan_plays_a_generation_of_the_run() -> None:
    """All of its games, at the run's depth; the core's own learning is no game for a cluster."""
    table = {"game": "capture-go:5", "method": "ea", "population": 4, "generations": 20}
    table |= {"search": {"depth": 2}, "games": {"opponents": 2}, "measure": {"opponents": []}}
    settings = SelfPlaySettings.of(table)
    plan = plan_run(settings)
    one = SelfPlay(settings, Arena(1))
    _, generation = one.step(one.start())
    assert sum(games for games, _ in plan.batches) == generation.facts["games"]
    assert plan.most_cores == max(games for games, _ in plan.batches)
    inside = plan_run(settings_of({"learner": "temporal-differences", "game": "go:5", "games": 20}))
    assert sum(seconds for _, seconds in inside.batches) < inside.alone


@pytest.mark.parametrize("different", [False, True])
def test_nodes_are_listed(run: Command, monkeypatch: pytest.MonkeyPatch, different: bool) -> None:
    """With their cores and what is wrong with them, for people and scripts; then the code is 1."""
    words = "it has ponnuki 0.0.9" if different else None
    found = [(Node("a", "10.0.0.1", 4), None), (Node("b", "10.0.0.2", 8), words)]
    link = SimpleNamespace(compare=lambda: found, close=lambda: None)
    monkeypatch.setattr(Connection, "open", lambda address: link if address == "auto" else None)
    said = run("cluster", "nodes", "--json")
    assert said.code == int(different)
    assert json.loads(said.out) == [
        {"node": "10.0.0.1", "cores": 4, "refused": None},
        {"node": "10.0.0.2", "cores": 8, "refused": words},
    ]
    said = run("cluster", "nodes")
    assert f"{4 if different else 12} cores for games" in said.out
    assert ("it has ponnuki 0.0.9" in said.out) == different


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--cores", "0"], "cores=0 is not allowed"),
        (["--runs", "0"], "runs=0 is not allowed"),
        (["nobody"], "preset='nobody' is not allowed"),
    ],
)
def test_a_plan_says_what_it_cannot_do(run: Command, options: list[str], words: str) -> None:
    """Numbers out of range, and presets that there are not."""
    said = run("cluster", "plan", *options)
    assert said.code == 2
    assert words in said.err


def test_durations_are_said_as_people_say_them() -> None:
    """In one unit, never in a thousand of a smaller one."""
    said = [about(seconds) for seconds in (1, 60 * 1.5, 3600 * 2, 86400 * 30, 86400 * 365 * 12)]
    assert said == ["1 second", "90 seconds", "2 hours", "30 days", "12 years"]


def test_nodes_and_their_speeds_are_shown() -> None:
    """Each in a row, with all of them together; of many the slowest; without a cluster nothing."""
    assert shown(Arena(1)) == ""
    few = shown(Cluster(3)).splitlines()
    assert [line.split()[1] for line in few[:3]] == ["10.0.0.1", "10.0.0.2", "10.0.0.3"]
    assert "8 cores" in few[1]
    assert "2.0 games/s" in few[1]
    assert "200 games" in few[1]
    assert "all 3 nodes" in few[3]
    assert "24 cores" in few[3]
    assert "6.0 games/s" in few[3]
    many = shown(Cluster(100))
    assert many.count("node 10") == MOST_SHOWN
    assert "node 10.0.0.1 " in many
    assert f"and {100 - MOST_SHOWN} faster ones" in many


def test_the_live_view_and_the_bar_show_nodes() -> None:
    """Under what they show on one machine."""
    out = Console(file=StringIO(), width=120)
    line = {"generation": 1, "games": 10, "seconds": 1.0}
    view = LiveView(out, 5, [line], SelfPlay.view, Cluster(2))
    out.print(view)
    out.print(*NodesProgress(Cluster(2), console=out).get_renderables())
    assert isinstance(out.file, StringIO)
    assert out.file.getvalue().count("node 10.0.0.2") == 2
