"""Games played: batches, records, matches, intervals, tournaments, ratings."""

from ponnuki.arena.batch import GameBatch, game_seeds, play_games, play_random
from ponnuki.arena.cross_table import CrossTable
from ponnuki.arena.external import play_any_games, play_external_games
from ponnuki.arena.intervals import wilson
from ponnuki.arena.kept import TournamentError
from ponnuki.arena.match import MatchResult, Tally, play_match
from ponnuki.arena.ratings import Estimate, Ratings, elo_ratings
from ponnuki.arena.record import GameRecord
from ponnuki.arena.tic_tac_toe import OnePly, Standings, exact_standings, sampled_standings
from ponnuki.arena.tournament import Tournament, TournamentResult, kept_games, play_tournament

__all__ = [
    "CrossTable",
    "Estimate",
    "GameBatch",
    "GameRecord",
    "MatchResult",
    "OnePly",
    "Ratings",
    "Standings",
    "Tally",
    "Tournament",
    "TournamentError",
    "TournamentResult",
    "elo_ratings",
    "exact_standings",
    "game_seeds",
    "kept_games",
    "play_any_games",
    "play_external_games",
    "play_games",
    "play_match",
    "play_random",
    "play_tournament",
    "sampled_standings",
    "wilson",
]
