"""Mayer 2007: 5×5 Go by temporal differences, with three representations of the board."""

from ponnuki.papers.mayer2007 import (
    ablation,
    beyond,
    depths,
    figures,
    game,
    opening,
    rank,
    tournament,
)
from ponnuki.papers.mayer2007.differences import DIFFERENCES
from ponnuki.papers.mayer2007.scale import SCALES
from ponnuki.papers.paper import Paper

INTRODUCTION = """
A net plays 5×5 Go against itself and learns by TD(0) over two plies, with a reward for both sides.
Three representations of the board (koten, katatsugi, roban) and two ways to select moves while
learning (ε-greedy, creative) are compared by strength: the share of games won against computer
players.

**Passes.** The paper does not say when a net may pass. Everything is done twice: with a net that
passes freely, and with one that keeps its eyes (it never fills a one-point eye of its own, and
passes only if it has no other move). The untrained net under the same rule stands beside every
figure: what it wins is not learned.

A run is one value; intervals are over runs, and there are none below five.
"""

MAYER2007 = Paper(
    title="Board representations for neural Go players (Mayer 2007)",
    experiments={
        "figure2": figures.figure2,
        "figure3": figures.figure3,
        "figure4": game.figure4,
        "table1": tournament.table1,
        "table2": depths.table2,
        "opening": opening.opening,
        "ablation": ablation.ablation,
        "rank": rank.rank,
        "beyond": beyond.beyond,
    },
    scales=SCALES,
    introduction=INTRODUCTION,
    differences=DIFFERENCES,
)
