"""The rules of the scripted players, slow and plain: which moves they may play.

A rank is a tuple; the player plays one of the moves whose rank is highest.
"""

from dataclasses import dataclass
from functools import lru_cache

from ponnuki import Position
from tests.reference.grid import (
    Cells,
    majority_colour,
    neighbours,
    place_stone,
    string_and_liberties,
)

Rank = tuple[int, ...]


@lru_cache(maxsize=64)
def strings(size: int, cells: Cells, colour: int) -> list[tuple[set[int], set[int]]]:
    """All strings of a colour with their liberties."""
    found: list[tuple[set[int], set[int]]] = []
    for point, cell in enumerate(cells):
        if cell == colour and not any(point in stones for stones, _ in found):
            found.append(string_and_liberties(size, cells, point))
    return found


@dataclass(frozen=True)
class Board:
    """Stones as one player sees them."""

    size: int
    cells: Cells
    colour: int

    @classmethod
    def of(cls, position: Position) -> "Board":
        """As the player to move sees it."""
        colour = 1 if position.to_move == "black" else -1
        return cls(position.game.size, tuple(position.stones), colour)

    def with_stone(self, point: int) -> "Board":
        """After a legal stone of the player."""
        placed = place_stone(self.size, self.cells, point, self.colour)
        assert placed is not None
        return Board(self.size, placed[0], self.colour)

    def string(self, point: int) -> tuple[set[int], set[int]]:
        """The stones and the liberties of the string on a point."""
        return string_and_liberties(self.size, self.cells, point)

    def strings(self, colour: int) -> list[tuple[set[int], set[int]]]:
        """All strings of a colour with their liberties."""
        return strings(self.size, self.cells, colour)

    def eyes(self) -> set[int]:
        """Empty points that have none but own stones beside them."""
        return {
            point
            for point, cell in enumerate(self.cells)
            if cell == 0 and all(self.cells[p] == self.colour for p in neighbours(self.size, point))
        }

    def captured(self, point: int) -> int:
        """Stones that a stone on a point captures."""
        return sum(len(s) for s, libs in self.strings(-self.colour) if libs == {point})

    def steps(self, start: set[int]) -> dict[int, int]:
        """Steps over empty points from a set of stones to every empty point that they reach."""
        found = dict.fromkeys(start, 0)
        frontier = list(start)
        while frontier:
            point = frontier.pop(0)
            for p in neighbours(self.size, point):
                if self.cells[p] == 0 and p not in found:
                    found[p] = found[point] + 1
                    frontier.append(p)
        return {point: steps for point, steps in found.items() if steps > 0}

    def wall(self) -> int:
        """Empty points nearer to own stones minus those nearer to the other's.

        A point beside both counts for the side that has more stones beside it.
        """
        far = self.size * self.size
        sides = [
            self.steps({p for p, cell in enumerate(self.cells) if cell == colour})
            for colour in (self.colour, -self.colour)
        ]
        balance = 0
        for point, cell in enumerate(self.cells):
            mine, theirs = (one.get(point, far) for one in sides)
            if cell != 0:
                continue
            if mine == theirs == 1:
                balance += self.colour * majority_colour(self.size, self.cells, point)
            else:
                balance += (mine < theirs) - (theirs < mine)
        return balance

    def gap(self) -> int:
        """The fewest empty points between two own strings; many if they cannot be joined."""
        best = 255
        for stones, _ in self.strings(self.colour):
            steps = self.steps(stones)
            for point, count in steps.items():
                beside = neighbours(self.size, point)
                if any(self.cells[p] == self.colour and p not in stones for p in beside):
                    best = min(best, count)
        return best


def highest(ranks: dict[int, Rank]) -> set[int]:
    """The moves that a player may play."""
    best = max(ranks.values())
    return {move for move, rank in ranks.items() if rank == best}


def captures(position: Position) -> dict[int, int]:
    """The legal moves that capture, and how many stones."""
    board = Board.of(position)
    found = {m: board.captured(m) for m in position.legal_numbers() if m < position.game.points}
    return {move: count for move, count in found.items() if count}


def saves(position: Position) -> dict[int, tuple[int, int]]:
    """The legal moves that bring own strings out of atari without a capture.

    Stones saved, and liberties afterwards.
    """
    board = Board.of(position)
    found = {}
    for move in set(position.legal_numbers()) - {position.game.points} - set(captures(position)):
        stones = sum(len(s) for s, libs in board.strings(board.colour) if libs == {move})
        if stones:
            liberties = len(board.with_stone(move).string(move)[1])
            if liberties >= 2:
                found[move] = stones, liberties
    return found


def naive_moves(position: Position) -> set[int]:
    """What the naive player may play."""
    board, eyes = Board.of(position), Board.of(position).eyes()
    taken, saved = captures(position), saves(position)

    def rank(move: int) -> Rank:
        if move == position.game.points:
            return (2,)
        if move in taken:
            return 6, taken[move]
        if move in saved:
            return 5, *saved[move]
        if move in eyes:
            return (0,)
        liberties = len(board.with_stone(move).string(move)[1])
        if liberties < 2:
            return (1,)
        weak = any(len(libs) == 2 and move in libs for _, libs in board.strings(board.colour))
        return (4, liberties) if weak and liberties >= 3 else (3,)

    return highest({move: rank(move) for move in position.legal_numbers()})


class Defensive:
    """What the defensive player sees of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = Board.of(position)
        self.own = self.board.strings(self.board.colour)
        self.eyes = self.board.eyes()
        self.taken, self.saved = captures(position), saves(position)
        alive = bool(self.own) and all(len(libs & self.eyes) >= 2 for _, libs in self.own)
        self.content = alive and position.game.pass_move in position.legal_numbers()

    def moves(self) -> set[int]:
        """What it may play."""
        return highest({move: self.rank(move) for move in self.position.legal_numbers()})

    def rank(self, move: int) -> Rank:
        """The rank of a legal move."""
        if move == self.position.game.points:
            return self.pass_rank()
        liberties = len(self.board.with_stone(move).string(move)[1])
        if move in self.taken:
            return 10, self.taken[move], liberties
        if move in self.saved:
            stones, _ = self.saved[move]
            return 8, liberties, stones
        if liberties < 2:
            return (0,)
        if move in self.eyes:
            return (2,) if len(self.eyes) > 2 else (1,)
        if not self.own:
            return 7, *self.first_stone(move)
        if not any(move in libs for _, libs in self.own):
            return (3,)
        return self.quiet(move, liberties)

    def pass_rank(self) -> Rank:
        """A pass ends the game if the other side has just passed."""
        outcome = self.position.play(self.position.game.points).outcome
        if outcome is None or outcome.winner is None:
            return (6,)
        return (9,) if outcome.winner == self.position.to_move else (4,)

    def first_stone(self, move: int) -> tuple[int, int]:
        """Three steps away from the other's stones, and near the centre."""
        size = self.board.size
        row, column = divmod(move, size)
        steps = 3
        for point, cell in enumerate(self.board.cells):
            if cell == -self.board.colour:
                r, c = divmod(point, size)
                steps = min(steps, abs(r - row) + abs(c - column))
        middle = size - 1
        return steps, -((2 * row - middle) ** 2) - (2 * column - middle) ** 2

    def quiet(self, move: int, liberties: int) -> Rank:
        """The four priorities, for a safe stone beside an own one."""
        after = self.board.with_stone(move)
        strings = len(after.strings(after.colour))
        eyes, wall = len(after.eyes()), after.wall()
        gap = after.gap() if strings > 1 else 0
        before = self.board.gap() if len(self.own) > 1 else 0
        gains = (
            strings < len(self.own)
            or gap < before
            or eyes > len(self.eyes)
            or wall > self.board.wall()
        )
        tier = 7 if gains or not self.content else 5
        beside = neighbours(self.board.size, move)
        theirs = [len(after.string(p)[1]) for p in beside if after.cells[p] == -after.colour]
        attack = max(0, 3 - min(theirs, default=9))
        counted = 255 if eyes >= 2 else liberties
        return tier, -strings, -gap, counted, eyes, wall, attack, liberties


def defensive_moves(position: Position) -> set[int]:
    """What the defensive player may play."""
    return Defensive(position).moves()
