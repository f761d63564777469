"""Commands claim what they know: each is held to what it prints."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import ponnuki
from ponnuki.evaluators import save_weights
from tests.apps.conftest import Command, Said
from tests.apps.test_training import SMALL

NET = "champion:capture-go-evolved"
DEPTHS = [((), 2), (("--depth", "1"), 1)]
"""What is asked of a net that was trained at depth 2, and the depth at which it plays."""


def found(said: Said) -> dict[str, Any]:
    """The one JSON object that a command printed."""
    assert said.code == 0, said.err
    data: dict[str, Any] = json.loads(said.out)
    return data


# The depth shown is the depth played, and so are the visits


def test_a_net_for_any_size_follows_the_others(run: Command, tmp_path: Path) -> None:
    """A match is on the board of the net that has one; a champion of another game is refused."""
    net = ponnuki.evaluator("wpc", "capture-go:4")
    save_weights(tmp_path / "small.safetensors", net, net.initial(1, 1))
    small = f"net:{tmp_path / 'small.safetensors'}"
    for players in (small, "champion:capture-go"), ("champion:capture-go", small):
        data = found(run("match", *players, "--games", "2", "--visits", "2", "--json"))
        assert data["game"] == "capture-go:4"
    assert "for several games" in run("match", "champion:othello", "champion:capture-go").err


def test_commands_show_the_visits_that_they_play(run: Command) -> None:
    """A tree search has visits in place of a depth: in matches, examinations and thoughts."""
    tree, few = ("champion:capture-go", "--game", "capture-go:5"), ("--visits", "3")
    data = found(run("match", *tree, "random", "--games", "2", *few, "--json"))
    assert (data["depths"], data["visits"]) == ([None, None], [3, None])
    said = run("match", *tree, "random", "--games", "2", *few).out.replace("\n", " ")
    assert re.search(r"\(net \w{8}, 3 visits\)", said)
    nets = ("--nets", "1", "--rounds", "1")
    examined = found(run("examine", *tree, *nets, *few, "--json"))
    assert (examined["depth"], examined["visits"]) == (None, 3)
    thought = ("think", "start", "--player", *tree, "--visits", "40")
    data = found(run(*thought, "--json"))
    assert sum(data["root_visits"].values()) == 39
    assert data["root_priors"].keys() == data["root_values"].keys()
    assert data["root_visits"][data["move"]] == max(data["root_visits"].values())
    text = run(*thought).out
    assert re.search(r"^40 visits, depth \d+: \d+ leaves$", text, re.MULTILINE)
    assert re.search(rf"^ *{data['move']} +\d+ +\S+ +[\d.]+%", text, re.MULTILINE)


@pytest.mark.parametrize(("flags", "depth"), DEPTHS)
def test_a_match_shows_the_depth_that_it_plays(
    run: Command, flags: tuple[str, ...], depth: int
) -> None:
    """With --depth and without it, a match is that of the spec with the depth shown."""
    arguments = ("random", "--games", "4", "--noise", "0.1", "--json")
    data = found(run("match", NET, *arguments, *flags))
    assert data["depths"] == [depth, None]
    said = found(run("match", f"{NET},depth={depth}", *arguments))
    for same in "nodes", "wins", "plies_mean":
        assert data[same] == said[same]
    assert f"depth {depth})" in run("match", NET, *arguments[:-1], *flags).out.replace("\n", "")


@pytest.mark.parametrize(("flags", "depth"), DEPTHS)
def test_an_examination_shows_the_depth_that_it_plays(
    run: Command, flags: tuple[str, ...], depth: int
) -> None:
    """With --depth and without it, an examination is that of the spec with the depth shown."""
    few = ("--nets", "2", "--rounds", "1", "--json")
    data = found(run("examine", NET, *few, *flags))
    assert data == found(run("examine", f"{NET},depth={depth}", *few))
    assert data["depth"] == depth


def test_the_hint_after_training_examines_what_was_trained(run: Command) -> None:
    """A run at depth 1 is examined at depth 1 by the command that its training prints."""
    said = run("train", *SMALL, "generations=1", "--out", "one")
    hint = said.out.rpartition("examine it: ponnuki ")[2].split()
    assert found(run(*hint, "--nets", "1", "--rounds", "1", "--json"))["depth"] == 1


@pytest.mark.parametrize(("flags", "depth"), DEPTHS)
def test_thinking_shows_the_depth_that_it_searches(
    run: Command, flags: tuple[str, ...], depth: int
) -> None:
    """A champion thinks as far as it was trained to, or as far as it is asked to."""
    assert found(run("think", "start", "--player", NET, "--json", *flags))["depth"] == depth
    assert f"depth {depth}:" in run("think", "start", "--player", NET, *flags).out


# Repeats are not evidence


def test_a_match_warns_of_repeats(run: Command) -> None:
    """One game a colour fifty times: two distinct games, a wide interval, one line of warning."""
    arguments = ("match", "untrained,seed=1", "untrained,seed=2", "--games", "100", "--depth", "1")
    said = run(*arguments, "--json")
    data = found(said)
    assert (data["games"], data["distinct"], data["opening"]) == (100, 2, 0)
    low, high = data["interval"]
    assert high - low > 0.6, "two games say little"
    assert len(said.err.splitlines()) == 1
    assert "repeats" in said.err
    assert "--opening" in said.err
    assert "--noise" in said.err
    assert "2 of 100 games differ" in run(*arguments).out


@pytest.mark.parametrize("variety", [("--opening", "4"), ("--noise", "0.2")])
def test_variety_takes_the_warning_away(run: Command, variety: tuple[str, str]) -> None:
    """What the warning names makes games differ, and then nothing is warned of."""
    arguments = ("match", "untrained,seed=1", "untrained,seed=2", "--games", "40", "--depth", "1")
    said = run(*arguments, *variety, "--json")
    data = found(said)
    assert data["distinct"] == 40
    assert data["opening"] == (4 if variety[0] == "--opening" else 0)
    assert said.err == ""


def test_a_tournament_warns_of_repeats(run: Command) -> None:
    """Pairs that repeat themselves are counted, and the line says how to get variety."""
    players = ("untrained,seed=1", "untrained,seed=2", "random")
    arguments = ("tournament", *players, "--games", "20", "--depth", "1", "--json")
    said = run(*arguments)
    data = found(said)
    by_pair = {tuple(one["players"]): one for one in data["pairs"]}
    assert by_pair["untrained,seed=1", "untrained,seed=2"]["distinct"] == 2
    assert by_pair["untrained,seed=1", "random"]["distinct"] == 20
    assert data["distinct"] == 42
    assert "in 1 of 3 pairs most games are repeats" in said.err
    assert "--opening" in said.err
    other = run(*arguments, "--opening", "4")
    assert (found(other)["distinct"], found(other)["opening"]) == (60, 4)
    assert other.err == ""


# Intervals over what varies


def test_an_examination_has_its_interval_over_nets(run: Command) -> None:
    """Every row has its score, interval, opponents and distinct games; 200 nets by default."""
    small = ("examine", "untrained,seed=3,depth=1", "--game", "capture-go:4")
    data = found(run(*small, "--json"))
    assert data["untrained"]["opponents"] == data["untrained_noise"]["opponents"] == 200
    assert data["random"]["opponents"] == 1
    for row in "random", "untrained", "untrained_noise":
        low, high = data[row]["interval"]
        assert low <= data[row]["score"] <= high
        assert 0 < data[row]["distinct"] <= data[row]["games"]
    # Many games against few nets say no more than few nets do.
    few = found(run(*small, "--nets", "8", "--rounds", "50", "--json"))["untrained_noise"]
    assert few["games"] == 800
    assert few["interval"][1] - few["interval"][0] > 0.1
    assert found(run(*small, "--nets", "4", "--json"))["untrained"]["interval"] is None
    assert found(run(*small, "--nets", "5", "--opening", "3", "--json"))["opening"] == 3


# What commands know without being told


def test_commands_know_the_game_of_a_run(run: Command) -> None:
    """A match, an examination, a tournament and thinking need no --game for a run or a net."""
    assert run("train", *SMALL, "generations=1", "--out", "one").code == 0
    assert found(run("match", "random", "run:one", "--games", "2", "--json"))["game"] == (
        "capture-go:4"
    )
    few = ("--nets", "1", "--rounds", "1", "--json")
    assert found(run("examine", "run:one", *few))["game"] == "capture-go:4"
    played = found(run("tournament", "run:one", "random", "--games", "2", "--json"))
    assert played["game"] == "capture-go:4"
    values = found(run("think", "start", "--player", "run:one", "--json"))["root_values"]
    assert "D4" in values
    assert "E5" not in values
    several = run("match", "run:one", "champion:tic-tac-toe")
    assert several.code == 2
    assert "name one with --game" in several.err
    assert "not capture-go:9" in run("match", "run:one", "random", "--game", "capture-go:9").err


def test_a_run_is_resumed_for_more_generations(run: Command) -> None:
    """Its game and all else come from its folder; the number is that of all generations."""
    assert run("train", *SMALL, "generations=1", "--out", "one").code == 0
    said = run("resume", "one", "--generations", "3", "--json")
    assert [line["generation"] for line in said.lines()] == [2, 3]
    few = run("resume", "one", "--generations", "2")
    assert few.code == 2
    assert "generations=2 is not allowed: 3 are done" in few.err


@pytest.mark.parametrize("arguments", [("runs",), ("train", *SMALL, "generations=1", "--out")])
def test_a_name_that_is_too_long(run: Command, arguments: tuple[str, ...]) -> None:
    """One line says so, without the folders of this machine."""
    said = run(*arguments, "x" * 3000)
    assert said.code == 2
    assert "too long for a folder" in said.err or "there is no such folder" in said.err
    assert str(Path.cwd()) not in said.err


def test_a_match_needs_games(run: Command) -> None:
    """No games are an error, not a score of nothing."""
    said = run("match", "random", "random", "--games", "0")
    assert said.code == 2
    assert "games=0 is not allowed: use 1 to" in said.err


@pytest.mark.parametrize(
    ("text", "message"),
    [("E5", "this is a move, not a position"), ("nothing.sgf", "there is no such file")],
)
def test_thinking_says_what_is_wrong(run: Command, text: str, message: str) -> None:
    """A move, or a file that is not there: the line says so, and what to name."""
    said = run("think", text)
    assert said.code == 2
    assert f"{text!r}: {message}; name a file with a diagram or a game, - or start" in said.err


def test_thinking_shows_the_regions_of_an_endgame(run: Command, tmp_path: Path) -> None:
    """What is left on the board, each with its mean and temperature, and as JSON the same."""
    rows = ".X.O.", "XX.OO", ".X.OO", "XX.O.", ".X.O.", "ply 16, black to move"
    (tmp_path / "dames.txt").write_text("\n".join(rows))
    asked = "think", "dames.txt", "--player", "pattern,endgame=yes", "--game", "go:5,scoring=area"
    lines = run(*asked).out.splitlines()
    (row,) = [line.split() for line in lines if line.strip().startswith("C5")]
    assert row == ["C5", "C4", "C3", "C2", "C1", "0", "1", "1", "-1"]
    assert "The board comes to 1 for black, without komi." in lines
    data = found(run(*asked, "--json"))
    assert data["move"] in {"C1", "C2", "C3", "C4", "C5"}
    (region,) = data["regions"]
    assert (region["mean"], region["temperature"]) == ("0", "1")
    assert region["black"] == [["0", "1"], ["1", "0"]]
    assert data["moves"]["pass"] == "-1"
    said = run(*asked[:4], "--game", "go:5")
    assert said.code == 2
    assert "endgame=yes is not allowed: it is for Go with scoring=area, not go:5" in said.err


def test_thinking_says_what_is_not_known_of_an_endgame(run: Command) -> None:
    """Where nobody lives for certain the board is no sum."""
    asked = "think", "start", "--player", "naive,endgame=yes", "--game", "go:5,scoring=area"
    assert "The board is no sum of regions" in run(*asked).out
    assert found(run(*asked, "--json"))["regions"] == []


def test_thinking_lists_runs_and_champions(run: Command) -> None:
    """Its help names the players that a person has."""
    text = " ".join(run("think", "--help").out.split())
    assert "champion:GAME" in text
    assert "run:FOLDER" in text
