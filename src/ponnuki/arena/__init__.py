"""Games played: batches, records, matches, intervals, ratings."""

from ponnuki.arena.batch import GameBatch, game_seeds, play_games, play_random
from ponnuki.arena.cross_table import CrossTable
from ponnuki.arena.intervals import wilson
from ponnuki.arena.match import MatchResult, Tally, play_match
from ponnuki.arena.ratings import Estimate, Ratings, elo_ratings
from ponnuki.arena.record import GameRecord

__all__ = [
    "CrossTable",
    "Estimate",
    "GameBatch",
    "GameRecord",
    "MatchResult",
    "Ratings",
    "Tally",
    "elo_ratings",
    "game_seeds",
    "play_games",
    "play_match",
    "play_random",
    "wilson",
]
