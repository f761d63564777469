"""Boards that fall into parts, drawn at random, as positions and as the plain twin has them."""

import random
from collections.abc import Iterator

import ponnuki
from ponnuki import Position
from tests.reference.endgame_sums import Board, random_sum


def board_of(position: Position) -> Board:
    """A position's stones."""
    cells = list(enumerate(position.stones))
    black, white = (
        frozenset(point for point, cell in cells if cell * sign > 0) for sign in (1, -1)
    )
    return Board(position.game.size, black, white)


def position_of(board: Board, to_move: str) -> Position:
    """A board of stones with that side to move."""
    plies = len(board.black) + len(board.white)
    plies += (plies % 2 == 0) != (to_move == "black")
    cells = {**dict.fromkeys(board.black, "X"), **dict.fromkeys(board.white, "O")}
    rows = [
        "".join(cells.get(row * board.size + column, ".") for column in range(board.size))
        for row in range(board.size)
    ]
    game = ponnuki.game(f"go:{board.size},scoring=area")
    return game.parse("\n".join([*rows, f"ply {plies}, {to_move} to move"]))


def random_sums(count: int, most: int, size: int = 6, width: int = 2) -> Iterator[Position]:
    """So many positions, the same ones each time; arguments as of `random_sum`."""
    for seed in range(count):
        dice = random.Random(f"{seed} {size} {width} {most}")
        board = random_sum(dice.randrange, size, width, most)
        yield position_of(board, dice.choice(["black", "white"]))
