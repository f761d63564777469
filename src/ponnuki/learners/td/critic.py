"""The settings of the adaptive critic: heuristic dynamic programming (HDP, Zaman et al.).

The critic J is trained forward in time on J(t) - [γ J(t+1) + U(t)], where U(t) is what its utility
has gained by its latest move; at the end of a game on U(t) alone (Cai & Wunsch 2007, equations 4.3
to 4.7). It learns against an opponent that stays the same.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from ponnuki.learners.settings import Generations, Table
from ponnuki.learners.td.settings import DifferenceSettings, SelectionSettings, Share

Weight = Annotated[float, Field(ge=0, le=1000)]


class UtilitySettings(Table):
    """What the utility of a board is made of: weights of what a side has a share of.

    Attributes:
        stones: η, of stones on the board.
        areas: ν, of areas: stones, and empty regions that touch no stone of the other side; in
            games without areas each side has a half.
        prisoners: ρ, of captured stones; before the first of them each side has a half.
    """

    stones: Weight = 0.3
    areas: Weight = 0.5
    prisoners: Weight = 0.2


class HdpSettings(DifferenceSettings):
    """The adaptive critic; see `DifferenceSettings` for what temporal differences have as well.

    Attributes:
        opponent: whom it meets; there must be one.
        utility: what it is rewarded by, instead of by who wins.
        discount: γ.
    """

    learner: Literal["hdp"] = "hdp"
    game: str = "go:9"
    net: dict[str, Any] = Field(
        default_factory=lambda: {
            "kind": "mlp",
            "encoding": "own-opponent",
            "hidden": [40],
            "hidden_activation": "tanh",
            "output_activation": "linear",
            "biases": True,
            "bound": 0.05,
        }
    )
    selection: SelectionSettings = SelectionSettings(kind="epsilon", learned=True)
    opponent: str = "naive"
    utility: UtilitySettings = UtilitySettings()
    discount: Share = 0.95
    games: Annotated[int, Field(ge=1, le=10_000_000)] = 2_000
    generations: Generations = 10

    @model_validator(mode="after")
    def _is_a_critic(self) -> Self:
        if not self.opponent:
            raise ValueError("opponent='' is not allowed: a critic learns against a player")
        if self.opponent_share < 1:
            raise ValueError(f"opponent_share={self.opponent_share} is not allowed for hdp: use 1")
        if not self.evaluator().has_viewer:
            raise ValueError(
                f"net={self.net} is not allowed: use one that sees the board from its own side"
            )
        if self.exact_end:
            raise ValueError("exact_end=True is not allowed: a critic is not rewarded by who wins")
        return self
