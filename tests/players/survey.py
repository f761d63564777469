"""The positions of fifty years of ideas: black to move, what is right, under every symmetry.

X is black, O white. The answers were found by wider searches.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import ponnuki
from ponnuki import Position

_SEVEN = """
A ladder  B breaker C net     D edge    F doomed  G rescue  L corridors
.......   .......   .......   .......   .......   .......   .XXXOO.
..XX...   ..XX...   .......   .......   ..OO...   ..OO...   XX..O.O
.XO....   .XO....   ...XX..   .......   .OX....   .OX....   X.XXOOO
.......   .......   ..XO...   .......   ..O....   ..O....   XXXXOO.
.......   .......   ..X....   .......   .......   .......   X...O.O
.......   .....O.   .....O.   .XX....   .......   .....X.   XXXXOOO
.......   .......   .......   ..O....   .......   .......   .XX.O..
"""
_FIVE = """
E back    H three   I jump    J joint   K double  M dames   N trap
.....     .....     .....     .....     .....     .X.O.     .X.OO
.....     .....     .....     .X.X.     .XO..     XX.OO     XX.OO
...OX     OOOOO     .X.X.     .X.X.     ..XO.     .X.OO     .X.OO
..O..     XXXXO     ..O..     .....     ...X.     XX.O.     XX.OO
.XXOO     ...XO     .....     .....     .....     .X.O.     .X.O.
"""


def _read(text: str) -> dict[str, list[str]]:
    names, *rows = text.strip().splitlines()
    letters = [word for word in names.split() if len(word) == 1]
    columns = zip(*(row.split() for row in rows), strict=True)
    return dict(zip(letters, map(list, columns), strict=True))


BOARDS = {**_read(_SEVEN), **_read(_FIVE)}


@dataclass(frozen=True)
class View:
    """A position turned, mirrored, or with its colours exchanged.

    Attributes:
        position: with black to move in the original.
        turn: how it was turned.
        swapped: whether colours were exchanged.
    """

    position: Position
    turn: int
    swapped: bool

    @property
    def us(self) -> str:
        """Who is black in the original."""
        return "white" if self.swapped else "black"

    @property
    def them(self) -> str:
        """The other one."""
        return "black" if self.swapped else "white"

    def point(self, text: str) -> str:
        """Where a point of the original has come to lie."""
        game = self.position.game
        if text == "pass":
            return text
        row, column = divmod(game.move(text), game.size)
        row, column = _turned(row, column, game.size, self.turn)
        return game.text(row * game.size + column)


def _turned(row: int, column: int, size: int, turn: int) -> tuple[int, int]:
    if turn & 1:
        row = size - 1 - row
    if turn & 2:
        column = size - 1 - column
    return (column, row) if turn & 4 else (row, column)


def view(name: str, turn: int = 0, *, swapped: bool = False, mover: str = "us") -> View:
    """One view of a position.

    Args:
        name: a letter.
        turn: one of eight.
        swapped: whether colours are exchanged.
        mover: us or them.
    """
    rows = BOARDS[name]
    size = len(rows)
    board = [["."] * size for _ in rows]
    for row, line in enumerate(rows):
        for column, cell in enumerate(line):
            r, c = _turned(row, column, size, turn)
            board[r][c] = {"X": "O", "O": "X"}.get(cell, cell) if swapped else cell
    side = "black" if (mover == "us") != swapped else "white"
    text = "\n".join(" ".join(line) for line in board)
    game = ponnuki.game(f"go:{size},scoring=area")
    return View(game.parse(f"{text}\n{side} to move"), turn, swapped)


def views(name: str, mover: str = "us") -> Iterator[View]:
    """All sixteen."""
    for turn in range(8):
        for swapped in (False, True):
            yield view(name, turn, swapped=swapped, mover=mover)
