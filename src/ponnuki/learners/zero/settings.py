"""The settings of learning by self-play with tree search."""

from contextlib import suppress
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from ponnuki.arena.opening import MAX_PLIES
from ponnuki.evaluators import ConvNet, evaluator
from ponnuki.extras import need
from ponnuki.games import Game
from ponnuki.games import game as find_game
from ponnuki.learners.settings import (
    Generations,
    Passes,
    ProbedSettings,
    ProbeSettings,
    check_passes,
    check_players,
)
from ponnuki.learners.td.settings import Share, StrengthSettings
from ponnuki.players import player

YARDSTICKS: dict[str, tuple[str, ...]] = {
    "capture-go": ("defensive",),
    "go": ("naive", "pattern"),
    "othello": ("standard-wpc",),
}
"""By game: players that a net is measured against; the random player in other games."""


class ZeroStrength(StrengthSettings):
    """How strong the net is said to be, from random openings.

    Attributes:
        players: their specs; 'auto' stands for those that the game has; none for no measure.
        games: against each of them, half of them as black.
    """

    players: tuple[str, ...] = ("auto",)
    games: Annotated[int, Field(ge=2, le=1_000_000)] = 100


class ZeroSettings(ProbedSettings):
    """Learning by self-play with tree search; see `LearnerSettings` for what all learners have.

    Attributes:
        net: options of a convolutional net: blocks, channels, liberties, history, ko.
        visits: of every search in self-play.
        gumbel: moves of the root that such a search considers, drawn by the policy.
        champion_visits: of the searches of the champion when it plays and is measured.
        opening_share: share of the games that begin with random moves.
        opening: at most so many, none of which decides the game.
        outcome_share: share of the outcome in what a value is drawn towards; the rest is what the
            search said.
        passes: in Go, when the net may pass.
        games: of one generation.
        window: so many of the latest positions are learned from.
        repeats: how often a position is learned from, on average.
        batch: positions that make one step of Adam together.
        rate: its learning rate.
        rate_halving: generations after which the rate is a half, and a third after twice as many; 0
            for a constant rate.
        average: of the weights that play: share of the old ones that a generation keeps; 0 for
            those of the last step.
        weight_decay: of all weights.
        value_share: weight of the value's error beside that of the policy.
        device: 'cpu', or 'cuda' for a GPU through PyTorch.
        slots: games that are played at once on a GPU.
        strength: how strong the net is said to be.
    """

    learner: Literal["zero"] = "zero"
    game: str = "capture-go:9"
    net: dict[str, Any] = Field(default_factory=lambda: {"blocks": 3, "channels": 32})
    visits: Annotated[int, Field(ge=2, le=100_000)] = 32
    gumbel: Annotated[int, Field(ge=2, le=170)] = 16
    champion_visits: Annotated[int, Field(ge=1, le=1_000_000)] = 32
    opening_share: Share = 0.5
    opening: Annotated[int, Field(ge=0, le=MAX_PLIES)] = 8
    outcome_share: Share = 0.75
    passes: Passes = "free"
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 200
    window: Annotated[int, Field(ge=1, le=5_000_000)] = 40_000
    repeats: Annotated[float, Field(gt=0, le=100)] = 4.0
    batch: Annotated[int, Field(ge=1, le=65_536)] = 256
    rate: Annotated[float, Field(gt=0, le=1)] = 1e-3
    rate_halving: Annotated[float, Field(ge=0)] = 0.0
    average: Annotated[float, Field(ge=0, lt=1)] = 0.0
    weight_decay: Annotated[float, Field(ge=0, le=1)] = 1e-4
    value_share: Annotated[float, Field(ge=0, le=100)] = 1.0
    device: Literal["cpu", "cuda"] = "cpu"
    slots: Annotated[int, Field(ge=1, le=65_536)] = 4096
    generations: Generations = 20
    strength: ZeroStrength = ZeroStrength()
    probe: ProbeSettings = ProbeSettings(every=0)
    keep_every: Annotated[int, Field(ge=1)] = 1

    def check_packages(self) -> None:
        """Raises MissingPackageError if a GPU learns, and PyTorch is not installed."""
        if self.device != "cpu":
            need("torch", f"device={self.device!r}")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        rules = find_game(self.game)
        check_passes(self.passes, rules)
        self.evaluator()
        check_players(self.measured.players, rules)
        return self

    @property
    def measured(self) -> StrengthSettings:
        """How strong the net is said to be, by players that there are."""
        found: list[str] = []
        for spec in self.strength.players:
            found += _yardsticks(find_game(self.game)) if spec == "auto" else (spec,)
        return self.strength.model_copy(update={"players": tuple(found)})

    def evaluator(self) -> ConvNet:
        """The net's architecture.

        Raises:
            ValueError: there is no such net.
        """
        try:
            net = evaluator("conv", self.game, **self.net)
        except (TypeError, ValueError) as error:
            raise ValueError(f"net={self.net} is not allowed: {error}") from None
        if not isinstance(net, ConvNet):
            raise ValueError(f"net={self.net} is not allowed: use a convolutional net")
        return net


def _yardsticks(game: Game) -> list[str]:
    """The players of a game's list that play it; there is always somebody."""
    found = []
    for spec in YARDSTICKS.get(game.id, ()):
        with suppress(ValueError):
            found.append(player(spec, game).spec)
    return found or ["random"]
