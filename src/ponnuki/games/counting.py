"""How a finished game of Go is counted, with or without stones that players agree are dead.

The rules count the board as it stands: every stone on it is alive. Players who pass with dead
stones on the board, as people and most programs do, mean another count: dead stones are taken off,
and are prisoners where prisoners count.
"""

from collections.abc import Collection
from dataclasses import dataclass

from ponnuki.games.outcome import Outcome
from ponnuki.games.position import Position
from ponnuki.games.strings import neighbours

COUNTED = ("territory", "area")
"""The reasons of games that ended by passes and were counted."""


@dataclass(frozen=True)
class Count:
    """What each side has, white's komi included.

    Attributes:
        black: points.
        white: points.
        komi: those of white's points that it had from the start.
    """

    black: float
    white: float
    komi: float


def count(position: Position, dead: Collection[int] = ()) -> Count:
    """The points of both sides in a position of Go.

    Args:
        position: where; whether the game is over does not matter.
        dead: the points of stones that are taken off first.

    Raises:
        ValueError: this is not Go, or there is no stone on a point that is said to be dead.
    """
    options = position.game.options
    if position.game.id != "go":
        raise ValueError(f"{position.game.spec} is not counted here: use go")
    cells, size = position.stones, position.game.size
    area = getattr(options, "scoring", "") == "area"
    points = {1: 0.0, -1: 0.0}
    if not area:
        points = {1: float(position.captured.black), -1: float(position.captured.white)}
    for point in sorted(set(dead)):
        if not 0 <= point < len(cells) or not cells[point]:
            raise ValueError(f"dead={point} is not allowed: there is no stone on it")
        if not area:
            points[-cells[point]] += 1
        cells[point] = 0
    if area:
        for colour in points:
            points[colour] += cells.count(colour)
    for region, beside in _regions(cells, size):
        if len(beside) == 1:
            points[beside.pop()] += len(region)
    komi = float(getattr(options, "komi", 0.0))
    return Count(points[1], points[-1] + komi, komi)


def outcome_without(position: Position, dead: Collection[int]) -> Outcome:
    """How a game that ended by passes is decided once dead stones are taken off.

    Raises:
        ValueError: the game is not Go, is not over, or did not end by passes; or as of `count`.
    """
    found = position.outcome
    if found is None or found.reason not in COUNTED:
        raise ValueError(f"the game did not end by passes, but so: {found}")
    points = count(position, dead)
    lead = points.black - points.white
    return Outcome.of((lead > 0) - (lead < 0), found.reason, abs(lead), found.plies)


def _regions(cells: list[int], size: int) -> list[tuple[set[int], set[int]]]:
    """The connected empty points, each with the colours beside them."""
    seen: set[int] = set()
    found = []
    for start, colour in enumerate(cells):
        if colour or start in seen:
            continue
        region, beside, todo = {start}, set[int](), [start]
        while todo:
            for near in neighbours(todo.pop(), size):
                if cells[near]:
                    beside.add(cells[near])
                elif near not in region:
                    region.add(near)
                    todo.append(near)
        seen |= region
        found.append((region, beside))
    return found
