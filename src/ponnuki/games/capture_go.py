"""Capture Go: whoever captures first wins (Cai, Venayagamoorthy & Wunsch 2009)."""

from dataclasses import dataclass
from typing import Literal

from ponnuki import _core
from ponnuki.games.errors import SpecError
from ponnuki.games.notation import GO_NOTATION
from ponnuki.games.options import Options, option
from ponnuki.games.rules import GameType


@dataclass(frozen=True)
class CaptureGoOptions(Options):
    """Options of Capture Go; the defaults are the paper's game."""

    size: int = option(9, "rows and columns", low=3, high=13)
    passing: bool = option(True, "whether a player may pass; two passes in a row end the game")
    scoring: Literal["territory", "area"] = option(
        "territory", "what counts after two passes: empty points held, or these and the stones"
    )
    neutral: Literal["nobody", "majority"] = option(
        "nobody", "who has an empty point beside both colours: nobody, or who has more stones by it"
    )
    start: Literal["empty", "crosscut"] = option("empty", "the first position")
    captures: int = option(1, "stones to capture for the win", low=1, high=169)
    no_move: Literal["loses", "draws", "passes"] = option(
        "loses", "what happens, where passing is forbidden, to a side without a legal move"
    )

    def check(self) -> None:
        """Raises SpecError if options do not go together."""
        if self.captures > self.size * self.size:
            raise SpecError(
                f"option captures={self.captures} is not allowed: a board of size {self.size} has "
                f"{self.size * self.size} points"
            )
        if self.passing and self.no_move != "loses":
            raise SpecError(
                f"option no_move={self.no_move!r} needs passing=no: where passing is allowed, "
                "a side without a legal point passes"
            )


def _rules(options: CaptureGoOptions) -> _core.Rules:
    return _core.capture_go(
        size=options.size,
        passing=options.passing,
        area=options.scoring == "area",
        neutral_majority=options.neutral == "majority",
        crosscut=options.start == "crosscut",
        captures=options.captures,
        no_move=["loses", "draws", "passes"].index(options.no_move),
    )


CAPTURE_GO = GameType(
    id="capture-go",
    title="Capture Go",
    summary="Go in which the first capture wins",
    rules_version=1,
    options=CaptureGoOptions,
    rules=_rules,
    notation=GO_NOTATION,
    board="crossings",
)
