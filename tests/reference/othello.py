"""Othello on 8x8 or 6x6, slow and plain.

Rules only: no evaluation and no opening lines. A pass is a move of its own, the only one of
a player who cannot flip anything while the opponent can.
"""

from dataclasses import dataclass

from tests.reference.outcome import Outcome

Cells = tuple[int, ...]

BLACK = 1
WHITE = -1
EMPTY = 0

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


@dataclass(frozen=True)
class State:
    """A position: +1 black, -1 white, 0 empty, row by row from the top."""

    cells: Cells
    to_move: int
    plies: int


@dataclass(frozen=True)
class Othello:
    """The rules of Othello."""

    size: int = 8

    def __post_init__(self) -> None:
        if self.size not in (6, 8):
            raise ValueError(f"size must be 6 or 8, not {self.size}")

    @property
    def pass_move(self) -> int:
        """The number of the pass."""
        return self.size * self.size

    def start(self) -> State:
        """The position before the first move."""
        h = self.size // 2
        cells = [EMPTY] * (self.size * self.size)
        cells[(h - 1) * self.size + h - 1] = WHITE
        cells[h * self.size + h] = WHITE
        cells[(h - 1) * self.size + h] = BLACK
        cells[h * self.size + h - 1] = BLACK
        return State(tuple(cells), BLACK, 0)

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves in ascending order; none when the game is over."""
        moves = self._flipping_moves(state.cells, state.to_move)
        if moves:
            return moves
        if self._flipping_moves(state.cells, -state.to_move):
            return [self.pass_move]
        return []

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        cells = list(state.cells)
        if move != self.pass_move:
            cells[move] = state.to_move
            for point in self._flipped(state.cells, move, state.to_move):
                cells[point] = state.to_move
        return State(tuple(cells), -state.to_move, state.plies + 1)

    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the game goes on."""
        if self.legal_moves(state):
            return None
        black, white = state.cells.count(BLACK), state.cells.count(WHITE)
        winner = BLACK if black > white else WHITE if white > black else 0
        return Outcome(winner, "discs", float(abs(black - white)), state.plies)

    def _flipping_moves(self, cells: Cells, colour: int) -> list[int]:
        """The empty points where a disc of this colour flips at least one."""
        return [
            point
            for point in range(self.size * self.size)
            if cells[point] == EMPTY and self._flipped(cells, point, colour)
        ]

    def _flipped(self, cells: Cells, point: int, colour: int) -> list[int]:
        """The discs that a new disc of this colour on an empty point flips."""
        flipped: list[int] = []
        for down, right in DIRECTIONS:
            row, column = divmod(point, self.size)
            passed: list[int] = []
            while True:
                row += down
                column += right
                if not (0 <= row < self.size and 0 <= column < self.size):
                    break
                here = row * self.size + column
                if cells[here] == -colour:
                    passed.append(here)
                    continue
                if cells[here] == colour:
                    flipped.extend(passed)
                break
        return flipped
