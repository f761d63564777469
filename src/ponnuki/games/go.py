"""Go on small boards, scored as the board stands (Mayer 2007 plays it on 5×5)."""

from dataclasses import dataclass
from typing import Literal

from ponnuki import _core
from ponnuki.games.notation import GO_NOTATION
from ponnuki.games.rules import GameType
from ponnuki.settings import Settings, setting


@dataclass(frozen=True)
class GoOptions(Settings):
    """Options of Go; the defaults are the paper's game, with superko and a cap so that it ends."""

    size: int = setting(5, "rows and columns", low=3, high=13, argument=True)
    ko: Literal["superko", "simple"] = setting(
        "superko", "no earlier board may come back, or only a ko may not be retaken at once"
    )
    scoring: Literal["territory", "area"] = setting(
        "territory", "empty points and prisoners, or empty points and stones"
    )
    komi: float = setting(0.0, "points that white has from the start", low=-500, high=500, step=0.5)
    cap: int = setting(
        0,
        "moves after which the game is scored as it stands; 0 stands for four a point",
        low=0,
        high=_core.MAX_GO_PLIES,
    )

    @property
    def move_cap(self) -> int:
        """The cap in moves."""
        return self.cap or 4 * self.size * self.size


def _rules(options: GoOptions) -> _core.Rules:
    return _core.go(
        size=options.size,
        superko=options.ko == "superko",
        area=options.scoring == "area",
        komi2=round(2 * options.komi),
        cap=options.move_cap,
    )


GO = GameType(
    id="go",
    title="Go",
    summary="Go on small boards, scored as the board stands",
    rules_version=1,
    options=GoOptions,
    rules=_rules,
    notation=GO_NOTATION,
    board="crossings",
)
