"""What of a training run goes to the games, and what to everything around them.

Games use all cores and the rest uses one, so its share of the clock is larger than its share of the
processors' time, and larger the more cores there are. Both are printed.
"""

import resource
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from ponnuki.arena import Arena, GameBatch
from ponnuki.learners import SelfPlaySettings, preset
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.runs.training import train


class Spent(NamedTuple):
    """Seconds by the clock and of all processors."""

    clock: float
    processors: float

    @classmethod
    def now(cls) -> "Spent":
        """What was spent so far."""
        return cls(time.perf_counter(), time.process_time())

    def plus(self, since: "Spent", until: "Spent") -> "Spent":
        """With what was spent from one moment to another."""
        clock = self.clock + until.clock - since.clock
        return Spent(clock, self.processors + until.processors - since.processors)


def printed(depth: int, generations: int, method: str, opponents: int = 8) -> dict[str, Any]:
    """The settings of one of the paper's methods."""
    tables = preset("cai2009", method)
    tables |= {"search": {"depth": depth}, "generations": generations}
    tables["games"]["opponents"] = opponents
    return tables


def measure(tables: dict[str, Any]) -> tuple[Spent, Spent]:
    """What a run spends in all, and what on its games."""
    tables["measure"] = {"opponents": []}
    inside = Spent(0, 0)
    play = Arena.play

    def timed(*args: object, **options: object) -> GameBatch:
        nonlocal inside
        begin = Spent.now()
        batch = play(*args, **options)  # type: ignore[arg-type]
        inside = inside.plus(begin, Spent.now())
        return batch

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        ends: list[tuple[Spent, Spent]] = []
        with patch.object(Arena, "play", timed):
            train(
                SelfPlaySettings.of(tables),
                Path(folder) / "run",
                on_generation=lambda _: ends.append((Spent.now(), inside)),
            )
    # The first generation also starts everything up.
    (begin, games_begin), (end, games_end) = ends[0], ends[-1]
    return Spent(0, 0).plus(begin, end), Spent(0, 0).plus(games_begin, games_end)


def main() -> None:
    """Prints the table."""
    table = Table(
        title="training on 9×9, Capture Go if nothing else is said: time outside the games"
    )
    for column in "method", "depth", "of processors' time", "of the clock", "seconds measured":
        table.add_column(column, justify="right")
    rows = {(method, 2): printed(2, 12, method) for method in ("pso", "ea", "hybrid", "hc")}
    # Fewer games than the paper's 8 opponents make the share look larger, not smaller.
    rows["hybrid", 4] = printed(4, 4, "hybrid", opponents=1)
    rows["sane preset, Go", 1] = preset("sane") | {"generations": 5}
    rows["halving preset", 2] = preset("halving") | {"generations": 19}  # one net is left, twice
    for (name, depth), tables in rows.items():
        total, games = measure(tables)
        shares = [
            f"{100 * (1 - part / whole):.2f} %" for whole, part in zip(total, games, strict=True)
        ]
        table.add_row(name, str(depth), *reversed(shares), f"{total.clock:.0f}")
    Console().print(table)
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    Console().print(f"largest memory of this process: {peak:.0f} MB")


if __name__ == "__main__":
    main()
