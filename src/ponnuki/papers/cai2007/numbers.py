"""What the survey of Cai & Wunsch (2007) prints of the systems that it describes."""

SANE_WINS = 0.75
"""Section 4: after a few hundred generations 'SANE defeated Wally 75% of the time'."""

EVEN = 0.5
"""Section 4: the critic 'surpassed the strength of Wally', TD(0) 'managed to edge past Wally'."""

STONE, ROUNDS = 50, 4
"""Section 3.1: the value of a stone; the classical number of rounds."""

WALLY = "Wally"
"""The weak program that the survey's systems are measured against; it is not to be had."""

WEAK, STRONGER = "naive", "pattern"
"""Players of ours that they are measured against here. Nobody has met both Wally and them."""

CAPTURE_NOISE = 0.2
"""Section 5: 'in each game, roughly 20% of the moves are randomly generated for both sides'. The
wins and the 28 moves are those of Table 1 of Cai et al. 2009, which says 10 % of them."""
