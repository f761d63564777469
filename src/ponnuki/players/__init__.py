"""Moves: who chooses them."""

from ponnuki.players.champions import champions
from ponnuki.players.engine import Choice, Engine
from ponnuki.players.external import ExternalPlayer, ForfeitError, Seat
from ponnuki.players.registry import PLAYERS, Player, RandomPlayer, player
from ponnuki.players.scripted import ScriptedPlayer
from ponnuki.players.search import Search, SearchResult

__all__ = [
    "PLAYERS",
    "Choice",
    "Engine",
    "ExternalPlayer",
    "ForfeitError",
    "Player",
    "RandomPlayer",
    "ScriptedPlayer",
    "Search",
    "SearchResult",
    "Seat",
    "champions",
    "player",
]
