"""The settings of the actor and its critic: one net plays, another one says how well.

The critic values boards and learns by temporal differences, as a net alone does. The actor chooses
moves by chances in proportion to e^(value / temperature). After each choice its weights take a step
along the gradient of what the critic gives for its moves on average. So the actor learns which move
is better than others, and need not say what a board is worth: a small net can play well that could
never value boards well.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from ponnuki.evaluators import NETS, Evaluator, FateNet
from ponnuki.learners.settings import learner_word
from ponnuki.learners.td.settings import (
    DifferenceSettings,
    SelectionSettings,
    decay_of_traces,
    games_of_a_generation,
    net_of,
)
from ponnuki.settings import Said, setting


@dataclass(frozen=True)
class ActorCriticSettings(DifferenceSettings):
    """An actor and its critic. `rate`, `loss`, `coherence` and `lambda` are the critic's."""

    word: ClassVar[str] = "actor-critic"

    learner: str = learner_word(word)
    game: str = setting("othello:8", "what is played")
    net: Said[Evaluator] = setting(
        NETS.said(
            {
                "kind": "ntuple",
                "shapes": ["straight-2"],
                "output_activation": "linear",
                "bound": 0.0,
            }
        ),
        "the kind and options of the actor, which is the net that comes of a run",
        kinds=NETS,
    )
    critic: Said[Evaluator] = setting(
        NETS.said(
            {
                "kind": "ntuple",
                "shapes": ["lines", "square-3"],
                "output_activation": "sigmoid",
                "bound": 0.0,
            }
        ),
        "the kind and options of the net that values boards; of the same kind as the actor",
        kinds=NETS,
    )
    actor_rate: float = setting(
        0.05, "the learning rate of the actor; it falls as the critic's does", above=0
    )
    average: float = setting(
        0.0,
        "of the actor's weights that come of a run: share of the old ones that a generation keeps; "
        "0 for those of the last game",
        low=0,
        below=1,
    )
    selection: SelectionSettings = setting(
        SelectionSettings(kind="epsilon", epsilon=0.1, learned=True, temperature=1.0),
        "how moves are chosen while learning: `temperature` is the actor's, and `epsilon` the "
        "share of moves drawn at random",
    )
    loss: Literal["squared", "logistic"] = setting(
        "logistic", "what a step of the critic makes smaller; see temporal-differences"
    )
    trace: float = decay_of_traces(0.5)
    exact_end: bool = setting(
        True,
        "whether a move that ends the game is worth its reward instead of what the critic says of "
        "the board",
    )
    games: int = games_of_a_generation(20_000)

    def check(self) -> None:
        """Both nets are of one kind, and the actor draws by chances."""
        super().check()
        actor, critic = self.evaluator(), self.valuer()
        if type(actor) is not type(critic) or isinstance(critic, FateNet):
            raise ValueError(
                f"critic.kind={self.critic.word!r} is not allowed: use a net with one value, of "
                f"the same kind as the actor's, {self.net.word!r}"
            )
        if self.selection.kind != "epsilon":
            raise ValueError(
                f"selection.kind={self.selection.kind!r} is not allowed for actor-critic: use "
                "'epsilon'; the actor draws by selection.temperature"
            )
        if self.selection.temperature_halving:
            raise ValueError(
                f"selection.temperature_halving={self.selection.temperature_halving} is not "
                "allowed for actor-critic: use 0"
            )

    def valuer(self) -> Evaluator:
        """The critic's architecture."""
        return self._critic

    @cached_property
    def _critic(self) -> Evaluator:
        return net_of("critic", self.critic, self.rules)
