"""The rules of the pattern player, slow and plain: which moves it may play.

The diagrams of its shapes are data: they are read from where they are written, and matched here
cell by cell.
"""

import re
from functools import cache
from pathlib import Path

from ponnuki import Position
from tests.reference.grid import Cells, neighbours, string_and_liberties
from tests.reference.scripted import Board, Rank, captures, highest

SOURCE = Path(__file__).parents[2] / "cpp" / "play" / "patterns.hpp"
SMALL = 7
ATARIS = 6

Diagram = tuple[str, ...]


@cache
def shapes() -> list[tuple[str, int, set[Diagram]]]:
    """Name, worth and all eight images of every diagram."""
    text = SOURCE.read_text(encoding="utf-8")
    order = re.search(r"enum Worth : std::uint8_t \{([^}]*)\}", text)
    assert order is not None
    worths = [name.strip() for name in order[1].split(",")]
    found = []
    for name, worth, *rows in re.findall(
        r'\{"([^"]+)", (k\w+),\s+"(...)"\s+"(...)"\s+"(...)"\}', text
    ):
        images, image = set(), tuple(rows)
        for _ in range(4):
            image = tuple("".join(row) for row in zip(*image[::-1], strict=True))
            images |= {image, image[::-1]}
        found.append((name, worths.index(worth), images))
    return found


FITS = {
    "X": "X",
    "O": "O",
    ".": ".",
    "#": "#",
    "x": "X.",
    "o": "O.",
    "?": "XO.#",
    "*": ".",
}


def worth(board: Board, point: int) -> int:
    """What a stone there looks like: 1 if no shape fits."""
    row, column = divmod(point, board.size)
    seen = ""
    for r in range(row - 1, row + 2):
        for c in range(column - 1, column + 2):
            on = 0 <= r < board.size and 0 <= c < board.size
            cell = board.cells[r * board.size + c] * board.colour if on else 0
            seen += {0: "." if on else "#", 1: "X", -1: "O"}[cell]
    fitting = [
        value
        for _, value, images in shapes()
        if any(
            all(cell in FITS[sign] for cell, sign in zip(seen, "".join(image), strict=True))
            for image in images
        )
    ]
    good = [value for value in fitting if value > 1]
    return max(good) if good else 0 if fitting else 1


def with_cell(cells: Cells, point: int, colour: int) -> Cells:
    """The same with a stone; nothing is captured."""
    return (*cells[:point], colour, *cells[point + 1 :])


def caught_in_atari(size: int, cells: Cells, point: int, ataris: int = ATARIS) -> bool:
    """Whether the string on a point, which has one liberty and moves, is caught in a ladder."""
    colour = cells[point]
    stones, liberties = string_and_liberties(size, cells, point)
    for stone in stones:
        for p in neighbours(size, stone):
            if cells[p] == -colour and len(string_and_liberties(size, cells, p)[1]) == 1:
                return False
    (last,) = liberties
    after = with_cell(cells, last, colour)
    left = len(string_and_liberties(size, after, point)[1])
    return left < 2 or (left == 2 and caught(size, after, point, ataris - 1))


def caught(size: int, cells: Cells, point: int, ataris: int = ATARIS) -> bool:
    """Whether the string on a point, which has two liberties, is caught if the other moves."""
    if ataris == 0:
        return False
    colour = cells[point]
    for liberty in string_and_liberties(size, cells, point)[1]:
        after = with_cell(cells, liberty, -colour)
        breathes = bool(string_and_liberties(size, after, liberty)[1])
        captures_one = any(
            after[p] == colour and not string_and_liberties(size, after, p)[1]
            for p in neighbours(size, liberty)
        )
        if (breathes or captures_one) and caught_in_atari(size, after, point, ataris):
            return True
    return False


def small_parts(board: Board, wall: int, inside: int) -> set[int]:
    """Parts that the stones of one colour cut off: small, and without a stone of another."""
    rest = {point for point, cell in enumerate(board.cells) if cell != wall}
    found: set[int] = set()
    while rest:
        part, frontier = set(), [rest.pop()]
        while frontier:
            point = frontier.pop()
            part.add(point)
            fresh = {p for p in neighbours(board.size, point) if p in rest}
            rest -= fresh
            frontier += fresh
        if len(part) <= SMALL and not any(inside and board.cells[p] == inside for p in part):
            found |= part
    return found


def space(board: Board, move: int) -> int:
    """Empty points that two steps over empty points reach."""
    near = {p for p in neighbours(board.size, move) if board.cells[p] == 0}
    reached = near | {q for p in near for q in neighbours(board.size, p)}
    return sum(board.cells[p] == 0 for p in reached)


def holds(board: Board, move: int) -> bool:
    """Whether the string that a move makes has two liberties and is not caught in a ladder."""
    after = board.with_stone(move)
    liberties = len(after.string(move)[1])
    return liberties > 2 or (liberties == 2 and not caught(after.size, after.cells, move))


def saves(position: Position) -> dict[int, int]:
    """The moves that save strings in atari for good, and how many stones."""
    board = Board.of(position)
    found = {}
    for move in set(position.legal_numbers()) - {position.game.points} - set(captures(position)):
        stones = sum(len(s) for s, libs in board.strings(board.colour) if libs == {move})
        if stones and holds(board, move):
            found[move] = stones
    return found


def pattern_moves(position: Position) -> set[int]:
    """What the pattern player may play."""
    board = Board.of(position)
    eyes, taken, saved = board.eyes(), captures(position), saves(position)
    settled = small_parts(board, board.colour, -board.colour)
    settled |= small_parts(board, -board.colour, 0)
    endangered: set[int] = set()
    for stones, liberties in board.strings(board.colour):
        if len(liberties) == 2 and caught(board.size, board.cells, min(stones)):
            endangered |= stones

    def rank(move: int) -> Rank:
        if move == position.game.points:
            return (4,)
        after = board.with_stone(move)
        string, liberties = after.string(move)
        if move in taken:
            return 10, taken[move], len(liberties), space(board, move)
        if len(liberties) < 2:
            return 1, 0, 0, space(board, move)
        if move in saved:
            return 9, saved[move], len(liberties), space(board, move)
        if move in eyes:
            return 0, 0, 0, space(board, move)
        if not holds(board, move):
            return 2, 0, 0, space(board, move)
        hunted = sum(
            len(stones)
            for stones, libs in board.strings(-board.colour)
            if len(libs) == 2
            and move in libs
            and caught_in_atari(board.size, after.cells, min(stones))
        )
        stones = len(string & endangered) + hunted
        if stones:
            return 8, stones, len(liberties), space(board, move)
        if move in settled:
            return 3, 0, 0, space(board, move)
        looks = worth(board, move)
        tier = {0: 5, 1: 6}.get(looks, 7)
        return tier, looks, 0, space(board, move)

    return highest({move: rank(move) for move in position.legal_numbers()})
