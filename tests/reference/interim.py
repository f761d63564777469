"""The rules of the INTERIM player, slow and plain."""

from ponnuki import Position
from tests.reference.grid import Cells
from tests.reference.groups import clean_up, dead, links
from tests.reference.reader import NO, YES, Answer, ask, placed
from tests.reference.ryder import balance, eyes, fates, ko_after, setting, strings


def tasks(
    size: int, cells: Cells, colour: int, ko: frozenset[int]
) -> list[tuple[int, str, int, int]]:
    """Worth, goal and stones of everything that it may want, the most wanted first."""
    known = fates(size, cells, colour, ko)
    found: list[tuple[int, str, int, int]] = []
    for side, goal in (colour, "save"), (-colour, "capture"):
        found += [(2 * len(one), goal, min(one), -1) for one in strings(size, cells, side)]
    for side, goal in (colour, "connect"), (-colour, "cut"):
        for link in links(size, cells, known, side):
            if not link.solid:
                stones = min(len(link.one), len(link.two))
                found.append((2 * stones, goal, min(link.one), min(link.two)))
    return sorted(found, key=lambda one: -one[0])


def interim_values(position: Position) -> dict[int, int]:
    """What it may play, with its worth."""
    size, cells, colour, ko = setting(position)
    legal = set(position.legal_numbers())

    def question(goal: str, target: int, second: int, first: int) -> Answer:
        barred = ko if first == colour else frozenset()
        return ask(size, cells, goal, target, first=first, other=second, ko=barred)

    for worth, goal, target, second in tasks(size, cells, colour, ko):
        ours = question(goal, target, second, colour)
        theirs = question(goal, target, second, -colour)
        if ours.said == YES and theirs.said == NO and ours.move is not None and ours.move in legal:
            return {ours.move: worth}
    return territory(position)


def territory(position: Position) -> dict[int, int]:
    """The stones that gain most of the map and are not caught at once; the pass."""
    size, cells, colour, ko = setting(position)
    known = fates(size, cells, colour, ko)
    lost = {p for side in (1, -1) for stones in dead(known, side) for p in stones}
    alive = tuple(0 if p in lost else cell for p, cell in enumerate(cells))
    before = balance(size, alive, colour)
    gains: dict[int, list[int]] = {}
    for move in position.legal_numbers():
        if move == size * size or move in eyes(size, cells, colour):
            continue
        added = tuple(cell + colour * (p == move) for p, cell in enumerate(alive))
        gains.setdefault(balance(size, added, colour) - before, []).append(move)
    for gain in sorted(gains, reverse=True):
        if gain <= 0:
            break
        kept = {}
        for move in gains[gain]:
            after = placed(size, cells, move, colour)
            assert after is not None
            barred = ko_after(size, cells, after, move, colour)
            if ask(size, after, "capture", move, first=-colour, ko=barred).said != YES:
                kept[move] = gain
        if kept:
            return {**kept, size * size: 0}
    return clean_up(size, colour, known, set(position.legal_numbers()))
