"""How much of Kim & Cho 2007 is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.papers.kim2007.numbers import GAMES, GENERATIONS, LARGER, POPULATION, SEEDS


@dataclass(frozen=True)
class Scale:
    """How much is done.

    Attributes:
        seeds: runs of each kind; runs of one seed begin with the same nets.
        population: nets of a generation.
        larger: nets of a generation of the larger population.
        generations: of each run.
        games: by which a net is judged.
        fresh: games by which champions are measured afresh, half of them as black.
        outlook: generations of the runs of the outlook.
        outlook_games: by which a net is judged there, an even number.
        learners: runs of each kind of n-tuple network.
        learned: games of each of them that learns by temporal differences.
        evolved: generations of each of them that is evolved, at most.
        duels: games of each against the standard WPC, an even number.
        robin: games of a pair in the round robin, an even number.
    """

    seeds: int
    population: int
    larger: int
    generations: int
    games: int
    fresh: int
    outlook: int
    outlook_games: int
    learners: int
    learned: int
    evolved: int
    duels: int
    robin: int

    def __str__(self) -> str:
        return (
            f"{self.seeds} runs of {self.generations} generations, populations of "
            f"{self.population} and {self.larger}, {self.games:,} games a net; champions afresh in "
            f"{self.fresh:,} games"
        )


SCALES = {
    "smoke": Scale(2, 4, 6, 2, 10, 20, 2, 6, 2, 4, 2, 20, 4),
    "small": Scale(
        *(5, POPULATION, LARGER, GENERATIONS, GAMES, 10_000, 20, 50),
        *(3, 500_000, 300, 50_000, 2000),
    ),
    "paper": Scale(
        *(SEEDS, POPULATION, LARGER, GENERATIONS, GAMES, 10_000, 20, 50),
        *(5, 1_000_000, 300, 50_000, 2000),
    ),
}
"""Scale `small` has the printed runs as well, with fewer seeds: its runs are some of `paper`."""
