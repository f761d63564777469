"""The settings of learning by temporal differences."""

from contextlib import suppress
from typing import Annotated, Any, Literal, Self

from pydantic import AliasChoices, Field, model_validator

from ponnuki.arena.opening import MAX_PLIES
from ponnuki.evaluators import Evaluator, FateNet, evaluator
from ponnuki.games import game as find_game
from ponnuki.learners.settings import (
    Generations,
    Passes,
    ProbedSettings,
    SearchSettings,
    Table,
    check_passes,
    check_players,
    named_player,
)
from ponnuki.players import Engine, ExternalPlayer, NoProgramError, Player
from ponnuki.players.inside import plays_inside

Share = Annotated[float, Field(ge=0, le=1)]
Difference = Literal["two-plies", "next-view", "own-move", "naive"]
Selection = Literal["epsilon", "creative", "gibbs"]
LAMBDA = AliasChoices("lambda", "trace")
"""Names of λ among settings."""


class RewardSettings(Table):
    """What the end of a game is worth to a side.

    Attributes:
        win: for the winner.
        draw: for both sides.
        loss: for the loser.
        margin: what every point of the margin adds for the winner and takes from the loser.
        both: whether both sides are rewarded, or only the one that moved last.
    """

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    margin: float = 0.0
    both: bool = True


class SelectionSettings(Table):
    """How moves are chosen while learning.

    Attributes:
        kind: 'epsilon' (the best move, now and then any), 'creative' (any move that is nearly the
            best) or 'gibbs' (by chances in proportion to e^(value / temperature)).
        epsilon: share of moves drawn at random.
        learned: whether differences over such moves are learned: then a board is worth what it is
            in games with random moves, else what it is without.
        creativity: c; moves worth at least (1 - c) of the best are equally likely.
        temperature: of Gibbs sampling.
        temperature_halving: games after which the temperature is a half, and a third after twice as
            many; 0 for one that does not fall.
    """

    kind: Selection = "creative"
    epsilon: Share = 0.05
    learned: bool = False
    creativity: Share = 0.05
    temperature: Annotated[float, Field(gt=0)] = 0.1
    temperature_halving: Annotated[float, Field(ge=0)] = 0.0


class StrengthSettings(Table):
    """How strong the net is said to be: wins against players that stay the same.

    Attributes:
        players: their specs; none for no measure.
        games: against each of them, half of them as black.
        every: generations between measures; the last one is always measured.
        opening: random plies at the start of the games of a second measure, against players that
            would else play one game again and again; 0 for no second measure.
    """

    players: tuple[str, ...] = ()
    games: Annotated[int, Field(ge=2, le=1_000_000)] = 1000
    every: Annotated[int, Field(ge=1)] = 1
    opening: Annotated[int, Field(ge=0, le=MAX_PLIES)] = 2


class DifferenceSettings(ProbedSettings):
    """What all learners have that play and learn in one loop; see `LearnerSettings` for more.

    Attributes:
        net: the evaluator's kind and options; it must have a gradient.
        search: how the net looks ahead when it is measured.
        difference: what a value is drawn towards: 'two-plies' (the same side's value after its
            next move), 'next-view' (the other side's value after the next move, turned around),
            'own-move' (from the board before a move to the board after it) or 'naive' (the other
            side's value as it is).
        selection: how moves are chosen while learning.
        rate: the learning rate.
        rate_halving: games after which the rate is a half, and a third after twice as many; 0 for
            a constant rate.
        loss: what a step makes smaller: 'squared', the square of the difference; 'logistic', the
            error of logistic regression, for a sigmoid output and rewards from 0 to 1. The first
            learns little where the output is nearly 0 or 1, the second does not.
        coherence: whether every weight has a learning rate of its own, by temporal coherence: the
            share |sum| / sum of sizes of what it was asked to change by before.
        discount: gamma, of the next value.
        trace: λ, of eligibility traces; 0 for TD(0). Its name among settings is `lambda`, which is
            no name in Python; files have `trace`, and it may be called so. An n-tuple network
            learns from earlier boards one by one, and no more from those whose share is below
            1/1024.
        rewards: what the end of a game is worth.
        exact_end: whether a move that ends the game is worth its reward instead of what the net
            says of the board.
        forced: in Capture Go, whether the net plays what is forced: a capture that wins, the one
            reply that saves a string, a double atari; and no move after which it is captured.
        passes: in Go, when the net may pass.
        opening: random plies at the start of a game; nothing is learned from them.
        opponent: the spec of a player that stays the same, such as 'standard-wpc,noise=0.1', or
            'gnugo,level=1', a program whose moves take most of the time. The net is black in every
            other game, and learns from the boards after its own moves alone. What the opponent
            draws at random is always learned from. Empty for self-play.
        opponent_share: share of the games that are against the opponent; the others are self-play.
        games: of one generation.
        strength: how strong the net is said to be.
    """

    game: str = "go:5"
    net: dict[str, Any] = Field(default_factory=lambda: {"kind": "mlp"})
    search: SearchSettings = SearchSettings(depth=1)
    difference: Difference = "two-plies"
    selection: SelectionSettings = SelectionSettings()
    rate: Annotated[float, Field(gt=0)] = 0.01
    rate_halving: Annotated[float, Field(ge=0)] = 0.0
    loss: Literal["squared", "logistic"] = "squared"
    coherence: bool = False
    discount: Share = 1.0
    trace: Share = Field(default=0.0, validation_alias=LAMBDA)
    rewards: RewardSettings = RewardSettings()
    exact_end: bool = False
    forced: bool = False
    passes: Passes = "free"
    opening: Annotated[int, Field(ge=0, le=MAX_PLIES)] = 0
    opponent: str = ""
    opponent_share: Share = 1.0
    games: Annotated[int, Field(ge=1, le=10_000_000)] = 50_000
    generations: Generations = 20
    strength: StrengthSettings = StrengthSettings()
    keep_every: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="before")
    @classmethod
    def _lambda_by_either_name(cls, data: Any) -> Any:
        """A table that has both was changed by somebody who wrote `lambda`."""
        if isinstance(data, dict) and "lambda" in data:
            return {name: value for name, value in data.items() if name != "trace"}
        return data

    @model_validator(mode="after")
    def _fits(self) -> Self:
        rules = find_game(self.game)
        if self.trace > 0 and self.difference == "own-move":
            raise ValueError("lambda is not allowed with difference='own-move': use 0")
        if self.forced and rules.id != "capture-go":
            raise ValueError(f"forced=true is not allowed in {rules.id}: use false")
        check_passes(self.passes, rules)
        self._check_loss()
        self._check_fates()
        check_players(self.strength.players, rules)
        with suppress(NoProgramError):
            self.fixed_opponent()
        return self

    def _check_loss(self) -> None:
        """Logistic errors are those of chances."""
        if self.loss == "squared":
            return
        if getattr(self.valuer(), "output_activation", None) != "sigmoid":
            raise ValueError("loss='logistic' is not allowed: the net's output is no sigmoid")
        rewards = self.rewards
        values = {"win": rewards.win, "draw": rewards.draw, "loss": rewards.loss}
        for name, value in values.items():
            if not 0 <= value <= 1:
                raise ValueError(
                    f"loss='logistic' is not allowed with rewards.{name}={value}: use 0 to 1"
                )
        if rewards.margin:
            raise ValueError(
                f"loss='logistic' is not allowed with rewards.margin={rewards.margin}: use 0"
            )

    def _check_fates(self) -> None:
        """A net that predicts the fate of every point learns all of them, by TD(0) alone."""
        if not isinstance(self.evaluator(), FateNet):
            return
        rewards = self.rewards
        allowed = {"lambda": (self.trace, 0.0), "discount": (self.discount, 1.0)}
        allowed |= {"rewards.loss": (rewards.loss, -rewards.win), "rewards.draw": (rewards.draw, 0)}
        for name, (value, only) in allowed.items():
            if value != only:
                raise ValueError(f"{name}={value} is not allowed with net fate: use {only}")
        if self.coherence:
            raise ValueError("coherence=True is not allowed with net fate: use false")
        if self.difference not in {"two-plies", "next-view"}:
            raise ValueError(
                f"difference={self.difference!r} is not allowed with net fate: use 'next-view' or "
                "'two-plies'"
            )

    def fixed_opponent(self) -> Player | None:
        """The player whom the net meets in training; None in self-play.

        Raises:
            NoProgramError: its program is not installed.
            ValueError: there is no such player, or it would not play the same way again.
        """
        if not self.opponent:
            return None
        named = f"opponent={self.opponent!r} is not allowed"
        try:
            found = named_player(self.opponent, find_game(self.game))
        except NoProgramError:
            raise
        except ValueError as error:
            raise ValueError(f"{named}: {error}") from None
        if not plays_inside(found) and not isinstance(found, ExternalPlayer):
            raise ValueError(f"{named}: use a player of the core, such as a net or 'random'")
        if isinstance(found, Engine) and (found.search.nodes or found.search.seconds):
            raise ValueError(f"{named}: use a depth, not a limit of nodes or seconds")
        if self.difference != "two-plies":
            raise ValueError(
                f"difference={self.difference!r} is not allowed with an opponent: use 'two-plies'"
            )
        return found

    def evaluator(self) -> Evaluator:
        """The architecture of the net that comes of a run.

        Raises:
            ValueError: there is no such net.
        """
        return evaluator_of("net", self.net, self.game)

    def valuer(self) -> Evaluator:
        """The architecture of the net that values boards and learns by differences.

        Raises:
            ValueError: there is no such net.
        """
        return self.evaluator()


def evaluator_of(name: str, table: dict[str, Any], game: str) -> Evaluator:
    """The architecture that a table of settings says.

    Raises:
        ValueError: there is no such net; names the table.
    """
    options = dict(table)
    kind = options.pop("kind", None)
    if not isinstance(kind, str) or "game" in options:
        raise ValueError(f"{name}={table} is not allowed: use a kind and its options")
    try:
        net = evaluator(kind, game, **options)
        _ = net.weight_count
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}={table} is not allowed: {error}") from None
    return net


class TdSettings(DifferenceSettings):
    """Learning by temporal differences."""

    learner: Literal["temporal-differences"] = "temporal-differences"
