"""Ponnuki: board-game players that learn from zero knowledge, measured honestly.

The names below stand in the order of what one wants to do: play, train, measure, look inside. Each
is loaded when it is first used. Everything else lies in the folders: `ponnuki.arena`,
`ponnuki.learners`, ...
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names for editors and type checkers
    from ponnuki import arena as arena
    from ponnuki import evaluators as evaluators
    from ponnuki import fitness as fitness
    from ponnuki import formats as formats
    from ponnuki import games as games
    from ponnuki import learners as learners
    from ponnuki import optimisers as optimisers
    from ponnuki import papers as papers
    from ponnuki import players as players
    from ponnuki import reports as reports
    from ponnuki import runs as runs
    from ponnuki.api import compare as compare
    from ponnuki.api import examine as examine
    from ponnuki.api import match as match
    from ponnuki.api import resume as resume
    from ponnuki.api import tournament as tournament
    from ponnuki.api import train as train
    from ponnuki.arena import Contest as Contest
    from ponnuki.arena import Results as Results
    from ponnuki.arena import play_games as play_games
    from ponnuki.arena import play_random as play_random
    from ponnuki.evaluators import evaluator as evaluator
    from ponnuki.evaluators import load_weights as load_weights
    from ponnuki.evaluators import save_weights as save_weights
    from ponnuki.games import Game as Game
    from ponnuki.games import MoveError as MoveError
    from ponnuki.games import Position as Position
    from ponnuki.games import SpecError as SpecError
    from ponnuki.games import game as game
    from ponnuki.players import Engine as Engine
    from ponnuki.players import Limit as Limit
    from ponnuki.players import Player as Player
    from ponnuki.players import Search as Search
    from ponnuki.players import player as player

__version__ = "0.1.0"

_NAMES = {
    "game": "games",
    "player": "players",
    "train": "api",
    "resume": "api",
    "match": "api",
    "tournament": "api",
    "examine": "api",
    "compare": "api",
    "Contest": "arena",
    "Results": "arena",
    "play_games": "arena",
    "play_random": "arena",
    "evaluator": "evaluators",
    "load_weights": "evaluators",
    "save_weights": "evaluators",
    "Engine": "players",
    "Search": "players",
    "Limit": "players",
    "Game": "games",
    "Position": "games",
    "Player": "players",
    "SpecError": "games",
    "MoveError": "games",
}
"""Where each name lies."""

_FOLDERS = {
    "games",
    "formats",
    "evaluators",
    "players",
    "arena",
    "fitness",
    "optimisers",
    "learners",
    "runs",
    "reports",
    "papers",
}
"""Folders that are there without an import of their own."""

__all__ = [*_NAMES, "__version__"]  # noqa: PLE0604 - they are strings


def __getattr__(name: str) -> Any:
    """Loads a name when it is first used."""
    if name in _FOLDERS:
        return import_module(f"ponnuki.{name}")
    if name not in _NAMES:
        raise AttributeError(f"module 'ponnuki' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"ponnuki.{_NAMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *_FOLDERS})
