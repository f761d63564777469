"""Runs all benchmarks and prints one table each: ``make bench``."""

from benchmarks import random_games, search, tic_tac_toe, training

if __name__ == "__main__":
    random_games.main()
    search.main()
    training.main()
    tic_tac_toe.main()
