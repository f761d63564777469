"""Games on a Ray cluster: the same as on one machine, whatever happens to its nodes.

`test_ray.py` runs these tests in a process of their own: `pytest tests/arena/cluster/on_ray.py`.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.arena import Arena, Contest, GameBatch, Opening, game_seeds
from ponnuki.arena.cluster.build import build
from ponnuki.arena.cluster.connection import ClusterError, ClusterWarning
from ponnuki.arena.cluster.ray_arena import RayArena
from ponnuki.evaluators import evaluator, load_weights
from ponnuki.learners import settings_of
from ponnuki.learners.td.settings import TdSettings
from ponnuki.learners.tic_tac_toe.coevolution import coevolve
from ponnuki.learners.tic_tac_toe.learner import TicTacToeSettings
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Choice, Engine, Player, RandomPlayer, ScriptedPlayer, Search
from ponnuki.runs import RunRecord
from ponnuki.runs.training import resume, train
from tests.arena.cluster.ray_cluster import LOOPBACK, Nodes, doors, nodes
from tests.programs import LIMIT, started

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

NET = evaluator("window", "capture-go:9")
GAME = NET.game
PLAYERS: list[Player] = [
    *Engine.of_rows(NET, NET.initial(4, seed=1), Search(depth=2), Choice(noise=0.1)),
    RandomPlayer(),
    ScriptedPlayer("defensive", GAME),
]
PAIRINGS = np.random.default_rng(1).integers(0, len(PLAYERS), (120, 2)).astype(np.int32)
SEEDS = game_seeds(7, len(PAIRINGS))
OPENING = Opening(2)
COMMAND = [sys.executable, "-c", "from ponnuki.apps.cli import main; main()"]


def play(arena: Arena, progress: Callable[[int], object] | None = None) -> GameBatch:
    """The games of all tests."""
    return arena.play(GAME, PLAYERS, PAIRINGS, SEEDS, progress, opening=OPENING)


WHOLE = play(Arena(1))


def same(one: GameBatch, other: GameBatch) -> bool:
    """Whether two batches are equal to the last bit."""
    arrays = [name for name, value in vars(one).items() if isinstance(value, np.ndarray)]
    assert len(arrays) == 9
    assert (one.game, one.players) == (other.game, other.players)
    return all(
        getattr(one, name).dtype == getattr(other, name).dtype
        and getattr(one, name).tobytes() == getattr(other, name).tobytes()
        for name in arrays
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    """A head with one core."""
    with nodes() as found:
        yield found


@pytest.fixture
def arena(cluster: Nodes) -> Iterator[RayArena]:
    """An arena that has the cluster, with nothing learned yet."""
    assert cluster.address
    with Arena.ray() as found:
        yield found


def once(action: Callable[[], object]) -> Callable[[int], None]:
    """Something to be done in the middle of a batch, when the first games are played."""
    done: list[object] = []

    def told(games: int) -> None:
        if games and not done:
            done.append(action())

    return told


@pytest.mark.parametrize(("seconds", "times"), [(1.0, 2), (1e-6, 1)])
def test_a_cluster_plays_the_games_of_one_machine(
    arena: RayArena, seconds: float, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last bit, in a few parts or a game at a time, the first time and later."""
    monkeypatch.setattr("ponnuki.arena.cluster.parts.SECONDS", seconds)
    monkeypatch.setattr("ponnuki.arena.cluster.parts.FEWEST_SECONDS", seconds)
    told: list[int] = []
    for _ in range(times):
        assert same(play(arena, told.append), WHOLE)
    assert told[-1] == len(WHOLE)
    assert told[: told.index(len(WHOLE))] == sorted(told[: told.index(len(WHOLE))])
    (station,) = arena.stations()
    assert station.games == times * len(WHOLE)
    assert arena.capacity == station.cores == 1


def test_a_process_that_is_killed_loses_nothing_but_time(arena: RayArena, cluster: Nodes) -> None:
    """Ray begins its part again, and the games are the same."""
    engines = Engine.of_rows(NET, NET.initial(2, seed=2), Search(depth=4), Choice(noise=0.1))
    games = GAME, engines, [(0, 1), (1, 0)] * 20, game_seeds(3, 40)  # some seconds of work
    killed: list[int] = []

    def kill(done: int) -> None:
        if done and sum(killed) < 2:
            killed.append(cluster.kill_workers())

    assert same(arena.play(*games, kill), Arena(2).play(*games))
    assert sum(killed) >= 2


def test_nodes_may_join_and_leave(arena: RayArena, cluster: Nodes) -> None:
    """One that joins gets games; what one that leaves has not finished is played elsewhere."""
    joined: list[Any] = []
    batches = [play(arena, once(lambda: joined.append(cluster.add())))]
    while len(batches) < 200 and not all(one.games for one in arena.stations()):
        batches.append(play(arena))
    assert [one.cores for one in arena.stations()] == [1, 1]
    assert all(one.games for one in arena.stations())

    def until_it_is_missed() -> None:
        batches.append(play(arena, once(lambda: cluster.lose(joined[0]))))
        while arena.capacity == 2 and len(batches) < 20_000:
            batches.append(play(arena))

    with pytest.warns(ClusterWarning, match=r"node 127\.0\.0\.1 \w{6} has left; what it had not"):
        until_it_is_missed()
    assert all(same(one, WHOLE) for one in batches)


def test_a_cluster_without_a_usable_node_is_an_error(
    arena: RayArena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of waiting for ever."""
    monkeypatch.setattr(arena.connection, "_build", build()._replace(version="9.9.9"))
    with (
        pytest.warns(ClusterWarning, match="it is not used"),
        pytest.raises(ClusterError, match=r"no node can be used: .* and 9\.9\.9 is wanted"),
    ):
        play(arena)


def test_ctrl_c_ends_a_batch_and_the_next_one_is_whole(arena: RayArena) -> None:
    """Nobody plays on for nothing, and the arena is as good as new."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(arena, once(stop))
    assert same(play(arena), WHOLE)


def test_errors_of_the_work_are_those_of_one_machine(arena: RayArena) -> None:
    """An error that a function raises elsewhere is raised here, of its own type."""
    pieces = [(number, 3) for number in range(10)]
    assert dict(arena.work_out(divmod, pieces)) == {n: divmod(n, 3) for n in range(10)}
    with pytest.raises(ZeroDivisionError):
        list(arena.work_out(divmod, [(7, 0)]))


def test_many_threads_may_play_at_once(arena: RayArena) -> None:
    """Runs beside each other share the nodes, and each has its own games."""
    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda: found.append(same(play(arena), WHOLE))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT)
    assert found == [True, True, True]


def test_other_threads_can_be_told_to_end(arena: RayArena) -> None:
    """Ctrl-C is seen by one thread alone, which tells the others in the middle of their batch."""
    found: list[BaseException] = []

    def playing() -> None:
        try:
            while True:
                play(arena, lambda _: begun.set())
        except KeyboardInterrupt as error:
            found.append(error)

    begun = threading.Event()
    thread = threading.Thread(target=playing)
    thread.start()
    assert begun.wait(LIMIT)
    arena.abandon()
    thread.join(LIMIT)
    assert len(found) == 1
    assert same(play(arena), WHOLE)


def test_whole_runs_go_to_nodes_and_are_written_here(arena: RayArena, tmp_path: Path) -> None:
    """Learners inside the core, a generation a piece of work: the folders are those of one core."""
    net = {"kind": "mlp", "encoding": "koten", "hidden": [3]}
    table = {"game": "go:3", "games": 5, "generations": 3, "net": net}
    runs = [TdSettings.of({**table, "seed": seed}) for seed in (1, 2)]
    here = Workshop(tmp_path / "here", Arena(1), len).train_all("some", runs)
    for name in "train_all", "train_each":
        there = getattr(Workshop(tmp_path / name, arena, len), name)("some", runs)
        for one, other in zip(here, there, strict=True):
            assert one.champion().read_bytes() == other.champion().read_bytes()
            assert [line["games"] for line in other.generations()] == [5, 5, 5]


def test_co_evolution_goes_to_nodes(arena: RayArena) -> None:
    """Whole runs inside the core, a few at a time; they go on where they were as on one machine."""
    run = TicTacToeSettings.of({"hidden": 3, "population": 4}).coevolution(6)
    runs, seeds, told = [run] * 9, range(9), list[int]()
    here = coevolve(runs, seeds)
    there = coevolve(runs, seeds, arena, told.append)
    assert told[-1] == 9 * run.games
    further = [replace(run, epochs=9)] * 9
    again = coevolve(further, seeds, arena, players=[one.players for one in there])
    onward = coevolve(further, seeds, players=[one.players for one in here])
    for one, other in zip([*here, *onward], [*there, *again], strict=True):
        assert np.array_equal(one.champion, other.champion)
        assert np.array_equal(one.positions, other.positions)


def test_a_driver_that_is_killed_is_gone_on_with(cluster: Nodes, tmp_path: Path) -> None:
    """From its last whole generation, on the cluster or here, to the run that never stopped."""
    settings = ["game=capture-go:5", "search.depth=1", "population=8", "generations=40"]
    words = [*COMMAND, "train", *settings, "--out", str(tmp_path / "part"), "--cluster", "auto"]
    environment = os.environ | {"RAY_ADDRESS": cluster.address}
    with started([*words, "--json"], env=environment) as driver:
        assert driver.stdout is not None
        assert '"generation": 1' in driver.stdout.readline()
    stopped = RunRecord.open(tmp_path / "part")
    done = len(stopped.generations())
    assert 1 <= done < 40
    told: list[int] = []
    part = resume(stopped.folder, Arena(1), lambda line: told.append(line["generation"]))
    assert told == list(range(done + 1, 41))
    whole = train(settings_of(stopped.config), tmp_path / "whole", Arena(1))
    assert whole.champions() == part.champions()
    for number in whole.champions():
        one, other = (load_weights(run.champion(number)).weights for run in (whole, part))
        assert one.tobytes() == other.tobytes()


def test_a_node_without_the_package_is_refused(
    arena: RayArena, cluster: Nodes, tmp_path: Path
) -> None:
    """With words that say what is wrong; the others play all games."""
    line = "import sys; sys.modules['ponnuki'] = None"
    (tmp_path / "sitecustomize.py").write_text(line, encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    cluster.add(env_vars={"PYTHONPATH": path})

    def until_it_is_asked() -> None:
        for _ in range(20_000):
            if arena.connection._refused:
                return
            assert same(play(arena), WHOLE)

    with pytest.warns(ClusterWarning, match=r"node .*: ponnuki cannot be used there.*not used$"):
        until_it_is_asked()
    assert same(play(arena), WHOLE)
    assert arena.capacity == 1
    assert [one.cores for one in arena.stations()] == [1]
    said = [words for _, words in arena.connection.compare()]
    assert said.count(None) == 1
    assert sum("cannot be used there" in words for words in said if words) == 1


def test_the_command_starts_a_cluster_that_only_this_machine_reaches(tmp_path: Path) -> None:
    """`--cluster local:2` prints the same object, listens on the loopback alone, and ends whole."""
    words = ["match", "untrained,seed=1", "untrained,seed=2,depth=3", "--games", "8", "--json"]
    wanted = Contest(GAME, words[1:3], games=8).play(Arena(2)).to_json()
    clean = {k: v for k, v in os.environ.items() if not k.startswith("RAY_")}
    with started([*COMMAND, *words, "--cluster", "local:2"], env=clean, cwd=tmp_path) as match:
        listening: set[str] = set()
        while match.poll() is None:
            listening |= doors(match.pid)
            with suppress(subprocess.TimeoutExpired):
                match.wait(0.3)
        assert match.stdout is not None
        assert match.stderr is not None
        assert json.loads(match.stdout.read()) == wanted
        assert "error" not in match.stderr.read()
    assert listening
    assert listening <= LOOPBACK
