"""Whose the points of a board are: by Zobrist's influence, or as a net predicts their fate."""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from ponnuki.evaluators import INFLUENCE_GAMES, Evaluator, FateNet, InfluenceNet, evaluator
from ponnuki.games import Game, Position
from ponnuki.games.picture import CELL, centre

STRONG = 20.0
"""Influence from which a point is drawn in its whole colour."""

DOUBTFUL = 0.1
"""Predictions of a fate that are nearer to 0 are drawn as nobody's."""


def has_areas(game: Game) -> bool:
    """Whether points of a game can be somebody's without a stone on them."""
    return game.id in INFLUENCE_GAMES


def areas_of(
    position: Position, net: Evaluator | None = None, weights: ArrayLike | None = None
) -> tuple[float, ...]:
    """How much each point is black's, 1 at most, or white's, -1 at most.

    By the predictions of a net for the fates of points, by the influence of a net, or, with any
    other net and with none, by the influence of Zobrist's own numbers.
    """
    if isinstance(net, FateNet) and weights is not None:
        found = net.fates(weights, position)
        return tuple(np.where(np.abs(found) < DOUBTFUL, 0.0, found).ravel().tolist())
    if isinstance(net, InfluenceNet) and weights is not None:
        level = net.influence(weights, position)
    else:
        classical = _classical(position.game)
        level = classical.influence(classical.classical, position)
    return tuple(np.clip(level / STRONG, -1.0, 1.0).ravel().tolist())


@lru_cache(maxsize=8)
def _classical(game: Game) -> InfluenceNet:
    net = evaluator("influence", game)
    assert isinstance(net, InfluenceNet)
    return net


def draw_areas(areas: tuple[float, ...], size: int) -> list[str]:
    """A patch on every point that is somebody's, the stronger the more it is so."""
    parts = []
    for point, level in enumerate(areas):
        if level == 0:
            continue
        row, column = divmod(point, size)
        share = abs(level)
        kind = "black" if level > 0 else "white"
        parts.append(
            f'<rect class="area {kind}" style="--share:{share:.2f}" '
            f'x="{centre(column) - CELL // 2}" y="{centre(row) - CELL // 2}" '
            f'width="{CELL}" height="{CELL}"/>'
        )
    return parts


def area_words(areas: tuple[float, ...], net: Evaluator) -> str:
    """How many points are whose, as a phrase."""
    black, white = sum(one > 0 for one in areas), sum(one < 0 for one in areas)
    what = "predicted owners of points" if isinstance(net, FateNet) else "influence"
    return f"{what}: Black {black}, White {white}, nobody {len(areas) - black - white}"
