"""Capture Go with its variants, slow and plain.

Rules only: no search, no forced-move shortcuts, and no ko (a game ends without it, because
captured stones are counted). It shares the board functions of `grid` and nothing else.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from tests.reference.grid import BLACK, EMPTY, WHITE, Cells, Scoring, place_stone, territory
from tests.reference.outcome import Outcome

Neutral = Literal["nobody", "majority"]
StartFrom = Literal["empty", "crosscut"]
NoMove = Literal["loses", "draws", "passes"]


@dataclass(frozen=True)
class State:
    """A position with what the rest of the game depends on."""

    cells: Cells
    to_move: int
    plies: int
    passes: int  # passes just made in a row: 0, 1 or 2
    captured: tuple[int, int]  # stones captured by black, by white


@dataclass(frozen=True)
class CaptureGo:
    """The rules of one variant of Capture Go."""

    size: int = 9
    passing: bool = True
    scoring: Scoring = "territory"
    neutral: Neutral = "nobody"
    start_from: StartFrom = "empty"
    captures: int = 1  # stones to capture for a win
    no_move: NoMove = "loses"  # only without passing: what befalls a side with no legal point

    def __post_init__(self) -> None:
        if not 3 <= self.size <= 13:
            raise ValueError(f"size must be 3 to 13, not {self.size}")
        if self.scoring not in get_args(Scoring):
            raise ValueError(f"unknown scoring {self.scoring!r}")
        if self.neutral not in get_args(Neutral):
            raise ValueError(f"unknown neutral {self.neutral!r}")
        if self.start_from not in get_args(StartFrom):
            raise ValueError(f"unknown start_from {self.start_from!r}")
        if self.captures < 1:
            raise ValueError(f"captures must be at least 1, not {self.captures}")
        if self.no_move not in get_args(NoMove):
            raise ValueError(f"unknown no_move {self.no_move!r}")

    @property
    def pass_move(self) -> int:
        """The number of the pass."""
        return self.size * self.size

    def start(self) -> State:
        """The position before the first move."""
        cells = [EMPTY] * (self.size * self.size)
        if self.start_from == "crosscut":
            r = (self.size - 2) // 2
            cells[r * self.size + r] = BLACK
            cells[(r + 1) * self.size + r + 1] = BLACK
            cells[r * self.size + r + 1] = WHITE
            cells[(r + 1) * self.size + r] = WHITE
        return State(tuple(cells), BLACK, 0, 0, (0, 0))

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves in ascending order; none when the game is over."""
        if self.outcome(state) is not None:
            return []
        moves = self._legal_points(state)
        if self.passing or not moves:
            moves.append(self.pass_move)
        return moves

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        if move == self.pass_move:
            return State(
                cells=state.cells,
                to_move=-state.to_move,
                plies=state.plies + 1,
                passes=state.passes + 1,
                captured=state.captured,
            )
        placed = place_stone(self.size, state.cells, move, state.to_move)
        if placed is None:
            raise ValueError(f"illegal move {move}")
        cells, taken = placed
        by_black, by_white = state.captured
        if state.to_move == BLACK:
            by_black += taken
        else:
            by_white += taken
        return State(cells, -state.to_move, state.plies + 1, 0, (by_black, by_white))

    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the game goes on."""
        by_black, by_white = state.captured
        if by_black >= self.captures:
            return Outcome(BLACK, "capture", float(by_black - by_white), state.plies)
        if by_white >= self.captures:
            return Outcome(WHITE, "capture", float(by_white - by_black), state.plies)
        if state.passes == 2:
            return self._scored(state)
        if not self.passing and self.no_move != "passes" and not self._legal_points(state):
            winner = -state.to_move if self.no_move == "loses" else 0
            return Outcome(winner, "no move", 0.0, state.plies)
        return None

    def _legal_points(self, state: State) -> list[int]:
        """The points where the side to move may place a stone."""
        return [
            point
            for point in range(self.size * self.size)
            if place_stone(self.size, state.cells, point, state.to_move) is not None
        ]

    def _scored(self, state: State) -> Outcome:
        """The result by points on the board."""
        black, white = territory(self.size, state.cells, self.neutral == "majority")
        if self.scoring == "area":
            black += state.cells.count(BLACK)
            white += state.cells.count(WHITE)
        winner = BLACK if black > white else WHITE if white > black else 0
        return Outcome(winner, self.scoring, float(abs(black - white)), state.plies)
