"""Where a player stands between two shares of random moves."""

import pytest

from ponnuki.papers.mayer2007.rank import _even


@pytest.mark.parametrize(
    ("won", "words"),
    [
        ([0.0, 0.25, 0.75, 1.0], "about 50%"),
        ([0.1, 0.5, 0.6, 1.0], "about 40%"),
        ([0.6, 0.7, 0.8, 0.9], "below 20%"),
        ([0.0, 0.1, 0.2, 0.3], "above 80%"),
    ],
)
def test_even(won: list[float], words: str) -> None:
    """By a straight line between the two shares around a half; else beyond the first or last."""
    assert _even((0.2, 0.4, 0.6, 0.8), won) == words
