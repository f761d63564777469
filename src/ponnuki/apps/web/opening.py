"""How engines open games on the page: not always in the same way.

A net that searches is deterministic, and the same clicks would give the same game for ever. So in
the first moves of a game it draws among all moves that it finds nearly as good as its best one. The
game's seed decides, so that the same seed and the same clicks do give the same game.
"""

from math import isinf

from ponnuki.games import Position, SpecError
from ponnuki.players import Choice, Engine, Player, PlayerSpec, SearchResult
from ponnuki.seeds import stream

PLIES = 4
"""Moves of a game, both sides together, that are varied."""
WORSE = 0.1
"""How much worse than the best a move may be, where values go from -1 to 1."""
SELDOM = 0.1
"""A tree search knows too little of a move that has a smaller share of the most visits."""
POINTS = 20
"""On a smaller board such a move may lose the game: there an engine plays its best."""
DEPTH = 6
"""Deeper searches would take too long to value every move."""


def opens_variedly(player: Player, position: Position) -> bool:
    """Whether a player's next move is drawn: unless its spec says itself how it chooses."""
    return (
        isinstance(player, Engine)
        and position.plies < PLIES
        and position.game.points >= POINTS
        and player.search.depth <= DEPTH
        and player.choice == Choice()
        and not _says_how(player.spec)
    )


def _says_how(spec: str) -> bool:
    """Whether a spec says how moves are chosen."""
    try:
        return PlayerSpec.parse(spec).says("noise", "creative")
    except SpecError:  # the engine was made by hand
        return False


def draw_move(found: SearchResult, position: Position, seed: int) -> int:
    """One of the moves that are nearly as good as the best; each is as likely as the others.

    Args:
        found: what a search found that valued all moves.
        position: where.
        seed: the game's.
    """
    sign = 1 if position.to_move == "black" else -1
    least = SELDOM * max(found.root_visits.values(), default=0)
    worth = {
        move: sign * value
        for move, value in found.root_values.items()
        if found.root_visits.get(move, least) >= least
    }
    best = max(worth.values(), default=float("inf"))
    if isinf(best):  # won or lost already
        return found.move
    good = sorted(move for move, value in worth.items() if value >= best - WORSE)
    return good[stream(seed, "opening", position.plies) % len(good)]
