"""Moves: who chooses them."""

from ponnuki.players.registry import Player, RandomPlayer, player

__all__ = ["Player", "RandomPlayer", "player"]
