"""The rules of the Zobrist player, slow and plain: arrays, patterns on them, a reader."""

from dataclasses import dataclass, field
from itertools import combinations

from ponnuki import Position
from tests.reference.grid import Cells, neighbours
from tests.reference.pattern import worth
from tests.reference.reader import YES, ask, owner, placed, string
from tests.reference.ryder import edge, eyes, setting, strings
from tests.reference.scripted import Board

ROUNDS = 4
STONE = 50


def level(size: int, cells: Cells) -> list[int]:
    """Influence in rounds: every point above zero adds one to the points beside it."""
    now = [STONE * cell for cell in cells]
    for _ in range(ROUNDS):
        now = [
            value + sum((now[q] > 0) - (now[q] < 0) for q in neighbours(size, point))
            for point, value in enumerate(now)
        ]
    return now


def segments(size: int, cells: Cells, colour: int) -> list[set[int]]:
    """Connected points that influence gives to a colour."""
    rest = {p for p, value in enumerate(level(size, cells)) if value * colour > 0}
    found = []
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


def templates(size: int, cells: Cells, colour: int, move: int) -> dict[str, int]:
    """What the arrays say of a move, twelve patterns."""
    after = placed(size, cells, move, colour)
    assert after is not None
    _, liberties = string(size, after, move)
    near = neighbours(size, move)
    mine, theirs = segments(size, cells, colour), segments(size, cells, -colour)
    home = [part for part in mine if move in part]
    away = [part for part in theirs if move in part]
    beside_mine = [part for part in mine if move not in part and set(near) & part]
    beside_theirs = [part for part in theirs if move not in part and set(near) & part]
    room = {
        p
        for p in range(size * size)
        if abs(p // size - move // size) + abs(p % size - move % size) <= 2
    }
    lonely = all(cells[p] == 0 for p in room)
    line = edge(size, move)
    found: dict[str, int] = {}

    def beside(side: int, count: int) -> bool:
        return any(cells[p] == side and len(string(size, cells, p)[1]) == count for p in near)

    if beside(colour, 2) and len(liberties) >= 3:
        found["extend from two liberties"] = 60
    if beside(-colour, 2):
        found["press two liberties"] = 55
    if beside(-colour, 3) and len(liberties) >= 3:
        found["press three liberties"] = 30
    if not home and not away and beside_mine and beside_theirs:
        found["wall between segments"] = 40
    if home and beside_theirs:
        found["strengthen the border"] = 28
    if away and beside_mine:
        found["push the border"] = 32
    if any(len(part) >= 8 for part in away) and all(cells[p] != -colour for p in near):
        found["enter a segment"] = 35
    if not home and not away and len(beside_mine) > 1:
        found["link segments"] = 38
    if line == 3 and lonely:
        found["third line"] = 45
    if line == 4 and lonely:
        found["fourth line"] = 42
    jumps = [p for p in two_away(size, cells, move) if cells[p] == colour]
    if line == 3 and any(edge(size, p) == 3 for p in jumps):
        found["extend along the third line"] = 36
    if not home and jumps:
        found["jump out"] = 34
    return found


def two_away(size: int, cells: Cells, move: int) -> list[int]:
    """Points two steps away in line, with an empty point between."""
    row, column = divmod(move, size)
    found = []
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = row + 2 * down, column + 2 * right
        if 0 <= r < size and 0 <= c < size and cells[(row + down) * size + column + right] == 0:
            found.append(r * size + c)
    return found


def splits(size: int, cells: Cells, move: int) -> bool:
    """Whether a point leaves an enclosure of at least three points in two parts."""
    found = owner(size, cells, move)
    if found is None or len(found[1]) < 3:
        return False
    rest = found[1] - {move}
    todo = [min(rest)]
    part = set(todo)
    while todo:
        for near in neighbours(size, todo.pop()):
            if near in rest and near not in part:
                part.add(near)
                todo.append(near)
    return part != rest


@dataclass
class Told:
    """What the reader says for moves: captures, saves, cuts and connections, eyes."""

    size: int
    cells: Cells
    colour: int
    ko: frozenset[int]
    plies: int
    moves: dict[int, dict[str, int]] = field(default_factory=dict)

    def enter(self, move: int | None, name: str, value: int) -> None:
        """Of several values under one name the highest counts."""
        if move is not None:
            own = self.moves.setdefault(move, {})
            own[name] = max(own.get(name, 0), value)

    def ask(self, goal: str, target: int, first: int, other: int = -1) -> int | None:
        """The move if the answer is yes; -1 if none is needed for it."""
        barred = self.ko if first == self.colour else frozenset[int]()
        found = ask(
            self.size,
            self.cells,
            goal,
            target,
            first=first,
            other=other,
            plies=self.plies,
            ko=barred,
        )
        if found.said != YES:
            return None
        return -1 if found.move is None else found.move

    def strings(self) -> None:
        """Captures and saves."""
        for stones in strings(self.size, self.cells, -self.colour):
            move = self.ask("capture", min(stones), self.colour)
            if move is not None and move >= 0:
                self.enter(move, "capture", 500 + 20 * len(stones))
        for stones in strings(self.size, self.cells, self.colour):
            if self.ask("capture", min(stones), -self.colour) is None:
                continue
            move = self.ask("save", min(stones), self.colour)
            if move is not None and move >= 0:
                self.enter(move, "save", 400 + 20 * len(stones))

    def links(self) -> None:
        """Connections of our strings, cuts of theirs."""
        for side in self.colour, -self.colour:
            for one, two in combinations(strings(self.size, self.cells, side), 2):
                a, b = (string(self.size, self.cells, min(s))[1] for s in (one, two))
                if not (a & b or any(set(neighbours(self.size, p)) & b for p in a)):
                    continue
                apart = self.ask("cut", min(one), -side, min(two))
                together = None if apart is None else self.ask("connect", min(one), side, min(two))
                if together is None:
                    continue
                name, move = ("connect", together) if side == self.colour else ("cut", apart)
                if move is not None and move >= 0:
                    self.enter(move, name, 200)

    def eyes(self) -> None:
        """Points that split an enclosure."""
        for move, cell in enumerate(self.cells):
            if cell == 0 and splits(self.size, self.cells, move):
                self.enter(move, "eye", 150)


def read(
    size: int, cells: Cells, colour: int, ko: frozenset[int], plies: int
) -> dict[int, dict[str, int]]:
    """What the reader says for moves."""
    told = Told(size, cells, colour, ko, plies)
    told.strings()
    told.links()
    told.eyes()
    return told.moves


def zobrist_features(position: Position, plies: int) -> dict[int, dict[str, int]]:
    """All that speaks for every move that may be played."""
    size, cells, colour, ko = setting(position)
    board = Board(size, cells, colour)
    own = eyes(size, cells, colour)
    told = read(size, cells, colour, ko, plies) if plies else {}
    found = {}
    for move in position.legal_numbers():
        if move == size * size or move in own:
            continue
        after = placed(size, cells, move, colour)
        assert after is not None
        seen = dict(told.get(move, {}))
        exposed = len(string(size, after, move)[1]) == 1
        takes = sum(c != 0 for c in after) <= sum(c != 0 for c in cells)
        if not (exposed and not takes):
            seen |= templates(size, cells, colour, move)
            looks = worth(board, move)
            if looks > 1:
                seen["shape"] = 10 * looks
        elif not {"capture", "save"} & seen.keys():
            seen = {}
        found[move] = seen
    return found


def zobrist_values(position: Position, *, plies: int = 3, added: bool = False) -> dict[int, int]:
    """The worth of every move that is worth something, and of the pass."""
    values = {
        move: sum(seen.values()) if added else max(seen.values())
        for move, seen in zobrist_features(position, plies).items()
        if seen
    }
    return {**values, position.game.points: 0}
