"""Cai, Venayagamoorthy & Wunsch 2009: Capture Go by PSO, EA, their hybrid and hill climbing."""

from ponnuki.papers.cai2009 import (
    causes,
    champion,
    games,
    ladder,
    optimal_pso,
    outside,
    readings,
    s_measure,
    tables,
    versus_defensive,
)
from ponnuki.papers.cai2009.differences import DIFFERENCES
from ponnuki.papers.cai2009.scale import SCALES
from ponnuki.papers.paper import Paper

INTRODUCTION = """
The paper trains one net architecture (140-40-10-1, 6,216 weights, under alpha-beta) by particle
swarm optimisation, an evolutionary algorithm, the hybrid of both, and hill climbing, and lets the
results play each other. Here it is as printed, but for the depth of search, the numbers that the
scale names, and the differences at the end. Engines are deterministic, so tournaments have 10 %
random moves on each side; because such noise pulls every result towards 50, each table is also
given without it. The untrained net with the same search is a row and a column of every table: it
shows what training adds to the search. Intervals are 95 % and taken over trained engines (of both
methods, an engine being one observation), not over games.
"""

CAI2009 = Paper(
    title="Evolving Capture Go engines (Cai, Venayagamoorthy & Wunsch 2009)",
    experiments={
        "table1": tables.table1,
        "table2": tables.table2,
        "causes": causes.causes,
        "defensive": tables.defensive,
        "versus-defensive": versus_defensive.versus_defensive,
        "outside": outside.outside,
        "optimal-pso": optimal_pso.optimal_pso,
        "readings": readings.readings,
        "s-measure": s_measure.s_measure,
        "games": games.games,
        "ladder": ladder.ladder,
        "champion": champion.champion,
    },
    scales=SCALES,
    introduction=INTRODUCTION,
    differences=DIFFERENCES,
)
