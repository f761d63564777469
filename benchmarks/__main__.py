"""Runs all benchmarks and prints one table each: ``make bench``."""

from benchmarks import random_games, search, tournament, training

if __name__ == "__main__":
    random_games.main()
    search.main()
    training.main()
    tournament.main()
