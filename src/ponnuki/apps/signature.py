"""One number for all searches: the nodes of a fixed set, and a digest of what they find.

Both are the same on every machine and for every instruction set. A change that alters neither of
them has changed no search; tests/golden/signature.json holds what they are.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ponnuki.arena import play_random
from ponnuki.evaluators import evaluator
from ponnuki.games import Position
from ponnuki.games import game as find_game
from ponnuki.players import Search

CASES: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("capture-go:5", "window", {}, 5),
    ("capture-go:6,passing=no", "window", {}, 5),
    ("capture-go:7,captures=3", "window", {}, 2),
    ("capture-go:9", "window", {}, 5),
    ("capture-go:9", "mlp", {}, 2),
    ("capture-go:12", "window", {}, 2),
    ("go:5", "window", {}, 2),
    ("go:5", "mlp", {}, 3),
    ("go:5", "mlp", {"encoding": "roban", "hidden": (9,)}, 3),
    ("go:5,ko=simple", "mlp", {"encoding": "katatsugi"}, 3),
    ("go:9", "wpc", {}, 2),
    ("othello:6", "window", {}, 3),
    ("othello:8", "wpc", {}, 5),
    ("othello:8", "mlp", {}, 3),
    ("tic-tac-toe", "mlp", {}, 6),
    ("tic-tac-toe", "mlp", {"encoding": "messerschmidt"}, 6),
)
"""Games, nets with their options, and depths."""

PLAIN: dict[str, Any] = dict.fromkeys(
    ("transpositions", "history", "killers", "narrow", "batch"), False
)
"""A search without what makes it fast."""

POSITIONS = 6
SCALES = 1.0, 10.0
"""Weights as they are drawn, and as large as swarms make them."""


@dataclass(frozen=True)
class Signature:
    """What all searches of the set came to.

    Attributes:
        searches: how many there were.
        nodes: of all of them.
        leaves: of all of them.
        digest: sixteen hexadecimal digits over every move, value and line.
    """

    searches: int
    nodes: int
    leaves: int
    digest: str


def signature() -> Signature:
    """Searches the whole set; takes a few seconds."""
    found = hashlib.sha256()
    searches = nodes = leaves = 0
    for spec, kind, options, depth in CASES:
        net = evaluator(kind, spec, **options)
        for number, position in enumerate(_positions(spec)):
            for scale in SCALES:
                row = net.initial(1, seed=number)[0] * np.float32(scale)
                for search, all_moves in _searches(position, depth):
                    result = search.run(position, net, row, seed=number, all_moves=all_moves)
                    searches += 1
                    nodes += result.nodes
                    leaves += result.leaves
                    values = sorted(result.root_values.items())
                    said = [
                        result.move,
                        result.value.hex(),
                        result.decided,
                        result.line,
                        result.nodes,
                        result.leaves,
                        [(move, value.hex()) for move, value in values],
                    ]
                    found.update(repr(said).encode())
    return Signature(searches, nodes, leaves, found.hexdigest()[:16])


def _searches(position: Position, depth: int) -> Iterator[tuple[Search, bool]]:
    """How a position is searched, and whether every move is to be valued exactly."""
    yield Search(depth), False
    yield Search(depth - 1), True
    yield Search(depth - 1, candidates="local"), False
    yield Search(min(3, depth - 1), **PLAIN), False
    if position.game.id == "capture-go" and position.game.size <= 7:
        yield Search(1, ataris=True), False


def _positions(spec: str) -> Iterator[Position]:
    """Positions that random games pass through early, where nothing is decided yet."""
    game = find_game(spec)
    batch = play_random(game, POSITIONS, seed=15, threads=1)
    for index in range(POSITIONS):
        moves = batch[index].moves
        position = game.start()
        for move in moves[: min((index + 1) * game.size // 2, len(moves) - 1)]:
            position = position.play(move)
        yield position
