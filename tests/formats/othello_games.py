"""Games of Othello for the tests of formats."""

import ponnuki
from ponnuki.formats.othello import OthelloGame

GAME = ponnuki.game("othello:8")

WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
"""The shortest game: black leaves white without a disc after nine moves."""


def random_games(count: int, seed: int = 1, spec: str = "othello:8") -> list[OthelloGame]:
    """Finished games of random players; in about every third somebody passes."""
    rules = ponnuki.game(spec)
    batch = ponnuki.play_random(rules, games=count, seed=seed)
    return [
        OthelloGame(rules.start(), tuple(record.moves), f"player {i % 5}", "white", "cup", "2024")
        for i, record in enumerate(batch)
    ]
