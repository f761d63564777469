"""Cai & Wunsch 2007: the systems of the survey, and every learner beside each other."""

from ponnuki.papers.cai2007.capture import capture
from ponnuki.papers.cai2007.differences import DIFFERENCES
from ponnuki.papers.cai2007.influence import influence
from ponnuki.papers.cai2007.methods import methods
from ponnuki.papers.cai2007.reader import reader
from ponnuki.papers.cai2007.scale import SCALES
from ponnuki.papers.cai2007.systems import fate, hdp, sane, td
from ponnuki.papers.paper import Paper

INTRODUCTION = """
The survey *Computer Go: A Grand Challenge to AI* tells of systems that learned Go, or valued it, in
forty years. Those that it describes closely enough are built here and measured against the same
players. `methods` puts every learner of this project on every game, with one budget of games and
one of seconds.

A run is one value; intervals are 95 % t-intervals over runs, and there are none below five. The
survey's figures are against Wally, which is not to be had; nobody has met both Wally and our
players, so these figures and ours are not comparable. What is judged is whether our interval lies
above or below an even score against players of ours.
"""

CAI2007 = Paper(
    title="Computer Go: the systems of a survey (Cai & Wunsch 2007)",
    experiments={
        "influence": influence,
        "reader": reader,
        "td": td,
        "fate": fate,
        "hdp": hdp,
        "sane": sane,
        "methods": methods,
        "capture": capture,
    },
    scales=SCALES,
    introduction=INTRODUCTION,
    differences=DIFFERENCES,
)
