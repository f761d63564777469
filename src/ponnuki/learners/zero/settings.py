"""The settings of learning by self-play with tree search."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from ponnuki.arena.opening import MAX_PLIES
from ponnuki.evaluators import ConvNet
from ponnuki.extras import need
from ponnuki.learners.settings import (
    AUTO,
    PASSES,
    UNTRAINED,
    KeptSettings,
    MeasureSettings,
    Passes,
    check_passes,
    learner_word,
    run_length,
    share,
)
from ponnuki.players.search import MAX_GUMBEL
from ponnuki.settings import Said, setting


@dataclass(frozen=True)
class ZeroSettings(KeptSettings):
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
    measure: MeasureSettings = setting(
        MeasureSettings(opponents=(AUTO, UNTRAINED), every=(5,), nets=5, rounds=1),
        "how its champion is measured",
        measures=True,
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
