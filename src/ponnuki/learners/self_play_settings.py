"""The settings of learning by self-play."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ponnuki.evaluators import NETS, DenseNet, Evaluator
from ponnuki.fitness import GameSettings
from ponnuki.learners.settings import (
    PASSES,
    KeptSettings,
    Passes,
    SearchSettings,
    check_passes,
    learner_word,
    run_length,
)
from ponnuki.learners.td.settings import net_of
from ponnuki.optimisers import METHODS, Hybrid, Optimiser, Sane
from ponnuki.players import Search
from ponnuki.settings import Said, setting


def check_neurons(net: Evaluator, sane: Sane) -> None:
    """Raises ValueError if nets are not made of the neurons that SANE evolves."""
    made = (net.hidden, net.biases) if isinstance(net, DenseNet) else None
    if made != ((sane.hidden,), sane.biases):
        raise ValueError(
            f"net is not allowed with sane: use an mlp with one hidden layer of "
            f"settings.hidden={sane.hidden} units and biases={sane.biases}"
        )


@dataclass(frozen=True)
class SelfPlaySettings(KeptSettings):
    """Learning by self-play with an optimiser."""

    word: ClassVar[str] = "self-play"

    learner: str = learner_word(word)
    net: Said[Evaluator] = setting(
        NETS.said({"kind": "window"}), "the nets' kind and options", kinds=NETS
    )
    search: SearchSettings = setting(SearchSettings(), "how engines look ahead")
    method: str = setting("hybrid", "the optimiser", kinds=METHODS)
    settings: Said[Optimiser[Any]] = setting(
        Said(Hybrid, {}, "hybrid"),
        "of the optimiser",
        kinds=METHODS,
        by="method",
        complete=True,
    )
    population: int = setting(40, "nets that are judged in a generation", low=4, high=100_000)
    generations: int = run_length(100)
    games: GameSettings = setting(GameSettings(), "by which games nets are judged")
    passes: Passes = setting("free", PASSES, later=True)

    @property
    def name(self) -> str:
        """The optimiser's name."""
        return self.method

    def evaluator(self) -> Evaluator:
        """The nets' architecture."""
        return self._net

    @cached_property
    def _net(self) -> Evaluator:
        return net_of("net", self.net, self.rules)

    @cached_property
    def optimiser(self) -> Optimiser[Any]:
        """What changes the nets."""
        return self.settings.make(population=self.population)

    def check_packages(self) -> None:
        """Raises MissingPackageError if the method is a package's, and it is not installed."""
        self.optimiser.check_packages()

    def players_search(self) -> Search:
        """How nets look ahead in games."""
        return self.search.search(eyes=self.passes == "eyes")

    def check(self) -> None:
        """Game, net, optimiser and opponents go together."""
        super().check()
        check_passes(self.passes, self.rules)
        net, chosen = self.evaluator(), self.optimiser
        if isinstance(chosen, Sane):
            check_neurons(net, chosen)
        if chosen.even and self.population % 2:
            raise ValueError(
                f"population={self.population} is not allowed with {self.method}: "
                "use an even number"
            )
        inside = self.games.counts()["population"]
        scored = chosen.scores and self.games.schedule == "as-black"
        if scored and inside >= self.population:
            raise ValueError(
                f"games.opponents={inside} is not allowed: a population of {self.population} has "
                f"{self.population - 1} others to meet"
            )
