"""How much of Mayer 2007 is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.papers.mayer2007.numbers import EVERY, GAMES, RUNS
from ponnuki.settings import Settings, setting


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    runs: int = setting(..., "of each configuration", low=1)
    generations: int = setting(..., "of each run; after each the net is measured", low=1)
    games: int = setting(..., "of a generation", low=1)
    measured: int = setting(..., "games against each opponent, half of them as black", low=1)
    pair: int = setting(
        ..., "games of a pair of nets in Table I, half of them with each colour", low=1
    )
    searched: int = setting(
        ..., "games against each opponent when every net is measured at every depth", low=1
    )
    larger: int = setting(..., "games of a generation on 7×7; a tenth as many on 9×9", low=1)
    gnu_go: int = setting(..., "games with each colour against GNU Go", low=1)
    ranked: int = setting(
        ..., "the same, of players without a net, for each share of random moves of GNU Go", low=1
    )
    rates: tuple[float, ...] = setting(..., "these shares", low=0, high=1)

    def __str__(self) -> str:
        return (
            f"{self.runs} runs of {self.generations * self.games:,} games a configuration, "
            f"strength every {self.games:,} games from {self.measured:,} against each opponent"
        )


RATES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)

SCALES = {
    "smoke": Scale(2, 2, 30, 4, 4, 4, 20, 1, 1, (0.9,)),
    "small": Scale(5, 8, 25_000, 1000, 1000, 200, 5_000, 100, 20, RATES),
    "paper": Scale(RUNS, GAMES // EVERY, EVERY, 1000, 1000, 1000, EVERY, 400, 100, RATES),
}
