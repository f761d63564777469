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
