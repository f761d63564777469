"""Pieces of text: their examples are what they say."""

import doctest

from ponnuki import words
from ponnuki.arena import repeats, tally
from ponnuki.players import engine


def test_examples() -> None:
    """Near spellings, columns, shares, players and repeats in words."""
    for module, least in (words, 4), (tally, 1), (repeats, 1), (engine, 1):
        found = doctest.testmod(module)
        assert found.attempted >= least
        assert found.failed == 0
