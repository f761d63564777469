"""The settings of the actor and its critic: one net plays, another one says how well.

The critic values boards and learns by temporal differences, as a net alone does. The actor chooses
moves by chances in proportion to e^(value / temperature). After each choice its weights take a step
along the gradient of what the critic gives for its moves on average. So the actor learns which move
is better than others, and need not say what a board is worth: a small net can play well that could
never value boards well.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from ponnuki.evaluators import Evaluator, FateNet
from ponnuki.learners.td.settings import (
    LAMBDA,
    DifferenceSettings,
    RewardSettings,
    SelectionSettings,
    Share,
    evaluator_of,
)


class ActorCriticSettings(DifferenceSettings):
    """An actor and its critic; see `DifferenceSettings` for what temporal differences have as well.

    Attributes:
        net: of the actor, which is the net that comes of a run.
        critic: the kind and options of the net that values boards; of the same kind as the actor.
            `rate`, `loss`, `coherence` and `lambda` are its.
        actor_rate: the learning rate of the actor; it falls as the critic's does.
        average: of the actor's weights that come of a run: share of the old ones that a generation
            keeps; 0 for those of the last game.
        selection: `temperature` is the actor's, and `epsilon` the share of moves drawn at random.
    """

    learner: Literal["actor-critic"] = "actor-critic"
    game: str = "othello:8"
    net: dict[str, Any] = Field(
        default_factory=lambda: {
            "kind": "ntuple",
            "shapes": ["straight-2"],
            "output_activation": "linear",
            "bound": 0.0,
        }
    )
    critic: dict[str, Any] = Field(
        default_factory=lambda: {
            "kind": "ntuple",
            "shapes": ["lines", "square-3"],
            "output_activation": "sigmoid",
            "bound": 0.0,
        }
    )
    actor_rate: Annotated[float, Field(gt=0)] = 0.05
    average: Annotated[float, Field(ge=0, lt=1)] = 0.0
    selection: SelectionSettings = SelectionSettings(
        kind="epsilon", epsilon=0.1, learned=True, temperature=1.0
    )
    rate: Annotated[float, Field(gt=0)] = 0.01
    loss: Literal["squared", "logistic"] = "logistic"
    trace: Share = Field(default=0.5, validation_alias=LAMBDA)
    rewards: RewardSettings = RewardSettings()
    exact_end: bool = True
    games: Annotated[int, Field(ge=1, le=10_000_000)] = 20_000

    @model_validator(mode="after")
    def _has_two_nets(self) -> Self:
        actor, critic = self.evaluator(), self.valuer()
        if type(actor) is not type(critic) or isinstance(critic, FateNet):
            raise ValueError(
                f"critic={self.critic} is not allowed: use a net with one value, of the same kind "
                f"as the actor's, {self.net.get('kind')!r}"
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
        return self

    def valuer(self) -> Evaluator:
        """The critic's architecture.

        Raises:
            ValueError: there is no such net.
        """
        return evaluator_of("critic", self.critic, self.game)
