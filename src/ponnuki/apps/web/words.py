"""What happened on a board, in words."""

from math import isinf

from ponnuki.games import Game, Outcome, Position, Side
from ponnuki.games.counting import count
from ponnuki.players import SearchResult

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


def counting_words(position: Position) -> str:
    """How a finished game was counted, as sentences; nothing if it was not."""
    outcome, game = position.outcome, position.game
    if outcome is None or outcome.reason not in {"territory", "area", "move cap"}:
        return ""
    area = getattr(game.options, "scoring", "") == "area"
    if game.id != "go":
        what = "stones and empty points around them" if area else "empty points around stones"
        return f"Counted are {what}. Every stone on the board counts as alive."
    what = "Stones and the points they surround" if area else "Surrounded points and prisoners"
    points = count(position)
    komi = f", komi of {points.komi:g} included" if points.komi else ""
    return (
        f"{what}: Black {points.black:g}, White {points.white:g}{komi}. "
        "Every stone on the board counts as alive."
    )


def pass_words(position: Position, move: int | None) -> str:
    """That the last move was a pass, as a sentence; nothing if it was not."""
    if move is None or move != position.game.pass_move:
        return ""
    return f"{side_name(position.game, OTHER[position.to_move])} passed."


def must_pass(position: Position) -> bool:
    """Whether the side to move can do nothing but pass."""
    return position.legal_numbers() == [position.game.pass_move]


def resignation_words(game: Game, side: Side) -> str:
    """How a game ended that one side gave up."""
    return f"{side_name(game, OTHER[side])} wins: {side_name(game, side)} resigned."


def thought_words(game: Game, found: SearchResult) -> str:
    """What a search found of a position, as a phrase."""
    if found.margin == 0:
        return "A draw"
    if found.margin is not None:
        side: Side = "black" if found.margin > 0 else "white"
        return f"{side_name(game, side)} wins by {abs(found.margin)}"
    return value_words(game, found.value, found.decided)


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
