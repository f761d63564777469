"""The best nets of Mayer 2007: one of each representation and selection."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ponnuki.evaluators import Evaluator
from ponnuki.papers.mayer2007.cells import REPRESENTATIONS, Passes, search_of
from ponnuki.papers.mayer2007.figures import grid
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine


@dataclass(frozen=True, eq=False)
class Best:
    """The strongest of the nets that the runs of a configuration ended with.

    Attributes:
        name: as in Table I, such as 'koten(c)'.
        passes: when it may pass.
        net: its architecture.
        weights: its weights.
        strength: by which it was chosen, so a little too high.
        seed: of its run.
    """

    name: str
    passes: Passes
    net: Evaluator
    weights: NDArray[np.float32]
    strength: float
    seed: int

    def engine(self, depth: int = 1) -> Engine:
        """A player with it."""
        return Engine(self.net, self.weights, search_of(self.passes, depth))


def best_nets(workshop: Workshop, scale: Scale, passes: Passes) -> dict[str, Best]:
    """The six best nets under a rule for passes, by their names in Table I."""
    found = {}
    for selection, letter in ("creative", "c"), ("epsilon", "g"):
        courses = grid(workshop, scale, selection)
        for representation in REPRESENTATIONS:
            course = courses[passes, representation]
            run, strength = course.best()
            name = f"{representation}({letter})"
            weights = course.rows[run, -1]
            found[name] = Best(name, passes, course.net, weights, strength, run + 1)
    return found
