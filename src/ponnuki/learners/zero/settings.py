"""The settings of learning by self-play with tree search."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from ponnuki.arena.opening import MAX_PLIES
from ponnuki.evaluators import ConvNet
from ponnuki.extras import need
from ponnuki.games import Game
from ponnuki.learners.settings import (
    PASSES,
    Passes,
    ProbedSettings,
    ProbeSettings,
    check_passes,
    learner_word,
    run_length,
    share,
)
from ponnuki.learners.td.settings import StrengthSettings
from ponnuki.players import player
from ponnuki.players.search import MAX_GUMBEL
from ponnuki.settings import Said, setting

YARDSTICKS: dict[str, tuple[str, ...]] = {
    "capture-go": ("defensive",),
    "go": ("naive", "pattern"),
    "othello": ("standard-wpc",),
}
"""By game: players that a net is measured against; the random player in other games."""


@dataclass(frozen=True)
class ZeroStrength(StrengthSettings):
    """How strong the net is said to be, from random openings."""

    players: tuple[str, ...] = setting(
        ("auto",), "their specs; 'auto' stands for those that the game has; none for no measure"
    )
    games: int = setting(100, "against each of them, half of them as black", low=2, high=1_000_000)


@dataclass(frozen=True)
class ZeroSettings(ProbedSettings):
    """Learning by self-play with tree search."""

    word: ClassVar[str] = "zero"

    learner: str = learner_word(word)
    net: Said[ConvNet] = setting(
        Said(ConvNet, {"blocks": 3, "channels": 32}), "options of the convolutional net"
    )
    visits: int = setting(32, "of every search in self-play", low=2, high=100_000)
    gumbel: int = setting(
        16,
        "moves of the root that such a search considers, drawn by the policy",
        low=2,
        high=MAX_GUMBEL,
    )
    champion_visits: int = setting(
        32,
        "of the searches of the champion when it plays and is measured",
        low=1,
        high=1_000_000,
        measures=True,
    )
    opening_share: float = share(0.5, "share of the games that begin with random moves")
    opening: int = setting(
        8, "at most so many, none of which decides the game", low=0, high=MAX_PLIES
    )
    outcome_share: float = share(
        0.75,
        "share of the outcome in what a value is drawn towards; the rest is what the search said",
    )
    passes: Passes = setting("free", PASSES)
    games: int = setting(200, "of one generation", low=1, high=1_000_000)
    window: int = setting(
        40_000, "so many of the latest positions are learned from", low=1, high=5_000_000
    )
    repeats: float = setting(
        4.0, "how often a position is learned from, on average", above=0, high=100
    )
    batch: int = setting(256, "positions that make one step of Adam together", low=1, high=65_536)
    rate: float = setting(1e-3, "its learning rate", above=0, high=1)
    rate_halving: float = setting(
        0.0,
        "generations after which the rate is a half, and a third after twice as many; 0 for a "
        "constant rate",
        low=0,
    )
    average: float = setting(
        0.0,
        "of the weights that play: share of the old ones that a generation keeps; 0 for those of "
        "the last step",
        low=0,
        below=1,
    )
    weight_decay: float = share(1e-4, "of all weights")
    value_share: float = setting(
        1.0, "weight of the value's error beside that of the policy", low=0, high=100
    )
    device: Literal["cpu", "cuda"] = setting("cpu", "cpu, or cuda for a GPU through PyTorch")
    slots: int = setting(4096, "games that are played at once on a GPU", low=1, high=65_536)
    generations: int = run_length(20)
    strength: ZeroStrength = setting(
        ZeroStrength(), "how strong the net is said to be", measures=True
    )
    probe: ProbeSettings = setting(
        ProbeSettings(every=0), "how the champion is measured", measures=True
    )
    keep_every: int = setting(
        1,
        "generations between champions that are kept; the last is kept always",
        low=1,
        measures=True,
    )

    def check_packages(self) -> None:
        """Raises MissingPackageError if a GPU learns, and PyTorch is not installed."""
        if self.device != "cpu":
            need("torch", f"device={self.device!r}")

    def check(self) -> None:
        """Game and net go together."""
        super().check()
        check_passes(self.passes, self.rules)
        self.evaluator()

    @property
    def measured(self) -> StrengthSettings:
        """How strong the net is said to be, by players that there are."""
        found: list[str] = []
        for spec in self.strength.players:
            found += _yardsticks(self.rules) if spec == "auto" else (spec,)
        return self.strength.but(players=found)

    def evaluator(self) -> ConvNet:
        """The net's architecture."""
        return self._net

    @cached_property
    def _net(self) -> ConvNet:
        try:
            net = self.net.make(game=self.rules)
            _ = net.weight_count
        except (TypeError, ValueError) as error:
            raise ValueError(f"net={self.net.table()} is not allowed: {error}") from None
        return net


def _yardsticks(game: Game) -> list[str]:
    """The players of a game's list that play it; there is always somebody."""
    found = []
    for spec in YARDSTICKS.get(game.id, ()):
        with suppress(ValueError):
            found.append(player(spec, game).spec)
    return found or ["random"]
