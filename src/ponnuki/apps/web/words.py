"""What happened on a board, in words."""

from math import isinf

from ponnuki.games import Game, Outcome, Side

OTHER: dict[Side, Side] = {"black": "white", "white": "black"}


def side_name(game: Game, side: Side) -> str:
    """What players of a game call a side."""
    if game.kind.board == "marks":
        return "X" if side == "black" else "O"
    return side.capitalize()


def outcome_words(game: Game, outcome: Outcome) -> str:
    """How a game ended, as a sentence."""
    if outcome.winner is None:
        why = {"full board": "the board is full", "no move": "there is no legal move"}
        return f"A draw: {why.get(outcome.reason, 'both sides have the same')}."
    winner = side_name(game, outcome.winner)
    loser = side_name(game, OTHER[outcome.winner])
    if outcome.reason == "capture":
        return f"{winner} wins by capturing {_count(outcome.margin, 'stone')}."
    if outcome.reason in {"territory", "area"}:
        what = f"of {outcome.reason} after two passes"
        return f"{winner} wins by {_count(outcome.margin, 'point')} {what}."
    if outcome.reason == "move cap":
        limit = "the game reached its last move"
        return f"{winner} wins by {_count(outcome.margin, 'point')}: {limit}."
    if outcome.reason == "no move":
        return f"{winner} wins: {loser} has no legal move."
    if outcome.reason == "discs":
        return f"{winner} wins with {_count(outcome.margin, 'disc')} more."
    if outcome.reason == "line":
        return f"{winner} wins with three in a row."
    return f"{winner} wins by {outcome.reason}."


def resignation_words(game: Game, side: Side) -> str:
    """How a game ended that one side gave up."""
    return f"{side_name(game, OTHER[side])} wins: {side_name(game, side)} resigned."


def value_words(game: Game, value: float, decided: tuple[Side, int] | None) -> str:
    """A value in black's view, as a phrase."""
    if decided is not None:
        side, plies = decided
        return f"{side_name(game, side)} wins in {_count(plies, 'move')}"
    if isinf(value):
        return f"{side_name(game, 'black' if value > 0 else 'white')} wins"
    if abs(value) < 0.005:
        return "even"
    return f"{side_name(game, 'black' if value > 0 else 'white')} +{abs(value):.2f}"


def _count(number: float, what: str) -> str:
    return f"{number:g} {what}{'' if number == 1 else 's'}"
