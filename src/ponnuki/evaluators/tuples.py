"""Shapes of tuples for n-tuple networks."""

from collections.abc import Iterator
from typing import Literal

TupleShape = Literal["straight-2", "straight-3", "straight-4", "square-2", "square-3", "cross"]
"""Which tuples a net has: lines of so many points, squares of such a side, crosses."""


def tuple_families(shape: str, size: int) -> tuple[tuple[int, ...], ...]:
    """One tuple of each family of images under the symmetries of the board."""
    seen: set[frozenset[int]] = set()
    found = []
    for one in _everywhere(shape, size):
        if frozenset(one) in seen:
            continue
        found.append(one)
        seen |= {frozenset(image) for image in images(one, size)}
    return tuple(found)


def images(points: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """A tuple under the eight symmetries of a board."""
    last = size - 1
    for turned in (False, True):
        for down in (False, True):
            for across in (False, True):
                image = []
                for point in points:
                    row, column = divmod(point, size)
                    row, column = (
                        (last - row if down else row),
                        (last - column if across else column),
                    )
                    image.append(column * size + row if turned else row * size + column)
                yield tuple(image)


def _everywhere(shape: str, size: int) -> Iterator[tuple[int, ...]]:
    name, _, number = shape.partition("-")
    count = int(number or 0)
    for row in range(size):
        for column in range(size):
            if name == "cross":
                yield tuple(
                    r * size + c
                    for r, c in (
                        (row, column),
                        (row - 1, column),
                        (row, column + 1),
                        (row + 1, column),
                        (row, column - 1),
                    )
                    if 0 <= r < size and 0 <= c < size
                )
                continue
            if name == "square":
                steps = [[(r, c) for r in range(count) for c in range(count)]]
            else:
                ways = (0, 1), (1, 0), (1, 1), (1, -1)
                steps = [[(down * i, right * i) for i in range(count)] for down, right in ways]
            for one in steps:
                there = [(row + r, column + c) for r, c in one]
                if all(0 <= r < size and 0 <= c < size for r, c in there):
                    yield tuple(r * size + c for r, c in there)
