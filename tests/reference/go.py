"""Go on a small board, slow and plain.

Rules only: positions are scored as they stand, without removing dead stones. It shares the
board functions of `grid` and nothing else.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from tests.reference.grid import (
    BLACK,
    EMPTY,
    WHITE,
    Cells,
    Scoring,
    place_stone,
    string_and_liberties,
    territory,
)
from tests.reference.outcome import Outcome

Ko = Literal["simple", "superko"]


@dataclass(frozen=True)
class State:
    """A position with what the rest of the game depends on."""

    cells: Cells
    to_move: int
    plies: int
    passes: int  # passes just made in a row: 0, 1 or 2
    captured: tuple[int, int]  # stones captured by black, by white
    ko: int | None  # the point forbidden to the side to move; always None with superko
    history: frozenset[Cells]  # every board of the game so far; left empty with simple ko


@dataclass(frozen=True)
class Go:
    """The rules of one variant of Go."""

    size: int = 5
    ko: Ko = "superko"
    scoring: Scoring = "territory"
    komi: float = 0.0
    cap: int | None = None  # plies after which the game is scored; None: 4 * size * size

    def __post_init__(self) -> None:
        if not 3 <= self.size <= 13:
            raise ValueError(f"size must be 3 to 13, not {self.size}")
        if self.ko not in get_args(Ko):
            raise ValueError(f"unknown ko {self.ko!r}")
        if self.scoring not in get_args(Scoring):
            raise ValueError(f"unknown scoring {self.scoring!r}")
        if self.cap is not None and self.cap < 1:
            raise ValueError(f"cap must be at least 1, not {self.cap}")

    @property
    def pass_move(self) -> int:
        """The number of the pass."""
        return self.size * self.size

    @property
    def move_cap(self) -> int:
        """The number of plies after which the game is scored."""
        return 4 * self.size * self.size if self.cap is None else self.cap

    def start(self) -> State:
        """The position before the first move."""
        cells = (EMPTY,) * (self.size * self.size)
        history = frozenset([cells]) if self.ko == "superko" else frozenset()
        return State(cells, BLACK, 0, 0, (0, 0), None, history)

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves in ascending order; none when the game is over."""
        if self.outcome(state) is not None:
            return []
        points = range(self.size * self.size)
        return [p for p in points if self._may_place(state, p)] + [self.pass_move]

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        if move == self.pass_move:
            return State(
                cells=state.cells,
                to_move=-state.to_move,
                plies=state.plies + 1,
                passes=state.passes + 1,
                captured=state.captured,
                ko=None,
                history=state.history,
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
        superko = self.ko == "superko"
        return State(
            cells=cells,
            to_move=-state.to_move,
            plies=state.plies + 1,
            passes=0,
            captured=(by_black, by_white),
            ko=None if superko else self._ko_point(cells, move, taken),
            history=state.history | {cells} if superko else state.history,
        )

    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the game goes on."""
        if state.passes == 2:
            return self._scored(state, self.scoring)
        if state.plies >= self.move_cap:
            return self._scored(state, "move cap")
        return None

    def _may_place(self, state: State, point: int) -> bool:
        """Whether the side to move may place a stone here."""
        placed = place_stone(self.size, state.cells, point, state.to_move)
        if placed is None:
            return False
        cells, _ = placed
        return point != state.ko and cells not in state.history

    def _ko_point(self, cells: Cells, move: int, taken: int) -> int | None:
        """The point that simple ko forbids after a move that captured `taken` stones."""
        stones, liberties = string_and_liberties(self.size, cells, move)
        if taken == 1 and len(stones) == 1 and len(liberties) == 1:
            return liberties.pop()
        return None

    def _scored(self, state: State, reason: str) -> Outcome:
        """The result by points."""
        black_territory, white_territory = territory(self.size, state.cells)
        if self.scoring == "area":
            black_extra, white_extra = state.cells.count(BLACK), state.cells.count(WHITE)
        else:
            black_extra, white_extra = state.captured
        black = float(black_territory + black_extra)
        white = white_territory + white_extra + self.komi
        winner = BLACK if black > white else WHITE if white > black else 0
        return Outcome(winner, reason, abs(black - white), state.plies)
