"""Golden playthroughs: boards, legal moves and outcomes at every step of fixed games."""

from pathlib import Path

import pytest

import ponnuki
from tests.golden.playthrough import FOLDER, moves_of, write

PATHS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    """The file is what the rules say today."""
    text = path.read_text()
    assert write(*moves_of(text)) == text
    assert ponnuki.game(text.splitlines()[0])


def test_every_game_has_one() -> None:
    """No game is left out."""
    assert {moves_of(path.read_text())[0].split(":")[0] for path in PATHS} == set(
        ponnuki.games.GAMES
    )
