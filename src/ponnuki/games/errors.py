"""What can be wrong with a spec, a move or a diagram; messages say what, and what is allowed."""

from ponnuki.settings.errors import SettingsError

SpecError = SettingsError
"""A game, a player, or an option of them, that does not exist or is out of range."""


class MoveError(ValueError):
    """A text that is no move of the game, or a move that is not legal in the position.

    >>> import ponnuki
    >>> ponnuki.game("tic-tac-toe").start().play("b2").play("b2")
    Traceback (most recent call last):
    ponnuki.games.errors.MoveError: b2 is not legal for white in tic-tac-toe: the point is occupied
    """


class DiagramError(ValueError):
    """A diagram that shows no position of the game."""
