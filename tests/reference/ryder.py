"""The rules of the Ryder player, slow and plain: what it sees, and what each move is worth to it.

Influence is counted in eighths, so that halves of it are whole numbers.
"""

from dataclasses import dataclass
from functools import lru_cache

from ponnuki import Position
from tests.reference.grid import Cells, neighbours
from tests.reference.reader import NO, UNKNOWN, YES, ask, placed, string

GIVES = (400, 200, 100, 50, 25)
"""What a stone gives by distance: 50 on its own point, half as much at every step."""
TIE = 37 * 8
ARMY = 6 * 8
ROOM = 8
KEPT = 15
PASS = -30


@lru_cache(maxsize=1 << 14)
def influence(size: int, cells: Cells) -> tuple[int, ...]:
    """What stones give to every point, black's above zero."""
    level = [0] * (size * size)
    for stone, colour in enumerate(cells):
        if colour:
            for point in range(size * size):
                away = distance(size, stone, point)
                if away < len(GIVES):
                    level[point] += colour * GIVES[away]
    return tuple(level)


def distance(size: int, one: int, two: int) -> int:
    """Steps along the lines."""
    return abs(one // size - two // size) + abs(one % size - two % size)


def balance(size: int, cells: Cells, colour: int) -> int:
    """Points above zero minus points below, for a colour."""
    return sum((v * colour > 0) - (v * colour < 0) for v in influence(size, cells))


def strings(size: int, cells: Cells, colour: int) -> list[frozenset[int]]:
    """The strings of a colour, by their first stones."""
    found = {string(size, cells, p)[0] for p, cell in enumerate(cells) if cell == colour}
    return sorted(found, key=min)


@dataclass(frozen=True)
class Fate:
    """What the reader says of a string: safe, unclear, open or dead; where it is killed, saved."""

    said: str
    kill: int | None = None
    save: int | None = None


def fate(size: int, cells: Cells, point: int, mover: int, ko: frozenset[int]) -> Fate:
    """The status of a string: two questions."""
    colour = cells[point]

    def barred(first: int) -> frozenset[int]:
        return ko if first == mover else frozenset()

    caught = ask(size, cells, "capture", point, first=-colour, ko=barred(-colour))
    if caught.said != YES:
        return Fate("safe" if caught.said == NO else "unclear")
    saved = ask(size, cells, "save", point, first=colour, ko=barred(colour))
    if saved.said == NO:
        return Fate("dead", caught.move)
    return Fate("open", caught.move, None if saved.said == UNKNOWN else saved.move)


def fates(
    size: int, cells: Cells, mover: int, ko: frozenset[int]
) -> dict[int, list[tuple[frozenset[int], Fate]]]:
    """Every string of both colours with its status."""
    return {
        colour: [
            (one, fate(size, cells, min(one), mover, ko)) for one in strings(size, cells, colour)
        ]
        for colour in (1, -1)
    }


def line(size: int, one: int, two: int) -> list[int] | None:
    """The points between two on a line with one or two between them."""
    (r, c), (s, d) = divmod(one, size), divmod(two, size)
    if (r == s) == (c == d):
        return None
    steps = max(abs(r - s), abs(c - d))
    if steps not in {2, 3}:
        return None
    return [(r + (s - r) * i // steps) * size + c + (d - c) * i // steps for i in range(1, steps)]


def tied(size: int, cells: Cells, one: int, two: int) -> bool:
    """Whether two stones of a colour are tied."""
    colour = cells[one]
    between = line(size, one, two)
    if between is not None:
        level = influence(size, cells)
        return all(cells[p] == 0 and level[p] * colour >= TIE for p in between)
    (r, c), (s, d) = divmod(one, size), divmod(two, size)
    if abs(r - s) != 1 or abs(c - d) != 1:
        return False
    return all(cells[p] != -colour for p in (r * size + d, s * size + c))


def walls(size: int, cells: Cells, colour: int) -> list[set[int]]:
    """Strings that ties hold together."""
    found: list[set[int]] = []
    for stones in strings(size, cells, colour):
        beside = [
            wall
            for wall in found
            if any(tied(size, cells, stone, other) for stone in stones for other in wall)
        ]
        found = [wall for wall in found if wall not in beside]
        found.append(set(stones).union(*beside))
    return found


def groups(walls_: list[set[int]], size: int, dead: list[frozenset[int]]) -> list[set[int]]:
    """Walls with the dead strings of the other side beside them, which hold them together."""
    found: list[set[int]] = []
    for wall in walls_:
        beside = {q for p in wall for q in neighbours(size, p)}
        one = set(wall).union(*(prey for prey in dead if prey & beside))
        found = [*(g for g in found if not g & one), one.union(*(g for g in found if g & one))]
    return found


def armies(size: int, cells: Cells, colour: int) -> list[set[int]]:
    """Connected points that influence gives to a colour, with a stone among them."""
    rest = {p for p, v in enumerate(influence(size, cells)) if v * colour >= ARMY}
    found = []
    while rest:
        todo = [rest.pop()]
        part = set(todo)
        while todo:
            for near in neighbours(size, todo.pop()):
                if near in rest:
                    rest.remove(near)
                    part.add(near)
                    todo.append(near)
        if any(cells[p] == colour for p in part):
            found.append(part)
    return found


def eyes(size: int, cells: Cells, colour: int) -> set[int]:
    """Empty points that have none but stones of the colour beside them."""
    return {
        p
        for p, cell in enumerate(cells)
        if cell == 0 and all(cells[q] == colour for q in neighbours(size, p))
    }


def edge(size: int, point: int) -> int:
    """The line of a point: 1 on the edge."""
    row, column = divmod(point, size)
    return 1 + min(row, column, size - 1 - row, size - 1 - column)


def fights(
    size: int,
    cells: Cells,
    colour: int,
    known: dict[int, list[tuple[frozenset[int], Fate]]],
    move: int,
) -> dict[str, int]:
    """What the reader says for a move: strings that it kills, saves, or helps in vain."""
    seen: dict[str, int] = {}
    for stones, one in known[-colour]:
        if one.said == "open" and one.kill == move:
            seen["kills"] = seen.get("kills", 0) + 40 + 15 * len(stones)
    for stones, one in known[colour]:
        if one.said == "open" and one.save == move:
            seen["saves"] = seen.get("saves", 0) + 40 + 15 * len(stones)
        if one.said == "dead" and move in string(size, cells, min(stones))[1]:
            seen["dead string"] = 10
    return seen


def place(size: int, cells: Cells, after: Cells, move: int) -> dict[str, int]:
    """What the edge and a lack of liberties say against a move."""
    seen: dict[str, int] = {}
    if edge(size, move) == 1 and all(cells[p] == 0 for p in neighbours(size, move)):
        seen["first line"] = -10
    if edge(size, move) == 2:
        seen["second line"] = -3
    if sum(map(abs, after)) > sum(map(abs, cells)) and len(string(size, after, move)[1]) == 1:
        seen["self-atari"] = -30
    return seen


def features(
    size: int,
    cells: Cells,
    colour: int,
    known: dict[int, list[tuple[frozenset[int], Fate]]],
    moves: list[int],
) -> dict[int, dict[str, int]]:
    """What speaks for and against every move."""
    prey = [stones for stones, one in known[-colour] if one.said == "dead"]
    mine = groups(walls(size, cells, colour), size, prey)
    theirs = walls(size, cells, -colour)
    weak: set[int] = set()
    for side in 1, -1:
        for army in armies(size, cells, side):
            if sum(cells[p] == 0 for p in army) < ROOM:
                weak |= army | {q for p in army for q in neighbours(size, p)}
    before = balance(size, cells, colour)
    found = {}
    for move in moves:
        after = placed(size, cells, move, colour)
        assert after is not None
        taken = sum(a == -colour and b == 0 for a, b in zip(cells, after, strict=True))
        beside = neighbours(size, move)
        seen: dict[str, int] = {}
        if taken:
            seen["captures"] = 60 + 15 * taken
        seen |= fights(size, cells, colour, known, move)
        joined = [
            wall
            for wall in mine
            if any(
                cells[stone] == colour and (stone in beside or tied(size, after, move, stone))
                for stone in wall
            )
        ]
        if len(joined) > 1:
            seen["joins groups"] = 12
        if sum(any(stone in beside for stone in wall) for wall in theirs) > 1:
            seen["touches walls"] = 12
        if move in weak:
            seen["weak army"] = 8
        gain = balance(size, after, colour) - before
        if gain:
            seen["gain"] = gain
        seen |= place(size, cells, after, move)
        found[move] = seen
    return found


def kept(found: dict[int, dict[str, int]], most: int = KEPT) -> list[int]:
    """The moves with the highest sums."""
    return sorted(found, key=lambda move: (-sum(found[move].values()), move))[:most]


def tactics(known: dict[int, list[tuple[frozenset[int], Fate]]], colour: int) -> int:
    """What strings are worth to a colour that has just moved, in halves."""
    total = 0
    open_ones: dict[int, list[int]] = {1: [], -1: []}
    for side, list_ in known.items():
        for stones, one in list_:
            weight = 2 * (10 + 10 * len(stones))
            if one.said == "dead":
                total += -weight if side == colour else weight
            if one.said == "open":
                open_ones[side].append(weight)
    mine, theirs = sorted(open_ones[colour]), sorted(open_ones[-colour])
    if mine:
        total -= mine.pop() + sum(mine) // 2
    elif theirs:
        theirs.pop()
    return total + sum(theirs) // 2


def ko_after(size: int, before: Cells, after: Cells, move: int, colour: int) -> frozenset[int]:
    """The point that a ko forbids to the other side after a move."""
    taken = [p for p in range(size * size) if before[p] == -colour and after[p] == 0]
    stones, liberties = string(size, after, move)
    if len(taken) == 1 and len(stones) == 1 and liberties == {taken[0]}:
        return frozenset(taken)
    return frozenset()


def worth(size: int, cells: Cells, colour: int, ko: frozenset[int]) -> int:
    """A board's worth to the colour that has just moved, in quarters."""
    known = fates(size, cells, -colour, ko)
    return 4 * balance(size, cells, colour) + 2 * tactics(known, colour)


def setting(position: Position) -> tuple[int, Cells, int, frozenset[int]]:
    """Size, board, colour to move, and what a ko forbids to it."""
    size = position.game.size
    cells = tuple(int(c) for c in position.stones)
    colour = 1 if position.to_move == "black" else -1
    legal = set(position.legal_numbers())
    ko = {
        p
        for p in range(size * size)
        if cells[p] == 0 and p not in legal and placed(size, cells, p, colour) is not None
    }
    return size, cells, colour, frozenset(ko)


def ryder_values(position: Position, *, look: bool = True) -> dict[int, int]:
    """The worth of the moves that pass the filter, and of the pass, in quarters."""
    size, cells, colour, ko = setting(position)
    known = fates(size, cells, colour, ko)
    own = eyes(size, cells, colour)
    moves = [m for m in position.legal_numbers() if m < size * size and m not in own]
    found = features(size, cells, colour, known, moves)
    values = {move: sum(found[move].values()) for move in kept(found)}
    if not look:
        return {**values, size * size: PASS}
    for move in values:
        after = placed(size, cells, move, colour)
        assert after is not None
        values[move] += worth(size, after, colour, ko_after(size, cells, after, move, colour))
    values[size * size] = worth(size, cells, colour, frozenset()) + 4 * PASS
    return values
