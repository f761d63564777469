"""Tic-tac-toe: three in a row (Franken & Engelbrecht 2003). X is black and moves first."""

from dataclasses import dataclass

from ponnuki import _core
from ponnuki.games.notation import TOP_LEFT_NOTATION
from ponnuki.games.rules import GameType
from ponnuki.settings import Settings


@dataclass(frozen=True)
class TicTacToeOptions(Settings):
    """Tic-tac-toe has no options."""


def _rules(_: TicTacToeOptions) -> _core.Rules:
    return _core.tic_tac_toe()


TIC_TAC_TOE = GameType(
    id="tic-tac-toe",
    title="Tic-tac-toe",
    summary="three in a row on a board of nine",
    rules_version=1,
    options=TicTacToeOptions,
    rules=_rules,
    notation=TOP_LEFT_NOTATION,
    board="marks",
)
