"""Counts of move sequences, from text files that anybody can check with another program."""

from pathlib import Path

import pytest

import ponnuki

LINES = [
    line.split()
    for path in sorted((Path(__file__).parent / "perft").glob("*.txt"))
    for line in path.read_text().splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_perft(line: list[str]) -> None:
    """The rules have as many move sequences of every length as the file says."""
    spec, *counts = line
    assert [nodes for nodes, _ in ponnuki.game(spec).perft(len(counts))] == list(map(int, counts))


def test_every_game_has_counts() -> None:
    """No game is left out."""
    assert {line[0].split(":")[0] for line in LINES} == set(ponnuki.games.GAMES)


def test_tic_tac_toe_games_and_positions() -> None:
    """Tic-tac-toe has 255,168 games and 5,478 positions."""
    game = ponnuki.game("tic-tac-toe")
    assert sum(finished for _, finished in game.perft(9)) == 255_168
    seen = {game.start()}
    level = set(seen)
    while level:
        level = {position.play(move) for position in level for move in position.legal_numbers()}
        seen |= level
    assert len(seen) == 5_478
