"""The study behind levels: how much stronger each is than the one below, and how it errs.

It is ours and no paper's, so it has no printed numbers and no differences.
"""

from ponnuki.papers.levels.experiments import SCALES, errors, openings, steps
from ponnuki.papers.paper import Paper

INTRODUCTION = """
Levels of Capture Go are made of the champion, with turns in which it looks badly, draws and visits.
Each meets the level below and a model of a child, with both colours. Settings were chosen by games
of other seeds than these, but for level 5 on 9×9, which was changed once after games of these.
"""

LEVELS = Paper(
    title="Levels of Capture Go",
    experiments={"steps": steps, "errors": errors, "openings": openings},
    scales=SCALES,
    introduction=INTRODUCTION,
)
