"""Moves: who chooses them."""

from ponnuki.players.book import Book, BookError
from ponnuki.players.champions import champions
from ponnuki.players.draws import Draws
from ponnuki.players.endgame import Endgame
from ponnuki.players.engine import Choice, Decision, Engine, depth_of, named, net_of, visits_of
from ponnuki.players.external import ExternalPlayer, ExternalSeat, ForfeitError, NoProgramError
from ponnuki.players.fingerprint import fingerprint
from ponnuki.players.limit import Limit, Stop
from ponnuki.players.memory import Memory
from ponnuki.players.random import RandomPlayer
from ponnuki.players.reader import Answer, Reader
from ponnuki.players.registry import common_game, player
from ponnuki.players.scripted import ScriptedPlayer
from ponnuki.players.search import Search, SearchResult, reach
from ponnuki.players.seat import Guest, PlayerSeat, Seat, ask, seat_of
from ponnuki.players.specs import PLAYERS, Asked, Player, PlayerKind, PlayerSpec
from ponnuki.players.thoughts import Thought, Watched
from ponnuki.players.tree import RootMove, root_moves

__all__ = [
    "PLAYERS",
    "Answer",
    "Asked",
    "Book",
    "BookError",
    "Choice",
    "Decision",
    "Draws",
    "Endgame",
    "Engine",
    "ExternalPlayer",
    "ExternalSeat",
    "ForfeitError",
    "Guest",
    "Limit",
    "Memory",
    "NoProgramError",
    "Player",
    "PlayerKind",
    "PlayerSeat",
    "PlayerSpec",
    "RandomPlayer",
    "Reader",
    "RootMove",
    "ScriptedPlayer",
    "Search",
    "SearchResult",
    "Seat",
    "Stop",
    "Thought",
    "Watched",
    "ask",
    "champions",
    "common_game",
    "depth_of",
    "fingerprint",
    "named",
    "net_of",
    "player",
    "reach",
    "root_moves",
    "seat_of",
    "visits_of",
]
