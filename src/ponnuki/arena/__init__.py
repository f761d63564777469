"""Games played: batches, records, matches, intervals."""

from ponnuki.arena.batch import GameBatch, game_seeds, play_games, play_random
from ponnuki.arena.external import has_external, play_external_games
from ponnuki.arena.intervals import wilson
from ponnuki.arena.match import MatchResult, Tally, play_match
from ponnuki.arena.record import GameRecord

__all__ = [
    "GameBatch",
    "GameRecord",
    "MatchResult",
    "Tally",
    "game_seeds",
    "has_external",
    "play_external_games",
    "play_games",
    "play_match",
    "play_random",
    "wilson",
]
