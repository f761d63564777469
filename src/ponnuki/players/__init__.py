"""Moves: who chooses them."""

from ponnuki.players.player import Player, RandomPlayer, player

__all__ = ["Player", "RandomPlayer", "player"]
