"""An opponent outside of the core, such as GNU Go, at the board of a learner."""

from collections.abc import Sequence

from ponnuki.games import GameSoFar
from ponnuki.learners.learner import LearningError
from ponnuki.players import Draws, ExternalPlayer, ask


class OutsideOpponent:
    """A seat that plays one game after the other, as the core asks for its moves.

    The core calls it from the thread of the run, where no error may be raised: what goes wrong is
    kept, the learner stops, and `check` raises it.
    """

    def __init__(self, player: ExternalPlayer) -> None:
        """Starts nothing yet."""
        self._player = player
        self._seat = player.seat()
        self._seed: int | None = None
        self._game = GameSoFar(player.game.start())
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
            self._seat.begin("white" if len(moves) % 2 else "black", seed, Draws(seed))
            self._seed, self._game = seed, GameSoFar(self._player.game.start())
        self._game = self._game.play_all(moves[len(self._game) :])
        return ask(self._seat, self._game, self._player.spec).move
