"""Links, groups, eyes and strengths, slow and plain."""

from dataclasses import dataclass, field
from itertools import combinations

from tests.reference.grid import Cells, neighbours
from tests.reference.reader import string
from tests.reference.ryder import Fate

Known = dict[int, list[tuple[frozenset[int], Fate]]]


def beside(size: int, points: set[int] | frozenset[int]) -> set[int]:
    """All points beside some."""
    return {q for p in points for q in neighbours(size, p)}


def living(known: Known, colour: int) -> list[frozenset[int]]:
    """The strings of a colour that are not dead."""
    return [stones for stones, one in known[colour] if one.said != "dead"]


def dead(known: Known, colour: int) -> list[frozenset[int]]:
    """Those that are."""
    return [stones for stones, one in known[colour] if one.said == "dead"]


def parts(size: int, points: set[int]) -> list[set[int]]:
    """The connected parts of a set of points."""
    rest, found = set(points), []
    while rest:
        todo = [min(rest)]
        part = set(todo)
        rest -= part
        while todo:
            for near in neighbours(size, todo.pop()):
                if near in rest:
                    rest.remove(near)
                    part.add(near)
                    todo.append(near)
        found.append(part)
    return found


@dataclass(frozen=True)
class Link:
    """Two strings of a colour that share liberties, or a dead string between them."""

    one: frozenset[int]
    two: frozenset[int]
    solid: bool
    shared: frozenset[int]


def links(size: int, cells: Cells, known: Known, colour: int) -> list[Link]:
    """The links of a colour."""
    found = []
    prey = parts(size, {p for stones in dead(known, -colour) for p in stones})
    for one, two in combinations(living(known, colour), 2):
        shared = string(size, cells, min(one))[1] & string(size, cells, min(two))[1]
        over = any(part & beside(size, one) and part & beside(size, two) for part in prey)
        if shared or over:
            found.append(Link(one, two, over or len(shared) > 1, shared))
    return found


def eyespace(size: int, region: set[int], cells: Cells) -> tuple[int, int | None]:
    """The eyes of an enclosure if the other side moves first, and where its owner gets one more."""
    degrees = {p: len(set(neighbours(size, p)) & region) for p in region}
    points, edges, most = len(region), sum(degrees.values()) // 2, max(degrees.values())
    if points < 3 or (points == 4 and edges == 4):
        return 1, None
    row = points == 3
    tee = points == 4 and most == 3
    cross = points == 5 and most == 4
    bulky = points == 5 and edges == 5
    if not (row or tee or cross or bulky):
        return 2, None
    vital = min(p for p in region if degrees[p] == most)
    return 1, vital if cells[vital] == 0 else None


@dataclass
class Group:
    """Strings that hold together."""

    stones: set[int]
    enclosed: set[int] = field(default_factory=set)
    eyes: int = 0
    vital: int | None = None
    strength: int = 0


def groups(
    size: int, cells: Cells, known: Known, colour: int, *, linked: bool = True, eyes: bool = True
) -> list[Group]:
    """The groups of a colour with their eyes and strengths."""
    together = [set(stones) for stones in living(known, colour)]
    for link in links(size, cells, known, colour) if linked else []:
        if link.solid:
            hit = [g for g in together if g & (link.one | link.two)]
            together = [g for g in together if g not in hit] + [set().union(*hit)]
    found = [Group(stones) for stones in together]
    enemies = {p for stones in living(known, -colour) for p in stones}
    lost = {p for stones in dead(known, colour) for p in stones}
    prey = {p for stones in dead(known, -colour) for p in stones}
    empty = {p for p, cell in enumerate(cells) if cell == 0}
    for region in parts(size, empty | prey) if eyes else []:
        rim = beside(size, region) - region
        owners = [group for group in found if group.stones & rim]
        if rim & (enemies | lost) or len(owners) != 1:
            continue
        (owner,) = owners
        more, vital = eyespace(size, region, cells)
        owner.eyes += more
        owner.enclosed |= region & empty
        if vital is not None:
            owner.vital = vital
    for group in found:
        judge(size, group, empty, enemies)
    return found


def judge(size: int, group: Group, empty: set[int], enemies: set[int]) -> None:
    """The strength of a group, in tenths."""
    if group.eyes >= 2:
        group.strength, group.vital = 10, None
    elif group.vital is not None:
        group.strength = 5
    else:
        free = empty - group.enclosed
        near = beside(size, group.stones) & free
        room = near | (beside(size, near) & free)
        friendly = len(room - beside(size, enemies))
        group.strength = 8 if friendly >= 7 else 2 if friendly else 0


def clean_up(size: int, colour: int, known: Known, legal: set[int]) -> dict[int, int]:
    """Where nothing gains: the dead strings of the other side are taken off, or it passes."""
    found = {size * size: 0}
    for stones, one in known[-colour]:
        if one.said == "dead" and one.kill in legal and one.kill is not None:
            found[one.kill] = max(found.get(one.kill, 0), len(stones))
    return found
