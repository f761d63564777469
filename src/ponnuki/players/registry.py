"""Players and their specs: short texts that a person can type, such as ``random``."""

from typing import Protocol

from ponnuki import _core
from ponnuki.games import Game, Position, SpecError


class Player(Protocol):
    """Chooses a legal move. The same position and seed give the same move."""

    @property
    def spec(self) -> str:
        """The text that `player` makes this player from."""

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move in a position that is not over."""


class RandomPlayer:
    """Draws uniformly from the legal moves.

    In Go the pass is one of them (Mayer 2007); in the other games it passes only when it has no
    legal point (Cai, Venayagamoorthy & Wunsch 2009).
    """

    spec = "random"

    def choose(self, position: Position, *, seed: int) -> int:
        """A legal move drawn with that seed."""
        return _core.random_move(position.core, seed)


def player(spec: str, game: Game) -> Player:  # noqa: ARG001 - engines will depend on the game
    """The player that a spec names.

    Raises:
        SpecError: there is no such player.
    """
    if spec == "random":
        return RandomPlayer()
    raise SpecError(f"unknown player {spec!r}; known are: random")
