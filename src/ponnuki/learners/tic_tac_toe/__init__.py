"""Tic-tac-toe's fast lane: a kernel that equals the general way bit for bit.

Tic-tac-toe games are so short that a batch of them would spend its time at the border between the
languages. Here whole training runs and whole standings are one call into the core. What they give
is what engines of depth 1, `Arena.play`, `Pso` and `Ea` give with the same random numbers; tests
compare all arrays. Exact chances need the game to be as small as it is.
"""

from ponnuki.learners.tic_tac_toe.coevolution import (
    HISTORY,
    Coevolution,
    Coevolved,
    Players,
    coevolve,
)
from ponnuki.learners.tic_tac_toe.learner import TicTacToeLearner, TicTacToeSettings, TicTacToeState
from ponnuki.learners.tic_tac_toe.nets import OnePly, Opponent, Output, Ties, code, opponent_policy
from ponnuki.learners.tic_tac_toe.standings import (
    RANDOM_WINS,
    S_LIMIT,
    SAFE_S_LIMIT,
    Standings,
    exact_standings,
    sampled_standings,
)

__all__ = [
    "HISTORY",
    "RANDOM_WINS",
    "SAFE_S_LIMIT",
    "S_LIMIT",
    "Coevolution",
    "Coevolved",
    "OnePly",
    "Opponent",
    "Output",
    "Players",
    "Standings",
    "TicTacToeLearner",
    "TicTacToeSettings",
    "TicTacToeState",
    "Ties",
    "code",
    "coevolve",
    "exact_standings",
    "opponent_policy",
    "sampled_standings",
]
