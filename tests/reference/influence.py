"""Zobrist's influence, slow and plain: whole numbers, point by point."""

import numpy as np

from tests.reference.nets import Cells, Floats, Singles, quantise

Board = list[list[int]]


def value(weights: Singles, cells: Cells, spread: str) -> Floats:
    """(Black's points - white's) / points of every board, by weights of nine places."""
    row = [int(one) for one in quantise(weights, 9)[0]]
    spreads = {"rounds": by_rounds, "distance": by_distance}
    found = []
    for one in cells:
        levels = [level for line in spreads[spread](one.tolist(), row) for level in line]
        lead = sum(level > 0 for level in levels) - sum(level < 0 for level in levels)
        found.append(lead * (1 / len(levels)))
    return np.array(found)


def by_rounds(board: Board, row: list[int]) -> Board:
    """Every round, all points at once look at the points beside them."""
    size = len(board)
    level = [[row[0] * cell for cell in line] for line in board]
    for weight in row[1:]:
        after = [list(line) for line in level]
        for r in range(size):
            for c in range(size):
                for there in (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1):
                    if 0 <= there[0] < size and 0 <= there[1] < size:
                        beside = level[there[0]][there[1]]
                        after[r][c] += weight * ((beside > 0) - (beside < 0))
        level = after
    return level


def by_distance(board: Board, row: list[int]) -> Board:
    """Every point sums over all stones that are near enough."""
    size = len(board)
    points = [(r, c) for r in range(size) for c in range(size)]
    level = [[0] * size for _ in range(size)]
    for r, c in points:
        for i, j in points:
            distance = abs(r - i) + abs(c - j)
            if distance < len(row):
                level[r][c] += row[distance] * board[i][j]
    return level
