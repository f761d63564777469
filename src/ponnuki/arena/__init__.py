"""Games played: batches, records, matches, intervals."""

from ponnuki.arena.batch import GameBatch, game_seeds, play_games, play_random
from ponnuki.arena.intervals import wilson
from ponnuki.arena.match import MatchResult, Tally, play_match
from ponnuki.arena.record import GameRecord
from ponnuki.arena.tic_tac_toe import OnePly, Standings, exact_standings, sampled_standings

__all__ = [
    "GameBatch",
    "GameRecord",
    "MatchResult",
    "OnePly",
    "Standings",
    "Tally",
    "exact_standings",
    "game_seeds",
    "play_games",
    "play_match",
    "play_random",
    "sampled_standings",
    "wilson",
]
