"""Positions from play for tests of searches, and the plain search beside the fast one."""

import random
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

import numpy as np

from ponnuki import Position, Search, evaluator
from ponnuki.evaluators import Evaluator
from ponnuki.players import SearchResult
from tests.reference import search as reference
from tests.reference.nets import Singles
from tests.reference.search import Score

SMALL_TREE = 8_000
"""A plain search may have about that many leaves."""

SWITCHES: list[dict[str, bool]] = [
    {},
    {"transpositions": False},
    {"history": False},
    {"killers": False},
    {"narrow": False},
    {"batch": False},
    dict.fromkeys(("transpositions", "history", "killers", "narrow", "batch"), False),
]
"""What makes a search fast: all on, each one off, and all off."""


@dataclass(frozen=True, eq=False)
class Case:
    """A position to search, and with what."""

    position: Position
    evaluator: Evaluator
    weights: Singles
    depth: int
    seed: int

    def plain(self, depth: int = 0, **options: Any) -> dict[int, Score]:
        """What plain minimax says of every candidate, for the player to move."""

        def evaluate(many: list[Position]) -> list[float]:
            viewer = self.position.to_move
            return list(self.evaluator.value(self.weights, many, viewer))

        return reference.plain_search(self.position, evaluate, depth or self.depth, **options)

    def run(self, depth: int = 0, *, all_moves: bool = False, **options: Any) -> SearchResult:
        """What the search finds."""
        search = Search(depth=depth or self.depth, **options)
        return search.run(
            self.position, self.evaluator, self.weights, seed=self.seed, all_moves=all_moves
        )

    def best_move(self, scores: dict[int, Score]) -> int:
        """The move that the plain search would choose."""
        return reference.best_move(scores, self.position, self.seed)

    def same(self, scores: dict[int, Score], found: SearchResult) -> bool:
        """Whether a search found the move and the score that the plain one has."""
        return (found.move, score_of(found, self.position)) == (
            self.best_move(scores),
            max(scores.values()),
        )


def score_of(found: SearchResult, position: Position) -> Score:
    """A result as the plain search says it, for the player to move."""
    if found.decided is None:
        return 0, found.value if position.to_move == "black" else -found.value
    winner, plies = found.decided
    assert found.value == (inf if winner == "black" else -inf)
    return (1, -plies) if winner == position.to_move else (-1, plies)


def black_view(score: Score, position: Position) -> float:
    """A score of the plain search as `root_values` says it."""
    value = score[1] if score[0] == 0 else score[0] * inf
    return value if position.to_move == "black" else -value


def weights_for(net: Evaluator, rows: int, scale: float) -> Singles:
    """Rows of initial weights, made larger."""
    return net.initial(rows, 1) * np.float32(scale)


def play_out(net: Evaluator, weights: Singles, dice: random.Random) -> list[Position]:
    """The positions of a whole game of random and greedy moves, all but the last.

    Greedy moves keep a game of Capture Go going; a pass comes up now and then.
    """
    line = []
    position = net.game.start()
    while position.outcome is None:
        line.append(position)
        legal = position.legal_numbers()
        draw = dice.random()
        if draw < 0.05 and net.game.pass_move in legal:
            move = net.game.points
        elif draw < 0.3:
            move = dice.choice(legal)
        else:
            row = weights[dice.randrange(len(weights))]
            move = Search(depth=1).run(position, net, row, seed=dice.randrange(99)).move
        position = position.play(move)
    return line


@cache
def cases(
    spec: str,
    kind: str,
    depths: tuple[int, ...],
    count: int,
    *,
    scale: float = 1.0,
    limit: float = SMALL_TREE,
    seed: int = 3,
    **options: Any,
) -> list[Case]:
    """Positions from play that are not decided at the first look, the depths in turn.

    At most three come from one game. Those whose tree would have more leaves than the limit are
    left out.
    """
    net = evaluator(kind, spec, **options)
    weights = weights_for(net, 4, scale)
    dice = random.Random(f"{spec} {kind} {seed}")
    found: list[Case] = []
    for _ in range(20 * count):
        line = play_out(net, weights, dice)
        for position in dice.sample(line, min(3, len(line))):
            depth = depths[len(found) % len(depths)]
            if len(position.legal_numbers()) ** depth > limit or is_decided_at_once(position):
                continue
            row = weights[dice.randrange(4)]
            found.append(Case(position, net, row, depth, dice.randrange(1000)))
            if len(found) == count:
                return found
    raise AssertionError(f"there are not {count} such positions of {spec}")


def is_decided_at_once(position: Position) -> bool:
    """Whether the side to move can capture and win, or has two strings in atari."""
    if position.game.id != "capture-go" or "captures" in position.game.spec:
        return False
    captures, _, hopeless = reference.forced_moves(position)
    return bool(captures) or hopeless
