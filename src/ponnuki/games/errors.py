"""What can be wrong with a spec, a move or a diagram; messages say what, and what is allowed."""

from ponnuki.settings.errors import SettingsError

SpecError = SettingsError
"""A game, a player, or an option of them, that does not exist or is out of range.

>>> import ponnuki
>>> ponnuki.game("othelo")
Traceback (most recent call last):
ponnuki.settings.errors.SettingsError: game='othelo' is not allowed: did you mean 'othello'? use ...
"""


class MoveError(ValueError):
    """A text that is no move of the game, or a move that is not legal in the position."""


class DiagramError(ValueError):
    """A diagram that shows no position of the game."""
