"""The settings of the adaptive critic: heuristic dynamic programming (HDP, Zaman et al.).

The critic J is trained forward in time on J(t) - [γ J(t+1) + U(t)], where U(t) is what its utility
has gained by its latest move; at the end of a game on U(t) alone (Cai & Wunsch 2007, equations 4.3
to 4.7). It learns against an opponent that stays the same.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from ponnuki.evaluators import NETS, Evaluator
from ponnuki.learners.settings import learner_word, run_length, share
from ponnuki.learners.td.settings import (
    DifferenceSettings,
    SelectionSettings,
    games_of_a_generation,
)
from ponnuki.settings import Said, Settings, setting


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
class HdpSettings(DifferenceSettings):
    """The adaptive critic."""

    word: ClassVar[str] = "hdp"

    learner: str = learner_word(word)
    game: str = setting("go:9", "what is played")
    net: Said[Evaluator] = setting(
        NETS.said(
            {
                "kind": "mlp",
                "encoding": "own-opponent",
                "hidden": [40],
                "hidden_activation": "tanh",
                "output_activation": "linear",
                "biases": True,
                "bound": 0.05,
            }
        ),
        "the kind and options of the critic; it sees the board from its own side",
        kinds=NETS,
    )
    selection: SelectionSettings = setting(
        SelectionSettings(kind="epsilon", learned=True), "how moves are chosen while learning"
    )
    opponent: str = setting("naive", "whom it meets; there must be one")
    utility: UtilitySettings = setting(
        UtilitySettings(), "what it is rewarded by, instead of by who wins"
    )
    discount: float = share(0.95, "γ, of the next value")
    games: int = games_of_a_generation(2_000)
    generations: int = run_length(10)

    def check(self) -> None:
        """There is an opponent, and no reward for who wins."""
        super().check()
        if not self.opponent:
            raise ValueError("opponent='' is not allowed: a critic learns against a player")
        if self.opponent_share < 1:
            raise ValueError(f"opponent_share={self.opponent_share} is not allowed for hdp: use 1")
        if not self.evaluator().has_viewer:
            raise ValueError(
                f"net.kind={self.net.word!r} is not allowed: use a net that sees the board from "
                "its own side"
            )
        if self.exact_end:
            raise ValueError("exact_end=True is not allowed: a critic is not rewarded by who wins")
