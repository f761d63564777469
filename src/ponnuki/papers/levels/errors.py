"""What players of Capture Go miss, turn by turn."""

from collections.abc import Iterable, Iterator

from ponnuki.arena import GameRecord
from ponnuki.games import Position
from ponnuki.games.strings import strings

KINDS = ("ignored capture", "ignored save", "self-atari", "early first line")
EARLY = 6


def count_errors(records: Iterable[GameRecord]) -> dict[str, tuple[int, int]]:
    """For each of `KINDS` how often it happened, and how often it could have."""
    found = {kind: [0, 0] for kind in KINDS}
    for record in records:
        position = record.game.start()
        for move in record.moves:
            for kind, happened in _errors(position, move):
                found[kind][0] += happened
                found[kind][1] += 1
            position = position.play(move)
    return {kind: (one, of) for kind, (one, of) in found.items()}


def _errors(position: Position, move: int) -> Iterator[tuple[str, bool]]:
    """The errors that a turn could have, and whether the move is one."""
    points = position.game.points
    legal = [one for one in position.legal_numbers() if one < points]
    own = 1 if position.to_move == "black" else -1
    found = strings(position.cells)
    captures = {
        min(one.liberties) for one in found if one.colour != own and len(one.liberties) == 1
    }
    captures &= set(legal)
    if captures:
        yield "ignored capture", move not in captures
    weak = [one for one in found if one.colour == own and len(one.liberties) == 1]
    saves = {
        one
        for one in {min(one.liberties) for one in weak} & set(legal) - captures
        if _liberties(position, one) >= 2
    }
    if saves and not captures:
        yield "ignored save", move not in saves
    if not captures and not saves and move < points:
        safe = any(_liberties(position, one) >= 2 for one in legal)
        if safe:
            yield "self-atari", _liberties(position, move) < 2
    if position.plies < EARLY and move < points:
        size = position.game.size
        edge = bool({*divmod(move, size)} & {0, size - 1})
        yield "early first line", edge and move not in captures | saves


def _liberties(position: Position, point: int) -> int:
    """How many liberties the string of a stone on a point has that captures nothing."""
    after = position.play(point)
    return next(len(one.liberties) for one in strings(after.cells) if point in one.points)
