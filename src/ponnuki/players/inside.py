"""Which players play inside the core, and what the core knows of them.

Engines, scripted players and the random player do; they have a form for the core. All others, such
as programs outside or players written in Python, are asked for one move after the other.
"""

from typing import Any

from ponnuki.players.random import RandomPlayer
from ponnuki.players.specs import Player


def plays_inside(player: Player) -> bool:
    """Whether the core can play this player's games."""
    return hasattr(type(player), "_core_player")


def core_player(player: Player) -> Any:
    """The core's form of a player; whom it cannot play has a stand-in that plays no game."""
    inside: Any = player if plays_inside(player) else RandomPlayer()
    return inside._core_player
