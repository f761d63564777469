"""Strings and their liberties on a Go board, for people to look at; the rules need none of this."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class String:
    """Stones of one colour that live and die together.

    Attributes:
        colour: +1 black, -1 white.
        points: its stones, ascending.
        liberties: the empty points beside it, ascending.
    """

    colour: int
    points: tuple[int, ...]
    liberties: tuple[int, ...]


def strings(cells: NDArray[np.int8]) -> list[String]:
    """All strings of a board, by their first point."""
    size = len(cells)
    flat = cells.ravel().tolist()
    seen: set[int] = set()
    found = []
    for start, colour in enumerate(flat):
        if not colour or start in seen:
            continue
        points, liberties, todo = {start}, set(), [start]
        while todo:
            for near in neighbours(todo.pop(), size):
                if flat[near] == 0:
                    liberties.add(near)
                elif flat[near] == colour and near not in points:
                    points.add(near)
                    todo.append(near)
        seen |= points
        found.append(String(colour, tuple(sorted(points)), tuple(sorted(liberties))))
    return found


def in_atari(cells: NDArray[np.int8]) -> list[String]:
    """The strings that one more stone would capture."""
    return [one for one in strings(cells) if len(one.liberties) == 1]


def neighbours(point: int, size: int) -> list[int]:
    """The points beside a point."""
    row, column = divmod(point, size)
    near = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    return [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size]
