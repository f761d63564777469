"""The settings of learning by self-play."""

from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from ponnuki.evaluators import DenseNet, Evaluator, evaluator
from ponnuki.extras import need
from ponnuki.fitness import GameSettings
from ponnuki.games import game as find_game
from ponnuki.learners.methods import METHODS, complete, optimiser
from ponnuki.learners.settings import (
    Generations,
    Passes,
    ProbedSettings,
    SearchSettings,
    check_passes,
)
from ponnuki.learners.td.settings import TdSettings
from ponnuki.optimisers import Sane
from ponnuki.players import Search


def check_neurons(net: Evaluator, sane: Sane) -> None:
    """Raises ValueError if nets are not made of the neurons that SANE evolves."""
    made = (net.hidden, net.biases) if isinstance(net, DenseNet) else None
    if made != ((sane.hidden,), sane.biases):
        raise ValueError(
            f"net is not allowed with sane: use an mlp with one hidden layer of "
            f"settings.hidden={sane.hidden} units and biases={sane.biases}"
        )


class SelfPlaySettings(ProbedSettings):
    """Learning by self-play with an optimiser; see `LearnerSettings` for what all learners have.

    Attributes:
        net: the evaluator's kind and options.
        search: how engines look ahead.
        method: the optimiser's name.
        settings: the optimiser's settings, complete.
        population: nets that are judged in a generation.
        games: by which games nets are judged.
        passes: in Go, when nets may pass.
        taught: settings of learning by temporal differences: the search then starts from the net
            that they give, instead of a net with initial weights. Its game, net and seed are those
            of the run. Empty for none; only for optimisers that start from one net.
    """

    learner: Literal["self-play"] = "self-play"
    game: str = "capture-go:9"
    net: dict[str, Any] = Field(default_factory=lambda: {"kind": "window"})
    search: SearchSettings = SearchSettings()
    method: str = "hybrid"
    settings: dict[str, Any] = Field(default_factory=dict)
    population: Annotated[int, Field(strict=True, ge=4, le=100_000)] = 40
    generations: Generations = 100
    games: GameSettings = GameSettings()
    passes: Passes = "free"
    taught: dict[str, Any] = Field(default_factory=dict)

    @property
    def name(self) -> str:
        """The optimiser's name."""
        return self.method

    def teaching(self) -> TdSettings | None:
        """How the first net learns; None if it has initial weights."""
        if not self.taught:
            return None
        own = {"game": self.game, "net": self.net, "seed": self.seed}
        if said := own.keys() & self.taught.keys():
            raise ValueError(f"taught.{min(said)} is no setting: it is that of the run")
        try:
            return TdSettings.of({**self.taught, **own})
        except ValueError as error:
            raise ValueError(f"taught is not allowed: {error}") from None

    def check_packages(self) -> None:
        """Raises MissingPackageError if the method is a package's, and it is not installed."""
        if self.method == "cma":
            need("cma", "method='cma'")

    def table(self) -> dict[str, Any]:
        """As a file has them: `taught` and `passes` only where they change anything."""
        found = super().table()
        if not self.taught:
            del found["taught"]
        if self.passes == "free":
            del found["passes"]
        return found

    def players_search(self) -> Search:
        """How nets look ahead in games."""
        return replace(self.search.search(), eyes=self.passes == "eyes")

    @model_validator(mode="before")
    @classmethod
    def _complete_method(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("settings", {}), dict):
            name = data.get("method", "hybrid")
            if not isinstance(name, str):
                raise ValueError(f"method={name!r} is not allowed: use {', '.join(METHODS)}")
            return {**data, "settings": complete(name, data.get("settings", {}))}
        return data

    @model_validator(mode="after")
    def _fits(self) -> Self:
        rules = find_game(self.game)
        check_passes(self.passes, rules)
        kind = self.net.get("kind")
        if not isinstance(kind, str):
            raise ValueError(f"net.kind={kind!r} is not allowed: use 'window', 'mlp' or 'wpc'")
        if "game" in self.net:
            raise ValueError("net.game is no setting: the game is said once, by game")
        try:
            net = evaluator(kind, rules, **{k: v for k, v in self.net.items() if k != "kind"})
            _ = net.weight_count
        except (TypeError, ValueError) as error:
            raise ValueError(f"net={self.net} is not allowed: {error}") from None
        try:
            self.games.opening.check(rules)
        except ValueError as error:
            raise ValueError(f"games.opening is not allowed: {error}") from None
        chosen = optimiser(self.method, self.settings, self.population)
        if self.teaching() is not None and not chosen.single_start:
            raise ValueError(
                f"taught is not allowed with {self.method}: use it with a method that starts from "
                "one net, such as cma"
            )
        if isinstance(chosen, Sane):
            check_neurons(net, chosen)
        if self.method in {"ea", "hybrid", "es"} and self.population % 2:
            raise ValueError(
                f"population={self.population} is not allowed with {self.method}: "
                "use an even number"
            )
        inside = self.games.counts()["population"]
        scored = not chosen.single_start or self.method in {"es", "cma"}
        if scored and inside >= self.population and self.games.schedule == "as-black":
            raise ValueError(
                f"games.opponents={inside} is not allowed: a population of {self.population} has "
                f"{self.population - 1} others to meet"
            )
        return self
