"""The settings of a training run: complete, so that a run can be repeated from them alone."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ponnuki.evaluators import evaluator
from ponnuki.fitness import GameSettings
from ponnuki.games import game as find_game
from ponnuki.players import Search
from ponnuki.trainers.methods import METHODS, complete, optimiser

MAX_FILE = 2**20


class SettingsError(ValueError):
    """Settings that make no training run."""


class Table(BaseModel):
    """Settings that are checked, complete and never change."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Self:
        """The settings that a table says.

        Raises:
            SettingsError: they are not allowed; names the setting, the value, what is allowed.
        """
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise SettingsError("; ".join(map(_sentence, error.errors()))) from None

    def table(self) -> dict[str, Any]:
        """All settings as nested tables, as a TOML file has them."""
        return self.model_dump(mode="json")


class SearchSettings(Table):
    """How engines look ahead.

    Attributes:
        depth: in plies.
        candidates: 'full' or 'local'.
        radius: of local candidates.
    """

    depth: Annotated[int, Field(ge=1, le=64)] = 2
    candidates: Literal["full", "local"] = "full"
    radius: Annotated[int, Field(ge=1, le=26)] = 2

    def search(self) -> Search:
        """The search that players use."""
        return Search(depth=self.depth, candidates=self.candidates, radius=self.radius)


class ProbeSettings(Table):
    """How a run measures its champion now and then. Probes never influence training.

    Attributes:
        every: generations between probes; 0 for none but at the end.
        nets: how many fixed untrained nets the champion meets, with both colours.
        noise: share of random moves in the second half of the games; the first half has none.
        rounds: how often each pair meets with random moves, with both colours.
        earlier: how many of its own earlier champions it meets.
    """

    every: Annotated[int, Field(ge=0)] = 10
    nets: Annotated[int, Field(ge=1, le=1000)] = 10
    noise: Annotated[float, Field(ge=0, le=1)] = 0.1
    rounds: Annotated[int, Field(ge=1, le=1000)] = 2
    earlier: Annotated[int, Field(ge=0, le=100)] = 5


class TrainingSettings(Table):
    """A training run by self-play.

    Attributes:
        preset: what these settings were made from; for people.
        game: its spec.
        net: the evaluator's kind and options.
        search: how engines look ahead.
        method: the optimiser's name.
        settings: the optimiser's settings, complete.
        population: nets that are judged in a generation.
        generations: how many.
        seed: of everything that is drawn.
        games: by which games nets are judged.
        probe: how the champion is measured.
        keep_every: generations between champions that are kept; the last is kept always.
    """

    preset: Annotated[str, Field(pattern="^[a-z0-9-]*$")] = ""
    game: str = "capture-go:9"
    net: dict[str, Any] = Field(default_factory=lambda: {"kind": "window"})
    search: SearchSettings = SearchSettings()
    method: str = "hybrid"
    settings: dict[str, Any] = Field(default_factory=dict)
    population: Annotated[int, Field(strict=True, ge=4, le=100_000)] = 40
    generations: Annotated[int, Field(strict=True, ge=1, le=10_000_000)] = 100
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**63)] = 1
    games: GameSettings = GameSettings()
    probe: ProbeSettings = ProbeSettings()
    keep_every: Annotated[int, Field(ge=1)] = 10

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
        chosen = optimiser(self.method, self.settings, self.population)
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

    @classmethod
    def read(cls, path: str | Path) -> dict[str, Any]:
        """The table in a TOML file, not checked yet, so that it can be changed before.

        Raises:
            SettingsError: the file is too large or no TOML.
        """
        with open(path, "rb") as file:
            data = file.read(MAX_FILE + 1)
        if len(data) > MAX_FILE:
            raise SettingsError(f"{path}: a file of settings has at most {MAX_FILE} bytes")
        try:
            return tomllib.loads(data.decode())
        except (ValueError, RecursionError) as error:
            raise SettingsError(f"{path}: {error}") from None


def _sentence(error: Any) -> str:
    """One mistake in one sentence."""
    where = ".".join(str(part) for part in error["loc"])
    said = error["msg"].removeprefix("Value error, ")
    if error["type"] == "extra_forbidden":
        return f"{where} is no setting"
    if error["type"] == "value_error":
        return f"{where}: {said}" if where else said
    return f"{where}={error['input']!r} is not allowed: {said[0].lower()}{said[1:]}"
