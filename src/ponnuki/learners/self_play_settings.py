"""The settings of learning by self-play."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from ponnuki.evaluators import DenseNet, Evaluator, evaluator
from ponnuki.fitness import GameSettings
from ponnuki.games import game as find_game
from ponnuki.learners.methods import METHODS, complete, optimiser
from ponnuki.learners.settings import Generations, ProbedSettings, SearchSettings
from ponnuki.optimisers import Sane


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

    @property
    def name(self) -> str:
        """The optimiser's name."""
        return self.method

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
