"""Capture Go: whoever captures first wins (Cai, Venayagamoorthy & Wunsch 2009)."""

from dataclasses import dataclass
from typing import Literal

from ponnuki import _core
from ponnuki.games.notation import GO_NOTATION
from ponnuki.games.rules import GameType
from ponnuki.settings import Settings, setting


@dataclass(frozen=True)
class CaptureGoOptions(Settings):
    """Options of Capture Go; the defaults are the paper's game."""

    size: int = setting(9, "rows and columns", low=3, high=13, argument=True)
    passing: bool = setting(True, "whether a player may pass; two passes in a row end the game")
    scoring: Literal["territory", "area"] = setting(
        "territory", "what counts after two passes: empty points held, or these and the stones"
    )
    neutral: Literal["nobody", "majority"] = setting(
        "nobody", "who has an empty point beside both colours: nobody, or who has more stones by it"
    )
    start: Literal["empty", "crosscut"] = setting("empty", "the first position")
    captures: int = setting(1, "stones to capture for the win", low=1, high=169)
    no_move: Literal["loses", "draws", "passes"] = setting(
        "loses", "what happens, where passing is forbidden, to a side without a legal move"
    )

    def check(self) -> None:
        """Raises ValueError if options do not go together."""
        if self.captures > self.size * self.size:
            raise ValueError(
                f"captures={self.captures} is not allowed: a board of size {self.size} has "
                f"{self.size * self.size} points"
            )
        if self.passing and self.no_move != "loses":
            raise ValueError(
                f"no_move={self.no_move!r} needs passing=no: where passing is allowed, "
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
