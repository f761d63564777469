"""Endgames of Go, slow and plain: parts of a board as games, and the whole board searched at once.

`parts` says what local games are worth; a temperature is found by halving, not from the corners of
walls. `best_area` knows nothing of parts: it plays the rules out to the end.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

MOST_EMPTY, TOO_SMALL = 9, 7
FINEST = 4096
"""Temperatures of the local games that the twin is asked for are whole numbers of this part."""


class RepeatsError(Exception):
    """A board comes back: the search without a history says nothing."""


@dataclass(frozen=True)
class Board:
    """Stones as sets of points, the side to move not said."""

    size: int
    black: frozenset[int]
    white: frozenset[int]

    def stones(self, colour: int) -> frozenset[int]:
        """Of a colour, 1 black and -1 white."""
        return self.black if colour == 1 else self.white

    @property
    def empty(self) -> frozenset[int]:
        """Points without a stone."""
        return frozenset(range(self.size**2)) - self.black - self.white

    def play(self, point: int, colour: int) -> "Board | None":
        """The board after a stone; None if it is suicide."""
        own, theirs = self.stones(colour) | {point}, self.stones(-colour)
        free = self.empty - {point}
        taken = frozenset[int]()
        for string in connected(self.size, theirs):
            if not beside(self.size, string) & free:
                taken |= string
        if not taken:
            (string,) = (one for one in connected(self.size, own) if point in one)
            if not beside(self.size, string) & free:
                return None
        theirs -= taken
        return Board(self.size, *((own, theirs) if colour == 1 else (theirs, own)))

    def area(self) -> int:
        """Black's area less white's, as the board stands."""
        found = len(self.black) - len(self.white)
        for part in connected(self.size, self.empty):
            rim = beside(self.size, part)
            found += len(part) * (bool(rim & self.black) - bool(rim & self.white))
        return found


@cache
def neighbours(size: int, point: int) -> frozenset[int]:
    """The points beside one."""
    row, column = divmod(point, size)
    near = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    return frozenset(r * size + c for r, c in near if 0 <= r < size and 0 <= c < size)


def beside(size: int, points: frozenset[int]) -> frozenset[int]:
    """The points beside a set, those of the set among them."""
    return frozenset().union(*(neighbours(size, one) for one in points))


def connected(size: int, points: frozenset[int]) -> list[frozenset[int]]:
    """The parts of a set that hang together."""
    found, rest = [], set(points)
    while rest:
        part, edge = set[int](), {min(rest)}
        while edge:
            part |= edge
            edge = {near for one in edge for near in neighbours(size, one) & points} - part
        found.append(frozenset(part))
        rest -= part
    return found


def alive(board: Board, colour: int) -> frozenset[int]:
    """Stones that live without an answer to anything: Benson's strings."""
    own = board.stones(colour)
    strings = connected(board.size, own)
    areas = connected(board.size, frozenset(range(board.size**2)) - own)
    while True:
        kept = [
            string
            for string in strings
            if sum(area & board.empty <= beside(board.size, string) for area in areas) >= 2
        ]
        living = frozenset[int]().union(*kept)
        bounded = [area for area in areas if beside(board.size, area) & own <= living]
        if len(kept) == len(strings) and len(bounded) == len(areas):
            return living
        strings, areas = kept, bounded


@dataclass
class Local:
    """A part of a board as a game.

    Attributes:
        start: the whole board.
        part: its points.
        safe: stones that live, of 1 black and -1 white.
    """

    start: Board
    part: frozenset[int]
    safe: dict[int, frozenset[int]]
    _worth: dict[Board, tuple[Fraction, Fraction]] = field(default_factory=dict)
    _walls: dict[tuple[Board, int, Fraction], Fraction] = field(default_factory=dict)

    def live(self, board: Board) -> tuple[frozenset[int], int]:
        """The points of no owner, and what the others are worth."""
        joined = {colour: frozenset[int]() for colour in (1, -1)}
        for colour in joined:
            for string in connected(board.size, board.stones(colour)):
                if string & self.safe[colour]:
                    joined[colour] |= string
        points, worth = frozenset[int](), 0
        for part in connected(board.size, self.part - joined[1] - joined[-1]):
            owner = owner_of(board, part, joined)
            points |= frozenset() if owner else part
            worth += owner * len(part)
        for colour, stones in joined.items():
            worth += colour * len(stones & self.part)
        return points, worth

    def options(self, board: Board, colour: int) -> Iterator[Board]:
        """What a side may play."""
        for point in self.live(board)[0] & board.empty:
            after = board.play(point, colour)
            if after:
                yield after

    def stands(self, board: Board) -> int:
        """What it is worth if nobody plays on."""
        live, worth = self.live(board)
        worth += len(live & board.black) - len(live & board.white)
        for part in connected(board.size, live & board.empty):
            rim = beside(board.size, part)
            worth += len(part) * (bool(rim & board.black) - bool(rim & board.white))
        return worth

    def worth(self, board: Board) -> tuple[Fraction, Fraction]:
        """Mean and temperature; -1 where nothing is left to play."""
        if board not in self._worth:
            sides = {colour: list(self.options(board, colour)) for colour in (1, -1)}
            stands = Fraction(self.stands(board))
            if not sides[1] and not sides[-1]:
                return stands, Fraction(-1)

            def begins(colour: int, heat: Fraction) -> Fraction:
                each = (colour * self.wall(one, -colour, heat) for one in sides[colour])
                return max(each) - heat

            zero = Fraction(0)
            if sides[1] and sides[-1] and begins(1, zero) + begins(-1, zero) > 0:
                low, high = 0, 64 * FINEST
                while high - low > 1:
                    middle = (low + high) // 2
                    heat = Fraction(middle, FINEST)
                    if begins(1, heat) + begins(-1, heat) > 0:
                        low = middle
                    else:
                        high = middle
                heat = Fraction(high, FINEST)
                self._worth[board] = begins(1, heat), heat
            else:
                if sides[1]:
                    stands = max(stands, begins(1, zero))
                if sides[-1]:
                    stands = min(stands, -begins(-1, zero))
                self._worth[board] = stands, zero
        return self._worth[board]

    def wall(self, board: Board, colour: int, heat: Fraction) -> Fraction:
        """What black gets at a temperature if a side begins."""
        key = board, colour, heat
        if key not in self._walls:
            mean, temperature = self.worth(board)
            if heat >= temperature:
                self._walls[key] = mean
            else:
                each = (
                    colour * self.wall(one, -colour, heat) for one in self.options(board, colour)
                )
                self._walls[key] = colour * (max(each) - heat)
        return self._walls[key]


def owner_of(board: Board, part: frozenset[int], safe: dict[int, frozenset[int]]) -> int:
    """1 or -1 if a part is a side's in any case, else 0."""
    rim = beside(board.size, part)
    touched = [colour for colour in (1, -1) if rim & safe[colour]]
    if len(touched) != 1:
        return 0
    (colour,) = touched
    theirs = part & board.stones(-colour)
    no_eyes = part - theirs <= beside(board.size, safe[colour])
    no_room = len(part) <= (TOO_SMALL if theirs else MOST_EMPTY)
    return colour if no_eyes or no_room else 0


def parts(board: Board) -> list[Local]:
    """The local games of a board, those that nothing may be known of among them."""
    safe = {colour: alive(board, colour) for colour in (1, -1)}
    rest = frozenset(range(board.size**2)) - safe[1] - safe[-1]
    return [
        Local(board, part, safe)
        for part in connected(board.size, rest)
        if not owner_of(board, part, safe)
    ]


def best_area(board: Board, colour: int) -> tuple[int, int]:
    """What the board comes to for black, with that side to move, and how many boards were seen.

    Alpha-beta over all moves but those that fill a side's own one-point eye.

    Raises:
        RepeatsError: a board can come back.
    """
    known: dict[tuple[Board, int, bool], tuple[int, int]] = {}
    path = {board}

    def moves(now: Board, side: int) -> Iterator[Board]:
        own = now.stones(side)
        for point in now.empty:
            if not neighbours(now.size, point) <= own:
                after = now.play(point, side)
                if after:
                    yield after

    def search(now: Board, side: int, passed: bool, low: int, high: int) -> int:
        if (now, side, passed) in known:
            least, most = known[now, side, passed]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        begin = low
        best = side * now.area() if passed else -search(now, -side, True, -high, -low)
        for after in moves(now, side):
            low = max(low, best)
            if low >= high:
                break
            if after in path:
                raise RepeatsError
            path.add(after)
            try:
                best = max(best, -search(after, -side, False, -high, -low))
            finally:
                path.discard(after)
        bounds = (best if best > begin else -999), (best if best < high else 999)
        known[now, side, passed] = bounds
        return best

    return colour * search(board, colour, False, -999, 999), len(known)


Dice = Callable[[int], int]


def random_sum(dice: Dice, size: int = 6, width: int = 2, most: int = 6) -> Board:
    """A board with a live wall of each colour, and stones drawn at random between them.

    Args:
        dice: a whole number below its argument.
        size: of the board, even, so that each wall has two eyes or more.
        width: of the columns between the walls.
        most: empty points there.
    """
    left = (size - width) // 2
    black, white = set[int](), set[int]()
    for row in range(size):
        for column in range(size):
            point = row * size + column
            outer = min(column, size - 1 - column) < left - 1
            if column < left:
                if not (outer and row % 2):
                    black.add(point)
            elif column >= left + width and not (outer and row % 2):
                white.add(point)
    between = [row * size + column for row in range(size) for column in range(left, left + width)]
    for _ in range(100):
        empty = set[int]()
        while len(empty) < 1 + dice(most):
            empty.add(between[dice(len(between))])
        drawn: dict[bool, set[int]] = {True: set(), False: set()}
        for point in between:
            if point not in empty:
                drawn[bool(dice(2))].add(point)
        board = Board(size, frozenset(black | drawn[True]), frozenset(white | drawn[False]))
        if all(
            beside(size, string) & board.empty
            for stones in (board.black, board.white)
            for string in connected(size, stones)
        ):
            return board
    raise AssertionError("no board was legal")
