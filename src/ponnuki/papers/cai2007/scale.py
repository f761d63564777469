"""How much of the survey is done: the scales differ in numbers alone."""

from dataclasses import dataclass

from ponnuki.papers.cai2009.scale import SCALES as CAI2009
from ponnuki.settings import Settings, setting


@dataclass(frozen=True)
class Scale(Settings):
    """How much is done."""

    runs: int = setting(..., "of everything", low=1)
    steps: int = setting(
        ..., "generations of a run of a learner by games; after each the net is measured", low=1
    )
    games: int = setting(..., "of such a generation", low=1)
    outside: int = setting(..., "of such a generation against a program outside", low=1)
    sane: int = setting(..., "generations of SANE; it is measured as often as the others", low=1)
    nets: int = setting(..., "of SANE's population, drawn from ten times as many neurons", low=1)
    measured: int = setting(..., "games against each opponent, half of them as black", low=1)
    table_runs: int = setting(..., "of every learner on every game in the grand table", low=1)
    table_games: int = setting(..., "the budget of games of a run in the grand table", low=1)
    table_seconds: float = setting(..., "its budget of seconds on one core", above=0)
    table_measured: int = setting(..., "games against each opponent there", low=1)
    capture: str = setting(
        ...,
        "the scale of cai2009 whose engines play Capture Go; those of smoke are trained here, all "
        "others must be there",
        choices=tuple(CAI2009),
    )
    capture_engines: int = setting(..., "of each method that play Capture Go", low=1)
    capture_games: int = setting(..., "of a cell of the table of one engine a method", low=1)
    capture_each: int = setting(..., "of a pair where all engines of two methods meet", low=1)
    capture_visits: int = setting(..., "of the champion that shows the ceiling", low=1)
    strings: int = setting(500, "that the reader is asked about", low=1, later=True)

    def __str__(self) -> str:
        return (
            f"{self.runs} runs, {self.steps * self.games:,} games a run of a learner by games "
            f"({self.steps * self.outside:,} against a program), "
            f"{self.sane} generations of {self.nets} nets of SANE, {self.measured:,} games against "
            f"each opponent; in the table of methods {self.table_runs} runs of "
            f"{self.table_games:,} games or {self.table_seconds:g} seconds on one core, "
            f"{self.table_measured:,} games against "
            f"each opponent; in Capture Go {self.capture_engines} engines a method of the scale "
            f"`{self.capture}` of cai2009, {self.capture_games:,} games between two engines of "
            f"seed 1 and {self.capture_each:,} between any two, and a champion with "
            f"{self.capture_visits:,} visits"
        )


SCALES = {
    "smoke": Scale(2, 2, 4, 1, 2, 4, 2, 1, 20, 0.01, 2, "smoke", 2, 4, 2, 4, strings=12),
    "small": Scale(5, 5, 2_000, 60, 100, 50, 200, 5, 4_000, 5.0, 100, "medium", 10, 100, 20, 100),
    "paper": Scale(
        10, 10, 20_000, 1_000, 300, 100, 1000, 10, 100_000, 120.0, 1000, "medium", 10, 100, 100, 100
    ),
}
