"""What a game draws at random: one generator, from which both players draw in turn."""

from collections.abc import Container, Sequence

from ponnuki import _core
from ponnuki.games import Position
from ponnuki.seeds import MAX_SEED, stream


class Draws:
    """The generator of a game, and with it what searches have learned about move ordering.

    The core makes one from the seed of each game. Whoever plays a game move by move hands one from
    move to move, and then gets the game that the core plays with that seed.

    Args:
        seed: the game's.
        depth: of the deepest search that will be asked for.
    """

    __slots__ = ("_core",)

    def __init__(self, seed: int, depth: int = 1) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise ValueError(f"seed={seed} is not allowed: use 0 to {MAX_SEED}")
        self._core = _core.Draws(seed, depth)

    @classmethod
    def of_opening(cls, seed: int) -> "Draws":
        """The generator of the random plies at the start of a game with that seed."""
        return cls(stream(seed, "opening", 0))

    @classmethod
    def at(cls, position: Position, seed: int) -> "Draws":
        """A generator for one move alone, where that of the game is not known."""
        return cls(stream(seed, "move", position.plies))

    @classmethod
    def after(
        cls,
        start: Position,
        moves: Sequence[int],
        noise: float,
        seed: int,
        undrawn: Container[int] = (),
    ) -> "Draws":
        """The generator of a game after some moves, if both sides have that share of random moves.

        A program that sees only the moves of a game finds out in this way what was drawn. Draws of
        creative players cannot be seen, and are left out.

        Args:
            start: the first position.
            moves: all moves from there.
            noise: the share.
            seed: the game's.
            undrawn: the numbers of moves, 0 the first, for which nothing was drawn.
        """
        draws, position = cls(seed), start
        for number, move in enumerate(moves if noise > 0 else ()):
            if number not in undrawn and draws.chance(noise):
                draws.random_move(position)
            position = position.play(move)
        return draws

    def chance(self, probability: float) -> bool:
        """True with that probability."""
        return self._core.chance(probability)

    def random_move(self, position: Position) -> int:
        """A legal move drawn uniformly, as the random player draws it."""
        return self._core.random_move(position._core)
