"""Searches, games and trained weights are what they were: same seed, same result, for ever."""

import json
from dataclasses import asdict

import pytest

from ponnuki import _core
from ponnuki.apps.signature import signature
from tests.golden.digests import FILE, SIGNATURE, all_digests


def test_games_and_trained_weights_are_what_they_were() -> None:
    """Every digest equals the one that is kept."""
    assert all_digests() == json.loads(FILE.read_text())


@pytest.mark.parametrize("name", _core.instruction_sets())
def test_signature(name: str) -> None:
    """All searches visit the same nodes and find the same, whatever the instruction set."""
    before = _core.instruction_set()
    _core.use_instruction_set(name)
    try:
        assert asdict(signature()) == json.loads(SIGNATURE.read_text())
    finally:
        _core.use_instruction_set(before)
