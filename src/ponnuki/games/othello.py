"""Othello: a side that cannot turn a disc passes; more discs win (Kim & Cho 2007)."""

from dataclasses import dataclass

from ponnuki import _core
from ponnuki.games.notation import TOP_LEFT_NOTATION
from ponnuki.games.rules import GameType
from ponnuki.settings import Settings, setting


@dataclass(frozen=True)
class OthelloOptions(Settings):
    """Options of Othello."""

    size: int = setting(8, "rows and columns", choices=(6, 8), argument=True)


def _rules(options: OthelloOptions) -> _core.Rules:
    return _core.othello(size=options.size)


OTHELLO = GameType(
    id="othello",
    title="Othello",
    summary="turn the other side's discs; more discs win",
    rules_version=1,
    options=OthelloOptions,
    rules=_rules,
    notation=TOP_LEFT_NOTATION,
    board="discs",
)
