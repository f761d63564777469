"""Moves: who chooses them."""

from ponnuki.players.champions import champions
from ponnuki.players.engine import Choice, Engine
from ponnuki.players.registry import PLAYERS, Player, RandomPlayer, player
from ponnuki.players.search import Search, SearchResult

__all__ = [
    "PLAYERS",
    "Choice",
    "Engine",
    "Player",
    "RandomPlayer",
    "Search",
    "SearchResult",
    "champions",
    "player",
]
