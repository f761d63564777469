"""What Cai, Venayagamoorthy & Wunsch (2009) print; the sections are theirs."""

TABLE1 = {
    "hybrid": {"PSO": 79, "EA": 90, "HC": 76, "random": 100},
    "PSO": {"hybrid": 62, "EA": 76, "HC": 70, "random": 100},
    "EA": {"hybrid": 53, "PSO": 68, "HC": 70, "random": 100},
}
"""Table 1: wins of 100 as black (row) against white (column), one engine a method."""

MOVES_AGAINST_RANDOM = 28
"""Section 6.2: moves a game against random players, on average."""

TABLE2 = {
    "hybrid": {"PSO": (77, 9), "EA": (83, 6), "HC": (80, 8)},
    "PSO": {"hybrid": (61, 7), "EA": (70, 5), "HC": (80, 8)},
    "EA": {"hybrid": (60, 8), "PSO": (72, 8), "HC": (76, 9)},
    "HC": {"hybrid": (49, 12), "PSO": (51, 13), "EA": (45, 13)},
}
"""Table 2: mean and standard deviation of wins of 100, ten engines a method."""

DEFENSIVE = {"hybrid": (56, 3)}
"""Section 6.3: the same against the defensive player."""

WEB = (23, 1)
"""Section 6.2: wins of 25 of the ten best hybrids against a web player."""

DEFENSIVE_WEB = (21, 4)
"""Section 6.3: wins and losses of the defensive player against the web player."""

S_MEASURE = 1
"""Section 6.2: of all players, because they overwhelm the random player."""

OPTIMAL_CONSTANTS = {"w": 0.4667, "c1": 1.7971, "c2": 2.4878}
"""Section 6.1: what the two-level swarm found."""

OPTIMAL_FIRST, OPTIMAL_LAST = "loses in 65 moves", "wins in 8 moves"
"""Section 6.1: the best of all nets at generations 1 and 30."""
