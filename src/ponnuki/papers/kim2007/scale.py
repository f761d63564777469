"""How much of Kim & Cho 2007 is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.papers.kim2007.numbers import GAMES, GENERATIONS, LARGER, POPULATION, SEEDS
from ponnuki.settings import Settings, setting


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    seeds: int = setting(..., "runs of each kind; runs of one seed begin with the same nets", low=1)
    population: int = setting(..., "nets of a generation", low=1)
    larger: int = setting(..., "nets of a generation of the larger population", low=1)
    generations: int = setting(..., "of each run", low=1)
    games: int = setting(..., "by which a net is judged", low=1)
    fresh: int = setting(
        ..., "games by which champions are measured afresh, half of them as black", low=1
    )
    outlook: int = setting(..., "generations of the runs of the outlook", low=1)
    outlook_games: int = setting(..., "by which a net is judged there, an even number", low=1)
    learners: int = setting(..., "runs of each kind of n-tuple network", low=1)
    learned: int = setting(..., "games of each of them that learns by temporal differences", low=1)
    evolved: int = setting(..., "generations of each of them that is evolved, at most", low=1)
    duels: int = setting(..., "games of each against the standard WPC, an even number", low=1)
    robin: int = setting(..., "games of a pair in the round robin, an even number", low=1)

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
