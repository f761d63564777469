"""What can be wrong with a spec, a move or a diagram; messages say what, and what is allowed."""


class SpecError(ValueError):
    """A game or an option of a game that does not exist or is out of range."""


class MoveError(ValueError):
    """A text that is no move of the game, or a move that is not legal in the position."""


class DiagramError(ValueError):
    """A diagram that shows no position of the game."""
