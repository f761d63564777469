"""A learner whose generations are made on other machines, each as one piece of work.

It is for learners that use one core, of which many learn at a time. A generation follows from the
settings and the state before it, so it may be made anywhere, and made again where a machine died.
"""

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from ponnuki.arena import Arena
from ponnuki.evaluators import Evaluator
from ponnuki.learners.learner import Arrays, Generation, Learner, LearnerState, Weights
from ponnuki.learners.registry import learner, settings_of
from ponnuki.learners.settings import LearnerSettings
from ponnuki.players import Search

if TYPE_CHECKING:
    from ponnuki.arena.cluster.ray_arena import RayArena


class Elsewhere(Learner[LearnerSettings, LearnerState]):
    """Learns as the learner of the same settings does, step by step on some machine."""

    def __init__(
        self,
        settings: LearnerSettings,
        cluster: "RayArena",
        start_from: Weights | None = None,
    ) -> None:
        super().__init__(settings, cluster, start_from)
        self._cluster = cluster
        self._here: Learner[Any, Any] = learner(settings, cluster, start_from)

    @property
    def evaluator(self) -> Evaluator:
        """The nets' architecture."""
        return self._here.evaluator

    @property
    def search(self) -> Search:
        """How the champion looks ahead."""
        return self._here.search

    def start(self) -> LearnerState:
        """The state before the first generation; errors as of the learner itself."""
        state: LearnerState = self._here.start()
        return state

    def step(self, before: LearnerState) -> tuple[LearnerState, Generation]:
        """One generation, made elsewhere; errors as of the learner itself."""
        table, arrays = self.settings.table(), self._here.arrays(before)
        ((_, made),) = self._cluster.work_out(make_generation, [(table, arrays)])
        after, generation = made
        return self._here.restore(after), generation

    def arrays(self, state: LearnerState) -> dict[str, NDArray[Any]]:
        """A state as arrays."""
        return self._here.arrays(state)

    def restore(self, arrays: Arrays) -> LearnerState:
        """The state that `arrays` made; errors as of the learner itself."""
        state: LearnerState = self._here.restore(arrays)
        return state

    @property
    def identity(self) -> str:
        """What a run with these settings is, as one text."""
        return self._here.identity


def make_generation(
    table: dict[str, Any], arrays: Arrays
) -> tuple[dict[str, NDArray[Any]], Generation]:
    """The generation that follows a state, on one core: the state after it, and what it came to."""
    one = learner(settings_of(table), Arena(1))
    after, generation = one.step(one.restore(arrays))
    return one.arrays(after), generation
