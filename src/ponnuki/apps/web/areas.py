"""Whose the points of a board are by Zobrist's influence: the classical picture of Go programs."""

from functools import lru_cache

from numpy.typing import ArrayLike

from ponnuki.evaluators import INFLUENCE_GAMES, InfluenceNet, evaluator
from ponnuki.games import Game, Position
from ponnuki.games.picture import CELL, centre

STRONG = 20.0
"""Influence from which a point is drawn in its whole colour."""


def has_areas(game: Game) -> bool:
    """Whether points of a game can be somebody's without a stone on them."""
    return game.id in INFLUENCE_GAMES


def areas_of(
    position: Position, net: InfluenceNet | None = None, weights: ArrayLike | None = None
) -> tuple[float, ...]:
    """What reaches each point, by Zobrist's own numbers or by those of a net."""
    used = net or _classical(position.game)
    row = used.classical if weights is None else weights
    return tuple(used.influence(row, position).ravel().tolist())


@lru_cache(maxsize=8)
def _classical(game: Game) -> InfluenceNet:
    net = evaluator("influence", game)
    assert isinstance(net, InfluenceNet)
    return net


def draw_areas(areas: tuple[float, ...], size: int) -> list[str]:
    """A patch on every point that is somebody's, the stronger the more influence reaches it."""
    parts = []
    for point, level in enumerate(areas):
        if level == 0:
            continue
        row, column = divmod(point, size)
        share = min(abs(level) / STRONG, 1.0)
        kind = "black" if level > 0 else "white"
        parts.append(
            f'<rect class="area {kind}" style="--share:{share:.2f}" '
            f'x="{centre(column) - CELL // 2}" y="{centre(row) - CELL // 2}" '
            f'width="{CELL}" height="{CELL}"/>'
        )
    return parts


def area_words(areas: tuple[float, ...]) -> str:
    """How many points are whose, as a phrase."""
    black, white = sum(one > 0 for one in areas), sum(one < 0 for one in areas)
    return f"influence: Black {black}, White {white}, nobody {len(areas) - black - white}"
