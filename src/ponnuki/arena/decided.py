"""Whether a game is decided before it is over."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator, evaluator
from ponnuki.games import Game, Position
from ponnuki.players import Search

SEARCH = Search(depth=2)
"""Two plies, and in Capture Go every forced reply: what every player of a game should see."""


def is_decided(position: Position) -> bool:
    """Whether a position is over, or a search of two plies already sees who wins."""
    if position.outcome is not None:
        return True
    net, weights = _blind(position.game)
    return SEARCH.run(position, net, weights).decided is not None


@lru_cache(maxsize=16)
def _blind(game: Game) -> tuple[Evaluator, NDArray[np.float32]]:
    """A net to which all positions are equal: the search finds what the rules decide alone."""
    net = evaluator("wpc", game)
    return net, np.zeros(net.weight_count, np.float32)
