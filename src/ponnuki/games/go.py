"""Go on small boards, scored as the board stands (Mayer 2007 plays it on 5×5)."""

from dataclasses import dataclass
from typing import Literal

from ponnuki import _core
from ponnuki.games.notation import GO_NOTATION
from ponnuki.games.options import Options, option
from ponnuki.games.rules import GameType


@dataclass(frozen=True)
class GoOptions(Options):
    """Options of Go; the defaults are the paper's game, with superko and a cap so that it ends."""

    size: int = option(5, "rows and columns", low=3, high=13)
    ko: Literal["superko", "simple"] = option(
        "superko", "no earlier board may come back, or only a ko may not be retaken at once"
    )
    scoring: Literal["territory", "area"] = option(
        "territory", "empty points and prisoners, or empty points and stones"
    )
    komi: float = option(0.0, "points that white has from the start", low=-500, high=500, step=0.5)
    cap: int = option(
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
