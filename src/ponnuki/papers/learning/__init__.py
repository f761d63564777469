"""The study behind the halving preset: which method learns, measured over training runs.

It is ours and no paper's, so it has no printed numbers and no differences.
"""

from ponnuki.papers.learning.experiments import SCALES, methods
from ponnuki.papers.paper import Paper

INTRODUCTION = """
Every method has the paper's budget of 32,000 games, or the share of it that the scale names, at the
most. Duels of swarms come on top; hill climbing counts a challenge as two games, and what it asks
ahead of need and throws away comes on top. The champion that a run delivers then meets untrained
nets that no run has ever seen, with the same search, with both colours: once without random moves,
and once with 10 % random moves on both sides. A run is one value; intervals are 95 % t-intervals
over runs with different seeds, because games of one run are not independent. An untrained net
scores 50 % by definition, on average over such nets, but one is stronger than another by chance:
selection alone draws as many nets as the halving preset, changes none of them, and delivers the one
with the most points in about as many games. What a method has above that row it has learned. Runs
of the two with one seed start from the same nets, so they are compared in pairs; other methods draw
other nets, and are compared as groups.

This yardstick is circular for some: selection alone, ES and the halving preset earn their points in
training against fresh untrained nets, with both colours and random openings, and the others do not.
So champions also meet players that nobody trained against. 'As printed' are the methods of the
preset cai2009 at the depth of the scale, with its readings where the paper is silent.
"""

LEARNING = Paper(
    title="What makes nets learn Capture Go",
    experiments={"methods": methods},
    scales=SCALES,
    introduction=INTRODUCTION,
)
