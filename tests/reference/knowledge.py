"""The rules of the knowledge player, slow and plain."""

from dataclasses import dataclass, replace

from ponnuki import Position
from tests.reference.grid import Cells
from tests.reference.groups import Known, clean_up, dead, groups
from tests.reference.reader import placed
from tests.reference.ryder import (
    Fate,
    distance,
    edge,
    eyes,
    fates,
    features,
    kept,
    ko_after,
    setting,
    strings,
)

POINT = 400
TRIED, REPLIES, WIDE = 8, 4, 50


@dataclass(frozen=True)
class Mind:
    """A board, who moves, what a ko forbids; the style, and which layers are on."""

    size: int
    cells: Cells
    mover: int
    ko: frozenset[int]
    style: str = "many-faces"
    links: bool = True
    eyes: bool = True
    reading: bool = True
    replies: bool = True

    def known(self) -> Known:
        """The strings with their fates."""
        if self.reading:
            return fates(self.size, self.cells, self.mover, self.ko)
        return {
            colour: [(one, Fate("safe")) for one in strings(self.size, self.cells, colour)]
            for colour in (1, -1)
        }

    def after(self, move: int | None) -> "Mind":
        """The board after a stone, or a pass."""
        if move is None:
            return replace(self, mover=-self.mover, ko=frozenset())
        cells = placed(self.size, self.cells, move, self.mover)
        assert cells is not None
        ko = ko_after(self.size, self.cells, cells, move, self.mover)
        return replace(self, cells=cells, mover=-self.mover, ko=ko)

    def score(self) -> int:
        """What the board is worth to the side that has just moved, 400 a point."""
        size, side, known = self.size, -self.mover, self.known()
        territory = self.style == "go4"
        total, sources, settled = 0, dict[int, int](), set[int]()
        for colour in (1, -1):
            for stones in dead(known, colour):
                total -= colour * side * POINT * len(stones)
                if self.style == "handtalk":
                    sources |= dict.fromkeys(stones, -colour)
            for group in groups(size, self.cells, known, colour, linked=self.links, eyes=self.eyes):
                strength = 10 if territory else group.strength
                points = len(group.stones) + len(group.enclosed)
                total += colour * side * points * (2 * strength - 10) * POINT // 10
                sources |= dict.fromkeys(group.stones, colour)
                settled |= group.enclosed
        most = POINT if territory else 6 * POINT // 10
        for point, cell in enumerate(self.cells):
            if cell == 0 and point not in settled:
                level = sum(
                    colour * (400 >> away)
                    for stone, colour in sources.items()
                    if (away := distance(size, stone, point)) <= 4
                )
                total += max(-most, min(most, level * side))
        return total + fights(known, side)

    def moves(self, legal: set[int], most: int) -> dict[int, int]:
        """The moves that are suggested, and how much."""
        size, known = self.size, self.known()
        own = eyes(size, self.cells, self.mover)
        found = features(
            size, self.cells, self.mover, known, [m for m in sorted(legal) if m not in own]
        )
        ahead = -self.score() >= 10 * POINT
        opening = sum(map(abs, self.cells)) < 12
        for move, seen in found.items():
            for colour in (1, -1):
                for group in groups(
                    size, self.cells, known, colour, linked=self.links, eyes=self.eyes
                ):
                    if group.vital == move:
                        name = "lives" if colour == self.mover else "kills group"
                        seen[name] = seen.get(name, 0) + 2 * len(group.stones)
            if ahead:
                seen["ahead"] = seen.get("saves", 0) + seen.get("lives", 0)
            if opening and edge(size, move) in {3, 4}:
                seen["opening"] = 5
        return {move: sum(found[move].values()) for move in kept(found, most)}

    def legal(self) -> set[int]:
        """Where the side to move may play, as far as board and ko tell."""
        return {
            p
            for p in range(self.size**2)
            if p not in self.ko and placed(self.size, self.cells, p, self.mover) is not None
        }

    def left(self) -> int:
        """What the side that has just moved keeps after the best reply, or none."""
        if self.style != "many-faces" or not self.replies:
            return self.score()
        replies = self.moves(self.legal(), REPLIES)
        return min([self.score(), *(-self.after(move).score() for move in replies)])


def fights(known: Known, side: int) -> int:
    """What open strings are worth to the side that has just moved."""
    weights = {
        colour: sorted(POINT * (2 * len(s) + 1) for s, one in known[colour] if one.said == "open")
        for colour in (1, -1)
    }
    mine, theirs = weights[side], weights[-side]
    total = 0
    if mine:
        total -= mine.pop() + sum(mine) // 2
    elif theirs:
        theirs.pop()
    return total + sum(theirs) // 2


def knowledge_values(
    position: Position,
    *,
    style: str = "many-faces",
    links: bool = True,
    eyes: bool = True,
    reading: bool = True,
    replies: bool = True,
) -> dict[int, int]:
    """The worth of every move that gains something, and of the pass."""
    size, cells, colour, ko = setting(position)
    mind = Mind(size, cells, colour, ko, style, links, eyes, reading, replies)
    legal = set(position.legal_numbers()) - {size * size}
    tried = mind.moves(legal, WIDE if style == "go4" else TRIED)
    alone = mind.after(None).left()
    found = {size * size: 0}
    for move, suggestion in tried.items():
        gain = mind.after(move).left() - alone
        if gain > 0:
            found[move] = gain + suggestion * POINT // 8
    return found if len(found) > 1 else clean_up(size, colour, mind.known(), legal)
