"""How much of Mayer 2007 is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.papers.mayer2007.numbers import EVERY, GAMES, RUNS


@dataclass(frozen=True)
class Scale:
    """How much is done.

    Attributes:
        runs: of each configuration.
        generations: of each run; after each the net is measured.
        games: of a generation.
        measured: games against each opponent, half of them as black.
        pair: games of a pair of nets in Table I, half of them with each colour.
        searched: games against each opponent when every net is measured at every depth.
        larger: games of a generation on 7×7; a tenth as many on 9×9.
        gnu_go: games with each colour against GNU Go.
        ranked: the same, of players without a net, for each share of random moves of GNU Go.
        rates: these shares.
    """

    runs: int
    generations: int
    games: int
    measured: int
    pair: int
    searched: int
    larger: int
    gnu_go: int
    ranked: int
    rates: tuple[float, ...]

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
