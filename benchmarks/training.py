"""What of a training run goes to the games, and what to everything around them."""

import resource
import statistics
import sys
import tempfile
import time
import warnings
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

import ponnuki.fitness.judge
from ponnuki.arena import GameBatch, play_games
from ponnuki.optimisers import UnstableSwarmWarning
from ponnuki.runs.training import train
from ponnuki.trainers import TrainingSettings, preset


def printed(depth: int, generations: int, method: str, opponents: int = 8) -> tuple[float, float]:
    """The same of the paper's methods, generation by generation."""
    tables = preset("cai2009", method)
    tables |= {"search": {"depth": depth}, "generations": generations}
    tables["games"]["opponents"] = opponents
    spans = measure(tables)
    share = statistics.median(100 * (1 - games / total) for total, games in spans)
    return share, sum(total for total, _ in spans)


def default_preset(generations: int) -> tuple[float, float]:
    """The same of the default preset, whose generations differ in size: over all of them."""
    spans = measure(preset("default") | {"generations": generations})
    total = sum(one for one, _ in spans)
    return 100 * (1 - sum(games for _, games in spans) / total), total


def measure(tables: dict[str, Any]) -> list[tuple[float, float]]:
    """The seconds of each generation, and those of its games."""
    tables["probe"] = {"every": 0, "nets": 1, "rounds": 1}
    inside = 0.0

    def timed(*args: object, **options: object) -> GameBatch:
        nonlocal inside
        begin = time.perf_counter()
        batch = play_games(*args, **options)  # type: ignore[arg-type]
        inside += time.perf_counter() - begin
        return batch

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        ends: list[tuple[float, float]] = []
        with patch.object(ponnuki.fitness.judge, "play_games", timed):
            begin = time.perf_counter()
            train(
                TrainingSettings.of(tables),
                Path(folder) / "run",
                on_generation=lambda _: ends.append((time.perf_counter() - begin, inside)),
            )
    # The first generation also starts everything up, and the last one is followed by a probe.
    return [
        (total - before, games - games_before)
        for (before, games_before), (total, games) in pairwise(ends[:-1])
    ]


def main() -> None:
    """Prints the table."""
    table = Table(title="training Capture Go 9×9: time outside the games")
    for column in "method", "depth", "share outside games", "seconds measured":
        table.add_column(column, justify="right")
    for method in "pso", "ea", "hybrid", "hc":
        share, seconds = printed(2, 12, method)
        table.add_row(method, "2", f"{share:.1f} %", f"{seconds:.0f}")
    # Fewer games than the paper's 8 opponents make the share look larger, not smaller.
    share, seconds = printed(4, 4, "hybrid", opponents=1)
    table.add_row("hybrid", "4", f"{share:.2f} %", f"{seconds:.0f}")
    share, seconds = default_preset(19)  # until one net is left, twice
    table.add_row("default preset", "2", f"{share:.1f} %", f"{seconds:.0f}")
    Console().print(table)
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    Console().print(f"largest memory of this process: {peak:.0f} MB")


if __name__ == "__main__":
    main()
