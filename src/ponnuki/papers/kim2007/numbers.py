"""What Kim & Cho (2007) print; the sections and figures are the paper's."""

SEEDS = 10
"""Ours: the paper has one run of each kind."""
POPULATION, LARGER, GENERATIONS, GAMES = 50, 100, 100, 1000
"""Section IV: the population, the larger one of Figure 12, and how long and by what it evolves."""

BEST = {"wpc": 450, "mlp": 400, "wpc-100": 500, "book": 540}
"""Section IV: the best fitness of a run, of 1,000; with openings 540, in another place 550."""

LAST = {"book": 500}
"""Section IV: where the best fitness ends with openings."""

FIRST = {"book": (400, 200)}
"""Section IV: the best and the average fitness of the first generation with openings."""

GENERATION_OF_BEST = {"wpc": 21, "mlp": 51, "book": 51}
"""Section IV: when the best individuals come, or when the fitness has converged (WPC)."""

DIAGONAL = 0.59
"""Section III: how likely the diagonal opening is."""
