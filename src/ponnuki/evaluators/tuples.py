"""Shapes of tuples for n-tuple networks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ponnuki.seeds import stream

Step = tuple[int, int]

SHAPES = "straight-N, lines, square-N, rectangle-RxC, cross, walks-KxN or walks-KxN-SEED"
"""The words for shapes, as errors say them."""

_WAYS: tuple[Step, ...] = (0, 1), (1, 0), (1, 1), (1, -1)


@dataclass(frozen=True)
class PointTuple:
    """Points that are looked up together, and how.

    Attributes:
        points: in the order of the table.
        liberties: stones are told apart by the liberties of their string, up to so many; 0 for by
            colour alone.
        anywhere: one table wherever the shape fits, else one for its images under the symmetries
            of the board.
    """

    points: tuple[int, ...]
    liberties: int = 0
    anywhere: bool = False


@cache
def shape_tuples(word: str, size: int) -> tuple[PointTuple, ...]:
    """The tuples of a shape with what is said behind it: 'cross:liberties-4:anywhere'.

    Raises:
        ValueError: there is no such shape, or it fits nowhere.
    """
    shape, *said = word.split(":")
    liberties, anywhere = 0, False
    for one in said:
        if one == "anywhere" and not anywhere:
            anywhere = True
        elif (found := re.fullmatch(r"liberties-([2-9]|[1-9]\d)", one)) and not liberties:
            liberties = int(found[1])
        else:
            raise ValueError(
                f"shapes={word!r} is not allowed: behind a shape comes ':liberties-K', "
                "with K from 2 on, or ':anywhere'"
            )
    families = tuple_families(shape, size, anywhere)
    return tuple(PointTuple(one, liberties, anywhere) for one in families)


def tuple_families(shape: str, size: int, anywhere: bool = False) -> tuple[tuple[int, ...], ...]:
    """One tuple of each family: of images under the symmetries of the board, or at any place."""

    def key(points: tuple[int, ...]) -> frozenset[int]:
        return frozenset(_cornered(points, size) if anywhere else points)

    seen: set[frozenset[int]] = set()
    found: list[tuple[int, ...]] = []
    walks = re.fullmatch(r"walks-([1-9]\d{0,2})x([2-9]|1\d)(?:-(\d{1,9}))?", shape)
    most = int(walks[1]) if walks else None
    places = (
        _walks(int(walks[2]), int(walks[3] or 1), size)
        if walks
        else _everywhere(shape, size, cut=not anywhere)
    )
    for one in places:
        if len(found) == most:
            break
        if key(one) in seen:
            continue
        found.append(one)
        seen |= {key(image) for image in images(one, size)}
    if most is not None and len(found) < most:
        raise ValueError(
            f"shapes={shape!r} is not allowed: only {len(found)} such walks were found"
        )
    return tuple(found)


TRIES = 10_000
"""Random walks that are looked at, at most."""


def _walks(length: int, seed: int, size: int) -> Iterator[tuple[int, ...]]:
    """Random walks of so many points, no point twice: each step goes to one of the eight beside."""
    for number in range(TRIES):
        draws = (stream(seed, f"walk {number}", index) for index in range(length))
        points = [next(draws) % size**2]
        while len(points) < length:
            row, column = divmod(points[-1], size)
            beside = [
                r * size + c
                for r in range(max(row - 1, 0), min(row + 2, size))
                for c in range(max(column - 1, 0), min(column + 2, size))
                if r * size + c not in points
            ]
            if not beside:  # it has walked into a corner
                break
            points.append(beside[next(draws) % len(beside)])
        else:
            yield tuple(points)


def _cornered(points: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The points moved as far up and left as the board allows."""
    by = min(one // size for one in points) * size + min(one % size for one in points)
    return tuple(one - by for one in points)


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


def _everywhere(shape: str, size: int, cut: bool) -> Iterator[tuple[int, ...]]:
    """A shape wherever it fits on the board; crosses also where the edge cuts them, if wanted.

    Raises:
        ValueError: there is no such shape, or it fits nowhere.
    """
    forms = list(_forms(shape, size))
    found = []
    for row in range(size):
        for column in range(size):
            for steps in forms:
                there = [(row + r, column + c) for r, c in steps]
                inside = [(r, c) for r, c in there if 0 <= r < size and 0 <= c < size]
                if len(inside) == len(there) or (cut and shape == "cross"):
                    found.append(tuple(r * size + c for r, c in inside))
    if shape == "lines":  # whole ones alone
        sets = [frozenset(one) for one in found]
        found = [one for one in found if not any(frozenset(one) < other for other in sets)]
    if not found:
        raise ValueError(f"shapes={shape!r} does not fit a board of {size}×{size} points")
    yield from found


def _forms(shape: str, size: int) -> Iterator[list[Step]]:
    """The points of a shape, seen from its first one, in all directions that it has."""
    if shape == "cross":
        yield [(0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)]
    elif shape == "lines":
        for count in range(2, size + 1):
            yield from (_line(way, count) for way in _WAYS)
    elif found := re.fullmatch(r"straight-([1-9]\d?)", shape):
        yield from (_line(way, int(found[1])) for way in _WAYS)
    elif found := re.fullmatch(r"square-([1-9])|rectangle-([1-9]\d?)x([1-9]\d?)", shape):
        rows, columns = (int(found[1] or found[i]) for i in (2, 3))
        for height, width in dict.fromkeys([(rows, columns), (columns, rows)]):
            yield [(r, c) for r in range(height) for c in range(width)]
    else:
        raise ValueError(f"shapes={shape!r} is not allowed: use {SHAPES}")


def _line(way: Step, count: int) -> list[Step]:
    return [(way[0] * i, way[1] * i) for i in range(count)]
