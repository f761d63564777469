"""What the survey of Cai & Wunsch (2007) prints of the systems that it describes."""

SANE_WINS = 0.75
"""Section 4: after a few hundred generations 'SANE defeated Wally 75% of the time'."""

EVEN = 0.5
"""Section 4: the critic 'surpassed the strength of Wally', TD(0) 'managed to edge past Wally'."""

STONE, ROUNDS = 50, 4
"""Section 3.1: the value of a stone; the classical number of rounds."""

WALLY = "naive"
"""Who stands in for Wally, the weak program that all of them are measured against."""

STRONGER = "pattern"
"""A stronger player, beside it."""
