"""Co-evolution of tic-tac-toe nets: games a second on one thread and on two, and NumPy beside them.

The NumPy epoch is a straightforward one: all games of an epoch in step, by arrays. Its nets are in
double precision and take the first of equal moves, so its games are not ours; its work is.
"""

import statistics
import time
import warnings

import numpy as np
from rich.console import Console
from rich.table import Table

from ponnuki import _core
from ponnuki.arena import Arena
from ponnuki.arena.batch import usable_cores
from ponnuki.learners.tic_tac_toe import (
    Coevolution,
    OnePly,
    Ties,
    coevolve,
    exact_standings,
    sampled_standings,
)
from ponnuki.optimisers import Pso, UnstableSwarmWarning
from tests.reference.franken import numpy_epoch

REPEATS = 3
SWARM = Pso(1.0, 1.0, 1.0, None, neighbourhood="lbest", bests="replay")


def core_games(particles: int, hidden: int, ties: Ties, threads: int) -> float:
    """The median of games a second in whole runs of 500 epochs."""
    run = Coevolution(OnePly.of(hidden, ties=ties), SWARM, particles)
    rates = []
    for repeat in range(REPEATS):
        runs = 4 * threads
        begin = time.perf_counter()
        coevolve([run] * runs, _core.streams(repeat, "run", runs), Arena(threads))
        rates.append(runs * run.games / (time.perf_counter() - begin))
    return statistics.median(rates)


def numpy_games_a_second(particles: int, hidden: int, epochs: int) -> float:
    """Games a second of the NumPy epoch."""
    rng = np.random.default_rng(1)
    start = OnePly.of(hidden).evaluator.initial(particles, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnstableSwarmWarning)
        state = SWARM.start(start, rng)
    state = numpy_epoch(SWARM, state, hidden, 5, rng)
    begin = time.perf_counter()
    for _ in range(epochs):
        state = numpy_epoch(SWARM, state, hidden, 5, rng)
    return epochs * 10 * particles / (time.perf_counter() - begin)


def main() -> None:
    """Prints the tables."""
    cores = usable_cores()
    table = Table(title=f"co-evolution of tic-tac-toe, games a second ({_core.instruction_set()})")
    for column in (
        "particles",
        "hidden",
        "ties",
        "1 thread",
        f"{cores} threads",
        "NumPy",
        "ratio, 1 thread",
    ):
        table.add_column(column, justify="right")
    rates: dict[str, list[float]] = {"random": [], "first": []}
    for particles, hidden in (5, 3), (20, 7), (50, 15):
        beside = numpy_games_a_second(particles, hidden, 40)
        for ties in ("random", "first"):
            one = core_games(particles, hidden, ties, 1)
            all_cores = core_games(particles, hidden, ties, cores)
            rates[ties].append(all_cores)
            table.add_row(
                str(particles),
                str(hidden),
                ties,
                f"{one:,.0f}",
                f"{all_cores:,.0f}",
                f"{beside:,.0f}",
                f"{one / beside:,.0f}",
            )
    console = Console()
    console.print(table)
    grid = 3 * 7 * 30 * sum(5000 * particles for particles in range(5, 55, 5))
    for ties, found in rates.items():
        # The larger cells weigh most: what 50 particles and 15 hidden units take is a safe guess.
        console.print(
            f"the full grid, ties {ties}: {grid / 1e6:,.0f} million games, at most "
            f"{grid / found[-1] / 60:.1f} minutes on {cores} threads"
        )
    player = OnePly.of(15)
    rows = player.evaluator.initial(2000, 1)
    begin = time.perf_counter()
    exact_standings(player, rows, arena=Arena(1))
    exact = len(rows) / (time.perf_counter() - begin)
    begin = time.perf_counter()
    sampled_standings(player, rows[:100], 10_000, 1, arena=Arena(1))
    sampled = 100 * 20_000 / (time.perf_counter() - begin)
    console.print(f"exact S: {exact:,.0f} nets a second; sampled: {sampled:,.0f} games a second")


if __name__ == "__main__":
    main()
