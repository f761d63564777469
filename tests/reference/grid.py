"""Stones, strings, liberties and territory on a square board.

What Capture Go and Go have in common, written for plainness and not for speed. It knows
nothing of turns, passes, ko or how a game ends.

A board is a tuple of size * size cells, row by row from the top: +1 black, -1 white, 0 empty.
A point is its index, row * size + column.
"""

from functools import cache
from typing import Literal

Cells = tuple[int, ...]
Scoring = Literal["territory", "area"]

BLACK = 1
WHITE = -1
EMPTY = 0


@cache
def neighbours(size: int, point: int) -> tuple[int, ...]:
    """The two, three or four points beside a point."""
    row, column = divmod(point, size)
    beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return tuple(r * size + c for r, c in beside if 0 <= r < size and 0 <= c < size)


def region(size: int, cells: Cells, point: int) -> tuple[set[int], set[int]]:
    """The connected points that hold the same as `point`, and the points that border them."""
    held = cells[point]
    inside = {point}
    border: set[int] = set()
    stack = [point]
    while stack:
        for beside in neighbours(size, stack.pop()):
            if cells[beside] != held:
                border.add(beside)
            elif beside not in inside:
                inside.add(beside)
                stack.append(beside)
    return inside, border


def string_and_liberties(size: int, cells: Cells, point: int) -> tuple[set[int], set[int]]:
    """The stones of the string at `point`, and its liberties."""
    stones, border = region(size, cells, point)
    return stones, {p for p in border if cells[p] == EMPTY}


def has_liberty(size: int, cells: Cells, point: int) -> bool:
    """Whether the string at `point` has a liberty; one is enough, the others are not looked for."""
    stones = {point}
    stack = [point]
    while stack:
        for beside in neighbours(size, stack.pop()):
            if cells[beside] == EMPTY:
                return True
            if cells[beside] == cells[point] and beside not in stones:
                stones.add(beside)
                stack.append(beside)
    return False


def place_stone(size: int, cells: Cells, point: int, colour: int) -> tuple[Cells, int] | None:
    """The board after a stone and the number of stones it captured; None if not allowed.

    Not allowed are an occupied point and suicide: a stone whose string has no liberty once
    the opponent's strings without liberties are gone. Ko is not looked at.
    """
    if cells[point] != EMPTY:
        return None
    with_stone = list(cells)
    with_stone[point] = colour
    board = tuple(with_stone)

    captured: set[int] = set()
    for beside in neighbours(size, point):
        if board[beside] == -colour and not has_liberty(size, board, beside):
            stones, _ = region(size, board, beside)
            captured |= stones
    if captured:
        board = tuple(EMPTY if p in captured else board[p] for p in range(size * size))
    if not has_liberty(size, board, point):
        return None
    return board, len(captured)


def territory_owners(size: int, cells: Cells) -> dict[int, int]:
    """For each empty point the colour whose territory it is, 0 if neutral.

    An empty region belongs to a colour if it touches stones of that colour only.
    """
    owners: dict[int, int] = {}
    for point in range(size * size):
        if cells[point] == EMPTY and point not in owners:
            inside, border = region(size, cells, point)
            colours = {cells[p] for p in border}
            owner = colours.pop() if len(colours) == 1 else EMPTY
            for p in inside:
                owners[p] = owner
    return owners


def majority_colour(size: int, cells: Cells, point: int) -> int:
    """The colour with more stones beside a point, 0 if they are equal."""
    balance = sum(cells[p] for p in neighbours(size, point))
    if balance > 0:
        return BLACK
    if balance < 0:
        return WHITE
    return EMPTY


def territory(size: int, cells: Cells, neutral_to_majority: bool = False) -> tuple[int, int]:
    """Points of territory of black and of white, the board taken as it stands.

    With `neutral_to_majority` each neutral empty point goes to the colour with more stones
    beside it.
    """
    owners = territory_owners(size, cells)
    if neutral_to_majority:
        for point, owner in owners.items():
            if owner == EMPTY:
                owners[point] = majority_colour(size, cells, point)
    held = list(owners.values())
    return held.count(BLACK), held.count(WHITE)
