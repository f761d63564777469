"""How players are weak as people are, slow and plain: what a turn shows, and what is drawn."""

from collections.abc import Callable
from dataclasses import dataclass

from ponnuki import Position
from ponnuki.players import Choice
from ponnuki.seeds import stream
from tests.reference.franken import Xoshiro
from tests.reference.grid import neighbours
from tests.reference.scripted import Board

SIDES = {"black": 0, "white": 1}


@dataclass(frozen=True)
class Turn:
    """What a side sees: points in ascending order."""

    legal: list[int]
    captures: list[int]
    saves: list[int]
    ataris: list[int]
    eyes: list[int]
    edge: list[int]

    @classmethod
    def of(cls, position: Position) -> "Turn":
        """By looking at the board after every stone."""
        board, size = Board.of(position), position.game.size
        legal = [one for one in position.legal_numbers() if one < size * size]
        captures = [one for one in legal if board.captured(one)]
        left = [one for one in legal if one not in captures]
        liberties = {one: len(board.with_stone(one).string(one)[1]) for one in left}
        weak = {
            stone
            for stones, open_ in board.strings(board.colour)
            if len(open_) == 1
            for stone in stones
        }
        saves = [one for one in left if liberties[one] >= 2 and weak & set(neighbours(size, one))]
        ataris = [one for one in left if liberties[one] < 2]
        edge = [one for one in legal if {*divmod(one, size)} & {0, size - 1}]
        return cls(legal, captures, saves, ataris, sorted(board.eyes()), edge)


def without(points: list[int], some: list[int]) -> list[int]:
    """Points without some, or all of them if nothing would be left."""
    return [one for one in points if one not in some] or points


def child(position: Position, seed: int) -> int:
    """The child's move: one draw each for captures, saves and care, and one for the point."""
    draws = Xoshiro(stream(seed, "child", position.plies))
    turn = Turn.of(position)
    sees, helps, careful = (draws.uniform() < chance for chance in (0.9, 0.6, 0.7))
    if not turn.legal:
        return position.game.points
    if sees and turn.captures:
        chosen = turn.captures
    elif helps and turn.saves:
        chosen = turn.saves
    else:
        chosen = without(turn.legal, turn.captures + turn.saves)
        if careful:
            chosen = without(chosen, turn.ataris)
    return chosen[draws.below(len(chosen))]


def open_points(turn: Turn, choice: Choice, plies: int) -> list[int]:
    """Where a player with or without guards looks."""
    if not choice.guards:
        return turn.legal
    open_ = without(turn.legal, turn.eyes)
    needed = [*turn.captures, *turn.saves]
    return without(open_, [p for p in turn.edge if p not in needed]) if plies < 6 else open_


def lapse(position: Position, choice: Choice, last: int | None, draws: Xoshiro) -> int:
    """A turn in which a player looks badly, and draws evenly."""
    turn, size = Turn.of(position), position.game.size
    open_ = open_points(turn, choice, position.plies)

    def seen(points: list[int], chance: float) -> list[int]:
        return [one for one in points if one in open_ and draws.uniform() < chance]

    for points, chance in (
        (turn.captures, choice.sees_captures),
        (turn.saves, choice.sees_saves),
    ):
        found = seen(points, chance)
        if found:
            return found[draws.below(len(found))]
    left = without(open_, seen(turn.ataris, choice.sees_ataris))
    if choice.near and last is not None and last < size * size:
        row, column = divmod(last, size)
        left = [
            one for one in left if abs(one // size - row) + abs(one % size - column) <= choice.near
        ] or left
    return left[draws.below(len(left))]


def sensible(position: Position, choice: Choice) -> list[int]:
    """Where a player may move when it looks well."""
    turn = Turn.of(position)
    open_ = open_points(turn, choice, position.plies)
    if not choice.tactics:
        return open_
    for points in (turn.captures, turn.saves):
        found = [one for one in points if one in open_]
        if found:
            return found
    return without(open_, turn.ataris)


def in_form(seed: int, side: str, share: float) -> bool:
    """Whether a side plays a whole game without lapses."""
    return Xoshiro(stream(seed, "form", SIDES[side])).uniform() < share


def shares(counts: dict[int, int]) -> Callable[[int], float]:
    """The share of each of some moves."""
    total = sum(counts.values())
    return lambda move: counts.get(move, 0) / total
