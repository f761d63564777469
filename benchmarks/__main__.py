"""Runs all benchmarks and prints one table each: ``make bench``."""

from benchmarks import (
    influence,
    othello,
    random_games,
    scripted,
    search,
    td,
    tic_tac_toe,
    tournament,
    training,
    zero,
)

if __name__ == "__main__":
    random_games.main()
    scripted.main()
    search.main()
    training.main()
    tournament.main()
    tic_tac_toe.main()
    othello.main()
    td.main()
    influence.main()
    zero.main()
