"""An opponent outside of the core, such as GNU Go, at the board of a learner."""

from collections.abc import Sequence

from ponnuki.learners.learner import LearningError
from ponnuki.players import Draws, ExternalPlayer, Seat


class OutsideOpponent:
    """One process that plays one game after the other.

    The core calls it from the thread of the run, where no error may be raised: what goes wrong is
    kept, the learner stops, and `check` raises it.
    """

    def __init__(self, player: ExternalPlayer) -> None:
        """Starts nothing yet."""
        self._player = player
        self._seat = Seat(player)
        self._seed: int | None = None
        self._draws = Draws(0)
        self._start = player.game.start()
        self._position, self._known = self._start, 0
        self._error: BaseException | None = None

    def __call__(self, seed: int, moves: Sequence[int]) -> int:
        """Its move after these moves of the game with that seed; -1 if it cannot play on."""
        try:
            return self._choose(seed, moves)
        except BaseException as error:  # raised by `check`
            self._error = error
            return -1

    def close(self) -> None:
        """Ends the process."""
        self._seat.close()

    def check(self) -> None:
        """Raises LearningError if it could not play on."""
        if self._error is not None:
            raise LearningError(f"{self._player.spec}: {self._error}") from self._error

    def _choose(self, seed: int, moves: Sequence[int]) -> int:
        if seed != self._seed:
            self._seat.begin(seed, len(moves) % 2)
            self._seed, self._draws = seed, Draws(seed)
            self._position, self._known = self._start, 0
        for move in moves[self._known :]:
            self._position = self._position.play(move)
        self._known = len(moves)
        return self._seat.choose(self._position, moves, self._draws)
