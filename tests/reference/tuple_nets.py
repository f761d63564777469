"""N-tuple networks on the grid, slow and plain; weights, cells and values as in `nets`."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from ponnuki.evaluators.tuples import PointTuple
from tests.reference import grid
from tests.reference.nets import (
    GRID,
    Activation,
    Cells,
    Floats,
    Ints,
    Singles,
    exact,
    quantise,
    squash,
)


@cache
def tuple_images(points: tuple[int, ...], size: int, anywhere: bool = False) -> list[list[int]]:
    """A tuple under all symmetries of the board, in each order; or these wherever they fit."""
    images: list[list[int]] = []
    for turned in (False, True):
        for across in (False, True):
            for down in (False, True):
                board = np.arange(size * size).reshape(size, size)
                board = board[::-1] if down else board
                board = board[:, ::-1] if across else board
                board = board.T if turned else board
                # board[r, c] is what comes to (r, c); a point goes where it is found.
                image = [int(np.flatnonzero(board.ravel() == point)[0]) for point in points]
                images.append(image)
    if not anywhere:
        return images
    moved: list[list[int]] = []
    for image in images:
        rows, columns = [one // size for one in image], [one % size for one in image]
        for down_by in range(-min(rows), size - max(rows)):
            steps = range(-min(columns), size - max(columns))
            moved += [[one + down_by * size + right_by for one in image] for right_by in steps]
    return moved


@cache
def orders_by_place(one: PointTuple, size: int) -> list[list[list[int]]]:
    """The images of a tuple, those on the same points together."""
    found: dict[frozenset[int], list[list[int]]] = {}
    for image in tuple_images(one.points, size, one.anywhere):
        found.setdefault(frozenset(image), []).append(image)
    return list(found.values())


def cell_codes(cells: Cells, liberties: int, viewer: int) -> Ints:
    """What stands on every point: 0 nothing, then the viewer's stones, then the other side's.

    They are told apart by the liberties of their strings, up to so many.
    """
    size = cells.shape[1]
    seen = viewer * cells.reshape(len(cells), size * size).astype(np.int64)
    if not liberties:
        return seen % 3  # -1 is 2
    codes = np.zeros_like(seen)
    for board, row in enumerate(seen.tolist()):
        for point, stone in enumerate(row):
            if stone:
                _, free = grid.string_and_liberties(size, tuple(row), point)
                strength = min(max(len(free), 1), liberties)
                codes[board, point] = strength if stone == 1 else liberties + strength
    return codes


def tuple_places(
    cells: Cells, tuples: Sequence[PointTuple], stages: int, symmetric: bool, viewer: int
) -> Ints:
    """The places of the weights that an n-tuple network looks up on boards, a row a look-up."""
    size = cells.shape[1]
    codes = [1 + 2 * max(one.liberties, 1) for one in tuples]
    lengths = [code ** len(one.points) for code, one in zip(codes, tuples, strict=True)]
    filled = (cells != 0).sum(axis=(1, 2))
    start = np.minimum(filled * stages // (size * size), stages - 1) * sum(lengths)
    codes_of = {k: cell_codes(cells, k, viewer) for k in {one.liberties for one in tuples}}
    found = []
    for one, code, length in zip(tuples, codes, lengths, strict=True):
        seen = codes_of[one.liberties]
        for orders in orders_by_place(one, size):
            places = []
            for image in orders if symmetric else orders[:1]:
                place = np.zeros(len(cells), np.int64)
                for point in image:
                    place = code * place + seen[:, point]
                places.append(place)
            # Images of each other on the same points share the weight of the lowest place.
            found.append(start + np.min(places, axis=0))
        start = start + length
    return np.stack(found)


def tuple_counts(
    board: Cells, tuples: Sequence[PointTuple], stages: int, symmetric: bool, viewer: int
) -> Floats:
    """How often an n-tuple network looks each of its weights up on a board."""
    codes = [1 + 2 * max(one.liberties, 1) for one in tuples]
    weights = stages * sum(c ** len(one.points) for c, one in zip(codes, tuples, strict=True))
    places = tuple_places(board[None], tuples, stages, symmetric, viewer)[:, 0]
    return np.bincount(places, minlength=weights).astype(np.float64)


def tuple_value(
    weights: Singles,
    cells: Cells,
    tuples: Sequence[PointTuple],
    output: Activation,
    stages: int,
    symmetric: bool,
    viewer: int,
) -> Floats:
    """The values of an n-tuple network on the grid, in the viewer's view."""
    numbers, unit = quantise(weights)
    sums = numbers[tuple_places(cells, tuples, stages, symmetric, viewer)].sum(axis=0)
    if output == "linear":
        return exact(sums, unit)
    return exact(squash(exact(sums, unit), output), 1 / GRID)
