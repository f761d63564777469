"""What an installation is, so that only equal ones share games."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from ponnuki import __version__, machine
from ponnuki.arena.cluster import build as module
from ponnuki.arena.cluster import node
from ponnuki.arena.cluster.build import build


def test_this_installation_is_like_itself() -> None:
    """And says its version."""
    assert build().version == __version__
    assert build().unlike(build()) is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": "0.0.9"}, f"it has ponnuki 0.0.9, and {__version__} is wanted"),
        ({"sources": "abc"}, f"its ponnuki {__version__} has other Python files (abc)"),
        ({"games": "abc"}, f"its core of ponnuki {__version__} plays other games in the trial"),
    ],
)
def test_another_installation_is_told_apart(changes: dict[str, str], words: str) -> None:
    """By its version, its files, or the games of its core; in words for a person."""
    other = build()._replace(**changes)
    assert other.unlike(build()) == words
    found = node.do(tuple(other), node.pack(len, ()), b"")
    assert set(found) == {"refused"}


def test_sources_are_those_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any change to a Python file is another installation, and so is a file's name."""
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    (tmp_path / "a.py").write_text("1", encoding="utf-8")
    one = module._sources()
    (tmp_path / "notes.txt").write_text("1", encoding="utf-8")
    assert module._sources() == one
    (tmp_path / "a.py").write_text("2", encoding="utf-8")
    two = module._sources()
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert len({one, two, module._sources()}) == 3


def test_the_trial_is_the_same_for_every_instruction_set() -> None:
    """Nodes may have other processors."""
    before = machine.instruction_set()
    try:
        for one in machine.instruction_sets():
            machine.use_instruction_set(one)
            assert module._games() == build().games
    finally:
        machine.use_instruction_set(before)


def test_a_node_does_what_it_is_given() -> None:
    """What all pieces share comes first, then what is a piece's own."""
    found = node.do(tuple(build()), node.pack(np.add, (3,)), pickle.dumps((4,)))
    assert found["result"] == 7
    assert found["seconds"] >= 0
