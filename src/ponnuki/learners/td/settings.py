"""The settings of learning by temporal differences.

Two tables change what is learned. With `critic` a second net values boards, and the first one, the
actor, learns by its word which moves are better: it need not say what a board is worth, and a small
net can play well that could never value boards well. With `utility` a net learns what it will gain
in stones, areas and prisoners instead of who wins: heuristic dynamic programming (HDP, Zaman et
al.; Cai & Wunsch 2007, equations 4.3 to 4.7).
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, Literal

from ponnuki.arena.opening import MAX_PLIES
from ponnuki.evaluators import NETS, Evaluator, FateNet
from ponnuki.games import Game
from ponnuki.learners.earlier import EARLIER
from ponnuki.learners.settings import (
    AUTO,
    PASSES,
    UNTRAINED,
    KeptSettings,
    MeasureSettings,
    Passes,
    SearchSettings,
    check_passes,
    learner_word,
    named_player,
    run_length,
    share,
)
from ponnuki.players import Engine, ExternalPlayer, NoProgramError, Player
from ponnuki.players.inside import plays_inside
from ponnuki.settings import Said, Settings, setting

Difference = Literal["two-plies", "next-view", "own-move", "naive"]
Kind = Literal["epsilon", "creative", "gibbs"]
MAX_GAMES = 10_000_000


def games_of_a_generation(usual: int) -> Any:
    """The field that says how long a generation is."""
    return setting(usual, "of one generation", low=1, high=MAX_GAMES)


def decay_of_traces(usual: float) -> Any:
    """The field λ; in Python it is called `trace`, because `lambda` is no name there."""
    return setting(
        usual,
        "λ, of eligibility traces; 0 for TD(0); an n-tuple network learns from earlier boards one "
        "by one, and no more from those whose share is below 1/1024",
        low=0,
        high=1,
        alias="lambda",
    )


@dataclass(frozen=True)
class RewardSettings(Settings):
    """What the end of a game is worth to a side."""

    win: float = setting(1.0, "for the winner")
    draw: float = setting(0.5, "for both sides")
    loss: float = setting(0.0, "for the loser")
    margin: float = setting(
        0.0, "what every point of the margin adds for the winner and takes from the loser"
    )
    both: bool = setting(True, "whether both sides are rewarded, or only the one that moved last")


@dataclass(frozen=True)
class SelectionSettings(Settings):
    """How moves are chosen while learning."""

    kind: Kind = setting(
        "creative",
        "the best move, now and then any (epsilon), any move that is nearly the best (creative), "
        "or by chances in proportion to e^(value / temperature) (gibbs)",
    )
    epsilon: float = share(0.05, "share of moves drawn at random")
    learned: bool = setting(
        False,
        "whether differences over such moves are learned: then a board is worth what it is in "
        "games with random moves, else what it is without",
    )
    creativity: float = share(
        0.05, "c; moves worth at least (1 - c) of the best are equally likely"
    )
    temperature: float = setting(0.1, "of Gibbs sampling", above=0)
    temperature_halving: float = setting(
        0.0,
        "games after which the temperature is a half, and a third after twice as many; 0 for one "
        "that does not fall",
        low=0,
    )


def _weight(usual: float, about: str) -> Any:
    return setting(usual, about, low=0, high=1000)


@dataclass(frozen=True)
class UtilitySettings(Settings):
    """What the utility of a board is made of: weights of what a side has a share of."""

    stones: float = _weight(0.3, "η, of stones on the board")
    areas: float = _weight(
        0.5,
        "ν, of areas: stones, and empty regions that touch no stone of the other side; in games "
        "without areas each side has a half",
    )
    prisoners: float = _weight(
        0.2, "ρ, of captured stones; before the first of them each side has a half"
    )


@dataclass(frozen=True)
class TdSettings(KeptSettings):
    """Learning by temporal differences."""

    word: ClassVar[str] = "temporal-differences"

    learner: str = learner_word(word)
    game: str = setting("go:5", "what is played")
    net: Said[Evaluator] = setting(
        NETS.said({"kind": "mlp"}),
        "the kind and options of the net that comes of a run; it must have a gradient",
        kinds=NETS,
    )
    critic: Said[Evaluator] | None = setting(
        None,
        "the kind and options of a net that values boards, of the same kind; `net` is then an "
        "actor: it draws moves by chances in proportion to e^(value / selection.temperature), and "
        "learns from the critic which are better, while `rate`, `loss`, `coherence` and `lambda` "
        "are the critic's",
        kinds=NETS,
        filled=True,
        later=True,
    )
    actor_rate: float = setting(
        0.05,
        "with a critic, the learning rate of the actor; it falls as the critic's does",
        above=0,
        later=True,
    )
    average: float = setting(
        0.0,
        "with a critic, of the actor's weights that come of a run: share of the old ones that a "
        "generation keeps; 0 for those of the last game",
        low=0,
        below=1,
        later=True,
    )
    search: SearchSettings = setting(
        SearchSettings(depth=1), "how the net looks ahead when it is measured", measures=True
    )
    difference: Difference = setting(
        "two-plies",
        "what a value is drawn towards: the same side's value after its next move (two-plies), the "
        "other side's value after the next move, turned around (next-view), from the board before "
        "a move to the board after it (own-move), or the other side's value as it is (naive)",
    )
    selection: SelectionSettings = setting(
        SelectionSettings(), "how moves are chosen while learning"
    )
    rate: float = setting(0.01, "the learning rate", above=0)
    rate_halving: float = setting(
        0.0,
        "games after which the rate is a half, and a third after twice as many; 0 for a constant "
        "rate",
        low=0,
    )
    loss: Literal["squared", "logistic"] = setting(
        "squared",
        "what a step makes smaller: the square of the difference (squared), or the error of "
        "logistic regression, for a sigmoid output and rewards from 0 to 1 (logistic); the first "
        "learns little where the output is nearly 0 or 1, the second does not",
    )
    coherence: bool = setting(
        False,
        "whether every weight has a learning rate of its own, by temporal coherence: the share "
        "|sum| / sum of sizes of what it was asked to change by before",
    )
    discount: float = share(1.0, "γ, of the next value")
    trace: float = decay_of_traces(0.0)
    rewards: RewardSettings = setting(RewardSettings(), "what the end of a game is worth")
    utility: Said[UtilitySettings] = setting(
        Said(UtilitySettings),
        "what a net that sees the board from its own side is rewarded by, against an opponent, "
        "instead of by who wins; nothing of it for rewards",
        later=True,
    )
    exact_end: bool = setting(
        False,
        "whether a move that ends the game is worth its reward instead of what the net says of the "
        "board",
    )
    forced: bool = setting(
        False,
        "in Capture Go, whether the net plays what is forced: a capture that wins, the one reply "
        "that saves a string, a double atari; and no move after which it is captured",
    )
    passes: Passes = setting("free", PASSES)
    opening: int = setting(
        0,
        "random plies at the start of a game; nothing is learned from them",
        low=0,
        high=MAX_PLIES,
    )
    opponent: str = setting(
        "",
        "a player that stays the same, such as 'standard-wpc,noise=0.1', or 'gnugo,level=1', a "
        "program whose moves take most of the time; the net is black in every other game, and "
        "learns from the boards after its own moves alone; what the opponent draws at random is "
        "always learned from; empty for self-play",
    )
    opponent_share: float = share(
        1.0, "share of the games that are against the opponent; the others are self-play"
    )
    games: int = games_of_a_generation(50_000)
    generations: int = run_length(20)
    measure: MeasureSettings = setting(
        MeasureSettings(opponents=(AUTO, UNTRAINED), every=(1,)),
        "how its champion is measured",
        measures=True,
    )
    keep_every: int = setting(
        1,
        "generations between champions that are kept; the last is kept always",
        low=1,
        measures=True,
    )

    @property
    def name(self) -> str:
        """The word by which digests and folders know what is learned."""
        return "hdp" if self.utility.values else "actor-critic" if self.critic else self.word

    def identity(self, base: "TdSettings | None" = None) -> dict[str, Any]:
        """What a run is, by what a silent record of its kind means."""
        return super().identity(_usual(self.name) or base) | {"": self.name}

    def check(self) -> None:
        """Game, net and what is learned go together."""
        super().check()
        if self.trace > 0 and self.difference == "own-move":
            raise ValueError("lambda is not allowed with difference='own-move': use 0")
        if self.forced and self.rules.id != "capture-go":
            raise ValueError(f"forced=true is not allowed in {self.rules.id}: use false")
        if self.opponent and self.difference != "two-plies":
            raise ValueError(
                f"difference={self.difference!r} is not allowed with an opponent: use 'two-plies'"
            )
        check_passes(self.passes, self.rules)
        self._check_loss()
        self._check_fates()
        self._check_actor()
        self._check_utility()

    def _check_actor(self) -> None:
        """Both nets are of one kind, and the actor draws by chances."""
        for name, usual in (("actor_rate", 0.05), ("average", 0.0)):
            if self.critic is None and getattr(self, name) != usual:
                raise ValueError(f"{name}={getattr(self, name)} is not allowed without a critic")
        if self.critic is None:
            return
        actor, critic = self.evaluator(), self.valuer()
        if type(actor) is not type(critic) or isinstance(critic, FateNet):
            raise ValueError(
                f"critic.kind={self.critic.word!r} is not allowed: use a net with one value, of "
                f"the same kind as the actor's, {self.net.word!r}"
            )
        only = {"kind": "epsilon", "temperature_halving": 0}
        for name, value in only.items():
            if (said := getattr(self.selection, name)) != value:
                raise ValueError(
                    f"selection.{name}={said!r} is not allowed with a critic: use {value!r}; the "
                    "actor draws by selection.temperature"
                )

    def _check_utility(self) -> None:
        """There is an opponent, and no reward for who wins."""
        if not self.utility.values:
            return
        if self.critic is not None:
            raise ValueError("utility is not allowed with a critic: leave one of them out")
        if not self.opponent:
            raise ValueError("opponent='' is not allowed with utility: use a player")
        if self.opponent_share < 1:
            raise ValueError(
                f"opponent_share={self.opponent_share} is not allowed with utility: use 1"
            )
        if not self.evaluator().has_viewer:
            raise ValueError(
                f"net.kind={self.net.word!r} is not allowed with utility: use a net that sees the "
                "board from its own side"
            )
        if self.exact_end:
            raise ValueError("exact_end=True is not allowed with utility: use false")

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
            found = named_player(self.opponent, self.rules)
        except NoProgramError:
            raise
        except ValueError as error:
            raise ValueError(f"{named}: {error}") from None
        if not plays_inside(found) and not isinstance(found, ExternalPlayer):
            raise ValueError(f"{named}: use a player of the core, such as a net or 'random'")
        if isinstance(found, Engine) and (found.search.nodes or found.search.seconds):
            raise ValueError(f"{named}: use a depth, not a limit of nodes or seconds")
        return found

    def evaluator(self) -> Evaluator:
        """The architecture of the net that comes of a run."""
        return self._net

    @cached_property
    def _net(self) -> Evaluator:
        return net_of("net", self.net, self.rules)

    def valuer(self) -> Evaluator:
        """The architecture of the net that values boards and learns by differences."""
        return self._critic

    @cached_property
    def _critic(self) -> Evaluator:
        return self._net if self.critic is None else net_of("critic", self.critic, self.rules)


def net_of(name: str, said: Said[Evaluator], game: Game) -> Evaluator:
    """The architecture that a table of that name says, for a game.

    Raises:
        ValueError: it does not fit the game; names the table.
    """
    try:
        net = said.make(game=game)
        _ = net.weight_count
    except (TypeError, ValueError) as error:
        table = {"kind": said.word} | said.table()
        raise ValueError(f"{name}={table} is not allowed: {error}") from None
    return net


@cache
def _usual(name: str) -> TdSettings | None:
    """What a silent record of a kind means, if that is not what the fields say."""
    return TdSettings.of(EARLIER[name]) if name in EARLIER else None
