"""A net remembers the search that it was trained with, and whoever asks for another gets it."""

from pathlib import Path

import pytest

import ponnuki
from ponnuki import SpecError
from ponnuki.arena import Arena, Tournament, play_tournament
from ponnuki.learners import SelfPlaySettings
from ponnuki.players import Engine, champions, depth_of
from ponnuki.players.champions import champion_file
from ponnuki.runs.training import train

GAME = ponnuki.game("capture-go:9")
OWN = 2
"""What the champion of Capture Go was trained with."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run at depth 3 with local candidates."""
    folder = tmp_path_factory.mktemp("runs") / "deep"
    settings = SelfPlaySettings.of(
        {
            "game": "capture-go:4",
            "search": {"depth": 3, "candidates": "local", "radius": 1},
            "method": "ea",
            "population": 4,
            "generations": 1,
            "games": {"opponents": 1},
            "measure": {"nets": 1, "rounds": 1},
        }
    )
    train(settings, folder, Arena(1))
    return folder


def engine(spec: str, game: ponnuki.Game = GAME, **asked: int) -> Engine:
    """The engine of a spec."""
    made = ponnuki.player(spec, game, **asked)
    assert isinstance(made, Engine)
    return made


@pytest.mark.parametrize(
    "kind", ["champion:capture-go-evolved", f"net:{champion_file('capture-go-evolved')}"]
)
def test_who_says_the_depth(kind: str) -> None:
    """A spec wins over what a command asks, that over the training, and that over the usual."""
    assert depth_of(engine(kind)) == OWN
    assert depth_of(engine(kind, usual_depth=5)) == OWN
    assert depth_of(engine(kind, depth=3)) == 3
    assert depth_of(engine(f"{kind},depth=4")) == 4
    assert depth_of(engine(f"{kind},depth=4", depth=3)) == 4


def test_a_run_plays_as_it_was_trained(run: Path) -> None:
    """Depth, candidates and radius are those of the run's settings, unless others are asked for."""
    small = ponnuki.game("capture-go:4")
    own = engine(f"run:{run}", small)
    assert (own.search.depth, own.search.candidates, own.search.radius) == (3, "local", 1)
    assert depth_of(engine(f"run:{run}", small, depth=1)) == 1
    assert depth_of(engine(f"run:{run},depth=2", small, depth=1)) == 2
    other = engine(f"run:{run},candidates=full", small).search
    assert (other.depth, other.candidates) == (3, "full")


def test_every_champion_remembers_its_depth() -> None:
    """None of the nets in the package plays at a depth that nobody chose."""
    for name in champions():
        assert ponnuki.load_weights(champion_file(name)).metadata["depth"].isdecimal()


def test_nobody_says_a_depth(tmp_path: Path) -> None:
    """An untrained net, and a file that remembers nothing, have the usual depth."""
    path = tmp_path / "net.safetensors"
    net = ponnuki.evaluator("window", GAME)
    ponnuki.save_weights(path, net, net.initial(1, 1))
    for spec in "untrained", f"net:{path}":
        assert depth_of(engine(spec)) == 2
        assert depth_of(engine(spec, usual_depth=4)) == 4
        assert depth_of(engine(spec, usual_depth=4, depth=1)) == 1
    assert depth_of(ponnuki.player("random", GAME, depth=3)) is None


@pytest.mark.parametrize("said", [{"depth": "0"}, {"depth": "x" * 99}, {"radius": "-1"}])
def test_a_file_with_an_odd_search(tmp_path: Path, said: dict[str, str]) -> None:
    """A stranger's file that remembers no search that there is: an error that names the file."""
    path = tmp_path / "net.safetensors"
    net = ponnuki.evaluator("window", GAME)
    ponnuki.save_weights(path, net, net.initial(1, 1), said)
    with pytest.raises(SpecError, match=rf"net.safetensors: its {next(iter(said))} is"):
        ponnuki.player(f"net:{path}", GAME)


def test_a_tournament_says_the_depths_played() -> None:
    """Results have the depth of each engine: its own, or the one that was asked for."""
    players = ("champion:capture-go-evolved", "untrained,depth=1", "random")
    found = play_tournament(Tournament(players, "capture-go:9", 2, 1), arena=Arena(1))
    assert found.depths == (OWN, 1, None)
    other = play_tournament(Tournament(players, "capture-go:9", 2, 1, depth=1), arena=Arena(1))
    assert other.depths == (1, 1, None)
    assert {one["player"]: one["depth"] for one in other.to_json()["standings"]}["random"] is None
