"""Which players play inside the core, and what the core knows of them.

Engines, scripted players and the random player do; they have a form for the core. All others, such
as programs outside or players written in Python, are asked for one move after the other.
"""

from collections.abc import Sequence
from typing import Any

from ponnuki.games import Position
from ponnuki.players.book import book_of
from ponnuki.players.draws import Draws
from ponnuki.players.engine import Engine
from ponnuki.players.random import RandomPlayer
from ponnuki.players.specs import Player
from ponnuki.seeds import stream


def plays_inside(player: Player) -> bool:
    """Whether the core can play this player's games."""
    return hasattr(type(player), "_core_player")


def core_player(player: Player) -> Any:
    """The core's form of a player; whom it cannot play has a stand-in that plays no game."""
    inside: Any = player if plays_inside(player) else RandomPlayer()
    return inside._core_player


def choose_in_game(
    player: Player,
    position: Position,
    seed: int,
    draws: Draws,
    moves: Sequence[int] | None = None,
) -> int:
    """A player's move in a game with that seed and generator, and these moves before.

    A player of the core plays as it does inside; without the moves it uses no book. Others draw
    from a seed for this move alone.
    """
    if isinstance(player, Engine):
        return player.choose(position, seed=seed, draws=draws, moves=moves)
    inside: Any = player
    if plays_inside(player):
        move: int = inside.choose(position, seed=seed, draws=draws)
        return move
    return player.choose(position, seed=stream(seed, "move", position.plies))


def draws_in_game(
    player: Player, start: Position, moves: Sequence[int], position: Position, seed: int
) -> Draws:
    """The generator of a game before a player's move, as far as the moves tell.

    Args:
        player: whose turn it is.
        start: the first position.
        moves: all moves from there.
        position: where it is to move.
        seed: the game's.
    """
    noise = getattr(getattr(player, "choice", player), "noise", 0.0)
    if noise == 0:
        return Draws.at(position, seed)
    return Draws.after(start, moves, noise, seed, _from_book(player, start, moves))


def moves_of_game(start: Position, moves: Sequence[int]) -> Sequence[int] | None:
    """The moves that a book may follow: those from a position, if a game starts so."""
    return moves if start == start.game.start() else None


def _from_book(player: Player, start: Position, moves: Sequence[int]) -> set[int]:
    """The numbers of a player's own moves, 0 the first, for which it had its book and drew nothing.

    It is to move after these moves, so every other one of them is its own.
    """
    played = moves_of_game(start, moves)
    if not isinstance(player, Engine) or player.choice.book == "none" or played is None:
        return set()
    book, inside = book_of(player.game), 0
    while inside < len(played) and book.chances(tuple(played[:inside])):
        inside += 1
    return set() if player.choice.book_noise else set(range(len(played) % 2, inside, 2))
