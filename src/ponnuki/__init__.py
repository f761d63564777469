"""Ponnuki: board-game players that learn from zero knowledge, measured honestly."""

from ponnuki.arena import GameBatch, GameRecord, play_random
from ponnuki.games import (
    GAMES,
    DiagramError,
    Game,
    MoveError,
    Outcome,
    Position,
    SpecError,
    game,
    register,
)
from ponnuki.players import Player, player

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "DiagramError",
    "Game",
    "GameBatch",
    "GameRecord",
    "MoveError",
    "Outcome",
    "Player",
    "Position",
    "SpecError",
    "__version__",
    "game",
    "play_random",
    "player",
    "register",
]
