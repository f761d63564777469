"""Writes and reads golden playthroughs: every position of a game, as text that a diff shows well.

``python -m tests.golden.playthrough`` writes all files anew from the moves that stand in them.
"""

from pathlib import Path

import ponnuki

FOLDER = Path(__file__).parent / "playthroughs"


def moves_of(text: str) -> tuple[str, list[str]]:
    """The spec and the moves of a playthrough: its first two lines."""
    spec, moves = text.splitlines()[:2]
    return spec, moves.split()


def write(spec: str, moves: list[str]) -> str:
    """The whole playthrough of a game."""
    game = ponnuki.game(spec)
    position = game.start()
    parts = [f"{spec}\n{' '.join(moves)}"]
    for move in [*moves, None]:
        legal = " ".join(game.text(one) for one in position.legal_numbers())
        parts.append(f"{position}\nlegal: {legal or '-'}")
        if move is not None:
            parts.append(f"plays {move}")
            position = position.play(game.move(move))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(write(*moves_of(path.read_text())))
