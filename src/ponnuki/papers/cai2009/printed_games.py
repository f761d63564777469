"""The two complete games that Cai, Venayagamoorthy & Wunsch (2009) print in Tables 3 and 4.

Black is the hybrid, white the defensive player. A move is its row and column from 0; `--` a pass.
The first game prints one more pass after two in a row; it is left out.
"""

_GAME1 = """
44 56 68 55 77 57 67 47 66 37 58 36 54 35 53 27 48 17 38 16 34 15 33 14 32 13 31 12 30 46 65 11
23 10 22 18 28 07 -- 01 21 05 -- 03 25 20 24 -- 72 -- 71 -- 70 -- --
"""
_GAME2 = """
44 66 27 65 67 64 72 63 61 56 45 53 33 52 51 76 55 74 62 42 40 32 34 31 23 21 43 11 12 10 02 57
77 47 26 58 36 86 68 85 87 54 35 01 13 30 41 37 46 38 18 73 71 83 81 82 80 28 16 -- 22 -- --
"""


def _moves(text: str, size: int = 9) -> tuple[int, ...]:
    """The moves as the rules count them: row by row, the pass behind the last point."""
    return tuple(
        size * size if one == "--" else int(one[0]) * size + int(one[1]) for one in text.split()
    )


PRINTED_GAMES: tuple[tuple[tuple[int, ...], int], ...] = (
    (_moves(_GAME1), 19),
    (_moves(_GAME2), 11),
)
"""The moves of each game, and black's margin as the paper says it."""
