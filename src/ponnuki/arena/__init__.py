"""Games played: the arena, batches, records, matches, intervals, tournaments, ratings."""

from ponnuki.arena.arena import ALL_CORES, Arena, play_games, play_random
from ponnuki.arena.batch import GameBatch, game_seeds
from ponnuki.arena.contest import Contest
from ponnuki.arena.intervals import enough, interval_over, wilson
from ponnuki.arena.kept import TournamentError
from ponnuki.arena.layout import Layout
from ponnuki.arena.opening import BookOpening, Opening
from ponnuki.arena.ratings import Estimate, Ratings, elo_ratings
from ponnuki.arena.record import GameRecord
from ponnuki.arena.repeats import Repeats
from ponnuki.arena.results import Results
from ponnuki.arena.tally import Tally
from ponnuki.arena.tournament import Tournament
from ponnuki.arena.tournament_play import kept_games, play_tournament
from ponnuki.arena.tournament_result import TournamentResult

__all__ = [
    "ALL_CORES",
    "Arena",
    "BookOpening",
    "Contest",
    "Estimate",
    "GameBatch",
    "GameRecord",
    "Layout",
    "Opening",
    "Ratings",
    "Repeats",
    "Results",
    "Tally",
    "Tournament",
    "TournamentError",
    "TournamentResult",
    "elo_ratings",
    "enough",
    "game_seeds",
    "interval_over",
    "kept_games",
    "play_games",
    "play_random",
    "play_tournament",
    "wilson",
]
