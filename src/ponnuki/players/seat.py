"""Seats: whoever plays move by move, inside of the core or outside.

A game that is played move by move is a `GameSoFar`, which its host keeps. Seats follow it: they are
shown the game as it is, and are asked for one move after the other.
"""

import operator
import threading
from typing import Any, Protocol

from ponnuki.games import GameSoFar, MoveError, Side
from ponnuki.players.book import book_of
from ponnuki.players.draws import Draws
from ponnuki.players.engine import Decision, Engine
from ponnuki.players.inside import plays_inside
from ponnuki.players.limit import NO_LIMIT, Limit
from ponnuki.players.memory import Memory
from ponnuki.players.specs import Player
from ponnuki.seeds import stream


class Seat(Protocol):
    """Plays one game after the other, move by move.

    For every game it hears `begin` once. Whenever it is to move, it hears `see` and then `choose`.
    `close` comes at the end, once, and nothing after it. A player that remembers its game has a
    method `seat`, which gives a new one; all others sit in a `PlayerSeat`.

    >>> import ponnuki
    >>> from ponnuki.games import GameSoFar
    >>> class Copycat:
    ...     spec, game = "copycat", None
    ...
    ...     def choose(self, position, *, seed):
    ...         return position.legal_numbers()[0]
    ...
    ...     def seat(self):
    ...         return CopycatSeat()
    >>> class CopycatSeat:
    ...     def begin(self, side, seed, draws=None):
    ...         print(f"it has {side}")
    ...
    ...     def see(self, game):
    ...         self.game = game
    ...
    ...     def choose(self):
    ...         legal = self.game.position.legal_numbers()
    ...         near = [move for move in legal if move - 1 == self.game.move]
    ...         return (near or legal)[0]
    ...
    ...     def close(self):
    ...         print("it leaves")
    >>> players = [Copycat(), ponnuki.player("random", "tic-tac-toe")]
    >>> batch = ponnuki.play_games("tic-tac-toe", players, [(1, 0)], seeds=[3])
    it has white
    it leaves
    >>> batch[0].moves[0] + 1 == batch[0].moves[1]
    True
    """

    def begin(self, side: Side, seed: int, draws: Draws | None = None) -> None:
        """A new game begins.

        Args:
            side: whose moves it will choose.
            seed: the game's.
            draws: the game's generator, from which both sides draw; None if the host has none.
                Then what was drawn follows from the moves.

        Raises:
            ValueError: it cannot play; the message names the player. Nobody has lost by that.
        """

    def see(self, game: GameSoFar) -> None:
        """Shows it the game as it is. Moves may have been taken back since it saw it last."""

    def choose(self) -> int:
        """Its move in the position that it saw last, where its side is to move.

        Raises:
            ForfeitError: it has lost the game by what it did.
        """

    def close(self) -> None:
        """Gives back what it holds. Another thread may call it while this one waits for a move."""


class PlayerSeat:
    """The seat of a player that is asked for its move in a position.

    A player of the core plays as it does inside, with its book, and with `reuse` its tree; all
    others draw from a seed for each move alone.
    """

    def __init__(self, player: Player) -> None:
        """Begins nothing yet."""
        self.player = player
        self._seed = 0
        self._draws: Draws | None = None
        self._memory = Memory()
        self._game: GameSoFar | None = None

    def begin(self, side: Side, seed: int, draws: Draws | None = None) -> None:  # noqa: ARG002
        """A new game begins; arguments as of `Seat.begin`."""
        self._seed, self._draws, self._memory = seed, draws, Memory()

    def see(self, game: GameSoFar) -> None:
        """Shows it the game as it is."""
        self._game = game

    def choose(self) -> int:
        """Its move."""
        return self.decide().move

    def decide(self, limit: Limit = NO_LIMIT, draws: Draws | None = None) -> Decision:
        """Its move, and what its search found, if it has one.

        Args:
            limit: of its search.
            draws: the generator for this move; None for the game's.
        """
        game, player, seed = self._game, self.player, self._seed
        assert game is not None, "a seat sees a game before it chooses"
        position = game.position
        if not plays_inside(player):
            return _unsearched(player.choose(position, seed=stream(seed, "move", position.plies)))
        generator = draws or self._draws or _draws_in_game(player, game, seed)
        if not isinstance(player, Engine):
            inside: Any = player
            return _unsearched(inside.choose(position, seed=seed, draws=generator))
        moves = game.moves if game.usual else None
        return player.decide(
            position, limit, seed=seed, draws=generator, moves=moves, memory=self._memory
        )

    def close(self) -> None:
        """It holds nothing."""


def seat_of(player: Player) -> Seat:
    """A seat for a player: its own if it has a method `seat`."""
    own = getattr(player, "seat", None)
    seat: Seat = PlayerSeat(player) if own is None else own()
    return seat


def ask(
    seat: Seat,
    game: GameSoFar,
    name: str,
    limit: Limit = NO_LIMIT,
    draws: Draws | None = None,
) -> Decision:
    """A seat's move, which is legal, and what it tells about it.

    Args:
        seat: whose turn it is.
        game: the game so far.
        name: what the player is called.
        limit: of its search, if it has one inside the core.
        draws: the generator for this move, if it plays inside the core; None for the game's.

    Raises:
        MoveError: the move is not legal; the message names the player.
        Exception: the seat's own, with a note that names the player.
    """
    seat.see(game)
    try:
        if isinstance(seat, PlayerSeat):
            decision = seat.decide(limit, draws)
        else:
            decision = _unsearched(seat.choose())
    except Exception as error:
        error.add_note(f"at move {len(game) + 1} of player {name!r}")
        raise
    try:
        game.position.play(operator.index(decision.move))
    except (TypeError, ValueError) as error:
        raise MoveError(f"move {len(game) + 1} of player {name!r}: {error}") from None
    return decision


class Guest:
    """A player at somebody's board: its seat, which hears of a game when it is first asked in it.

    Attributes:
        player: who it is.
    """

    def __init__(self, player: Player) -> None:
        """Takes a seat; begins nothing yet."""
        self.player = player
        self._seat = seat_of(player)
        self._begun = False
        self._lock = threading.Lock()  # a move that nobody waits for any more may still come

    def new_game(self) -> None:
        """What it is asked next is of another game."""
        self._begun = False

    def ask(
        self, game: GameSoFar, seed: int, limit: Limit = NO_LIMIT, draws: Draws | None = None
    ) -> Decision:
        """Its move; arguments and errors as of `ask` and `Seat.begin`.

        After an error it begins anew, so that it may be asked again.
        """
        with self._lock:
            if not self._begun:
                self._seat.begin(game.position.to_move, seed)
            self._begun = False
            decision = ask(self._seat, game, self.player.spec, limit, draws)
            self._begun = True
            return decision

    def close(self) -> None:
        """Gives back what it holds."""
        self._seat.close()


def _unsearched(move: int) -> Decision:
    """A move of a player that tells no more about it."""
    return Decision(move, exploratory=False, found=None)


def _draws_in_game(player: Player, game: GameSoFar, seed: int) -> Draws:
    """The generator of a game with that seed before a player's move, as far as the moves tell."""
    noise = getattr(getattr(player, "choice", player), "noise", 0.0)
    if noise == 0:
        return Draws.at(game.position, seed)
    return Draws.after(game.start, game.moves, noise, seed, _from_book(player, game))


def _from_book(player: Player, game: GameSoFar) -> set[int]:
    """The numbers of a player's own moves, 0 the first, for which it had its book and drew nothing.

    It is to move, so every other one of the moves before is its own.
    """
    if not isinstance(player, Engine) or player.choice.book == "none" or not game.usual:
        return set()
    book, played, inside = book_of(player.game), game.moves, 0
    while inside < len(played) and book.chances(played[:inside]):
        inside += 1
    return set() if player.choice.book_noise else set(range(len(played) % 2, inside, 2))
