"""Tic-tac-toe, slow and plain.

Rules only. Black is the first player (crosses), white the second (noughts); there is no pass.
"""

from dataclasses import dataclass

from tests.reference.outcome import Outcome

Cells = tuple[int, ...]

BLACK = 1
WHITE = -1
EMPTY = 0

# 0 1 2
# 3 4 5
# 6 7 8
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class State:
    """A position: +1 black, -1 white, 0 empty, row by row from the top."""

    cells: Cells
    to_move: int
    plies: int


@dataclass(frozen=True)
class TicTacToe:
    """The rules of tic-tac-toe."""

    def start(self) -> State:
        """The position before the first move."""
        return State((EMPTY,) * 9, BLACK, 0)

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves in ascending order; none when the game is over."""
        if self.outcome(state) is not None:
            return []
        return [point for point in range(9) if state.cells[point] == EMPTY]

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        cells = list(state.cells)
        cells[move] = state.to_move
        return State(tuple(cells), -state.to_move, state.plies + 1)

    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the game goes on."""
        for colour in (BLACK, WHITE):
            lines = sum(all(state.cells[p] == colour for p in line) for line in LINES)
            if lines:
                return Outcome(colour, "line", float(lines), state.plies)
        if EMPTY not in state.cells:
            return Outcome(0, "full board", 0.0, state.plies)
        return None
