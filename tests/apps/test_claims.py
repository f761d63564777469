"""Commands claim what they know: each is held to what it prints."""

import json
from typing import Any

import pytest

from tests.apps.conftest import Command, Said
from tests.apps.test_training import SMALL

NET = "champion:capture-go"
DEPTHS = [((), 2), (("--depth", "1"), 1)]
"""What is asked of a net that was trained at depth 2, and the depth at which it plays."""


def found(said: Said) -> dict[str, Any]:
    """The one JSON object that a command printed."""
    assert said.code == 0, said.err
    data: dict[str, Any] = json.loads(said.out)
    return data


# The depth shown is the depth played


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
    said = run("train", *SMALL, "--generations", "1", "--out", "one")
    hint = said.out.rpartition("examine it: ponnuki ")[2].split()
    assert found(run(*hint, "--nets", "1", "--rounds", "1", "--json"))["depth"] == 1


@pytest.mark.parametrize(("flags", "depth"), DEPTHS)
def test_thinking_shows_the_depth_that_it_searches(
    run: Command, flags: tuple[str, ...], depth: int
) -> None:
    """A champion thinks as far as it was trained to, or as far as it is asked to."""
    assert found(run("think", "start", "--player", NET, "--json", *flags))["depth"] == depth
    assert f"depth {depth}:" in run("think", "start", "--player", NET, *flags).out
