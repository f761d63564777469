"""How much of Franken & Engelbrecht 2003 is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.papers.franken2003.numbers import HIDDEN
from ponnuki.settings import Settings, setting

MARKS = (1, 2, 5, 10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 400)
"""After these epochs champions are kept and S is measured, and after the last one."""


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    particles: tuple[int, ...] = setting(..., "numbers of them", low=1)
    hidden: tuple[int, ...] = setting(..., "numbers of hidden units", low=1)
    runs: int = setting(..., "of each cell", low=1)
    epochs: int = setting(..., "of each run", low=1)
    games: int = setting(..., "with each colour, by which S is sampled", low=1)
    evaluations: int = setting(..., "nets that an optimiser may ask about, beyond the paper", low=1)
    optimiser_runs: int = setting(..., "of each optimiser", low=1)

    @property
    def marks(self) -> tuple[int, ...]:
        """The epochs after which S is measured; the last epoch is one of them."""
        return (*(mark for mark in MARKS if mark < self.epochs), self.epochs)

    def __str__(self) -> str:
        return (
            f"{', '.join(map(str, self.particles))} particles, {', '.join(map(str, self.hidden))} "
            f"hidden units, {self.runs} runs a cell, {self.epochs} epochs, S from {self.games:,} "
            f"games with each colour"
        )


SCALES = {
    "smoke": Scale((5, 15), (3, 7), 2, 30, 500, 200, 2),
    "small": Scale((5, 20, 50), (3, 7, 15), 10, 500, 10_000, 100_000, 3),
    "paper": Scale(tuple(range(5, 55, 5)), HIDDEN, 30, 500, 10_000, 500_000, 10),
}
