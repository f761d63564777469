"""What a tree search found of each move: visits, worth, and the chance that the policy gave it."""

from dataclasses import dataclass
from math import inf

from ponnuki.evaluators.conv import ConvNet
from ponnuki.games import Position
from ponnuki.players.engine import Engine
from ponnuki.players.search import SearchResult


@dataclass(frozen=True)
class RootMove:
    """A move at the root of a tree.

    Attributes:
        move: which.
        visits: how often it was tried.
        value: its worth to the side to move, from -1 to 1; infinite if it decides the game.
        prior: the chance that the policy gave it, from 0 to 1.
        line: the moves expected to follow, itself the first.
    """

    move: int
    visits: int
    value: float
    prior: float
    line: tuple[int, ...]

    @property
    def share(self) -> float:
        """The chance that the side to move wins with it, from 0 to 1, as its value says."""
        return (1 + max(-1.0, min(1.0, self.value))) / 2


def root_moves(engine: Engine, position: Position, found: SearchResult) -> list[RootMove]:
    """The moves that a tree search tried, the one that it plays first, then by visits.

    Args:
        engine: who searched.
        position: where.
        found: what it found with `all_moves`; nothing comes of an alpha-beta search.
    """
    if not found.root_visits or not isinstance(engine.evaluator, ConvNet):
        return []
    chances = engine.evaluator.policy(engine.weights, position)
    sign = 1 if position.to_move == "black" else -1
    moves = [
        RootMove(
            move,
            found.root_visits.get(move, 0),
            sign * value,
            float(chances[move]),
            found.line if move == found.move and found.line else (move,),
        )
        for move, value in found.root_values.items()
    ]
    tried = [one for one in moves if one.visits or one.value != -inf]
    return sorted(tried, key=lambda one: (one.move != found.move, -one.visits, -one.value))
