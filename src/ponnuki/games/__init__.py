"""Rules: games, positions, outcomes, and their text."""

from ponnuki.games.errors import DiagramError, MoveError, SpecError
from ponnuki.games.outcome import FORFEITS, Outcome, Side
from ponnuki.games.position import Captured, Position
from ponnuki.games.registry import GAMES, game, recorded, register
from ponnuki.games.rules import Game, GameType
from ponnuki.games.so_far import GameSoFar

__all__ = [
    "FORFEITS",
    "GAMES",
    "Captured",
    "DiagramError",
    "Game",
    "GameSoFar",
    "GameType",
    "MoveError",
    "Outcome",
    "Position",
    "Side",
    "SpecError",
    "game",
    "recorded",
    "register",
]
