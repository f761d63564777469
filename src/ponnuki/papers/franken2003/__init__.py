"""Franken & Engelbrecht 2003: tic-tac-toe by particle swarms that co-evolve.

The experiments of the paper, its figures beside ours, and a verdict on each claim; `limit` and
`champion` lie beyond the paper.
"""

from ponnuki.papers.franken2003 import (
    champion,
    epochs,
    errors,
    figure3,
    figures,
    limit,
    negative,
    readings,
    saturation,
    sizes,
    tables,
)
from ponnuki.papers.franken2003.differences import DIFFERENCES
from ponnuki.papers.franken2003.scale import SCALES
from ponnuki.papers.paper import Paper

INTRODUCTION = """
Each epoch every particle and every personal best plays 5 games as player one against opponents
drawn at random from all of them (win 1, draw 0, loss −2). A net 9-H-1 of sigmoid units values every
successor, and the best valued is played. After training, the best personal best plays 10,000 games
with each colour against a player that draws its moves:
S = (w1 − 58.8) + (w2 − 28.8), in per cent. No player has more than 105.74.

**Ties.** The paper does not say what happens when successors have the same value. It matters: with
the printed constants weights grow without end, outputs saturate, and then most values are equal.
Every cell is trained and measured with two rules: *first*, the first of the best successors in the
order of the board, which is what a loop that keeps the first maximum does; and *random*, a draw
from the game's seed. A player that always takes the first empty square has S = 34.55, exactly.

A run is one value; intervals are t-intervals over runs. S is sampled as in the paper; beside it
stands S computed exactly, by going through all games of the net.
"""

FRANKEN2003 = Paper(
    title="Tic-tac-toe by particle swarms (Franken & Engelbrecht 2003)",
    experiments={
        "table1": tables.table("lbest"),
        "table2": tables.table("gbest"),
        "table3": tables.table("von-neumann"),
        "neighbourhoods": tables.neighbourhoods,
        "sizes": sizes.sizes,
        "negative": negative.negative,
        "epochs": epochs.epochs,
        "readings": readings.readings,
        "errors": errors.errors,
        "saturation": saturation.saturation,
        "figure1": figures.figure1,
        "figure2": figures.figure2,
        "figure3": figure3.figure3,
        "limit": limit.limit,
        "champion": champion.champion,
    },
    scales=SCALES,
    introduction=INTRODUCTION,
    differences=DIFFERENCES,
)
