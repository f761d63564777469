"""Ponnuki: board-game players that learn from zero knowledge, measured honestly."""

from ponnuki.arena import GameBatch, GameRecord, play_games, play_random
from ponnuki.evaluators import Evaluator, evaluator, load_weights, save_weights
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
from ponnuki.players import Choice, Engine, Limit, Player, Search, player
from ponnuki.runs import players as _run_players  # noqa: F401 - adds run:FOLDER to the players

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Choice",
    "DiagramError",
    "Engine",
    "Evaluator",
    "Game",
    "GameBatch",
    "GameRecord",
    "Limit",
    "MoveError",
    "Outcome",
    "Player",
    "Position",
    "Search",
    "SpecError",
    "__version__",
    "evaluator",
    "game",
    "load_weights",
    "play_games",
    "play_random",
    "player",
    "register",
    "save_weights",
]
