"""The reader, slow and plain: one question about a board, few moves for it, and a limit.

Every question is a search in which one side tries to reach a goal. It ends in yes, no or, where
the moves are used up, unknown. Moves come in the order in which they are written here; among
equals the first point of the board comes first.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from tests.reference.grid import Cells, neighbours, place_stone, string_and_liberties

YES, NO, UNKNOWN = "yes", "no", "unknown"
LIMIT = 80
FEW = 4
"""A string with so many liberties is not caught."""
FEWER = 3
"""The same from the third move on."""
ATTACKS, DEFENCES = 4, 5
LINKS = 4
"""How many moves a question about a connection looks ahead."""
SMALL = 7
"""Points of an enclosure that may be asked for an eye."""


@lru_cache(maxsize=1 << 16)
def string(size: int, cells: Cells, point: int) -> tuple[frozenset[int], frozenset[int]]:
    """The stones and the liberties of a string."""
    stones, liberties = string_and_liberties(size, cells, point)
    return frozenset(stones), frozenset(liberties)


@lru_cache(maxsize=1 << 16)
def placed(size: int, cells: Cells, point: int, colour: int) -> Cells | None:
    """The board after a stone; None if it may not be played."""
    found = place_stone(size, cells, point, colour)
    return found[0] if found else None


def strings_beside(size: int, cells: Cells, point: int) -> list[int]:
    """A point of each string of the other colour beside the string on a point, ascending."""
    stones, _ = string(size, cells, point)
    found = {
        min(string(size, cells, near)[0])
        for stone in stones
        for near in neighbours(size, stone)
        if cells[near] == -cells[point]
    }
    return sorted(found)


def enclosure(size: int, cells: Cells, point: int, colour: int) -> set[int] | None:
    """The points around one that the stones of a colour cut off, if there are at most seven."""
    if cells[point] == colour:
        return None
    inside, todo = {point}, [point]
    while todo:
        for near in neighbours(size, todo.pop()):
            if cells[near] != colour and near not in inside:
                inside.add(near)
                todo.append(near)
    return inside if len(inside) <= SMALL else None


@dataclass(frozen=True)
class Answer:
    """What was found: the first move that reaches it, and how many moves were tried."""

    said: str
    move: int | None
    tried: int


@dataclass
class Question:
    """One question about a board.

    `ko` is the point that the side who moves first may not play.
    """

    size: int
    cells: Cells
    limit: int = LIMIT
    plies: int = 1000
    ko: frozenset[int] = frozenset()
    inside: frozenset[int] | None = None  # where moves may be, for eyes
    outside: frozenset[int] = frozenset()  # stones that nobody takes, for eyes
    tried: int = 0
    path: list[Cells] = field(default_factory=list)

    # What all questions share.

    def after(self, cells: Cells, point: int, colour: int) -> Cells | None:
        """The board after a stone, if rules and path allow it."""
        if self.inside is not None and point not in self.inside:
            return None
        if not self.path and point in self.ko:
            return None
        if not self.outside:
            return placed(self.size, cells, point, colour)
        return self._inside_eye(cells, point, colour)

    def _inside_eye(self, cells: Cells, point: int, colour: int) -> Cells | None:
        """The same where stones outside have other liberties."""
        if cells[point]:
            return None
        board = [*cells]
        board[point] = colour
        for near in neighbours(self.size, point):
            if board[near] == -colour and not self.alive(tuple(board), near):
                for stone in string(self.size, tuple(board), near)[0]:
                    board[stone] = 0
        return tuple(board) if self.alive(tuple(board), point) else None

    def alive(self, cells: Cells, point: int) -> bool:
        """Whether a string has a liberty, or more of them outside."""
        stones, liberties = string(self.size, cells, point)
        return bool(liberties) or bool(stones & self.outside)

    def liberties(self, cells: Cells, point: int) -> int:
        """How many liberties a string has; one that goes outside has plenty."""
        stones, liberties = string(self.size, cells, point)
        return 99 if stones & self.outside else len(liberties)

    def legal(self, cells: Cells, points: list[int], colour: int, most: int) -> list[int]:
        """The first of some points that may be played, each once."""
        unique = list(dict.fromkeys(points))
        return [p for p in unique if self.after(cells, p, colour) is not None][:most]

    def tries(
        self, cells: Cells, moves: list[int | None], colour: int, want: str, then: str
    ) -> tuple[str, int | None]:
        """The first move with the wanted answer; else unknown if one is unknown; else the other.

        A board that was there already is no move. None leaves it to the other side.
        """
        answer = NO if want == YES else YES
        for move in moves:
            if self.tried >= self.limit:
                return UNKNOWN, None
            board = cells if move is None else self.after(cells, move, colour)
            if board is None or (move is not None and (board in self.path or board == cells)):
                continue
            self.tried += 1
            self.path.append(cells)
            said, _ = getattr(self, then)(board)
            self.path.pop()
            if said == want:
                return said, move
            if said == UNKNOWN:
                answer = UNKNOWN
        return answer, None

    # Capture: yes if the target goes.

    target: int = -1
    colour: int = 0

    def attack(self, cells: Cells) -> tuple[str, int | None]:
        """The attacker moves."""
        over = self.decided(cells)
        if over:
            return over, None
        moves: list[int | None] = [*self.attacks(cells)]
        return self.tries(cells, moves, -self.colour, YES, "defend")

    def defend(self, cells: Cells) -> tuple[str, int | None]:
        """The defender moves."""
        over = self.decided(cells)
        if over:
            return over, None
        return self.tries(cells, self.defences(cells), self.colour, NO, "attack")

    def decided(self, cells: Cells) -> str:
        """The answer where no move is needed for it."""
        if cells[self.target] != self.colour:
            return YES
        played = len(self.path)
        if self.inside is None:
            liberties = len(string(self.size, cells, self.target)[1])
            if liberties >= FEW or (played >= 2 and liberties >= FEWER):
                return NO
        return NO if played >= self.plies else ""

    def attacks(self, cells: Cells) -> list[int]:
        """What an attacker tries."""
        size, theirs = self.size, -self.colour
        _, liberties = string(size, cells, self.target)
        if len(liberties) == 1:
            first = self.legal(cells, [*liberties], theirs, 1)
            if first:
                return first
        rescues: set[int] = set()
        for point in strings_beside(size, cells, self.target):
            if self.liberties(cells, point) != 1:
                continue
            rescues |= string(size, cells, point)[1]
            for other in strings_beside(size, cells, point):
                if self.liberties(cells, other) == 1:
                    rescues |= string(size, cells, other)[1]
        beside = [near for liberty in liberties for near in neighbours(size, liberty)]
        twice = {p for p in beside if cells[p] == 0 and beside.count(p) > 1}

        def order(point: int) -> tuple[int, int]:
            board = self.after(cells, point, theirs)
            assert board is not None
            if board[self.target] != self.colour:
                return -99, point
            own = min(self.liberties(board, point), 3)
            best = 0
            for liberty in string(size, board, self.target)[1]:
                extended = self.extended(board, liberty)
                if extended is not None:
                    best = max(best, len(string(size, extended, self.target)[1]))
            return 2 * best - own, point

        more = self.legal(cells, sorted(liberties | twice), theirs, 99)
        return self.legal(cells, sorted(rescues) + sorted(more, key=order), theirs, ATTACKS)

    def extended(self, cells: Cells, point: int) -> Cells | None:
        """The board after a stone of the defender."""
        if self.outside:
            return self._inside_eye(cells, point, self.colour)
        return placed(self.size, cells, point, self.colour)

    def defences(self, cells: Cells) -> list[int | None]:
        """What a defender tries; None leaves the string as it is."""
        size = self.size
        _, liberties = string(size, cells, self.target)
        around = strings_beside(size, cells, self.target)
        captures = sorted(
            {min(string(size, cells, p)[1]) for p in around if self.liberties(cells, p) == 1}
        )

        def order(point: int) -> tuple[int, int]:
            board = self.after(cells, point, self.colour)
            assert board is not None
            return -len(string(size, board, self.target)[1]), point

        extensions = sorted(self.legal(cells, sorted(liberties), self.colour, 99), key=order)
        extensions = [p for p in extensions if order(p)[0] < -1]
        if len(liberties) < 2:
            return [*self.legal(cells, captures + extensions, self.colour, DEFENCES)]
        attacks = sorted(
            {
                liberty
                for p in around
                if self.liberties(cells, p) == 2
                for liberty in string(size, cells, p)[1]
            }
        )
        beside = sorted(
            {p for liberty in liberties for p in neighbours(size, liberty) if cells[p] == 0}
        )
        moves = captures + extensions + attacks + beside
        return [*self.legal(cells, moves, self.colour, DEFENCES - 1), None]

    # Connect: yes if two stones of a colour come into one string.

    other: int = -1

    def connect(self, cells: Cells) -> tuple[str, int | None]:
        """The side of the two stones moves."""
        over = self.linked(cells)
        if over:
            return over, None
        return self.tries(cells, self.links(cells, self.colour), self.colour, YES, "cut")

    def cut(self, cells: Cells) -> tuple[str, int | None]:
        """The other side moves."""
        over = self.linked(cells)
        if over:
            return over, None
        return self.tries(cells, self.links(cells, -self.colour), -self.colour, NO, "connect")

    def linked(self, cells: Cells) -> str:
        """The answer where no move is needed for it."""
        if self.colour not in {cells[self.target], cells[self.other]} or (
            cells[self.target] != cells[self.other]
        ):
            return NO
        if self.other in string(self.size, cells, self.target)[0]:
            return YES
        return NO if len(self.path) >= min(LINKS, self.plies) else ""

    def links(self, cells: Cells, colour: int) -> list[int | None]:
        """What both sides try: shared liberties, points between, captures beside; or nothing."""
        size = self.size
        (_, one), (_, two) = (string(size, cells, p) for p in (self.target, self.other))
        between = {p for p in one - two if set(neighbours(size, p)) & (two - one)}
        between |= {p for p in two - one if set(neighbours(size, p)) & (one - two)}
        captures: set[int] = set()
        for point in (self.target, self.other):
            if cells[point] == -colour and self.liberties(cells, point) == 1:
                captures |= string(size, cells, point)[1]
            for p in strings_beside(size, cells, point):
                if self.liberties(cells, p) == 1:
                    captures |= string(size, cells, p)[1]
        moves = sorted(one & two) + sorted(between) + sorted(captures)
        return [*self.legal(cells, moves, colour, 99), None]


GOALS = ("capture", "save", "connect", "cut", "eye")


def ask(
    size: int,
    cells: Cells,
    goal: str,
    target: int,
    *,
    first: int,
    other: int = -1,
    limit: int = LIMIT,
    plies: int = 1000,
    ko: frozenset[int] = frozenset(),
) -> Answer:
    """The answer to a question.

    Args:
        size: of the board.
        cells: the board.
        goal: capture or save the string on the target; connect it with the other stone or cut
            them; eye, to keep the stones around an enclosure that has the target in it, where all
            their liberties outside are taken.
        target: a stone; for an eye a point inside.
        first: the colour that moves first.
        other: a second stone, for connect and cut.
        limit: of the moves tried.
        plies: that are looked ahead.
        ko: points that the first side may not play.
    """
    question = Question(size, cells, limit=limit, plies=plies, ko=ko)
    question.target, question.other, question.colour = target, other, cells[target]
    if goal == "eye":
        wall_in(question, target)
    steps = ("cut", "connect") if goal in {"connect", "cut"} else ("attack", "defend")
    said, move = getattr(question, steps[first == question.colour])(question.cells)
    if goal in {"save", "cut", "eye"}:
        said = {YES: NO, NO: YES}.get(said, said)
    return Answer(said, move, question.tried)


def owner(size: int, cells: Cells, point: int) -> tuple[int, set[int]] | None:
    """Whose enclosure a point is in, and its points: the smaller one where both have one."""
    found = [(colour, enclosure(size, cells, point, colour)) for colour in (1, -1)]
    known = [(colour, inside) for colour, inside in found if inside]
    return min(known, key=lambda one: len(one[1])) if known else None


def wall_in(question: Question, point: int) -> None:
    """Asks for the largest string around an enclosure; all else outside becomes the other's."""
    size, cells = question.size, question.cells
    found = owner(size, cells, point)
    assert found is not None
    colour, inside = found
    beside = {q for p in inside for q in neighbours(size, p)} - inside
    wall = {stone for p in beside for stone in string(size, cells, p)[0]}
    strings = {string(size, cells, p)[0] for p in beside}
    question.target = min(sorted(strings, key=lambda one: (-len(one), min(one)))[0])
    question.colour = colour
    question.inside = frozenset(inside)
    question.outside = frozenset(set(range(size * size)) - inside - wall)
    question.cells = tuple(
        -colour if p in question.outside else cell for p, cell in enumerate(cells)
    )
