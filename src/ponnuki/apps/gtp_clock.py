"""How long to think: the clock of one side, as GTP sets it."""

from dataclasses import dataclass

_LAG = 0.05  # seconds that a move costs beside the thinking
_SHARE = 0.9  # of the time for a move that is used
_LEAST = 0.01


@dataclass
class Clock:
    """Main time, then periods in each of which some stones are to be played (Canadian).

    Attributes:
        main: seconds of main time.
        period: seconds of a period behind it.
        stones: moves to be made in a period; 0 with a period stands for no limit at all.
        left: seconds left now, of the main time or of a period.
        stones_left: moves left in a period; 0 in main time.
    """

    main: float
    period: float
    stones: int
    left: float = 0.0
    stones_left: int = 0

    def __post_init__(self) -> None:
        self.left = self.main
        if self.main == 0 and self.stones > 0:
            self.left, self.stones_left = self.period, self.stones

    @property
    def unlimited(self) -> bool:
        """Whether time does not matter."""
        return self.period > 0 and self.stones == 0

    def seconds(self, moves: int) -> float:
        """Time to think about the next move; 0 if there is no limit.

        Args:
            moves: how many may still have to be made.
        """
        if self.unlimited:
            return 0.0
        if self.stones_left > 0:
            share = self.left / self.stones_left
        else:
            share = self.left / max(1, moves)
            if self.stones > 0:
                share = max(share, min(self.left, self.period / self.stones))
        return max(_LEAST, _SHARE * share - _LAG)

    def spend(self, seconds: float) -> None:
        """A move has been made in that time."""
        if self.unlimited:
            return
        self.left -= seconds
        if self.stones_left > 0:
            self.stones_left -= 1
            if self.stones_left == 0:
                self.left, self.stones_left = self.period, self.stones
        elif self.left <= 0 and self.stones > 0:
            self.left, self.stones_left = self.period + self.left, self.stones
        self.left = max(0.0, self.left)

    def set(self, left: float, stones_left: int) -> None:
        """What the controller's clock shows."""
        self.left, self.stones_left = left, stones_left
