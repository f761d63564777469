"""What Mayer (2007) prints; the sections are the paper's."""

OPPONENTS = ("random", "naive", "pattern")
"""Section III: the computer players; 'pattern' has the place of GOjen, which is not to be had."""

COMMON = ("random",)
"""Those of them that are the same player in the paper. Nobody has met both ours and the others."""

RUNS, GAMES, EVERY = 20, 1_000_000, 50_000
"""Section IV-A: runs, games of each, and games between two measures."""

FIGURES = {
    "epsilon": {"koten": 0.50, "katatsugi": 0.50, "roban": 0.40},
    "creative": {"koten": 0.60, "katatsugi": 0.68, "roban": 0.46},
}
"""Figures 2 and 3: strength after a million games, mean of 20 runs, as the text says it."""

FIGURE4 = 0.7693
"""Section IV-B: the strength of the best creative katatsugi net."""

TABLE1 = {
    "koten(c)": 0.7040,
    "koten(g)": 0.5892,
    "katatsugi(c)": 0.4866,
    "katatsugi(g)": 0.4796,
    "roban(c)": 0.3758,
    "roban(g)": 0.3282,
}
"""Table I: the share of games won by the best nets of creative (c) and greedy (g) learning."""

DEPTHS = (1, 2, 4)

TABLE2: dict[str, dict[str, tuple[float, float, float]]] = {
    "katatsugi": {
        "random": (0.9860, 1.0, 1.0),
        "naive": (0.7370, 0.8920, 0.9110),
        "pattern": (0.6500, 0.5830, 0.6560),
        "strength": (0.7527, 0.7753, 0.8320),
    },
    "koten": {"strength": (0.7033, 0.7890, 0.8293)},
}
"""Table II and Section IV-D: the best creative nets by depth; 'pattern' is GOjen there."""

CENTRE, BESIDE = "C3", ("C2", "C4", "B3", "D3")
"""Section III: black wins by 25 from the centre, and by 3 from a point beside it."""

HOURS = 70
"""Section V: what 20 million games took, about 80 a second."""
