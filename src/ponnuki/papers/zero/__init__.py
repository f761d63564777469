"""The study behind the default preset and the champion: how strong a learner is, and how soon.

It is ours and no paper's, so it has no printed numbers and no differences.
"""

from ponnuki.papers.paper import Paper
from ponnuki.papers.zero.experiments import SCALES, curves, openings, visits
from ponnuki.papers.zero.planes import planes

INTRODUCTION = """
Learners begin with nothing but the rules of Capture Go on 9×9. Their champions are kept as they
learn, and each of them meets the defensive player and untrained window nets at depth 2, from random
openings of two plies that both players get with both colours. Tables of patterns and window nets
play one ply ahead, convolutional nets by tree search, the evolved net two plies ahead as it was
trained. Seconds are those of learning on this machine, measures left out; learning by temporal
differences uses one core, the others use all. A run is one value; intervals are 95 % t-intervals
over runs with different seeds, if there are five or more, because games of one run are not
independent.
"""

ON_A_GPU = "curves", "planes"
"""What trains convolutional nets."""

ZERO = Paper(
    title="Strength from zero: Capture Go",
    experiments={"curves": curves, "planes": planes, "visits": visits, "openings": openings},
    scales=SCALES,
    introduction=INTRODUCTION,
    extra=lambda name, scale: "torch" if scale.gpu and name in ON_A_GPU else None,
)
