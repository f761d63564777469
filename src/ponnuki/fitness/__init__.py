"""Scores: what a game is worth, who meets whom, and the judge that plays a population's games."""

from ponnuki.fitness.judge import GameJudge, GameSettings
from ponnuki.fitness.payoffs import PAYOFFS, Payoff
from ponnuki.fitness.reliability import from_zero, mean_reliability, reliability
from ponnuki.fitness.schedules import against_fixed, as_black, as_player_one, every

__all__ = [
    "PAYOFFS",
    "GameJudge",
    "GameSettings",
    "Payoff",
    "against_fixed",
    "as_black",
    "as_player_one",
    "every",
    "from_zero",
    "mean_reliability",
    "reliability",
]
